// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/graph/tensordata.h"

#include <span>
#include <string>

namespace halftone {

/// A tensor of a file of its own, as test data and calibration data come.
struct NamedTensor
{
    std::string name; ///< May be empty.
    TensorData data;
};

/// Reads a TensorProto. Fails on files that are none, and on types that we have no elements for. \p fileName
/// is for messages only; the bytes are copied.
Result<NamedTensor> parseTensorFile(std::span<const std::byte> file, const std::string& fileName);

}
