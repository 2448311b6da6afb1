// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/tensordata.h"

#include <cstddef>
#include <functional>
#include <span>

namespace halftone {

/// What is done with one block: its elements in float32, and the bytes that they were read from. Returns
/// whether to go on.
using FloatBlockVisit = std::function<bool(std::span<const float> values, std::span<const std::byte> bytes)>;

/// Goes through constant data block by block, so that a tensor of gigabytes costs no memory besides its own.
/// \p data must be Float16, BFloat16, Float32 or Float64; values beyond float32 become infinite.
void forEachFloatBlock(const TensorData& data, const FloatBlockVisit& visit);

/// The largest magnitude, infinity included; NaN never counts. 0 where there is nothing else.
float largestMagnitude(const TensorData& data);

}
