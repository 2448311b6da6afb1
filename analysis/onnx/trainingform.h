// SPDX-License-Identifier: GPL-3.0-or-later
//
// Models whose weights have 16 bits train float32 ones, which every step rounds: an update is often smaller
// than half a unit in the last place of 16 bits, and would be lost.
#pragma once

#include "analysis/onnx/import.h"

namespace onnx {
class GraphProto;

}

namespace halftone {

/// Gives weights, inputs and outputs of FP16 and BF16 the type float32, each with a Cast between it and the
/// nodes, which stay as they are. Single numbers, running statistics and what has no values at hand stay as
/// well. Returns how many weights that were.
std::size_t widenEnds(onnx::GraphProto& graph, const ImportOptions& options);

}
