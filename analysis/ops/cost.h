// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"

namespace halftone {

/// Floating-point operations of the matrix operators of \p graph (convolutions, products and their gradients;
/// a multiply-add counts as two). Symbolic sizes count as 1; other operators are too cheap to matter here.
double countMatrixFlops(const Graph& graph);

}
