// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/core/finding.h"
#include "analysis/graph/graph.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace halftone {

/// Bytes of a file that weights lie in, and what keeps them alive.
struct ExternalBytes
{
    std::span<const std::byte> bytes;
    std::shared_ptr<const void> owner;
};

/// Gives the whole of a file beside the model, by the relative path that the model names. The path has been
/// checked: it does not leave the model's folder. Analysis opens no files itself.
using ExternalFileReader = std::function<Result<ExternalBytes>(const std::string& path)>;

struct ImportOptions
{
    /// Sizes for symbolic dimensions by name ("N"), or for unnamed ones by input and axis ("input.0").
    std::map<std::string, std::int64_t> dims;
    /// Values for inputs of the graph by name: they become constants, and shapes that depend on them are
    /// known.
    std::map<std::string, TensorData> values;
    /// Training: a branch or turns that are known stand in the place of their If, Loop or Scan
    /// ("if_1/then_branch/NAME"), and ends of 16 bits become float32 (trainingform.h). Views want it as
    /// written.
    enum class Form : std::uint8_t { AsWritten, Training } form = Form::AsWritten;
    /// Null when no files beside the model can be read.
    ExternalFileReader readExternal;
    /// With Tolerate a missing weight file becomes a finding and the graph opens without those values.
    enum class MissingData : std::uint8_t { Refuse, Tolerate } missingData = MissingData::Refuse;
};

/// What the file says about itself.
struct ModelInfo
{
    std::int64_t irVersion = 0;
    std::string producer; ///< "pytorch 2.6.0"; may be empty.
    std::vector<std::pair<std::string, std::int64_t>> opsets; ///< Domain ("" for ai.onnx) and version.
    std::vector<std::string> symbols; ///< Symbolic dimensions that are not bound.
};

struct ImportedModel
{
    GraphPtr graph;
    ModelInfo info;
    std::vector<Finding> findings;
};

/// Reads an ONNX file: model-local functions are inlined, shapes inferred with the given dimensions, nodes
/// sorted. Unknown operators, types and versions become findings and the graph still opens. What cannot be
/// read as a graph is an error that names the place: damaged files, cycles, undefined or doubly defined
/// tensors, sizes that do not fit. \p fileName is for messages only. The returned graph keeps the weights'
/// memory alive.
Result<ImportedModel> importOnnx(
    std::span<const std::byte> file, const std::string& fileName, const ImportOptions& options = {});

}
