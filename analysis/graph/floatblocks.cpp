// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/floatblocks.h"

#include "kernels/round.h"
#include "kernels/statistics.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace halftone {
namespace {

constexpr std::size_t kBlock = 1 << 16; // elements

void widen(std::span<const std::byte> bytes, DType dtype, std::span<float> wide)
{
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

}

void forEachFloatBlock(const TensorData& data, const FloatBlockVisit& visit)
{
    const std::size_t elementBytes = bitsPerElement(data.dtype) / 8;
    const std::size_t blockBytes = kBlock * elementBytes;
    std::vector<float> block(std::min(kBlock, data.bytes.size() / elementBytes));
    for (std::size_t first = 0; first < data.bytes.size(); first += blockBytes) {
        const auto bytes = data.bytes.subspan(first, std::min(blockBytes, data.bytes.size() - first));
        const std::span<float> values = std::span(block).first(bytes.size() / elementBytes);
        widen(bytes, data.dtype, values);
        if (!visit(values, bytes))
            return;
    }
}

float largestMagnitude(const TensorData& data)
{
    float largest = 0;
    forEachFloatBlock(data, [&](std::span<const float> values, std::span<const std::byte>) {
        const kernels::TensorStats stats = kernels::tensorStats(values);
        largest =
            stats.infinities > 0 ? std::numeric_limits<float>::infinity() : std::max(largest, stats.absMax);
        return stats.infinities == 0;
    });
    return largest;
}

}
