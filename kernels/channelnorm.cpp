// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where lanes are channels, a vector holds neighbouring channels and the loop runs over pixels; with one lane
// a vector holds neighbouring pixels of one channel.
#include "kernels/channelnorm.h"

#include <algorithm>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/channelnorm.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

/// Two sums in double for every lane of a vector of floats.
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

private:
    VF64 m_lower;
    VF64 m_upper;
};

constexpr std::size_t kMostLanes = HWY_MAX_BYTES / sizeof(float);

/// Calls term(offset, access, channel) for all elements of a block's channels, and give(channel, two sums).
/// \p term returns the two terms of a vector; channel is the first that it holds.
template <class Term, class Give>
HWY_INLINE void forEachChannel(const ChannelBlocks& shape, const Term& term, const Give& give)
{
    const std::size_t plane = shape.pixels * shape.lanes;
    for (std::size_t block = 0; block < shape.blocks; ++block) {
        if (shape.lanes == 1) {
            LaneSums first, second;
            for (std::size_t sample = 0; sample < shape.samples; ++sample) {
                const std::size_t start = (sample * shape.blocks + block) * plane;
                forEachVector(F32(), shape.pixels, [&](std::size_t i, auto access) HWY_ATTR {
                    const FloatPair terms = term(start + i, access, block, true);
                    first.add(terms.low);
                    second.add(terms.high);
                });
            }
            give(block, first.total(), second.total());
            continue;
        }
        forEachVector(F32(), shape.lanes, [&](std::size_t lane, auto access) HWY_ATTR {
            LaneSums first, second;
            for (std::size_t sample = 0; sample < shape.samples; ++sample) {
                const std::size_t start = (sample * shape.blocks + block) * plane + lane;
                for (std::size_t pixel = 0; pixel < shape.pixels; ++pixel) {
                    const FloatPair terms =
                        term(start + pixel * shape.lanes, access, block * shape.lanes + lane, false);
                    first.add(terms.low);
                    second.add(terms.high);
                }
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
void addBlock(const ChannelBlocks& shape, std::size_t block, const float* src, double (&totals)[kMostLanes])
{
    const std::size_t plane = shape.pixels * shape.lanes, lanes = hn::Lanes(F32());
    LaneSums even, odd;
    for (std::size_t sample = 0; sample < shape.samples; ++sample) {
        const float* at = src + (sample * shape.blocks + block) * plane;
        std::size_t i = 0;
        for (; i + 2 * lanes <= plane; i += 2 * lanes) {
            even.add(hn::LoadU(F32(), at + i));
            odd.add(hn::LoadU(F32(), at + i + lanes));
        }
        for (; i < plane; i += lanes)
            even.add(hn::LoadN(F32(), at + i, plane - i));
    }
    double parts[2][kMostLanes];
    even.store(parts[0]);
    odd.store(parts[1]);
    std::fill_n(totals, shape.lanes, 0.0);
    for (std::size_t i = 0; i < lanes; ++i)
        totals[i % shape.lanes] += parts[0][i] + parts[1][i];
}

void sumsLoop(const ChannelBlocks& shape, const float* src, float* sums)
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
        [=](std::size_t at, auto access, std::size_t, bool)
            HWY_ATTR { return FloatPair{access.load(F32(), src + at), hn::Zero(F32())}; },
        [=](std::size_t channel, double sum, double) { sums[channel] = static_cast<float>(sum); });
}

void momentsLoop(const ChannelBlocks& shape, const float* src, float* means, float* variances)
{
    const auto count = static_cast<double>(shape.samples * shape.pixels);
    forEachChannel(
        shape,
        [=](std::size_t at, auto access, std::size_t, bool)
            HWY_ATTR { return FloatPair{access.load(F32(), src + at), hn::Zero(F32())}; },
        [=](std::size_t channel, double sum, double) { means[channel] = static_cast<float>(sum / count); });
    forEachChannel(
        shape,
        [=](std::size_t at, auto access, std::size_t channel, bool isOne) HWY_ATTR {
            const VF32 mean = factorAt(means, channel, shape.channels, isOne);
            const VF32 distance =
                hn::Sub(isOne ? access.loadOr(mean, F32(), src + at) : access.load(F32(), src + at), mean);
            return FloatPair{hn::Mul(distance, distance), hn::Zero(F32())};
        },
        [=](std::size_t channel, double sum, double) {
            variances[channel] = static_cast<float>(sum / count);
        });
}

void gradientSumsLoop(const ChannelBlocks& shape, const float* gradient, const float* src, const float* means,
    float* sums, float* weightedSums)
{
    forEachChannel(
        shape,
        [=](std::size_t at, auto access, std::size_t channel, bool isOne) HWY_ATTR {
            const VF32 g = access.load(F32(), gradient + at); // Zero behind the end.
            const VF32 distance =
                hn::Sub(access.load(F32(), src + at), factorAt(means, channel, shape.channels, isOne));
            return FloatPair{g, hn::Mul(g, distance)};
        },
        [=](std::size_t channel, double sum, double weighted) {
            sums[channel] = static_cast<float>(sum);
            weightedSums[channel] = static_cast<float>(weighted);
        });
}

void affineLoop(const ChannelBlocks& shape, const float* a, const float* scale, const float* b,
    const float* weight, const float* shift, float* dst)
{
    const std::size_t plane = shape.pixels * shape.lanes;
    const bool isOne = shape.lanes == 1;
    const auto affine = [=](std::size_t at, auto access, VF32 scales, VF32 weights, VF32 shifts) HWY_ATTR {
        VF32 result = hn::MulAdd(access.load(F32(), a + at), scales, shifts);
        if (b)
            result = hn::MulAdd(access.load(F32(), b + at), weights, result);
        access.store(result, F32(), dst + at);
    };
    for (std::size_t i = 0; i < shape.samples * shape.blocks; ++i) {
        const std::size_t block = i % shape.blocks;
        if (isOne) {
            const VF32 scales = hn::Set(F32(), scale[block]), shifts = hn::Set(F32(), shift[block]);
            const VF32 weights = b ? hn::Set(F32(), weight[block]) : hn::Zero(F32());
            forEachVector(F32(), shape.pixels, [=](std::size_t at, auto access) HWY_ATTR {
                affine(i * plane + at, access, scales, weights, shifts);
            });
            continue;
        }
        forEachVector(F32(), shape.lanes, [=](std::size_t lane, auto access) HWY_ATTR {
            const std::size_t channel = block * shape.lanes + lane;
            const VF32 scales = factorAt(scale, channel, shape.channels, false);
            const VF32 shifts = factorAt(shift, channel, shape.channels, false);
            const VF32 weights = b ? factorAt(weight, channel, shape.channels, false) : hn::Zero(F32());
            for (std::size_t pixel = 0; pixel < shape.pixels; ++pixel)
                affine(i * plane + pixel * shape.lanes + lane, access, scales, weights, shifts);
        });
    }
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

void channelSums(const ChannelBlocks& shape, std::span<const float> src, std::span<float> sums) noexcept
{
    assert(src.size() == shape.elements() && sums.size() == shape.channels);
    HWY_DYNAMIC_DISPATCH(sumsLoop)(shape, src.data(), sums.data());
}

void channelMoments(const ChannelBlocks& shape, std::span<const float> src, std::span<float> means,
    std::span<float> variances) noexcept
{
    assert(src.size() == shape.elements() && means.size() == shape.channels &&
        variances.size() == shape.channels);
    HWY_DYNAMIC_DISPATCH(momentsLoop)(shape, src.data(), means.data(), variances.data());
}

void channelGradientSums(const ChannelBlocks& shape, std::span<const float> gradient,
    std::span<const float> src, std::span<const float> means, std::span<float> sums,
    std::span<float> weightedSums) noexcept
{
    assert(src.size() == shape.elements() && gradient.size() == src.size());
    HWY_DYNAMIC_DISPATCH(gradientSumsLoop)
    (shape, gradient.data(), src.data(), means.data(), sums.data(), weightedSums.data());
}

void channelAffine(const ChannelBlocks& shape, std::span<const float> a, std::span<const float> scale,
    std::span<const float> b, std::span<const float> weight, std::span<const float> shift,
    std::span<float> dst) noexcept
{
    assert(a.size() == shape.elements() && dst.size() == a.size() && (b.empty() || b.size() == a.size()));
    HWY_DYNAMIC_DISPATCH(affineLoop)
    (shape, a.data(), scale.data(), b.empty() ? nullptr : b.data(), weight.data(), shift.data(), dst.data());
}

}
#endif
