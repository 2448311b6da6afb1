// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"

#include <functional>
#include <vector>

namespace halftone {

/// This is an inserted Cast of a constant: its result can be a constant itself.
struct FoldedCast
{
    ValueId source;
    ValueId result;
    bool takesName = false; ///< The source is read by nobody else, so that its name is free.
};

/// What of a mixed graph is constant and need not be computed.
struct ConstantFolding
{
    IdMap<NodeId, bool> isLeftOut; ///< Casts, and Constant nodes whose value nobody reads any more.
    IdMap<ValueId, bool> isDropped; ///< Initializers that nobody reads any more.
    std::vector<FoldedCast> casts; ///< In node order; one for each type of a constant.
};

/// Folds the Casts for which \p isInserted holds and whose source is a constant of the graph with values at
/// hand, unless \p mayChange says that the caller may replace them. Graph outputs stay.
ConstantFolding foldConstants(const Graph& mixed, const std::function<bool(NodeId)>& isInserted,
    const std::function<bool(ValueId)>& mayChange);

}
