// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/ops/opdef.h"

#include <span>

namespace halftone {

/// All rows of all families, sorted by domain and name.
std::span<const OpDef* const> allOps();

/// The row of an operator; unknownOp() when there is none. Never fails.
const OpDef& findOp(std::string_view opType, std::string_view domain);

/// The row that stands for operators without a row of their own: viewed and decided, not trained.
const OpDef& unknownOp();

/// The Ascend operators that \p node becomes, in execution order. Empty when no Ascend name is known. From
/// the row's rule, else from onnxmapping.h. The same object for all nodes alike; it lives forever.
const std::vector<AscendPart>& lowerToAscend(const Graph& graph, NodeId node);

}
