// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <cstdint>
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

}
