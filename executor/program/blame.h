// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/program/program.h"

namespace halftone {

/// Where the first infinity or NaN of a run was born: the first node that made one of finite numbers, or,
/// where one was fed, the first node that read it, with the tensor that came in. Invalid when everything is
/// finite and nothing was rounded beyond its type.
///
/// Runs Stage::Compute again and looks at every tensor, so that steps without an overflow pay nothing. Inputs
/// and weights must be those of the run in question; its statistics are made anew, and come out the same.
/// Infinities among constants (masks of attention) are no fault of anybody, and a node that passes one on is
/// not blamed.
OverflowPlace findFirstOverflow(Program& program);

}
