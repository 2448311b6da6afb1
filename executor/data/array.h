// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/graph/tensordata.h"
#include "executor/data/dataset.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace halftone {

/// Files with more elements are refused before anything is allocated.
inline constexpr std::size_t kMostElements = std::size_t{1} << 31;
/// Up to here float32 holds every integer.
inline constexpr float kMostExactInteger = 0x1p24f;

/// This is a tensor of a data file, row-major. Bytes stay bytes; all other types become float32, integers
/// only where that is exact.
struct Array
{
    std::vector<std::int64_t> dims;
    bool isInteger = false; ///< By the type in the file.
    std::variant<std::vector<std::uint8_t>, std::vector<float>> elements;

    std::size_t count() const;
    float at(std::size_t index) const;
    std::vector<float> floats() const;
};

/// The elements of an ONNX tensor. Fails for strings and complex numbers, and for an integer that float32
/// does not hold. \p name is for messages.
Result<Array> arrayOf(const TensorData& data, const std::string& name);

/// Samples [N, ...] and what belongs to them: class numbers ([N] or [N, 1], integers or floats that are whole
/// and not negative), or else targets. Fails where the numbers of samples differ, an integer class number is
/// negative, a number is not finite, or there are no samples.
Result<Dataset> combine(Array samples, const Array& labels, std::string name);

/// Both parts with the divisor that the training part asks for: its largest byte, 1 for floats.
DatasetPair paired(Dataset train, Dataset test);

}
