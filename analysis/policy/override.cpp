// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/override.h"

#include "analysis/judge/decidedlevel.h"
#include "analysis/policy/floatslots.h"
#include "analysis/policy/policyrules.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

// Control flow is a scope: its bodies are meant, not itself.
bool mayBeMeant(const Node& node)
{
    return (node.phase == Phase::Forward || node.phase == Phase::Loss) && node.bodies.empty();
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

std::span<const std::string> targetsOf(const PrecisionOverride& call)
{
    return call.members.empty() ? std::span(&call.target, 1) : std::span(call.members);
}

bool speaksOf(const PrecisionOverride& call, std::string_view nodeName)
{
    return std::ranges::any_of(
        targetsOf(call), [&](const std::string& target) { return isInScope(nodeName, target); });
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

OverridesInForce::OverridesInForce(
    const Graph& graph, std::span<const PrecisionOverride> overrides, const std::string& path)
    : m_overrides(overrides)
{
    if (overrides.empty())
        return;
    m_calls = IdMap<NodeId, std::vector<std::uint32_t>>(graph.nodeCount());
    for (NodeId node : graph.nodes()) {
        if (!mayBeMeant(graph.node(node)))
            continue;
        const std::string own = graph.displayName(node), whole = path + own;
        for (std::uint32_t i = 0; i < overrides.size(); ++i) {
            if (speaksOf(overrides[i], own) || speaksOf(overrides[i], whole))
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

namespace {

// What became of one override.
struct Reach
{
    std::size_t meant = 0;
    std::size_t lost = 0;
    DecidedLevel level; // of the first that was lost
    OverrideOutcome first;
};

Reach reachOf(std::uint32_t index, std::span<const DecidedLevel> levels)
{
    Reach reach;
    for (const DecidedLevel& level : levels) {
        for (const OverrideOutcome& outcome : level.decisions->outcomes()) {
            if (outcome.index != index)
                continue;
            ++reach.meant;
            if (outcome.asked == outcome.got)
                continue;
            if (reach.lost++ == 0) {
                reach.level = level;
                reach.first = outcome;
            }
        }
    }
    return reach;
}

void applyTo(Decisions& decisions, std::span<const PrecisionOverride> overrides, const std::string& path)
{
    const GraphPtr graph = decisions.graph();
    const OverridesInForce inForce(*graph, overrides, path);
    for (NodeId node : graph->nodes()) {
        for (std::size_t i = 0; i < graph->node(node).bodies.size(); ++i) {
            Decisions body = decisions.body(node, i);
            applyTo(body, overrides, pathToBody(*graph, path, node, i));
            decisions.setBody(node, i, std::move(body));
        }
        if (!inForce.has(node))
            continue;
        const DType asked = inForce.target(node);
        const FloatSlots slots(decisions, node);
        // A Cast that gives another type than it was written for would be another operator.
        const bool moves = slots.hasData() && graph->node(node).opType != "Cast";
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
}

}

void addOverrideFindings(Decisions& decisions, std::span<const PrecisionOverride> overrides)
{
    const std::vector<DecidedLevel> levels = levelsOf(decisions);
    for (std::uint32_t i = 0; i < overrides.size(); ++i) {
        const Reach reach = reachOf(i, levels);
        if (reach.meant == 0)
            decisions.addFinding({.id = "policy.override-no-target",
                .where = overrides[i].target,
                .message = std::format("{} speaks of no operator of this model.", textOf(overrides[i]))});
        else if (reach.lost > 0)
            decisions.addFinding({.id = "policy.override-lost",
                .where = reach.level.nameOf(reach.first.node),
                .message = std::format("{} did not reach {} of {} operators: {}.", textOf(overrides[i]),
                    reach.lost, reach.meant, ruleOf(reach.first.why).title),
                .node = reach.level.outermost(reach.first.node)});
    }
}

void applyOverrides(Decisions& decisions, std::span<const PrecisionOverride> overrides)
{
    if (overrides.empty())
        return;
    applyTo(decisions, overrides, {});
    addOverrideFindings(decisions, overrides);
}

}
