// SPDX-License-Identifier: GPL-3.0-or-later
//
// A change of the policy that is looked at before it is made, and what would come of it.
#pragma once

#include "gui/document/judgement.h"

#include <stop_token>

namespace halftone {

/// This is such a change.
struct Proposal
{
    QString what; ///< The text of the undo step that it would be.
    Policy policy; ///< The whole of it, with the change.
};

/// What changes in one graph.
struct ProposalEffect
{
    std::optional<Error> refusal; ///< Why the graph cannot be decided so; all else is empty then.
    std::vector<PrecisionMove> moves;
    std::vector<NodeId> nodes; ///< All operators with a tensor of another type.
    std::size_t castsBefore = 0; ///< As PrecisionSummary counts them.
    std::size_t castsAdded = 0;
    std::size_t castsRemoved = 0;
    std::int64_t tensorBytes = 0; ///< What all tensors of the graph take more; negative: saved.
};

/// Both judge one graph. Linear.
ProposalEffect effectOf(const Judgement& before, const Judgement& after);

/// Judges and compares; empty when stopped in between. Takes as long as a judgement for each.
std::vector<ProposalEffect> effectsOf(
    const JudgementPtr& now, std::span<const Proposal> proposals, const std::stop_token& stop);

/// "3 ops 16→32 · casts 9→12 (+4 −1) · tensors +1.2 MB"; the refusal where there is one.
QString effectText(const ProposalEffect& effect);

}
