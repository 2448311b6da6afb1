// SPDX-License-Identifier: GPL-3.0-or-later
//
// Normalisation of channels over a batch, for training. Moments and gradient sums are added up in double:
// over the 65,536 elements of a channel a float32 sum is off by 1e-5, and rectifiers behind it turn that into
// other gradients.
#pragma once

#include "kernels/round.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace halftone::kernels {

/// Memory as [samples, blocks, pixels, lanes]: channel number block * lanes + lane. Row-major images have one
/// lane and a block for each channel, channels-last ones one block; blocked layouts pad the last block.
struct ChannelBlocks
{
    std::size_t samples = 1;
    std::size_t blocks = 1;
    std::size_t pixels = 1;
    std::size_t lanes = 1;
    std::size_t channels = 1; ///< Those that count; the padding behind them stays zero.

    std::size_t elements() const { return samples * blocks * pixels * lanes; }
};

/// Numbers to read: float32, or of a 16-bit format and widened on the way, which is exact.
class ChannelSource
{
public:
    ChannelSource() = default; ///< None.
    ChannelSource(std::span<const float> numbers)
        : m_data(numbers.data())
        , m_size(numbers.size())
    {
    }
    ChannelSource(std::span<const std::uint16_t> numbers, Format16 format)
        : m_data(numbers.data())
        , m_size(numbers.size())
        , m_format(format)
    {
    }

    const void* data() const { return m_data; }
    std::size_t size() const { return m_size; }
    std::optional<Format16> format() const { return m_format; } ///< Nullopt: float32.

private:
    const void* m_data = nullptr;
    std::size_t m_size = 0;
    std::optional<Format16> m_format;
};

/// Mean and variance (divided by the number of elements) of each channel, in one pass: the sums are those of
/// the distances from the channel's first element, so that a large mean takes no digits from the variance.
void channelMoments(const ChannelBlocks& shape, const ChannelSource& src, std::span<float> means,
    std::span<float> variances) noexcept;

/// The sum of each channel.
void channelSums(const ChannelBlocks& shape, std::span<const float> src, std::span<float> sums) noexcept;

/// For each channel the sum of the gradient, and that of gradient * (src - mean). Both sources are of one
/// format.
void channelGradientSums(const ChannelBlocks& shape, const ChannelSource& gradient, const ChannelSource& src,
    std::span<const float> means, std::span<float> sums, std::span<float> weightedSums) noexcept;

/// dst = a * scale + b * weight + shift with one scale, weight and shift for each channel: what normalising
/// (without b) and its gradient come to. An empty \p b leaves that term out. Both sources are of one format;
/// dst may be one of them.
void channelAffine(const ChannelBlocks& shape, const ChannelSource& a, std::span<const float> scale,
    const ChannelSource& b, std::span<const float> weight, std::span<const float> shift,
    std::span<float> dst) noexcept;

}
