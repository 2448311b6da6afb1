// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/override.h"

#include "analysis/policy/floatslots.h"
#include "analysis/policy/policyrules.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

bool mayBeMeant(const Node& node)
{
    return node.phase == Phase::Forward || node.phase == Phase::Loss;
}

std::string textOf(const PrecisionOverride& call)
{
    const std::string_view target = call.target.empty() ? "the network" : std::string_view(call.target);
    return std::format("{} of {} to {}",
        call.kind == PrecisionOverride::Kind::ToFloat ? "to_float" : "add_flags_recursive", target,
        name(call.dtype));
}

}

bool isInScope(std::string_view nodeName, std::string_view target)
{
    if (target.empty())
        return true;
    if (nodeName.starts_with('/') && !target.starts_with('/'))
        nodeName.remove_prefix(1);
    if (!nodeName.starts_with(target))
        return false;
    return nodeName.size() == target.size() || target.ends_with('/') ||
        std::string_view("/.:").contains(nodeName[target.size()]);
}

DType PrecisionFlags::target() const
{
    return fp32 ? DType::Float32 : fp16 ? DType::Float16 : bf16 ? DType::BFloat16 : DType::Undefined;
}

void PrecisionFlags::apply(const PrecisionOverride& call)
{
    if (call.kind == PrecisionOverride::Kind::ToFloat)
        *this = {};
    bool& flag = call.dtype == DType::Float32 ? fp32 : call.dtype == DType::Float16 ? fp16 : bf16;
    flag = true;
}

OverridesInForce::OverridesInForce(const Graph& graph, std::span<const PrecisionOverride> overrides)
    : m_graph(graph)
    , m_overrides(overrides)
{
    if (overrides.empty())
        return;
    m_calls = IdMap<NodeId, std::vector<std::uint32_t>>(graph.nodeCount());
    for (NodeId node : graph.nodes()) {
        for (std::uint32_t i = 0; i < overrides.size() && mayBeMeant(graph.node(node)); ++i) {
            if (isInScope(graph.displayName(node), overrides[i].target))
                m_calls[node].push_back(i);
        }
    }
}

DType OverridesInForce::target(NodeId node, PrecisionFlags start) const
{
    for (const std::uint32_t call : m_calls[node])
        start.apply(m_overrides[call]);
    return start.target();
}

void OverridesInForce::report(Decisions& decisions, NodeId node, DType got, std::string_view why) const
{
    for (const std::uint32_t call : m_calls[node])
        decisions.addOutcome(
            {.index = call, .node = node, .asked = m_overrides[call].dtype, .got = got, .why = why});
}

void OverridesInForce::addFindings(Decisions& decisions) const
{
    for (std::uint32_t i = 0; i < m_overrides.size(); ++i) {
        std::size_t meant = 0, lost = 0;
        const OverrideOutcome* first = nullptr;
        for (const OverrideOutcome& outcome : decisions.outcomes()) {
            meant += outcome.index == i ? 1 : 0;
            if (outcome.index != i || outcome.asked == outcome.got)
                continue;
            ++lost;
            first = first ? first : &outcome;
        }
        if (meant == 0)
            decisions.addFinding({.id = "policy.override-no-target",
                .where = m_overrides[i].target,
                .message = std::format("{} speaks of no operator of this model.", textOf(m_overrides[i]))});
        else if (first)
            decisions.addFinding({.id = "policy.override-lost",
                .where = m_graph.displayName(first->node),
                .message = std::format("{} did not reach {} of {} operators: {}.", textOf(m_overrides[i]),
                    lost, meant, ruleOf(first->why).title),
                .node = first->node});
    }
}

void applyOverrides(Decisions& decisions, std::span<const PrecisionOverride> overrides)
{
    const Graph& graph = *decisions.graph();
    const OverridesInForce inForce(graph, overrides);
    for (NodeId node : graph.nodes()) {
        if (!inForce.has(node))
            continue;
        const DType asked = inForce.target(node);
        const FloatSlots slots(graph, node);
        // A Cast that gives another type than it was written for would be another operator.
        const bool moves = slots.hasData() && graph.node(node).opType != "Cast";
        for (std::size_t slot = 0; moves && slot < slots.inputs.size(); ++slot) {
            if (slots.inputs[slot] == SlotRole::Data)
                decisions.setInput(node, slot, asked);
        }
        for (std::size_t slot = 0; moves && slot < slots.outputs.size(); ++slot) {
            if (slots.outputs[slot] == SlotRole::Data)
                decisions.setOutput(node, slot, asked);
        }
        if (slots.hasFloats())
            inForce.report(
                decisions, node, decisions.precision(node), moves ? rules::kOverride : rules::kNoLowType);
    }
    inForce.addFindings(decisions);
}

}
