// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/train/comparison.h"

namespace halftone {

/// This is a run in FP32 beside one in mixed precision, with all tensors at hand: both programs have run
/// Stage::Compute on one batch and observe what nodes make. What a forward node leaves for its gradient (the
/// places of the maxima of a pool) is that of its own run, also where the node stands alone: equal numbers in
/// 16 bits may give another one.
class Lockstep
{
public:
    /// \p original is the graph of \p full; \p lowered was made of it and is that of \p mixed. All outlive
    /// this.
    Lockstep(Program& full, Program& mixed, const MixedGraph& lowered, const Graph& original);

    /// One row for each tensor. Runs the mixed program again, node by node, each with right inputs.
    std::vector<NodeComparison> compare(const std::function<void(double share)>& progress);

private:
    ErrorMeasures errorOf(ValueId value, ValueId origin);
    void feed(NodeId node);
    template <typename Visit>
    void forEachOutputOf(NodeId node, const Visit& visit);

    Program& m_full;
    Program& m_mixed;
    const MixedGraph& m_lowered;
    const Graph& m_original;
    const Graph& m_graph; // with casts
    IdMap<ValueId, ValueId> m_origins;
};

}
