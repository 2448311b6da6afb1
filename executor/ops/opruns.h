// SPDX-License-Identifier: GPL-3.0-or-later
//
// How operators run: one row each, in executor/ops/<family>runs.cpp. What they are stands in analysis/ops; a
// test holds the two tables together.
#pragma once

#include "analysis/core/error.h"

#include <span>
#include <string_view>

namespace halftone {

class ProgramBuilder;

struct OpRun
{
    std::string_view name;
    std::string_view domain = {};
    /// Adds the steps of the node that the builder stands at.
    Result<void> (*compile)(ProgramBuilder&) = nullptr;
};

/// All rows, sorted by domain and name.
std::span<const OpRun> allOpRuns();

/// Null when the operator cannot be run.
const OpRun* findOpRun(std::string_view opType, std::string_view domain);

}
