// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/partjudge.h"

namespace halftone {

/// The original dtype of a tensor between two parts of \p node, which the graph as written does not have:
/// taken to be that of the node's first output.
DType dtypeInside(const Graph& graph, NodeId node);

/// What stands in front of each input of the part \p index of \p node.
std::vector<PartSource> findSources(const JudgeContext& context, NodeId node,
    std::span<const AscendPart> parts, std::size_t index, std::span<const PartDecision> earlier);

}
