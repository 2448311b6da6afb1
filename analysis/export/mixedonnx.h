// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/export/weightstore.h"
#include "analysis/judge/decisions.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace halftone {

struct MixedOnnxOptions
{
    /// Whether the inputs and outputs of the model keep their types, or take those of the nodes behind them.
    enum class Interface : std::uint8_t { Original, Low } interface = Interface::Original;
    std::string dataFile = "weights.data"; ///< What the model calls the file beside it, if it needs one.
    /// Numbers beyond that many bytes go beside the model: no protobuf may have 2 GiB.
    std::uint64_t mostInside = 1'900'000'000;
};

struct MixedOnnx
{
    std::string model; ///< The file.
    std::vector<ExternalWeight> external; ///< What the file beside it holds; empty when there is none.
    std::vector<Finding> findings;
};

/// The ONNX file \p file with the decisions made real, in the same opset: Casts where types meet, weights in
/// the types in which they are read (one copy for each), everything else as it was, symbolic sizes too; local
/// functions are inlined. A node that ONNX does not define in the decided types computes in its own, between
/// Casts that round alike. \p decisions must be of the graph that importOnnx() reads from \p file. Fails for
/// training graphs, for HiFloat8, for BF16 before opset 13, and when the decisions are of another model.
Result<MixedOnnx> writeMixedOnnx(std::span<const std::byte> file, const std::string& fileName,
    const Decisions& decisions, const MixedOnnxOptions& options);

}
