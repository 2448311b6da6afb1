// SPDX-License-Identifier: GPL-3.0-or-later
//
// Goes through memory in its own order: for each batch element, each channel of a tile adds its run of inner
// elements to its sum. Where channels lie side by side (inner = 1), whole vectors of channels are added
// instead.
#include "kernels/reduce.h"

#include <array>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/channelsum.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/reader-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

constexpr std::size_t kTile =
    256; // Channels: their sums take 2 KiB of the stack. A multiple of every vector.

constexpr std::size_t kRows = 8;

/// Adds the elements from \p at to sums, which has room for a whole last vector.
template <class Reader>
void addEach(Reader src, std::size_t at, double* sums, std::size_t size)
{
    const F64 d;
    forEachVector(F32(), size, [=](std::size_t i, auto access) HWY_ATTR {
        const VF32 vector = src.load(access, at + i);
        double* upper = sums + i + hn::Lanes(d);
        hn::StoreU(hn::Add(hn::LoadU(d, sums + i), hn::PromoteLowerTo(d, vector)), d, sums + i);
        hn::StoreU(hn::Add(hn::LoadU(d, upper), hn::PromoteUpperTo(d, vector)), d, upper);
    });
}

/// The same for kRows rows at once: the sums go to and from memory once for all of them.
template <class Reader>
void addRows(Reader src, std::size_t at, std::size_t stride, double* sums, std::size_t size)
{
    const F64 d;
    forEachVector(F32(), size, [=](std::size_t i, auto access) HWY_ATTR {
        double* upper = sums + i + hn::Lanes(d);
        VF64 low = hn::LoadU(d, sums + i), high = hn::LoadU(d, upper);
        for (std::size_t row = 0; row < kRows; ++row) {
            const VF32 vector = src.load(access, at + row * stride + i);
            low = hn::Add(low, hn::PromoteLowerTo(d, vector));
            high = hn::Add(high, hn::PromoteUpperTo(d, vector));
        }
        hn::StoreU(low, d, sums + i);
        hn::StoreU(high, d, upper);
    });
}

/// sums[i] += the sum of the i-th run from \p at.
template <class Reader>
void addRuns(Reader src, std::size_t at, double* sums, std::size_t size, std::size_t inner)
{
    for (std::size_t channel = 0; channel < size; ++channel) {
        const std::size_t run = at + channel * inner;
        DoubleSum sum;
        forEachVector(
            F32(), inner, [&](std::size_t i, auto access) HWY_ATTR { sum.add(src.load(access, run + i)); });
        sums[channel] += sum.total();
    }
}

template <class Reader>
void sumTile(Reader src, ChannelShape shape, std::size_t firstChannel, std::size_t width, float* dst)
{
    std::array<double, kTile> sums{};
    std::size_t row = 0;
    for (; shape.inner == 1 && row + kRows <= shape.batch; row += kRows)
        addRows(src, row * shape.channels + firstChannel, shape.channels, sums.data(), width);
    for (; row < shape.batch; ++row) {
        const std::size_t start = (row * shape.channels + firstChannel) * shape.inner;
        if (shape.inner == 1)
            addEach(src, start, sums.data(), width);
        else
            addRuns(src, start, sums.data(), width, shape.inner);
    }
    for (std::size_t i = 0; i < width; ++i)
        dst[firstChannel + i] = static_cast<float>(sums[i]);
}

void sumChannels(const FloatSource& src, ChannelShape shape, float* dst)
{
    withReader(src, [=](auto reader) {
        for (std::size_t first = 0; first < shape.channels; first += kTile)
            sumTile(reader, shape, first, HWY_MIN(kTile, shape.channels - first), dst);
    });
}

double squares(const float* src, std::size_t size)
{
    const F64 d;
    VF64 lower = hn::Zero(d);
    VF64 upper = hn::Zero(d);
    forEachVector(F32(), size, [&](std::size_t i, auto access) HWY_ATTR {
        const VF32 values = access.load(F32(), src + i);
        const VF64 low = hn::PromoteLowerTo(d, values);
        const VF64 high = hn::PromoteUpperTo(d, values);
        lower = hn::Add(lower, hn::Mul(low, low));
        upper = hn::Add(upper, hn::Mul(high, high));
    });
    return hn::ReduceSum(d, hn::Add(lower, upper));
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(sumChannels);
HWY_EXPORT(squares);

}

void channelSum(const FloatSource& src, ChannelShape shape, std::span<float> dst) noexcept
{
    assert(src.size() == shape.batch * shape.channels * shape.inner && dst.size() == shape.channels);
    HWY_DYNAMIC_DISPATCH(sumChannels)(src, shape, dst.data());
}

double sumOfSquares(std::span<const float> src) noexcept
{
    return HWY_DYNAMIC_DISPATCH(squares)(src.data(), src.size());
}

}
#endif
