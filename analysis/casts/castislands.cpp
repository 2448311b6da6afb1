// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/casts/castislands.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

enum class Width : std::uint8_t { None, Low, High };

Width widthOf(DType dtype)
{
    return isLowPrecision(dtype) ? Width::Low : dtype == DType::Float32 ? Width::High : Width::None;
}

// Of the node as a whole; none for Casts, constants and control flow, which pass on what others decided.
Width widthOf(const Decisions& decisions, NodeId id)
{
    const Node& node = decisions.graph()->node(id);
    if (node.opType == "Cast" || node.opType == "Constant" || !node.bodies.empty())
        return Width::None;
    return widthOf(decisions.precision(id));
}

class IslandFinder
{
public:
    explicit IslandFinder(const Decisions& decisions)
        : m_decisions(decisions)
        , m_graph(*decisions.graph())
    {
    }

    // Whether the node has neighbours on both sides, and none of its own width.
    bool isIsland(NodeId node) const
    {
        const Width own = widthOf(m_decisions, node);
        if (own == Width::None)
            return false;
        bool hasBefore = false;
        for (ValueId input : m_graph.inputs(node)) {
            const NodeId producer = input.isValid() ? m_graph.value(input).producer : NodeId{};
            const Width width = producer.isValid() ? widthOf(m_decisions, producer) : Width::None;
            if (width == own)
                return false;
            hasBefore = hasBefore || width != Width::None;
        }
        return hasBefore && hasOnlyOthersBehind(node, own);
    }

private:
    bool hasOnlyOthersBehind(NodeId node, Width own) const
    {
        bool hasBehind = false;
        for (ValueId output : m_graph.outputs(node)) {
            if (!output.isValid())
                continue;
            for (const Graph::Use& use : m_graph.uses(output)) {
                const Width width = widthOf(m_decisions, use.node);
                if (width == own)
                    return false;
                hasBehind = hasBehind || width != Width::None;
            }
        }
        return hasBehind;
    }

    const Decisions& m_decisions;
    const Graph& m_graph;
};

void addGraph(const Decisions& decisions, const std::string& path, std::vector<CastIsland>& islands)
{
    const Graph& graph = *decisions.graph();
    const IslandFinder finder(decisions);
    for (NodeId node : graph.nodes()) {
        if (finder.isIsland(node))
            islands.push_back({path, &decisions, node, widthOf(decisions, node) == Width::Low});
        for (std::size_t i = 0; i < graph.node(node).bodies.size(); ++i)
            addGraph(decisions.body(node, i),
                std::format("{}{}{}/{}", path, path.empty() ? "" : "/", graph.displayName(node),
                    graph.node(node).bodies[i].attribute),
                islands);
    }
}

}

std::vector<CastIsland> findIslands(const Decisions& decisions)
{
    std::vector<CastIsland> islands;
    addGraph(decisions, "", islands);
    return islands;
}

}
