// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/policyfindings.h"

#include "analysis/policy/floatslots.h"
#include "analysis/policy/policyrules.h"

#include <algorithm>
#include <format>

namespace halftone {

void CountedFinding::note(NodeId node)
{
    if (m_count == 0)
        m_first = node;
    ++m_count;
}

void CountedFinding::addTo(Decisions& decisions, std::string_view text) const
{
    if (m_count == 0)
        return;
    const Graph& graph = *decisions.graph();
    decisions.addFinding({.id = std::string(m_id),
        .where = m_first.isValid() ? graph.displayName(m_first) : graph.name(),
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

}

void addLossyRoundTrips(Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    CountedFinding finding("policy.lossy-round-trip");
    for (NodeId node : graph.nodes()) {
        const std::span<const ValueId> outputs = graph.outputs(node);
        const std::span<const DType> made = decisions.outputDTypes(node);
        for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
            const bool isRounded = outputs[slot].isValid() && !isLowPrecision(made[slot]) &&
                isLowPrecision(decisions.produced(outputs[slot]));
            if (isRounded && isReadWide(decisions, outputs[slot]))
                finding.note(node);
        }
    }
    finding.addTo(decisions, "Tensors that are rounded to 16 bits and then read in float32 again: {}.");
}

void addNoLowType(Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    CountedFinding finding("policy.no-low-type");
    for (NodeId node : graph.nodes()) {
        if (decisions.node(node).rule == rules::kNoLowType && FloatSlots(graph, node).hasFloats())
            finding.note(node);
    }
    finding.addTo(decisions, "Operators that keep their types, because ONNX has no 16-bit form of them: {}.");
}

void addLowOutputs(Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    CountedFinding finding("policy.low-output");
    const std::span<const ValueId> outputs = graph.graphOutputs();
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (isLowPrecision(decisions.delivered(i)) && decisions.delivered(i) != graph.value(outputs[i]).dtype)
            finding.note(graph.value(outputs[i]).producer);
    }
    finding.addTo(decisions, "Outputs that the network hands out in 16 bits: {}.");
}

}
