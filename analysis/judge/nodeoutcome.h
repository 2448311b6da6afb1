// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/partjudge.h"

#include <vector>

namespace halftone {

/// Where the node is that a part followed, in a form that is the same for all nodes alike.
struct Decider
{
    enum class From : std::uint8_t {
        Nothing,
        Itself, ///< A tensor inside the node.
        Slot, ///< What makes the tensor at the input slot.
        BeforeCast, ///< What stands in front of the Cast that makes it.
    };
    From from = From::Nothing;
    std::uint32_t slot = 0;
};

/// This is all that judging a node gives, for all nodes that are prepared alike and read the same types.
struct NodeOutcome
{
    std::vector<PartDecision> parts; ///< decidedBy is that of the node that was judged; see deciders.
    std::vector<Decider> deciders; ///< By part.
    std::vector<const PreparedOp*> candidates; ///< By part; null where the AI Core does not take it.
    NodeDecision summary; ///< Likewise.
    std::size_t mainPart = PreparedNode::kNoPart;
    std::vector<DType> inputs; ///< By slot of the node.
    std::vector<DType> outputs;
    bool customNamesNothing = false;
};

/// Judges all parts of a node. The slots of the node get the type of the first part that reads or gives them,
/// and their original types where none does.
NodeOutcome judgeParts(const JudgeContext& context, NodeId node, const PreparedNode& prepared);

/// The node that \p decider means for \p node; invalid for none.
NodeId deciderOf(const Decider& decider, const Decisions& decisions, NodeId node);

}
