// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/errortrace.h"

#include <algorithm>

namespace halftone {
namespace {

constexpr double kJump = 10;
constexpr double kRounding = 1e-4; // 1 - cosine; FP16 alone gives some 1e-7, BF16 some 1e-5

double angle(const NodeComparison& node)
{
    return 1 - node.accumulated.cosine;
}

/// The rows of the tensors that the node of a row reads.
class Readings
{
public:
    Readings(const Graph& graph, std::span<const NodeComparison> nodes)
        : m_graph(graph)
        , m_rows(graph.valueCount(), ErrorTrace::kNone)
    {
        for (std::size_t i = 0; i < nodes.size(); ++i)
            m_rows[nodes[i].value] = i;
    }

    template <typename Visit>
    void forEach(NodeId node, const Visit& visit) const
    {
        for (ValueId input : m_graph.inputs(node)) {
            if (input.isValid() && m_rows[input] != ErrorTrace::kNone)
                visit(m_rows[input]);
        }
    }

private:
    const Graph& m_graph;
    IdMap<ValueId, std::size_t> m_rows;
};

}

ErrorTrace traceErrors(const Graph& graph, std::span<const NodeComparison> nodes)
{
    const Readings readings(graph, nodes);
    ErrorTrace trace{.origins = std::vector(nodes.size(), ErrorTrace::kNone)};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        bool readsCollapsed = false;
        double worst = 0;
        readings.forEach(nodes[i].id, [&](std::size_t input) {
            readsCollapsed = readsCollapsed || nodes[input].accumulated.isCollapsed();
            worst = std::max(worst, angle(nodes[input]));
            if (nodes[i].accumulated.notFinite > 0)
                trace.origins[i] = std::min(trace.origins[i], trace.origins[input]); // the earliest
        });
        if (nodes[i].accumulated.notFinite > 0 && trace.origins[i] == ErrorTrace::kNone) {
            trace.births.push_back(i);
            trace.origins[i] = i;
        }
        if (nodes[i].accumulated.isCollapsed() && !readsCollapsed)
            trace.collapses.push_back(i);
        if (angle(nodes[i]) > kRounding && angle(nodes[i]) >= kJump * worst)
            trace.jumps.push_back(i);
    }
    std::ranges::stable_sort(
        trace.jumps, std::greater(), [&](std::size_t index) { return angle(nodes[index]); });
    return trace;
}

IdMap<NodeId, std::uint32_t> depthsOf(const Graph& graph)
{
    IdMap<NodeId, std::uint32_t> depths(graph.nodeCount());
    for (NodeId node : graph.nodes()) {
        std::uint32_t depth = 0;
        for (ValueId input : graph.inputs(node)) {
            if (input.isValid() && graph.value(input).producer.isValid())
                depth = std::max(depth, depths[graph.value(input).producer] + 1);
        }
        depths[node] = depth;
    }
    return depths;
}

}
