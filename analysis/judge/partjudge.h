// SPDX-License-Identifier: GPL-3.0-or-later
//
// The judgement of one Ascend operator inside a graph: what stands in front of its inputs, which engine takes
// it, and what narrowing its columns gives. The walk over the graph uses it to decide, explain() to decide
// again and watch, so both see the same.
#pragma once

#include "analysis/judge/oppolicies.h"
#include "analysis/judge/overrides.h"
#include "analysis/judge/preparednode.h"

#include <optional>
#include <vector>

namespace halftone {

/// This is what a judgement depends on apart from the part itself. Refers to all that it was made from.
struct JudgeContext
{
    JudgeContext(const Decisions& decisionsSoFar, const JudgeInput& input);
    /// The same for a body.
    JudgeContext(const JudgeContext& other, const Decisions& decisionsSoFar);

    const Decisions& decisions; ///< Those of all earlier nodes are made.
    const OpLibrary& library;
    Mode mode;
    OpPolicies policies;
    Overrides overrides;
    bool looksThroughCasts; ///< Cast is in the library and not black.
};

/// This is the origin of one input of a part.
struct PartSource
{
    Peer peer;
    NodeId node; ///< That made the tensor; invalid for graph inputs and constants.
    NodeId beforeCast; ///< With a Peer::castInput: what made the tensor in front of the Cast.
    std::optional<std::uint32_t> part; ///< The earlier part of the same node that made it.
    ValueId value; ///< Invalid for tensors inside the node.
};

/// This is one part with everything that its decision came from. Refers to the prepared node.
struct JudgedPart
{
    const PreparedOp* candidate = nullptr; ///< That the AI Core takes; null where it takes none.
    std::vector<PartSource> sources; ///< Parallel to the inputs.
    std::vector<JudgedTensor> inputs;
    std::vector<JudgedTensor> outputs;
    Narrowing narrowing; ///< Without steps unless the AI Core takes the part and types are known.
    PartDecision decision;
    bool customNamesNothing = false; ///< A customize_dtypes line gives no type to any tensor.
};

/// Judges the part \p index of \p prepared, which \p node became; \p earlier are the decisions of those
/// before it. \p asIf replaces the effective list, to ask what another list would give.
JudgedPart judgePart(const JudgeContext& context, NodeId node, const PreparedNode& prepared,
    std::size_t index, std::span<const PartDecision> earlier, std::optional<List> asIf = std::nullopt);

}
