// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/weights/weightspread.h"

#include "kernels/round.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace halftone {
namespace {

constexpr std::size_t kBlock = 1 << 16; // elements

void widen(std::span<const std::byte> bytes, DType dtype, std::vector<float>& wide)
{
    wide.resize(bytes.size() * 8 / bitsPerElement(dtype));
    if (dtype == DType::Float32) {
        std::memcpy(wide.data(), bytes.data(), bytes.size());
    } else if (dtype == DType::Float64) {
        std::vector<double> doubles(wide.size());
        std::memcpy(doubles.data(), bytes.data(), bytes.size());
        std::ranges::transform(doubles, wide.begin(), [](double v) { return static_cast<float>(v); });
    } else {
        std::vector<std::uint16_t> halves(wide.size());
        std::memcpy(halves.data(), bytes.data(), bytes.size());
        kernels::widen(
            halves, wide, dtype == DType::Float16 ? kernels::Format16::F16 : kernels::Format16::Bf16);
    }
}

template <typename Visit>
void forEachValue(const TensorData& data, const std::stop_token& stop, Visit visit)
{
    std::vector<float> wide;
    const std::size_t blockBytes = kBlock * bitsPerElement(data.dtype) / 8;
    for (std::size_t first = 0; first < data.bytes.size() && !stop.stop_requested(); first += blockBytes) {
        widen(data.bytes.subspan(first, std::min(blockBytes, data.bytes.size() - first)), data.dtype, wide);
        std::ranges::for_each(wide, visit);
    }
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
