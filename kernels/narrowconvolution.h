// SPDX-License-Identifier: GPL-3.0-or-later
//
// Convolutions with one to three input channels, such as the first of an image net, whose output lies in
// blocks of 8 channels. oneDNN's loop for them takes twice what the arithmetic takes, and the one for the
// weight gradient ten times.
#pragma once

#include <cstddef>
#include <span>

namespace halftone::kernels {

/// Sizes of the convolution: X [samples, inputs, height, width] row-major, dY [samples, blocks, outputHeight,
/// outputWidth, 8], dW [outputs, inputs, kernelHeight, kernelWidth] row-major.
struct NarrowConvolution
{
    std::size_t samples = 1;
    std::size_t inputs = 1;
    std::size_t height = 1;
    std::size_t width = 1;
    std::size_t outputs = 1;
    std::size_t outputHeight = 1;
    std::size_t outputWidth = 1;
    std::size_t kernelHeight = 1;
    std::size_t kernelWidth = 1;
    std::size_t strideY = 1;
    std::size_t strideX = 1;
    std::size_t padTop = 0;
    std::size_t padLeft = 0;

    static constexpr std::size_t kBlock = 8;

    std::size_t blocks() const { return (outputs + kBlock - 1) / kBlock; }
    std::size_t taps() const { return inputs * kernelHeight * kernelWidth; }
};

/// Whether there is a loop for it: kernels 3, 5 or 7 wide, at most 3 * 7 * 7 taps.
bool isNarrow(const NarrowConvolution& shape) noexcept;

/// Y[o, y, x] = bias[o] + the sum over taps of W[o, c, ky, kx] * X[c, y * strideY + ky - padTop, x * strideX
/// + kx - padLeft], where that lies inside, added up in float in the order of the taps. \p bias may be empty.
/// Channels behind the last are zero.
void narrowConvolution(const NarrowConvolution& shape, std::span<const float> x,
    std::span<const float> weights, std::span<const float> bias, std::span<float> dst) noexcept;

/// dW[o, c, ky, kx] = the sum over samples and pixels of dY[o, y, x] * X[c, y * strideY + ky - padTop, x *
/// strideX + kx
/// - padLeft], where that lies inside. Added up in float within a sample and in double over samples.
void narrowWeightGradient(const NarrowConvolution& shape, std::span<const float> x,
    std::span<const float> gradient, std::span<float> dst) noexcept;

}
