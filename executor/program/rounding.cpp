// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pass that rounds a node's float32 results to 16 bits, and what it notices on the way.
#include "executor/program/programbuilder.h"
#include "kernels/scalar.h"

#include <algorithm>
#include <cmath>
#include <format>

namespace halftone {
namespace {

using kernels::rounded;

// Looks at the sources, because saturated results are finite. Runs once in a training step at most.
std::size_t firstOverflow(std::span<const float> wide, const kernels::Rounding& rounding)
{
    const bool isInfinityNew = rounding.onOverflow == kernels::OnOverflow::Saturate;
    const auto overflows = [=](float value) {
        return !std::isfinite(rounded(value, rounding.format)) && (isInfinityNew || std::isfinite(value));
    };
    return static_cast<std::size_t>(std::ranges::find_if(wide, overflows) - wide.begin());
}

std::size_t largest(std::span<const float> wide)
{
    const auto magnitude = [](float value) { return std::isfinite(value) ? std::abs(value) : 0.0f; };
    return static_cast<std::size_t>(std::ranges::max_element(wide, {}, magnitude) - wide.begin());
}

}

kernels::Format16 lowFormat(DType dtype)
{
    return dtype == DType::Float16 ? kernels::Format16::F16 : kernels::Format16::Bf16;
}

void ProgramBuilder::addRounding(ValueId id, BufferId source)
{
    const StoredValue& value = m_stored[id];
    const kernels::Rounding rounding{
        .format = lowFormat(value.dtype), .onOverflow = m_options.onOverflow, .counting = m_options.counting};
    addLoop(std::format("round to {}", name(value.dtype)), {source}, {value.buffer},
        [id, node = m_node, rounding, source, value](StepContext& context) {
            const std::size_t count = value.elements();
            const std::span<const float> wide = context.arena.span<const float>(source, count);
            const kernels::RoundStats stats =
                kernels::roundTo16(wide, context.arena.span<std::uint16_t>(value.buffer, count), rounding);
            RunState& state = context.state;
            state.rounding[id] += stats;
            const auto place = [&](std::size_t position) {
                return OverflowPlace{node, id, logicalIndex(value.dims, value.layout, position)};
            };
            if (stats.absMax > 0 && !state.firstCollapse.isValid() &&
                rounded(stats.absMax, rounding.format) == 0)
                state.firstCollapse = place(largest(wide));
            if (stats.overflows == 0)
                return;
            state.stickyOverflow = true;
            // Infinities that came in are somebody else's; where overflows saturate, none can have come in.
            const bool isNew =
                stats.newOverflows() > 0 || rounding.onOverflow == kernels::OnOverflow::Saturate;
            if (isNew && !state.firstOverflow.isValid())
                state.firstOverflow = place(firstOverflow(wide, rounding));
        });
}

}
