// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the errors of a comparison come from: a tensor that is wrong makes all behind it wrong, and a person
// wants the first one.
#pragma once

#include "executor/train/comparison.h"

#include <optional>

namespace halftone {

/// All numbers are indices into Comparison::nodes.
struct ErrorTrace
{
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    /// Tensors that are not finite though all that their node reads is, in order of execution.
    std::vector<std::size_t> births;
    /// For each tensor that is not finite the birth that it comes from, itself for a birth; kNone for others.
    std::vector<std::size_t> origins;
    /// Tensors that became zero altogether though nothing that their node reads did.
    std::vector<std::size_t> collapses;
    /// Tensors whose angle (1 - cosine) to the right one is at least ten times that of all their node reads,
    /// and no rounding: above 1e-4. The largest angle first.
    std::vector<std::size_t> jumps;
};

/// \p graph is the one that NodeComparison::id belongs to.
ErrorTrace traceErrors(const Graph& graph, std::span<const NodeComparison> nodes);

/// Of each node the longest way from an input of the graph, in nodes; 0 for those that read no other.
IdMap<NodeId, std::uint32_t> depthsOf(const Graph& graph);

}
