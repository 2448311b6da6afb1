// SPDX-License-Identifier: GPL-3.0-or-later
//
// Normalisation of channels over a batch, for training. Moments and gradient sums are added up in double:
// over the 65,536 elements of a channel a float32 sum is off by 1e-5, and rectifiers behind it turn that into
// other gradients.
#pragma once

#include "kernels/floatsource.h"

#include <cstddef>
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

/// Mean and variance (divided by the number of elements) of each channel, in one pass: the sums are those of
/// the distances from the channel's first element, so that a large mean takes no digits from the variance.
void channelMoments(const ChannelBlocks& shape, const FloatSource& src, std::span<float> means,
    std::span<float> variances) noexcept;

/// The sum of each channel.
void channelSums(const ChannelBlocks& shape, const FloatSource& src, std::span<float> sums) noexcept;

/// For each channel the sum of the gradient, and that of gradient * (src - mean). Both sources are of one
/// format.
void channelGradientSums(const ChannelBlocks& shape, const FloatSource& gradient, const FloatSource& src,
    std::span<const float> means, std::span<float> sums, std::span<float> weightedSums) noexcept;

/// dst = a * scale + b * weight + shift with one scale, weight and shift for each channel: what normalising
/// (without b) and its gradient come to. An empty \p b leaves that term out. Both sources are of one format;
/// dst may be one of them.
void channelAffine(const ChannelBlocks& shape, const FloatSource& a, std::span<const float> scale,
    const FloatSource& b, std::span<const float> weight, std::span<const float> shift,
    std::span<float> dst) noexcept;

}
