// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/broadcast.h"

#include <cassert>

namespace halftone {

Broadcast::Broadcast(std::size_t count)
    : m_rowLength(count)
{
}

Broadcast::Broadcast(
    std::span<const std::int64_t> result, std::span<const std::vector<std::int64_t>> operands)
{
    assert(operands.size() <= kMostOperands);
    std::vector<Axis> axes(result.size());
    for (std::size_t axis = 0; axis < result.size(); ++axis)
        axes[axis].size = static_cast<std::size_t>(result[axis]);
    for (std::size_t operand = 0; operand < operands.size(); ++operand) {
        const std::vector<std::int64_t>& dims = operands[operand];
        const std::size_t missing = result.size() - dims.size();
        std::size_t stride = 1;
        for (std::size_t axis = result.size(); axis-- > missing;) {
            const auto size = static_cast<std::size_t>(dims[axis - missing]);
            axes[axis].strides[operand] = size == 1 ? 0 : stride;
            stride *= size;
        }
    }
    std::erase_if(axes, [](const Axis& axis) { return axis.size == 1; });
    // An axis joins the one inside it when every operand goes on from one to the next without a gap.
    std::vector<Axis> merged;
    for (const Axis& axis : axes) {
        bool joins = !merged.empty();
        for (std::size_t operand = 0; joins && operand < operands.size(); ++operand)
            joins = merged.back().strides[operand] == axis.strides[operand] * axis.size;
        if (!joins) {
            merged.push_back(axis);
            continue;
        }
        merged.back() = {merged.back().size * axis.size, axis.strides};
    }
    if (merged.empty())
        merged.push_back({});
    m_rowLength = merged.back().size;
    m_steps = merged.back().strides;
    merged.pop_back();
    m_outer = std::move(merged);
}

}
