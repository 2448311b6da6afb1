// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/decisiondiff.h"

#include <algorithm>

namespace halftone {
namespace {

void compare(
    std::vector<NodePlace>& changed, const Decisions& first, const Decisions& second, const NodePlace& way)
{
    const Graph& graph = *first.graph();
    for (NodeId node : graph.nodes()) {
        const bool isSame = first.node(node).engine == second.node(node).engine &&
            std::ranges::equal(first.inputDTypes(node), second.inputDTypes(node)) &&
            std::ranges::equal(first.outputDTypes(node), second.outputDTypes(node));
        if (!isSame)
            changed.push_back({way.bodies, node});
        for (std::size_t i = 0; i < graph.node(node).bodies.size(); ++i) {
            NodePlace inside = way;
            inside.bodies.emplace_back(node, i);
            compare(changed, first.body(node, i), second.body(node, i), inside);
        }
    }
}

}

std::vector<NodePlace> changedNodes(const Decisions& first, const Decisions& second)
{
    std::vector<NodePlace> changed;
    compare(changed, first, second, {});
    return changed;
}

}
