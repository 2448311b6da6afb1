// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/onnx/import.h"

#include <filesystem>

namespace halftone {

/// The input that samples are fed to: the first of type float32 with two dimensions or more, else of int64;
/// invalid without one.
ValueId findDataInput(const Graph& graph);

/// Opens a model for training: the first dimension of its data input, where it is symbolic, is bound to \p
/// batch. A fixed one stays. Other symbols come from \p dims. The model is in the form for training unless
/// \p form says otherwise.
Result<ImportedModel> openWithBatch(const std::filesystem::path& path,
    std::map<std::string, std::int64_t> dims, std::size_t batch,
    ImportOptions::Form form = ImportOptions::Form::Training);

}
