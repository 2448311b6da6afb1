// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/tensorconversion.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <vector>

namespace halftone {
namespace {

using kernels::Format16;
using kernels::RoundStats;

constexpr std::size_t kBlock = 1 << 16; // elements: large for the loops, small for the caches

Format16 formatOf(DType dtype)
{
    return dtype == DType::Float16 ? Format16::F16 : Format16::Bf16;
}

/// One block: through float32, which holds all three types exactly.
class BlockConverter
{
public:
    BlockConverter(DType from, DType to)
        : m_from(from)
        , m_to(to)
    {
    }

    std::span<const std::byte> convert(std::span<const std::byte> bytes, RoundStats& stats)
    {
        const std::size_t count = bytes.size() * 8 / bitsPerElement(m_from);
        const std::span<float> wide = std::span(m_wide).first(count);
        const std::span<std::uint16_t> narrow = std::span(m_narrow).first(count);
        if (m_from == DType::Float32) {
            std::memcpy(wide.data(), bytes.data(), bytes.size());
        } else {
            std::memcpy(narrow.data(), bytes.data(), bytes.size());
            kernels::widen(narrow, wide, formatOf(m_from));
        }
        if (m_to == DType::Float32)
            return std::as_bytes(wide);
        stats += kernels::roundTo16(wide, narrow, {.format = formatOf(m_to)});
        return std::as_bytes(narrow);
    }

private:
    DType m_from;
    DType m_to;
    std::vector<float> m_wide = std::vector<float>(kBlock);
    std::vector<std::uint16_t> m_narrow = std::vector<std::uint16_t>(kBlock);
};

}

bool canConvert(DType from, DType to)
{
    return isReducibleFloat(from) && isReducibleFloat(to);
}

std::optional<RoundStats> convertElements(const TensorData& data, DType to, const ByteSink& sink)
{
    RoundStats stats;
    if (data.dtype == to)
        return sink(data.bytes) ? std::optional(stats) : std::nullopt;
    assert(canConvert(data.dtype, to));
    BlockConverter converter(data.dtype, to);
    const std::size_t blockBytes = kBlock * bitsPerElement(data.dtype) / 8;
    for (std::size_t first = 0; first < data.bytes.size(); first += blockBytes) {
        const std::size_t size = std::min(blockBytes, data.bytes.size() - first);
        if (!sink(converter.convert(data.bytes.subspan(first, size), stats)))
            return std::nullopt;
    }
    return stats;
}

}
