// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/partjudge.h"

namespace halftone {

/// What stands in front of each input of the part \p index of a prepared node.
std::vector<PartSource> findSources(const JudgeContext& context, NodeId node, const PreparedNode& prepared,
    std::size_t index, std::span<const PartDecision> earlier);

/// What a gray operator behind \p value may look through: the Cast that makes it, and what stands in front of
/// that. Undefined types where no Cast makes it.
struct CastInFront
{
    DType castInput = DType::Undefined; ///< As judged.
    DType beforeCast = DType::Undefined;
    NodeId node; ///< That made the tensor in front of the Cast.
};
CastInFront castInFrontOf(const Decisions& decisions, ValueId value);

}
