// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a tensor's numbers look like, and what a 16-bit format would make of them: for inspectors and advice.
#pragma once

#include "kernels/format16.h"

#include <cstdint>
#include <span>

namespace halftone::kernels {

/// This is a summary of a float32 tensor. Magnitudes, extremes and the mean are those of the finite elements,
/// and 0 where there is none.
struct TensorStats
{
    std::uint64_t count = 0;
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0; ///< Of both signs.
    std::uint64_t zeros = 0; ///< Of both signs.
    float absMax = 0;
    float min = 0;
    float max = 0;
    double mean = 0;

    bool operator==(const TensorStats&) const = default;
};

/// One pass over the values.
TensorStats tensorStats(std::span<const float> values) noexcept;

/// This is what converting a float32 tensor to a 16-bit format would do to it.
struct ConversionPreview
{
    std::uint64_t count = 0;
    std::uint64_t overflows = 0; ///< Finite values that become infinite.
    std::uint64_t flushedToZero = 0; ///< Values other than zero that become zero.
    std::uint64_t subnormals = 0; ///< Values that become subnormal: some digits are lost, or none by luck.
    std::uint64_t unchanged = 0; ///< Values that the format holds exactly, among them 0, infinity and NaN.

    /// Values that move to a finite neighbour other than zero.
    constexpr std::uint64_t rounded() const { return count - unchanged - overflows - flushedToZero; }

    constexpr ConversionPreview& operator+=(const ConversionPreview& other)
    {
        count += other.count;
        overflows += other.overflows;
        flushedToZero += other.flushedToZero;
        subnormals += other.subnormals;
        unchanged += other.unchanged;
        return *this;
    }

    bool operator==(const ConversionPreview&) const = default;
};

/// One pass over the values, which stay as they are.
ConversionPreview previewConversion(std::span<const float> values, Format16 format) noexcept;

}
