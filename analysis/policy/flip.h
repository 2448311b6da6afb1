// SPDX-License-Identifier: GPL-3.0-or-later
//
// What would make a node another type, and what else that would change. Nothing is predicted: every candidate
// edit is made and the graph decided again.
#pragma once

#include "analysis/judge/nodeplace.h"
#include "analysis/policy/edits/policyedits.h"

#include <optional>

namespace halftone {

/// This is a node that an edit moves along.
struct PrecisionChange
{
    NodePlace place;
    DType from = DType::Undefined;
    DType to = DType::Undefined;
};

/// This is one edit that does what is wanted.
struct Flip
{
    PolicyEdit edit;
    std::vector<PrecisionChange> others; ///< Nodes besides the one asked about whose tensors change.
    std::size_t casts = 0; ///< Of the graph with the edit, as DecisionSummary counts them.
};

struct FlipReport
{
    DType now = DType::Undefined; ///< Decisions::precision() of the node.
    DType wanted = DType::Undefined;
    std::size_t casts = 0; ///< Without any edit.
    /// Those that move fewest other nodes first. None are looked for where `now` is no float of 32 bits or
    /// less.
    std::vector<Flip> flips;
    std::size_t tried = 0;
    std::size_t untried = 0; ///< Candidates beyond FlipOptions::maxTried.
};

struct FlipOptions
{
    std::optional<DType> wanted; ///< Else FP32 for a node in low precision, the policy's low type for others.
    std::size_t maxTried = 60; ///< Each costs about one decision of the graph.
};

/// \p decisions must be those of decide() with \p policy. Pure.
FlipReport findFlips(const Decisions& decisions, const NodePlace& place, const PrecisionPolicy& policy,
    const FlipOptions& options = {});

}
