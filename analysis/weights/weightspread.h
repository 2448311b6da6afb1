// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/tensordata.h"

#include <array>
#include <cstdint>
#include <stop_token>

namespace halftone {

/// How the finite values of one constant lie: by size and by exponent. A format's limits are exponents, so
/// the second picture shows what would be lost at either end.
struct WeightSpread
{
    /// Bins of exponents: |value| in [2^e, 2^(e+1)). The first and the last also hold all beyond.
    static constexpr int kLowestExponent = -32;
    static constexpr int kHighestExponent = 31;
    static constexpr std::size_t kExponents = kHighestExponent - kLowestExponent + 1;
    static constexpr std::size_t kBins = 48; ///< Of equal width, between min and max.

    std::uint64_t count = 0; ///< Of all values.
    std::uint64_t zeros = 0;
    std::uint64_t notFinite = 0;
    float min = 0; ///< 0 without finite values, as are max, mean and deviation.
    float max = 0;
    double mean = 0;
    double deviation = 0; ///< Standard deviation of the finite values.
    std::array<std::uint64_t, kExponents> exponents{}; ///< Zeros are in none.
    std::array<std::uint64_t, kBins> bins{};

    bool operator==(const WeightSpread&) const = default;
};

/// Reads the values of FP32, FP16, BF16 or FP64 twice, block by block; all zero for other types and where the
/// values are not at hand. Gives up when \p stop asks for it.
WeightSpread spreadOf(const TensorData& data, const std::stop_token& stop = {});

}
