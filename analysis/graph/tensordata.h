// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/dtype.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace halftone {

/// This is constant data: little-endian elements in row-major order, inside memory that `owner` keeps alive
/// (the parsed file, a mapped file, or a buffer). Copying it copies no elements.
struct TensorData
{
    DType dtype = DType::Undefined;
    std::vector<std::int64_t> dims; ///< Empty for a scalar.
    std::span<const std::byte> bytes; ///< Empty when the values are not at hand (a missing external file).
    std::shared_ptr<const void> owner;

    std::int64_t elementCount() const;

    /// A tensor that owns a copy of \p values. T must be the C++ type of \p dtype.
    template <typename T>
    static TensorData of(DType dtype, std::vector<std::int64_t> dims, std::vector<T> values)
    {
        auto buffer = std::make_shared<const std::vector<T>>(std::move(values));
        return {dtype, std::move(dims), std::as_bytes(std::span(*buffer)), buffer};
    }
};

/// Elements converted to float64 one by one, from any real type of ONNX. Empty for strings and complex numbers.
std::vector<double> toDoubles(const TensorData& data);

/// Elements of an integer tensor (shape, axes and so on); empty for other types.
std::vector<std::int64_t> toIntegers(const TensorData& data);

}
