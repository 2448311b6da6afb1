// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/graph/graph.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace halftone::cli {

/// "NAME=FILE", or a file alone.
struct NamedFile
{
    std::string name; ///< Empty: the next one in the order of the model.
    std::string path;
};
NamedFile parseNamedFile(const std::string& text);

/// A tensor of a .pb or .npy file, as numbers.
struct FileTensor
{
    std::vector<std::int64_t> dims;
    std::vector<double> values;
};
Result<FileTensor> readTensorFile(const std::string& path);

using Feeds = std::map<std::string, FileTensor>; // by the names of values

/// Files for \p values, "NAME=FILE" each; those without a name are taken in the order of the values.
Result<Feeds> readTensorFiles(const Graph& graph, std::span<const ValueId> values,
    const std::vector<std::string>& texts, const char* option);

/// The numbers as a tensor of that type, rounded where it has fewer bits. Fails for types without numbers.
Result<TensorData> tensorOf(DType dtype, const FileTensor& tensor, const std::string& name);

/// Numbers for an input that no file gives: from -1 to 1, integers 0 and 1; sizes that are open are 1. The
/// same seed and name give the same.
FileTensor randomTensor(const Graph& graph, ValueId input, std::uint64_t seed);

}
