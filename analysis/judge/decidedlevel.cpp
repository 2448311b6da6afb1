// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/decidedlevel.h"

#include <format>

namespace halftone {
namespace {

void add(std::vector<DecidedLevel>& levels, const DecidedLevel& level)
{
    levels.push_back(level);
    const Graph& graph = level.graph();
    for (NodeId node : graph.nodes()) {
        for (std::size_t i = 0; i < graph.node(node).bodies.size(); ++i)
            add(levels,
                {&level.decisions->body(node, i), pathToBody(graph, level.path, node, i),
                    level.outermost(node)});
    }
}

}

std::string pathToBody(const Graph& graph, const std::string& path, NodeId owner, std::size_t body)
{
    return std::format("{}{}/{}/", path, graph.displayName(owner), graph.node(owner).bodies[body].attribute);
}

std::vector<DecidedLevel> levelsOf(const Decisions& root)
{
    std::vector<DecidedLevel> levels;
    add(levels, {.decisions = &root, .path = {}, .owner = {}});
    return levels;
}

}
