// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where lanes are channels, a vector holds neighbouring channels and the loop runs over pixels; with one lane
// a vector holds neighbouring pixels of one channel.
#include "kernels/channelnorm.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/channelnorm.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/reader-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

/// A sum in double for every lane of a vector of floats.
class LaneSums
{
public:
    HWY_INLINE LaneSums()
        : m_lower(hn::Zero(F64()))
        , m_upper(hn::Zero(F64()))
    {
    }
    HWY_INLINE void add(VF32 values)
    {
        m_lower = hn::Add(m_lower, hn::PromoteLowerTo(F64(), values));
        m_upper = hn::Add(m_upper, hn::PromoteUpperTo(F64(), values));
    }
    HWY_INLINE double total() const { return hn::ReduceSum(F64(), hn::Add(m_lower, m_upper)); }
    HWY_INLINE void store(double* dst) const
    {
        hn::StoreU(m_lower, F64(), dst);
        hn::StoreU(m_upper, F64(), dst + hn::Lanes(F64()));
    }

    /// Adds to \p first the distances from \p origin, to \p second their squares.
    static HWY_INLINE void addDistances(VF32 values, VF32 origin, LaneSums& first, LaneSums& second)
    {
        const VF64 lower = hn::Sub(hn::PromoteLowerTo(F64(), values), hn::PromoteLowerTo(F64(), origin));
        const VF64 upper = hn::Sub(hn::PromoteUpperTo(F64(), values), hn::PromoteUpperTo(F64(), origin));
        first.m_lower = hn::Add(first.m_lower, lower);
        first.m_upper = hn::Add(first.m_upper, upper);
        second.m_lower = hn::MulAdd(lower, lower, second.m_lower);
        second.m_upper = hn::MulAdd(upper, upper, second.m_upper);
    }

private:
    VF64 m_lower;
    VF64 m_upper;
};

constexpr std::size_t kMostLanes = HWY_MAX_BYTES / sizeof(float);

/// For all channels calls term(first sum, second sum, offset, access) for their elements, then
/// give(channel, first total, second total). prepare(channel, whether it is one) makes the term of a vector
/// of channels or of one channel.
template <class Prepare, class Give>
HWY_INLINE void forEachChannel(const ChannelBlocks& shape, const Prepare& prepare, const Give& give)
{
    const std::size_t plane = shape.pixels * shape.lanes;
    for (std::size_t block = 0; block < shape.blocks; ++block) {
        if (shape.lanes == 1) {
            LaneSums first, second;
            const auto term = prepare(block, true);
            for (std::size_t sample = 0; sample < shape.samples; ++sample) {
                const std::size_t start = (sample * shape.blocks + block) * plane;
                forEachVector(F32(), shape.pixels,
                    [&](std::size_t i, auto access) HWY_ATTR { term(first, second, start + i, access); });
            }
            give(block, first.total(), second.total());
            continue;
        }
        forEachVector(F32(), shape.lanes, [&](std::size_t lane, auto access) HWY_ATTR {
            LaneSums first, second;
            const auto term = prepare(block * shape.lanes + lane, false);
            for (std::size_t sample = 0; sample < shape.samples; ++sample) {
                const std::size_t start = (sample * shape.blocks + block) * plane + lane;
                for (std::size_t pixel = 0; pixel < shape.pixels; ++pixel)
                    term(first, second, start + pixel * shape.lanes, access);
            }
            double totals[2][kMostLanes];
            first.store(totals[0]);
            second.store(totals[1]);
            for (std::size_t i = 0; i < hn::Lanes(F32()) && lane + i < shape.lanes; ++i) {
                if (block * shape.lanes + lane + i < shape.channels)
                    give(block * shape.lanes + lane + i, totals[0][i], totals[1][i]);
            }
        });
    }
}

/// The lanes of a vector that are no elements read as zero; here they become those of \p padding.
HWY_INLINE VF32 padded(VF32 values, WholeVector, VF32)
{
    return values;
}
HWY_INLINE VF32 padded(VF32 values, PartialVector access, VF32 padding)
{
    return hn::IfThenElse(hn::FirstN(F32(), access.lanes), values, padding);
}

// A factor for each lane, or one for all; channels behind the last have none.
HWY_INLINE VF32 factorAt(const float* factors, std::size_t channel, std::size_t channels, bool isOne)
{
    if (isOne)
        return hn::Set(F32(), factors[channel]);
    const std::size_t left = channels > channel ? channels - channel : 0;
    return hn::LoadN(F32(), factors + channel, HWY_MIN(left, hn::Lanes(F32())));
}

// Blocks that fill a vector once or several times go through it as they lie, in two sums at a time: a
// processor starts an addition before the last one is done.
template <class Reader>
void addBlock(const ChannelBlocks& shape, std::size_t block, Reader src, double (&totals)[kMostLanes])
{
    const std::size_t plane = shape.pixels * shape.lanes, lanes = hn::Lanes(F32());
    LaneSums even, odd;
    for (std::size_t sample = 0; sample < shape.samples; ++sample) {
        const std::size_t at = (sample * shape.blocks + block) * plane;
        std::size_t i = 0;
        for (; i + 2 * lanes <= plane; i += 2 * lanes) {
            even.add(src.load(WholeVector(), at + i));
            odd.add(src.load(WholeVector(), at + i + lanes));
        }
        for (; i < plane; i += lanes)
            even.add(src.load(PartialVector{HWY_MIN(lanes, plane - i)}, at + i));
    }
    double parts[2][kMostLanes];
    even.store(parts[0]);
    odd.store(parts[1]);
    std::fill_n(totals, shape.lanes, 0.0);
    for (std::size_t i = 0; i < lanes; ++i)
        totals[i % shape.lanes] += parts[0][i] + parts[1][i];
}

template <class Reader>
void sumsOf(const ChannelBlocks& shape, Reader src, float* sums)
{
    if (shape.lanes > 1 && hn::Lanes(F32()) % shape.lanes == 0) {
        for (std::size_t block = 0; block < shape.blocks; ++block) {
            double totals[kMostLanes];
            addBlock(shape, block, src, totals);
            for (std::size_t lane = 0; lane < shape.lanes; ++lane) {
                if (block * shape.lanes + lane < shape.channels)
                    sums[block * shape.lanes + lane] = static_cast<float>(totals[lane]);
            }
        }
        return;
    }
    forEachChannel(
        shape,
        [=](std::size_t, bool) HWY_ATTR {
            return [=](LaneSums& first, LaneSums&, std::size_t at, auto access)
                       HWY_ATTR { first.add(src.load(access, at)); };
        },
        [=](std::size_t channel, double sum, double) { sums[channel] = static_cast<float>(sum); });
}

void sumsLoop(const ChannelBlocks& shape, const FloatSource& src, float* sums)
{
    withReader(src, [&](auto reader) { sumsOf(shape, reader, sums); });
}

/// The first element of each channel; zero where that is not finite, since it is to be subtracted from
/// others.
template <class Reader>
void firstElements(const ChannelBlocks& shape, Reader src, float* dst)
{
    for (std::size_t channel = 0; channel < shape.channels; ++channel) {
        const std::size_t at = channel / shape.lanes * shape.pixels * shape.lanes + channel % shape.lanes;
        const float first = hn::GetLane(src.load(PartialVector{1}, at));
        dst[channel] = std::isfinite(first) ? first : 0;
    }
}

template <class Reader>
void momentsOf(const ChannelBlocks& shape, Reader src, float* means, float* variances)
{
    const auto count = static_cast<double>(shape.samples * shape.pixels);
    firstElements(shape, src, means);
    forEachChannel(
        shape,
        [=](std::size_t channel, bool isOne) HWY_ATTR {
            const VF32 origin = factorAt(means, channel, shape.channels, isOne);
            return [=](LaneSums& first, LaneSums& second, std::size_t at, auto access) HWY_ATTR {
                LaneSums::addDistances(padded(src.load(access, at), access, origin), origin, first, second);
            };
        },
        [=](std::size_t channel, double sum, double squares) {
            const double distance = sum / count; // of the mean from the first element
            means[channel] = static_cast<float>(means[channel] + distance);
            const double variance = squares / count - distance * distance;
            variances[channel] = variance < 0 ? 0.0f : static_cast<float>(variance); // NaN stays
        });
}

void momentsLoop(const ChannelBlocks& shape, const FloatSource& src, float* means, float* variances)
{
    withReader(src, [&](auto reader) { momentsOf(shape, reader, means, variances); });
}

template <class Reader>
void gradientSumsOf(const ChannelBlocks& shape, Reader gradient, Reader src, const float* means, float* sums,
    float* weightedSums)
{
    forEachChannel(
        shape,
        [=](std::size_t channel, bool isOne) HWY_ATTR {
            const VF32 mean = factorAt(means, channel, shape.channels, isOne);
            return [=](LaneSums& first, LaneSums& second, std::size_t at, auto access) HWY_ATTR {
                const VF32 g = gradient.load(access, at); // Zero behind the end.
                first.add(g);
                second.add(hn::Mul(g, hn::Sub(src.load(access, at), mean)));
            };
        },
        [=](std::size_t channel, double sum, double weighted) {
            sums[channel] = static_cast<float>(sum);
            weightedSums[channel] = static_cast<float>(weighted);
        });
}

void gradientSumsLoop(const ChannelBlocks& shape, const FloatSource& gradient, const FloatSource& src,
    const float* means, float* sums, float* weightedSums)
{
    withReader(gradient, [&](auto reader) {
        using Reader = decltype(reader);
        const Reader other{static_cast<decltype(reader.data)>(src.data())};
        gradientSumsOf<Reader>(shape, reader, other, means, sums, weightedSums);
    });
}

template <class Reader>
void affineOf(const ChannelBlocks& shape, Reader a, const float* scale, Reader b, const float* weight,
    const float* shift, float* dst)
{
    const std::size_t plane = shape.pixels * shape.lanes;
    const bool isOne = shape.lanes == 1;
    const auto affine = [=](std::size_t at, auto access, VF32 scales, VF32 weights, VF32 shifts) HWY_ATTR {
        VF32 result = hn::MulAdd(a.load(access, at), scales, shifts);
        if (b.data)
            result = hn::MulAdd(b.load(access, at), weights, result);
        access.store(result, F32(), dst + at);
    };
    for (std::size_t i = 0; i < shape.samples * shape.blocks; ++i) {
        const std::size_t block = i % shape.blocks;
        if (isOne) {
            const VF32 scales = hn::Set(F32(), scale[block]), shifts = hn::Set(F32(), shift[block]);
            const VF32 weights = b.data ? hn::Set(F32(), weight[block]) : hn::Zero(F32());
            forEachVector(F32(), shape.pixels, [=](std::size_t at, auto access) HWY_ATTR {
                affine(i * plane + at, access, scales, weights, shifts);
            });
            continue;
        }
        forEachVector(F32(), shape.lanes, [=](std::size_t lane, auto access) HWY_ATTR {
            const std::size_t channel = block * shape.lanes + lane;
            const VF32 scales = factorAt(scale, channel, shape.channels, false);
            const VF32 shifts = factorAt(shift, channel, shape.channels, false);
            const VF32 weights = b.data ? factorAt(weight, channel, shape.channels, false) : hn::Zero(F32());
            for (std::size_t pixel = 0; pixel < shape.pixels; ++pixel)
                affine(i * plane + pixel * shape.lanes + lane, access, scales, weights, shifts);
        });
    }
}

void affineLoop(const ChannelBlocks& shape, const FloatSource& a, const float* scale, const FloatSource& b,
    const float* weight, const float* shift, float* dst)
{
    withReader(a, [&](auto reader) {
        using Reader = decltype(reader);
        const Reader other{static_cast<decltype(reader.data)>(b.data())};
        affineOf<Reader>(shape, reader, scale, other, weight, shift, dst);
    });
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(sumsLoop);
HWY_EXPORT(momentsLoop);
HWY_EXPORT(gradientSumsLoop);
HWY_EXPORT(affineLoop);

}

void channelSums(const ChannelBlocks& shape, const FloatSource& src, std::span<float> sums) noexcept
{
    assert(src.size() == shape.elements() && sums.size() == shape.channels);
    HWY_DYNAMIC_DISPATCH(sumsLoop)(shape, src, sums.data());
}

void channelMoments(const ChannelBlocks& shape, const FloatSource& src, std::span<float> means,
    std::span<float> variances) noexcept
{
    assert(src.size() == shape.elements() && means.size() == shape.channels &&
        variances.size() == shape.channels);
    HWY_DYNAMIC_DISPATCH(momentsLoop)(shape, src, means.data(), variances.data());
}

void channelGradientSums(const ChannelBlocks& shape, const FloatSource& gradient, const FloatSource& src,
    std::span<const float> means, std::span<float> sums, std::span<float> weightedSums) noexcept
{
    assert(src.size() == shape.elements() && gradient.size() == src.size());
    assert(src.format() == gradient.format());
    HWY_DYNAMIC_DISPATCH(gradientSumsLoop)
    (shape, gradient, src, means.data(), sums.data(), weightedSums.data());
}

void channelAffine(const ChannelBlocks& shape, const FloatSource& a, std::span<const float> scale,
    const FloatSource& b, std::span<const float> weight, std::span<const float> shift,
    std::span<float> dst) noexcept
{
    assert(a.size() == shape.elements() && dst.size() == a.size());
    assert(!b.data() || (b.size() == a.size() && b.format() == a.format()));
    HWY_DYNAMIC_DISPATCH(affineLoop)
    (shape, a, scale.data(), b, weight.data(), shift.data(), dst.data());
}

}
#endif
