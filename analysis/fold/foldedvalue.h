// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/tensordata.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace halftone {

/// A small constant while it is folded. Numbers are kept in float64, in which integers up to 2^53 are exact:
/// more than any shape has.
struct FoldedValue
{
    DType dtype = DType::Undefined;
    std::vector<std::int64_t> dims;
    std::vector<double> values;

    bool isInteger() const;
};

/// Nullopt for tensors that are not worth folding (more than kMostFoldedElements) and for types without
/// numbers.
std::optional<FoldedValue> foldedValue(const TensorData& data);

/// The same as constant data; nullopt for types that shape computations never have.
std::optional<TensorData> tensorData(const FoldedValue& value);

/// Shape computations have tens of elements; anything larger is data, and is computed when the model runs.
inline constexpr std::int64_t kMostFoldedElements = 4096;

}
