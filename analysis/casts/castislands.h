// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/decisions.h"

#include <string>
#include <vector>

namespace halftone {

/// This is an operator that runs in another width than everything around it: what goes in and what comes out
/// is cast, for one operator.
struct CastIsland
{
    std::string path; ///< The way to the body, "if_1/then_branch"; empty for the model.
    const Decisions* decisions = nullptr; ///< Of that graph. Never null.
    NodeId node;
    bool isLow = false; ///< 16 bits among FP32, or the other way round.
};

/// All single-operator islands, bodies included, in node order. Constants and Casts of the model do not count
/// as neighbours, nor do operators without floats. \p decisions must outlive the result.
std::vector<CastIsland> findIslands(const Decisions& decisions);

}
