// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/weights/weightspread.h"

#include "analysis/graph/floatblocks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace halftone {
namespace {

template <typename Visit>
void forEachValue(const TensorData& data, const std::stop_token& stop, Visit visit)
{
    forEachFloatBlock(data, [&](std::span<const float> values, std::span<const std::byte>) {
        std::ranges::for_each(values, visit);
        return !stop.stop_requested();
    });
}

std::size_t exponentBin(float value)
{
    const int exponent =
        std::clamp(std::ilogb(value), WeightSpread::kLowestExponent, WeightSpread::kHighestExponent);
    return static_cast<std::size_t>(exponent - WeightSpread::kLowestExponent);
}

// Sums of squares about the first value lose fewer digits than those about zero.
void measure(const TensorData& data, const std::stop_token& stop, WeightSpread& spread)
{
    double first = 0;
    double sum = 0;
    double squares = 0;
    std::uint64_t finite = 0;
    spread.min = std::numeric_limits<float>::max();
    spread.max = std::numeric_limits<float>::lowest();
    forEachValue(data, stop, [&](float value) {
        ++spread.count;
        if (!std::isfinite(value)) {
            ++spread.notFinite;
            return;
        }
        first = finite++ == 0 ? value : first;
        spread.min = std::min(spread.min, value);
        spread.max = std::max(spread.max, value);
        sum += value - first;
        squares += (value - first) * (value - first);
        if (value == 0)
            ++spread.zeros;
        else
            ++spread.exponents[exponentBin(value)];
    });
    if (finite == 0) {
        spread.min = spread.max = 0;
        return;
    }
    const double mean = sum / static_cast<double>(finite);
    spread.mean = first + mean;
    spread.deviation = std::sqrt(std::max(0.0, squares / static_cast<double>(finite) - mean * mean));
}

}

WeightSpread spreadOf(const TensorData& data, const std::stop_token& stop)
{
    WeightSpread spread;
    if (!isReducibleFloat(data.dtype) && data.dtype != DType::Float64)
        return spread;
    measure(data, stop, spread);
    const double width = (static_cast<double>(spread.max) - spread.min) / WeightSpread::kBins;
    forEachValue(data, stop, [&](float value) {
        if (!std::isfinite(value))
            return;
        const double place = width > 0 ? (static_cast<double>(value) - spread.min) / width : 0;
        ++spread.bins[std::min(static_cast<std::size_t>(place), WeightSpread::kBins - 1)];
    });
    return spread;
}

}
