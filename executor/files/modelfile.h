// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/onnx/import.h"

#include <filesystem>

namespace halftone {

/// The name that opens the LeNet-5 model built into the program.
inline constexpr std::string_view kSampleModel = "sample:lenet5";

struct OpenOptions
{
    std::map<std::string, std::int64_t> dims; ///< As in ImportOptions.
    ImportOptions::MissingData missingData = ImportOptions::MissingData::Refuse;
};

/// Opens an ONNX file, or kSampleModel, with weight files beside it. Those are found by their path in the
/// model's own folder; a link out of that folder is not followed.
Result<ImportedModel> openModel(const std::filesystem::path& path, const OpenOptions& options = {});

}
