// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/onnx/import.h"

#include <filesystem>
#include <span>
#include <string_view>

namespace halftone {

/// The name that opens the LeNet-5 model built into the program.
inline constexpr std::string_view kSampleModel = "sample:lenet5";

/// This is a model that is built into the program.
struct SampleModel
{
    std::string_view name; ///< That opens it: "sample:resnet-block".
    std::string_view title; ///< "ResNet block (sample)"
    std::string_view resource; ///< For embeddedFile().
};

/// All of them, kSampleModel first.
std::span<const SampleModel> sampleModels();

/// Null for what is not the name of one.
const SampleModel* findSample(const std::filesystem::path& name);

struct OpenOptions
{
    std::map<std::string, std::int64_t> dims; ///< As in ImportOptions.
    ImportOptions::MissingData missingData = ImportOptions::MissingData::Refuse;
    ImportOptions::Form form = ImportOptions::Form::AsWritten;
};

/// Opens an ONNX file, or one of sampleModels(), with weight files beside it. Those are found by their path
/// in the model's own folder; a link out of that folder is not followed.
Result<ImportedModel> openModel(const std::filesystem::path& path, const OpenOptions& options = {});

}
