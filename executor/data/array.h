// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "executor/data/dataset.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace halftone {

/// Files with more elements are refused before anything is allocated.
inline constexpr std::size_t kMostElements = std::size_t{1} << 31;

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

/// Samples [N, ...] and what belongs to them: class numbers (integers [N] or [N, 1]), or else targets. Fails
/// where the numbers of samples differ, a class number is negative, or there are no samples.
Result<Dataset> combine(Array samples, const Array& labels, std::string name);

/// Both parts with the divisor that the training part asks for: its largest byte, 1 for floats.
DatasetPair paired(Dataset train, Dataset test);

}
