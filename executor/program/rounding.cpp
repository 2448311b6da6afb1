// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/program/rounding.h"

#include "executor/program/programbuilder.h"
#include "kernels/scalar.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <utility>

namespace halftone {

RoundedOutput::RoundedOutput(
    NodeId node, ValueId id, std::vector<std::int64_t> dims, Layout layout, const kernels::Rounding& rounding)
    : m_node(node)
    , m_id(id)
    , m_dims(std::move(dims))
    , m_layout(layout)
    , m_rounding(rounding)
{
}

bool RoundedOutput::isCollapse(const kernels::RoundStats& stats) const
{
    return stats.absMax > 0 && kernels::rounded(stats.absMax, m_rounding.format) == 0;
}

// Infinities that came in are somebody else's; where overflows saturate, none can have come in.
bool RoundedOutput::isNew(const kernels::RoundStats& stats) const
{
    return stats.newOverflows() > 0 || m_rounding.onOverflow == kernels::OnOverflow::Saturate;
}

// Looks at the sources, because saturated results are finite.
std::size_t RoundedOutput::firstOverflow(std::span<const float> wide) const
{
    const bool isInfinityNew = m_rounding.onOverflow == kernels::OnOverflow::Saturate;
    const auto overflows = [&](float value) {
        return !std::isfinite(kernels::rounded(value, m_rounding.format)) &&
            (isInfinityNew || std::isfinite(value));
    };
    return static_cast<std::size_t>(std::ranges::find_if(wide, overflows) - wide.begin());
}

std::size_t RoundedOutput::largest(std::span<const float> wide)
{
    const auto magnitude = [](float value) { return std::isfinite(value) ? std::abs(value) : 0.0f; };
    return static_cast<std::size_t>(std::ranges::max_element(wide, {}, magnitude) - wide.begin());
}

OverflowPlace RoundedOutput::place(std::size_t position) const
{
    return {m_node, m_id, logicalIndex(m_dims, m_layout, position)};
}

void RoundedPieces::note() const
{
    m_state.rounding[m_output.m_id] += m_stats;
    if (m_output.isCollapse(m_stats) && !m_state.firstCollapse.isValid())
        m_state.firstCollapse = m_output.place(m_largestAt);
    m_state.stickyOverflow = m_state.stickyOverflow || m_stats.overflows > 0;
    if (m_firstOverflow)
        m_state.firstOverflow = m_output.place(*m_firstOverflow);
}

kernels::Format16 lowFormat(DType dtype)
{
    return dtype == DType::Float16 ? kernels::Format16::F16 : kernels::Format16::Bf16;
}

RoundedOutput ProgramBuilder::rounded(ValueId id) const
{
    const StoredValue& value = m_stored[id];
    return {m_graph->value(id).producer, id, value.dims, value.layout,
        {.format = lowFormat(value.dtype),
            .onOverflow = m_options.onOverflow,
            .counting = m_options.counting}};
}

void ProgramBuilder::addRounding(ValueId id, BufferId source)
{
    const StoredValue& value = m_stored[id];
    addLoop(std::format("round to {}", name(value.dtype)), {source}, {value.buffer},
        [output = rounded(id), source, target = value.buffer, count = value.elements()](
            StepContext& context) {
            const std::span<const float> wide = context.arena.span<const float>(source, count);
            const kernels::RoundStats stats =
                kernels::roundTo16(wide, context.arena.span<std::uint16_t>(target, count), output.rounding());
            output.note(context.state, stats, [wide] { return wide; });
        });
}

}
