// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/judge/judge.h"

#include <optional>

namespace halftone {

/// What CANN would stop with when it builds the graph, though each option alone is good: an operator that no
/// engine takes (EZ3003), in any body, or a line of customize_dtypes that names nothing. The first one is
/// named; `where` and the position are those of the line of an option file that is to blame, and empty where
/// the mode is. \p root must be decided with \p input.
std::optional<Error> compileError(const Decisions& root, const JudgeInput& input);

}
