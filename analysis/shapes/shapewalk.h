// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/fold/foldedvalue.h"
#include "analysis/shapes/nodeinference.h"

#include <map>

namespace halftone {

/// This walks the nodes of a graph in their order and finds the shapes that follow from those that are known,
/// as far as they follow: sizes that were left open in the file get the numbers of one run. Small integers
/// that follow from shapes (the chains in front of Reshape and Slice) are folded on the way. Refers to the
/// graph.
class ShapeWalk
{
public:
    explicit ShapeWalk(const Graph& graph)
        : m_graph(graph)
        , m_known(graph.valueCount())
    {
    }

    /// States what a value is: of inputs, and of results of nodes that have run.
    void know(ValueId id, KnownTensor tensor) { m_known[id] = std::move(tensor); }
    /// Constants of the graph are always known.
    const KnownTensor& known(ValueId id);

    struct Step
    {
        bool isKnown = false; ///< Whether all outputs that anything reads have a shape now.
        /// Input slots whose elements would be needed; may be empty when nothing would help.
        std::vector<std::uint32_t> wanted;
        std::string fault; ///< What contradicts itself; empty when nothing does.
    };
    /// The next node. The types of its outputs are those of the graph where it states them.
    Step step(NodeId node);

private:
    const FoldedValue* foldedOf(ValueId id);
    void foldNode(NodeId node);
    bool isRead(ValueId id) const;

    const Graph& m_graph;
    IdMap<ValueId, KnownTensor> m_known;
    std::map<ValueId, std::optional<FoldedValue>> m_folded;
};

}
