// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/nodeplace.h"

#include "analysis/core/nearestname.h"

#include <algorithm>
#include <charconv>
#include <deque>
#include <format>
#include <optional>

namespace halftone {
namespace {

using Matches = bool (*)(const Graph& graph, NodeId node, std::string_view text);

bool hasName(const Graph& graph, NodeId node, std::string_view text)
{
    return graph.node(node).name.empty() ? graph.displayName(node) == text : graph.node(node).name == text;
}

bool makesTensor(const Graph& graph, NodeId node, std::string_view text)
{
    return std::ranges::any_of(graph.outputs(node),
        [&](ValueId output) { return output.isValid() && graph.value(output).name == text; });
}

std::optional<std::uint32_t> numberIn(std::string_view text)
{
    std::uint32_t number = 0;
    const char* end = text.data() + text.size();
    const bool isNumber =
        text.size() > 1 && text.front() == '#' && std::from_chars(text.data() + 1, end, number).ptr == end;
    return isNumber ? std::optional(number) : std::nullopt;
}

// Whether \p text is the way \p rest behind the part that was walked already.
void find(std::vector<NodePlace>& found, const Decisions& root, NodePlace way, std::string_view text,
    Matches matches)
{
    const Decisions& decisions = way.in(root);
    const Graph& graph = *decisions.graph();
    for (NodeId node : graph.nodes()) {
        if (matches(graph, node, text))
            found.push_back({way.bodies, node});
    }
    for (NodeId node : graph.nodes()) {
        const std::vector<Body>& bodies = graph.node(node).bodies;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            NodePlace inside = way;
            inside.bodies.emplace_back(node, i);
            const std::string front = std::format("{}/{}/", graph.displayName(node), bodies[i].attribute);
            find(found, root, inside, text.starts_with(front) ? text.substr(front.size()) : text, matches);
        }
    }
}

void offerNames(std::deque<std::string>& names, NearestName& nearest, const Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    for (NodeId node : graph.nodes()) {
        nearest.offer(names.emplace_back(graph.displayName(node)));
        for (std::size_t i = 0; i < graph.node(node).bodies.size(); ++i)
            offerNames(names, nearest, decisions.body(node, i));
    }
}

}

const Decisions& NodePlace::in(const Decisions& root) const
{
    const Decisions* decisions = &root;
    for (const auto& [owner, body] : bodies)
        decisions = &decisions->body(owner, body);
    return *decisions;
}

std::string NodePlace::text(const Decisions& root) const
{
    std::string way;
    const Decisions* decisions = &root;
    for (const auto& [owner, body] : bodies) {
        const Graph& graph = *decisions->graph();
        way += std::format("{}/{}/", graph.displayName(owner), graph.node(owner).bodies[body].attribute);
        decisions = &decisions->body(owner, body);
    }
    return way + decisions->graph()->displayName(node);
}

std::vector<NodePlace> findNodes(const Decisions& root, std::string_view text)
{
    std::vector<NodePlace> found;
    if (const std::optional<std::uint32_t> number = numberIn(text)) {
        if (*number < root.graph()->nodeCount())
            found.push_back({{}, {*number}});
        return found;
    }
    for (const Matches matches : {hasName, makesTensor}) {
        if (found.empty())
            find(found, root, {}, text, matches);
    }
    return found;
}

std::string nearestNodeName(const Decisions& root, std::string_view text)
{
    std::deque<std::string> names; // whose elements stay where they are
    NearestName nearest(text);
    offerNames(names, nearest, root);
    return std::string(nearest.best());
}

}
