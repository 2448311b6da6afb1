// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/export/mixedonnx.h"

#include <filesystem>
#include <vector>

namespace halftone {

/// What became of an export.
struct WrittenModel
{
    std::filesystem::path dataFile; ///< The file with weights beside the model; empty when there is none.
    std::vector<Finding> findings;
};

/// Writes the model in \p source (a file or kSampleModel) with \p decisions made real to \p target, see
/// writeMixedOnnx(). Weights that lay beside the model, or have no room inside, go to "<target>.data": that
/// file first, each whole or not at all. They are read from the mapped file and written block by block.
Result<WrittenModel> exportMixedModel(const std::filesystem::path& source, const Decisions& decisions,
    const std::filesystem::path& target, MixedOnnxOptions options = {});

}
