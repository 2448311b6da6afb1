// SPDX-License-Identifier: GPL-3.0-or-later
//
// Transposes of matrices that products read or make: a product takes a matrix by columns as well as by rows,
// so that nothing has to be moved (Layout::Turned).
#pragma once

#include "executor/program/programbuilder.h"

namespace halftone {

/// Whether a node is a Transpose of nothing but the last two dimensions.
bool isTurning(const Graph& graph, NodeId node);

/// Whether products alone read the value, as matrices; as it is or rounded and widened.
bool isOnlyMultiplied(const ProgramBuilder& b, ValueId id);

/// Whether a Transpose of the last two dimensions alone reads the value.
bool isOnlyTurned(const ProgramBuilder& b, ValueId id);

}
