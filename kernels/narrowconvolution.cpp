// SPDX-License-Identifier: GPL-3.0-or-later
//
// One line of output pixels against one line of a kernel at a time: a vector holds the channels of a pixel,
// and the sums of all taps of the kernel's line stay in registers. Two pixels take turns, since a processor
// starts a multiplication before the last one is done.
#include "kernels/narrowconvolution.h"

#include <algorithm>
#include <array>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/narrowconvolution.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

constexpr std::size_t kBlock = NarrowConvolution::kBlock;
constexpr std::size_t kMostTaps = 3 * 7 * 7;

/// Pixels of a line: from first to end all taps of the kernel lie inside the image.
struct Line
{
    std::size_t count;
    std::size_t first;
    std::size_t end;
    std::size_t width;
    std::size_t stride;
    std::size_t pad;
};

Line lineOf(const NarrowConvolution& shape)
{
    const std::size_t first = HWY_MIN((shape.padLeft + shape.strideX - 1) / shape.strideX, shape.outputWidth);
    const std::size_t reach = shape.width + shape.padLeft;
    const std::size_t end = reach < shape.kernelWidth
        ? first
        : HWY_MIN((reach - shape.kernelWidth) / shape.strideX + 1, shape.outputWidth);
    return {shape.outputWidth, first, HWY_MAX(first, end), shape.width, shape.strideX, shape.padLeft};
}

/// A pixel near an edge, tap by tap.
template <std::size_t kWidth>
HWY_INLINE void addEdgePixel(
    const Line& line, std::size_t pixel, const float* gradient, const float* image, float* sums)
{
    for (std::size_t tap = 0; tap < kWidth; ++tap) {
        const std::size_t at = pixel * line.stride + tap;
        if (at < line.pad || at - line.pad >= line.width)
            continue;
        for (std::size_t lane = 0; lane < kBlock; ++lane)
            sums[tap * kBlock + lane] += gradient[pixel * kBlock + lane] * image[at - line.pad];
    }
}

/// The pixels between the edges, for the lanes of one vector.
template <std::size_t kWidth, class D>
HWY_INLINE void addInnerPixels(D d, const Line& line, const float* gradient, const float* image, float* sums)
{
    hn::Vec<D> even[kWidth], odd[kWidth];
    for (std::size_t tap = 0; tap < kWidth; ++tap) {
        even[tap] = hn::LoadU(d, sums + tap * kBlock);
        odd[tap] = hn::Zero(d);
    }
    std::size_t pixel = line.first;
    for (; pixel + 2 <= line.end; pixel += 2) {
        const hn::Vec<D> g = hn::LoadU(d, gradient + pixel * kBlock);
        const hn::Vec<D> next = hn::LoadU(d, gradient + (pixel + 1) * kBlock);
        const float* at = image + pixel * line.stride - line.pad;
        for (std::size_t tap = 0; tap < kWidth; ++tap) {
            even[tap] = hn::MulAdd(g, hn::Set(d, at[tap]), even[tap]);
            odd[tap] = hn::MulAdd(next, hn::Set(d, at[line.stride + tap]), odd[tap]);
        }
    }
    if (pixel < line.end) {
        const hn::Vec<D> g = hn::LoadU(d, gradient + pixel * kBlock);
        const float* at = image + pixel * line.stride - line.pad;
        for (std::size_t tap = 0; tap < kWidth; ++tap)
            even[tap] = hn::MulAdd(g, hn::Set(d, at[tap]), even[tap]);
    }
    for (std::size_t tap = 0; tap < kWidth; ++tap)
        hn::StoreU(hn::Add(even[tap], odd[tap]), d, sums + tap * kBlock);
}

template <std::size_t kWidth>
HWY_INLINE void addLine(const Line& line, const float* gradient, const float* image, float* sums)
{
    const hn::CappedTag<float, kBlock> d;
    for (std::size_t pixel = 0; pixel < line.first; ++pixel)
        addEdgePixel<kWidth>(line, pixel, gradient, image, sums);
    for (std::size_t lane = 0; lane < kBlock; lane += hn::Lanes(d))
        addInnerPixels<kWidth>(d, line, gradient + lane, image, sums + lane);
    for (std::size_t pixel = line.end; pixel < line.count; ++pixel)
        addEdgePixel<kWidth>(line, pixel, gradient, image, sums);
}

/// All taps of one sample, for one block of output channels.
template <std::size_t kWidth>
void addSample(const NarrowConvolution& shape, const float* x, const float* gradient, float* sums)
{
    const Line line = lineOf(shape);
    for (std::size_t y = 0; y < shape.outputHeight; ++y) {
        for (std::size_t input = 0; input < shape.inputs; ++input) {
            for (std::size_t ky = 0; ky < shape.kernelHeight; ++ky) {
                const std::size_t row = y * shape.strideY + ky;
                if (row < shape.padTop || row - shape.padTop >= shape.height)
                    continue;
                addLine<kWidth>(line, gradient + y * shape.outputWidth * kBlock,
                    x + (input * shape.height + row - shape.padTop) * shape.width,
                    sums + (input * shape.kernelHeight + ky) * kWidth * kBlock);
            }
        }
    }
}

/// Neighbouring pixels of a line, for the lanes of one vector: each weight is loaded once for all of them.
template <std::size_t kPixels, class D>
HWY_INLINE void convolvePixels(D d, const NarrowConvolution& shape, const float* corner, const float* weights,
    const float* start, float* dst)
{
    hn::Vec<D> sums[kPixels];
    for (std::size_t pixel = 0; pixel < kPixels; ++pixel)
        sums[pixel] = hn::LoadU(d, start);
    for (std::size_t input = 0; input < shape.inputs; ++input) {
        for (std::size_t ky = 0; ky < shape.kernelHeight; ++ky) {
            const float* line = corner + (input * shape.height + ky) * shape.width;
            const float* tap = weights + (input * shape.kernelHeight + ky) * shape.kernelWidth * kBlock;
            for (std::size_t kx = 0; kx < shape.kernelWidth; ++kx) {
                const hn::Vec<D> weight = hn::LoadU(d, tap + kx * kBlock);
                for (std::size_t pixel = 0; pixel < kPixels; ++pixel)
                    sums[pixel] =
                        hn::MulAdd(weight, hn::Set(d, line[pixel * shape.strideX + kx]), sums[pixel]);
            }
        }
    }
    for (std::size_t pixel = 0; pixel < kPixels; ++pixel)
        hn::StoreU(sums[pixel], d, dst + pixel * kBlock);
}

/// Weights of a block of output channels, tap by tap, and what each sum starts from.
struct BlockWeights
{
    std::array<float, kMostTaps * kBlock> taps{};
    std::array<float, kBlock> start{};
};

/// A pixel near an edge, tap by tap.
void convolveEdgePixel(const NarrowConvolution& shape, const float* image, std::size_t y, std::size_t x,
    const BlockWeights& weights, float* dst)
{
    std::ranges::copy(weights.start, dst);
    for (std::size_t tap = 0; tap < shape.taps(); ++tap) {
        const std::size_t kx = tap % shape.kernelWidth, ky = tap / shape.kernelWidth % shape.kernelHeight;
        const std::size_t row = y * shape.strideY + ky, column = x * shape.strideX + kx;
        if (row < shape.padTop || row - shape.padTop >= shape.height || column < shape.padLeft ||
            column - shape.padLeft >= shape.width)
            continue;
        const std::size_t input = tap / (shape.kernelWidth * shape.kernelHeight);
        const float value =
            image[(input * shape.height + row - shape.padTop) * shape.width + column - shape.padLeft];
        for (std::size_t lane = 0; lane < kBlock; ++lane)
            dst[lane] += weights.taps[tap * kBlock + lane] * value;
    }
}

/// kPixels pixels from x on, all inside.
template <std::size_t kPixels>
void convolveTile(const NarrowConvolution& shape, const float* image, std::size_t y, std::size_t x,
    const BlockWeights& weights, float* line)
{
    const hn::CappedTag<float, kBlock> d;
    const float* corner =
        image + (y * shape.strideY - shape.padTop) * shape.width + x * shape.strideX - shape.padLeft;
    for (std::size_t lane = 0; lane < kBlock; lane += hn::Lanes(d))
        convolvePixels<kPixels>(d, shape, corner, weights.taps.data() + lane, weights.start.data() + lane,
            line + x * kBlock + lane);
}

/// Pixels from first to end. The last tile goes over pixels again that the one before it has done.
template <std::size_t kPixels>
void convolveTiles(const NarrowConvolution& shape, const float* image, std::size_t y, std::size_t first,
    std::size_t end, const BlockWeights& weights, float* dst)
{
    if (end - first < kPixels) {
        for (std::size_t x = first; x < end; ++x)
            convolveTile<1>(shape, image, y, x, weights, dst);
        return;
    }
    for (std::size_t x = first; x < end; x += kPixels)
        convolveTile<kPixels>(shape, image, y, HWY_MIN(x, end - kPixels), weights, dst);
}

/// One line of output pixels.
void convolveLine(const NarrowConvolution& shape, const Line& line, const float* image, std::size_t y,
    const BlockWeights& weights, float* dst)
{
    const std::size_t top = y * shape.strideY;
    const bool isInside = top >= shape.padTop && top - shape.padTop + shape.kernelHeight <= shape.height;
    const std::size_t first = isInside ? line.first : line.count, end = isInside ? line.end : line.count;
    for (std::size_t x = 0; x < first; ++x)
        convolveEdgePixel(shape, image, y, x, weights, dst + x * kBlock);
    // 14 sums, a weight and a pixel fill the registers of AVX2.
    const auto overhang = [=](std::size_t tile) { return (end - first + tile - 1) / tile * tile; };
    if (overhang(14) <= overhang(8))
        convolveTiles<14>(shape, image, y, first, end, weights, dst);
    else
        convolveTiles<8>(shape, image, y, first, end, weights, dst);
    for (std::size_t x = end; x < line.count; ++x)
        convolveEdgePixel(shape, image, y, x, weights, dst + x * kBlock);
}

/// A block of output channels in every line of every sample.
void convolveBlock(const NarrowConvolution& shape, std::size_t block, const float* x, const float* values,
    const float* bias, float* dst)
{
    const std::size_t taps = shape.taps(), lineSize = shape.outputWidth * kBlock;
    BlockWeights weights;
    for (std::size_t lane = 0; lane < kBlock && block * kBlock + lane < shape.outputs; ++lane) {
        weights.start[lane] = bias ? bias[block * kBlock + lane] : 0.0f;
        for (std::size_t tap = 0; tap < taps; ++tap)
            weights.taps[tap * kBlock + lane] = values[(block * kBlock + lane) * taps + tap];
    }
    const Line line = lineOf(shape);
    for (std::size_t sample = 0; sample < shape.samples; ++sample) {
        const float* image = x + sample * shape.inputs * shape.height * shape.width;
        float* plane = dst + (sample * shape.blocks() + block) * shape.outputHeight * lineSize;
        for (std::size_t y = 0; y < shape.outputHeight; ++y)
            convolveLine(shape, line, image, y, weights, plane + y * lineSize);
    }
}

void convolution(
    const NarrowConvolution& shape, const float* x, const float* weights, const float* bias, float* dst)
{
    for (std::size_t block = 0; block < shape.blocks(); ++block)
        convolveBlock(shape, block, x, weights, bias, dst);
}

void weightGradient(const NarrowConvolution& shape, const float* x, const float* gradient, float* dst)
{
    const auto add = shape.kernelWidth == 3 ? addSample<3>
        : shape.kernelWidth == 5            ? addSample<5>
                                            : addSample<7>;
    const std::size_t taps = shape.taps();
    const std::size_t image = shape.inputs * shape.height * shape.width;
    const std::size_t plane = shape.outputHeight * shape.outputWidth * kBlock;
    for (std::size_t block = 0; block < shape.blocks(); ++block) {
        std::array<double, kMostTaps * kBlock> totals{};
        for (std::size_t sample = 0; sample < shape.samples; ++sample) {
            std::array<float, kMostTaps * kBlock> sums;
            std::fill_n(sums.begin(), taps * kBlock, 0.0f);
            add(shape, x + sample * image, gradient + (sample * shape.blocks() + block) * plane, sums.data());
            for (std::size_t i = 0; i < taps * kBlock; ++i)
                totals[i] += static_cast<double>(sums[i]);
        }
        for (std::size_t lane = 0; lane < kBlock && block * kBlock + lane < shape.outputs; ++lane) {
            for (std::size_t tap = 0; tap < taps; ++tap)
                dst[(block * kBlock + lane) * taps + tap] = static_cast<float>(totals[tap * kBlock + lane]);
        }
    }
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(convolution);
HWY_EXPORT(weightGradient);

}

bool isNarrow(const NarrowConvolution& shape) noexcept
{
    constexpr std::size_t kMostInputs = 3;
    constexpr std::size_t kMostRows = 7;
    return (shape.kernelWidth == 3 || shape.kernelWidth == 5 || shape.kernelWidth == 7) &&
        shape.inputs <= kMostInputs && shape.kernelHeight <= kMostRows;
}

void narrowConvolution(const NarrowConvolution& shape, std::span<const float> x,
    std::span<const float> weights, std::span<const float> bias, std::span<float> dst) noexcept
{
    assert(isNarrow(shape) && x.size() == shape.samples * shape.inputs * shape.height * shape.width);
    assert(weights.size() == shape.outputs * shape.taps() && (bias.empty() || bias.size() == shape.outputs));
    assert(dst.size() ==
        shape.samples * shape.blocks() * shape.outputHeight * shape.outputWidth * NarrowConvolution::kBlock);
    HWY_DYNAMIC_DISPATCH(convolution)
    (shape, x.data(), weights.data(), bias.empty() ? nullptr : bias.data(), dst.data());
}

void narrowWeightGradient(const NarrowConvolution& shape, std::span<const float> x,
    std::span<const float> gradient, std::span<float> dst) noexcept
{
    assert(isNarrow(shape) && x.size() == shape.samples * shape.inputs * shape.height * shape.width);
    assert(gradient.size() ==
        shape.samples * shape.blocks() * shape.outputHeight * shape.outputWidth * NarrowConvolution::kBlock);
    assert(dst.size() == shape.outputs * shape.taps());
    HWY_DYNAMIC_DISPATCH(weightGradient)(shape, x.data(), gradient.data(), dst.data());
}

}
#endif
