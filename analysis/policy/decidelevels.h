// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/judge/decisions.h"

#include <functional>
#include <string>

namespace halftone {

/// Where a graph stands that is to be decided.
struct LevelPlace
{
    std::string path; ///< As in DecidedLevel; empty for the outermost graph.
    const Decisions* enclosing = nullptr; ///< Decided already; null for the outermost graph.
    NodeId owner; ///< The node of the enclosing graph whose body it is.

    bool isBody() const { return enclosing != nullptr; }
};

/// Decides one graph without the bodies in it. \p fresh has the original types; in a body also those that
/// the file leaves to the owner.
using DecideLevel = std::function<Result<Decisions>(Decisions fresh, const LevelPlace& place)>;

/// Decides a graph, then the bodies of its nodes, and so on inwards. A body reads captured values and its
/// inputs in their original types and casts them for each use; its outputs have the types of its owner.
Result<Decisions> decideLevels(const GraphPtr& graph, const DecideLevel& decideLevel);

}
