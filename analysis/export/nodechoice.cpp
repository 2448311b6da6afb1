// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/nodechoice.h"

#include "analysis/ops/optable.h"

#include <algorithm>
#include <unordered_map>

namespace halftone {
namespace {

// Both are exact copies of constants or of bits that somebody else decided.
bool isPassive(const Node& node)
{
    return node.opType == "Constant" || node.opType == "Cast" || !node.bodies.empty();
}

NodeWidth widthOf(DType dtype)
{
    if (dtype == DType::HiFloat8 || isLowPrecision(dtype))
        return NodeWidth::Low;
    return dtype == DType::Float32 ? NodeWidth::High : NodeWidth::NoFloat;
}

void noteBodies(const Graph& graph, Untranslated& rest)
{
    for (NodeId node : graph.nodes()) {
        if (!graph.node(node).bodies.empty())
            rest.note(graph.displayName(node), "has bodies whose nodes cannot be addressed");
    }
}

}

NodeWidth widthOf(const Decisions& decisions, NodeId node)
{
    if (isPassive(decisions.graph()->node(node)))
        return NodeWidth::NoFloat;
    const NodeWidth width = widthOf(decisions.precision(node));
    if (width != NodeWidth::NoFloat)
        return width;
    // ArgMax, comparisons: what they read.
    for (const DType dtype : decisions.inputDTypes(node)) {
        if (widthOf(dtype) != NodeWidth::NoFloat)
            return widthOf(dtype);
    }
    return NodeWidth::NoFloat;
}

std::vector<NodeChoice> addressableNodes(
    const Decisions& decisions, const std::function<bool(std::string_view)>& isGoodName, Untranslated& rest)
{
    const Graph& graph = *decisions.graph();
    std::unordered_map<std::string_view, std::pair<bool, bool>> widths; // some are low, some are high
    for (NodeId id : graph.nodes()) {
        const NodeWidth width = widthOf(decisions, id);
        auto& [low, high] = widths[graph.node(id).name];
        low = low || width == NodeWidth::Low;
        high = high || width == NodeWidth::High;
    }
    std::vector<NodeChoice> choices;
    for (NodeId id : graph.nodes()) {
        const Node& node = graph.node(id);
        const NodeWidth width = widthOf(decisions, id);
        if (width == NodeWidth::NoFloat)
            continue;
        auto& [low, high] = widths[node.name];
        if (node.phase != Phase::Forward)
            rest.note(graph.displayName(id), "is no node of the forward pass");
        else if (node.name.empty())
            rest.note(graph.displayName(id), "has no name of its own");
        else if (!isGoodName(node.name))
            rest.note(node.name, "has a name that cannot be written there");
        else if (low && high)
            rest.note(node.name, "is the name of several nodes that were decided differently");
        else if (low || high) {
            choices.push_back({id, node.name, width == NodeWidth::Low});
            low = high = false; // The name is done.
        }
    }
    noteBodies(graph, rest);
    return choices;
}

std::map<std::string, TypeUse> usesByType(
    const Decisions& decisions, const std::function<std::string(const Graph&, NodeId)>& nameOf)
{
    std::map<std::string, TypeUse> uses;
    const Graph& graph = *decisions.graph();
    for (NodeId id : graph.nodes()) {
        for (std::size_t i = 0; i < graph.node(id).bodies.size(); ++i) {
            for (const auto& [type, use] : usesByType(decisions.body(id, i), nameOf)) {
                uses[type].low += use.low;
                uses[type].high += use.high;
            }
        }
        const NodeWidth width = widthOf(decisions, id);
        const std::string type = width == NodeWidth::NoFloat ? std::string() : nameOf(graph, id);
        if (!type.empty())
            ++(width == NodeWidth::Low ? uses[type].low : uses[type].high);
    }
    return uses;
}

std::string mainAscendType(const Graph& graph, NodeId node)
{
    const std::vector<AscendPart>& parts = lowerToAscend(graph, node);
    const auto main = std::ranges::find_if(parts, &AscendPart::isMain);
    const AscendPart* part = main != parts.end() ? &*main : parts.empty() ? nullptr : &parts.front();
    return part && !part->types.empty() ? part->types.front() : std::string();
}

}
