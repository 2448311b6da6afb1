// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/decisions.h"

#include <string>
#include <vector>

namespace halftone {

/// This is one conversion that the decisions ask for. CANN inserts one Cast per edge and shares none
/// (ascend.md, section 2.7), so `consumers` has one entry there; other tools share (Decisions::sharings()),
/// and views may merge casts of one value.
struct CastEdge
{
    struct Consumer
    {
        NodeId node; ///< Invalid for an output of the graph, which keeps its original dtype.
        /// The input slot, Graph::kBodySlot for a use inside a body of the node, or the position among the
        /// outputs.
        std::uint32_t slot = 0;
        bool operator==(const Consumer&) const = default;
    };
    ValueId value;
    DType from = DType::Undefined;
    DType to = DType::Undefined;
    std::vector<Consumer>
        consumers; ///< Empty for a cast right behind the node that makes `value`: all read it.

    bool isBehindProducer() const { return consumers.empty(); }
};

/// All conversions, in node order; those of graph outputs last. CANN later takes out pairs of Casts that undo
/// each other; those are still here. Conversions inside a node are Decisions::innerCasts().
std::vector<CastEdge> findCasts(const Decisions& decisions);

/// The conversions of one graph: of the model itself, or of a body in it.
struct GraphCasts
{
    std::string path; ///< The way to the body, "if_1/then_branch"; empty for the model.
    const Decisions* decisions = nullptr; ///< Of that graph; the ids in `casts` are its own. Never null.
    std::vector<CastEdge> casts;
};

/// findCasts() of the model and of all bodies in it, outer graphs first.
std::vector<GraphCasts> findAllCasts(const Decisions& decisions);

/// Bytes that all of \p casts read and write, where shapes are known; symbolic dims count as 1.
std::uint64_t castBytes(const Graph& graph, std::span<const CastEdge> casts);

struct MixedBody;

/// A graph in which every value has its decided dtype and Cast nodes stand where dtypes meet.
struct MixedGraph
{
    GraphPtr graph;
    IdMap<ValueId, ValueId> valueOf; ///< From the original graph to the same tensor before any cast.
    IdMap<NodeId, NodeId> nodeOf; ///< From the original graph.
    IdMap<NodeId, NodeId> originOf; ///< From the mixed graph back; for a Cast, the node whose output it
                                    ///< converts (invalid when it converts an input or a weight).
    /// From the mixed graph to the node that is the same one in the original graph; invalid for Casts and
    /// other nodes that were put in.
    IdMap<NodeId, NodeId> sameAs() const;
    std::vector<MixedBody> bodies; ///< Those in which something was cast, in node order.
};

/// A body that became another one.
struct MixedBody
{
    NodeId node; ///< Of the original graph.
    std::size_t index = 0; ///< Among its bodies.
    MixedGraph mixed;
};

/// Makes the decisions real. Equal conversions of one value become one Cast node: the numbers are the same
/// and the conversion runs once, right before its first consumer and in the phase of the node that made the
/// value (of its first reader for inputs and weights). Graph inputs, outputs and initializers keep dtype and
/// name, so weights stay in FP32 with a Cast behind them; where an output has to be cast back, the Cast's
/// result takes its name. A node with an inner cast becomes the product, a Cast and an Add of its bias;
/// nodeOf is the product. Bodies are treated likewise; their outputs get the types that their owner gives on.
/// When nothing is to be cast, the result equals the input graph.
MixedGraph insertCasts(const Decisions& decisions);

}
