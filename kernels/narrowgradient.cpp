// SPDX-License-Identifier: GPL-3.0-or-later
//
// A line of dX is the sum over lines of dY and the lines of the kernel that lead to it. A vector holds the
// input channels of a pixel; the pixels that a tile of dY reaches stay in registers over all output channels.
#include "kernels/narrowconvolution.h"

#include <algorithm>
#include <array>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/narrowgradient.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

constexpr std::size_t kBlock = NarrowConvolution::kBlock;

/// Where one line of dY lies: channel o of pixel x at o / lanes * plane + x * lanes + o % lanes.
struct GradientLine
{
    const float* start;
    std::size_t plane;
    std::size_t lanes;
    std::size_t channels;
};

/// Adds what kPixels pixels of dY from \p first on give to the line of dX, whose pixel 0 is the one that tap
/// 0 of the first pixel reaches. \p taps are [channels, kWidth, kBlock].
template <std::size_t kWidth, std::size_t kPixels, class D>
HWY_INLINE void addPixels(D d, const GradientLine& line, std::size_t first, const float* taps, float* dst)
{
    constexpr std::size_t kReached = kPixels + kWidth - 1;
    hn::Vec<D> sums[kReached];
    for (std::size_t i = 0; i < kReached; ++i)
        sums[i] = hn::LoadU(d, dst + (first + i) * kBlock);
    for (std::size_t channel = 0; channel < line.channels; ++channel) {
        const float* gradient = line.start + channel / line.lanes * line.plane + channel % line.lanes;
        hn::Vec<D> weights[kWidth];
        for (std::size_t tap = 0; tap < kWidth; ++tap)
            weights[tap] = hn::LoadU(d, taps + (channel * kWidth + tap) * kBlock);
        for (std::size_t pixel = 0; pixel < kPixels; ++pixel) {
            const hn::Vec<D> g = hn::Set(d, gradient[(first + pixel) * line.lanes]);
            for (std::size_t tap = 0; tap < kWidth; ++tap)
                sums[pixel + tap] = hn::MulAdd(g, weights[tap], sums[pixel + tap]);
        }
    }
    for (std::size_t i = 0; i < kReached; ++i)
        hn::StoreU(sums[i], d, dst + (first + i) * kBlock);
}

template <std::size_t kWidth>
void addLine(const GradientLine& line, std::size_t pixels, const float* taps, float* dst)
{
    constexpr std::size_t kTile = kWidth == 3 ? 12 : 10; // With the pixels around: 14 registers.
    const hn::CappedTag<float, kBlock> d;
    for (std::size_t lane = 0; lane < kBlock; lane += hn::Lanes(d)) {
        std::size_t pixel = 0;
        for (; pixel + kTile <= pixels; pixel += kTile)
            addPixels<kWidth, kTile>(d, line, pixel, taps + lane, dst + lane);
        for (; pixel + 4 <= pixels; pixel += 4)
            addPixels<kWidth, 4>(d, line, pixel, taps + lane, dst + lane);
        for (; pixel < pixels; ++pixel)
            addPixels<kWidth, 1>(d, line, pixel, taps + lane, dst + lane);
    }
}

/// W [outputs, inputs, kernelHeight, kernelWidth] as [kernelHeight, outputs, kernelWidth, kBlock].
void arrange(const NarrowConvolution& shape, const float* weights, float* taps)
{
    std::fill_n(taps, shape.kernelHeight * shape.outputs * shape.kernelWidth * kBlock, 0.0f);
    for (std::size_t output = 0; output < shape.outputs; ++output) {
        for (std::size_t input = 0; input < shape.inputs; ++input) {
            for (std::size_t ky = 0; ky < shape.kernelHeight; ++ky) {
                for (std::size_t kx = 0; kx < shape.kernelWidth; ++kx)
                    taps[((ky * shape.outputs + output) * shape.kernelWidth + kx) * kBlock + input] =
                        *weights++;
            }
        }
    }
}

template <std::size_t kWidth>
void inputGradient(const NarrowConvolution& shape, const float* gradient, std::size_t lanes,
    const float* taps, float* padded, float* dst)
{
    const std::size_t plane = shape.outputHeight * shape.outputWidth * lanes;
    const std::size_t sample = (shape.outputs + lanes - 1) / lanes * plane;
    const std::size_t reached = shape.outputWidth + kWidth - 1;
    for (std::size_t row = 0; row < shape.samples * shape.height; ++row, dst += shape.width * kBlock) {
        const std::size_t y = row % shape.height + shape.padTop;
        std::fill_n(padded, reached * kBlock, 0.0f);
        for (std::size_t ky = 0; ky < shape.kernelHeight; ++ky) {
            if (y < ky || y - ky >= shape.outputHeight)
                continue;
            const GradientLine line{
                gradient + row / shape.height * sample + (y - ky) * shape.outputWidth * lanes, plane, lanes,
                shape.outputs};
            addLine<kWidth>(line, shape.outputWidth, taps + ky * shape.outputs * kWidth * kBlock, padded);
        }
        std::copy_n(padded + shape.padLeft * kBlock, shape.width * kBlock, dst);
    }
}

void inputGradientLoop(const NarrowConvolution& shape, const float* gradient, std::size_t lanes,
    const float* weights, float* scratch, float* dst)
{
    float* padded = scratch + shape.kernelHeight * shape.outputs * shape.kernelWidth * kBlock;
    arrange(shape, weights, scratch);
    if (shape.kernelWidth == 3)
        inputGradient<3>(shape, gradient, lanes, scratch, padded, dst);
    else
        inputGradient<5>(shape, gradient, lanes, scratch, padded, dst);
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(inputGradientLoop);

}

bool hasNarrowInput(const NarrowConvolution& shape) noexcept
{
    return shape.inputs <= NarrowConvolution::kBlock && shape.strideX == 1 && shape.strideY == 1 &&
        (shape.kernelWidth == 3 || shape.kernelWidth == 5) &&
        shape.padLeft + shape.width <= shape.outputWidth + shape.kernelWidth - 1;
}

std::size_t narrowInputScratch(const NarrowConvolution& shape) noexcept
{
    return (shape.kernelHeight * shape.outputs * shape.kernelWidth + shape.outputWidth + shape.kernelWidth -
               1) *
        NarrowConvolution::kBlock;
}

void narrowInputGradient(const NarrowConvolution& shape, std::span<const float> gradient, std::size_t lanes,
    std::span<const float> weights, std::span<float> scratch, std::span<float> dst) noexcept
{
    assert(hasNarrowInput(shape) && scratch.size() >= narrowInputScratch(shape));
    assert(gradient.size() ==
        shape.samples * ((shape.outputs + lanes - 1) / lanes) * lanes * shape.outputHeight *
            shape.outputWidth);
    assert(weights.size() == shape.outputs * shape.taps());
    assert(dst.size() == shape.samples * shape.height * shape.width * NarrowConvolution::kBlock);
    HWY_DYNAMIC_DISPATCH(inputGradientLoop)
    (shape, gradient.data(), lanes, weights.data(), scratch.data(), dst.data());
}

}
#endif
