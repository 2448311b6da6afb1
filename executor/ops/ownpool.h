// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pools that oneDNN has no primitive for: with the places of the largest values, of integers, of p-th powers,
// and means whose windows hang over the padded image.
#pragma once

#include "executor/program/programbuilder.h"

namespace halftone {

enum class PoolKind : std::uint8_t { Max, Mean, Power };

/// Adds the steps of the MaxPool, AveragePool or LpPool that the builder stands at, with any attributes.
Result<void> compileOwnPool(ProgramBuilder& b, PoolKind kind);

/// Adds a step behind oneDNN's MaxPool that gives each window with a NaN a NaN, which oneDNN drops in most
/// layouts. Costs one look at the operand, and a walk through all windows where it is not finite.
void addNanOfWindows(ProgramBuilder& b, const Operand& x, const Operand& y, Layout layout);

}
