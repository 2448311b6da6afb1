// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/policyfindings.h"

#include "analysis/policy/floatslots.h"
#include "analysis/policy/policyrules.h"

#include <algorithm>
#include <format>

namespace halftone {

void CountedFinding::note(const DecidedLevel& level, NodeId node)
{
    if (m_count == 0) {
        m_where = level.nameOf(node);
        m_first = level.outermost(node);
    }
    ++m_count;
}

void CountedFinding::addTo(Decisions& decisions, std::string_view text) const
{
    if (m_count == 0)
        return;
    decisions.addFinding({.id = std::string(m_id),
        .where = m_where,
        .message = std::vformat(text, std::make_format_args(m_count)),
        .node = m_first});
}

namespace {

bool isReadWide(const Decisions& decisions, ValueId value)
{
    const Graph& graph = *decisions.graph();
    const auto isWide = [](DType dtype) { return isFloat(dtype) && !isLowPrecision(dtype); };
    for (const Graph::Use& use : graph.uses(value)) {
        if (use.slot != Graph::kBodySlot && isWide(decisions.inputDTypes(use.node)[use.slot]))
            return true;
    }
    const std::span<const ValueId> outputs = graph.graphOutputs();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i] == value && isWide(decisions.delivered(i)))
            return true;
    }
    return false;
}

void noteLossyRoundTrips(CountedFinding& finding, const DecidedLevel& level)
{
    const Decisions& decisions = *level.decisions;
    for (NodeId node : level.graph().nodes()) {
        const std::span<const ValueId> outputs = level.graph().outputs(node);
        const std::span<const DType> made = decisions.outputDTypes(node);
        for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
            const bool isRounded = outputs[slot].isValid() && !isLowPrecision(made[slot]) &&
                isLowPrecision(decisions.produced(outputs[slot]));
            if (isRounded && isReadWide(decisions, outputs[slot]))
                finding.note(level, node);
        }
    }
}

}

void addLossyRoundTrips(Decisions& decisions)
{
    CountedFinding finding("policy.lossy-round-trip");
    for (const DecidedLevel& level : levelsOf(decisions))
        noteLossyRoundTrips(finding, level);
    finding.addTo(decisions, "Tensors that are rounded to 16 bits and then read in float32 again: {}.");
}

void addNoLowType(Decisions& decisions)
{
    CountedFinding finding("policy.no-low-type");
    for (const DecidedLevel& level : levelsOf(decisions)) {
        for (NodeId node : level.graph().nodes()) {
            if (level.decisions->node(node).rule == rules::kNoLowType &&
                FloatSlots(*level.decisions, node).hasFloats())
                finding.note(level, node);
        }
    }
    finding.addTo(decisions, "Operators that keep their types, because ONNX has no 16-bit form of them: {}.");
}

void addLowOutputs(Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    const DecidedLevel outermost{.decisions = &decisions, .path = {}, .owner = {}};
    CountedFinding finding("policy.low-output");
    const std::span<const ValueId> outputs = graph.graphOutputs();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (isLowPrecision(decisions.delivered(i)) && decisions.delivered(i) != graph.value(outputs[i]).dtype)
            finding.note(outermost, graph.value(outputs[i]).producer);
    }
    finding.addTo(decisions, "Outputs that the network hands out in 16 bits: {}.");
}

}
