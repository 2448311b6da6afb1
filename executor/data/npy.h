// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/data/array.h"

#include <map>
#include <span>

namespace halftone {

/// Reads NumPy's .npy (versions 1 to 3): booleans, integers, float16, float32 and float64, of either order of
/// bytes and of elements. Checks that the elements are all there and nothing else. \p name is for messages.
Result<Array> parseNpy(std::span<const std::byte> bytes, const std::string& name);

/// Writes float32 as version 1.
std::string encodeNpy(std::span<const std::int64_t> dims, std::span<const float> elements);

/// Reads the arrays of an .npz (a zip of .npy files, stored or deflated) by their names without ".npy".
Result<std::map<std::string, Array>> parseNpz(std::span<const std::byte> bytes, const std::string& name);

}
