// SPDX-License-Identifier: GPL-3.0-or-later
//
// Convolutions with few input channels. Those with one to three, such as the first of an image net, whose
// output lies in blocks of 8 channels: oneDNN's loop for them takes twice what the arithmetic takes, and the
// one for the weight gradient ten times. And the gradient for an input of up to 8 channels, which such a
// first convolution makes: there oneDNN takes half more.
#pragma once

#include <cstddef>
#include <span>

namespace halftone::kernels {

/// Sizes of the convolution: X [samples, inputs, height, width] row-major, dY [samples, blocks, outputHeight,
/// outputWidth, 8], W and dW [outputs, inputs, kernelHeight, kernelWidth] row-major.
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

/// Whether narrowInputGradient() can be called: up to 8 input channels, strides of 1, kernels 3 or 5 wide.
bool hasNarrowInput(const NarrowConvolution& shape) noexcept;

/// Floats that it needs to work in.
std::size_t narrowInputScratch(const NarrowConvolution& shape) noexcept;

/// dX[c, y, x] = the sum over output channels and taps of W[o, c, ky, kx] * dY[o, y - ky + padTop, x - kx +
/// padLeft], where that lies inside, added up in float. dX is [samples, height, width, 8], with zeros behind
/// the last channel, and dY in blocks of \p lanes channels.
void narrowInputGradient(const NarrowConvolution& shape, std::span<const float> gradient, std::size_t lanes,
    std::span<const float> weights, std::span<float> scratch, std::span<float> dst) noexcept;

}
