// SPDX-License-Identifier: GPL-3.0-or-later
//
// Normalisation of channels over a batch, for training. Moments and gradient sums are added up in double:
// over the 65,536 elements of a channel a float32 sum is off by 1e-5, and rectifiers behind it turn that into
// other gradients.
#pragma once

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

/// Mean and variance (divided by the number of elements) of each channel.
void channelMoments(const ChannelBlocks& shape, std::span<const float> src, std::span<float> means,
    std::span<float> variances) noexcept;

/// The sum of each channel.
void channelSums(const ChannelBlocks& shape, std::span<const float> src, std::span<float> sums) noexcept;

/// For each channel the sum of the gradient, and that of gradient * (src - mean).
void channelGradientSums(const ChannelBlocks& shape, std::span<const float> gradient,
    std::span<const float> src, std::span<const float> means, std::span<float> sums,
    std::span<float> weightedSums) noexcept;

/// dst = a * scale + b * weight + shift with one scale, weight and shift for each channel: what normalising
/// (without b) and its gradient come to. Empty \p b leaves that term out. dst may be a or b.
void channelAffine(const ChannelBlocks& shape, std::span<const float> a, std::span<const float> scale,
    std::span<const float> b, std::span<const float> weight, std::span<const float> shift,
    std::span<float> dst) noexcept;

}
