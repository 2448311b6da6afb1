// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rounding of numbers that stay in memory as they are: most of what RoundCounter counts beside each vector
// can then be counted behind a block that has such numbers, and is mostly not there.
//
// No #pragma once: see vectors-inl.h.
#if defined(HALFTONE_KERNELS_ROUNDFROM_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFTONE_KERNELS_ROUNDFROM_INL_H
#undef HALFTONE_KERNELS_ROUNDFROM_INL_H
#else
#define HALFTONE_KERNELS_ROUNDFROM_INL_H
#endif

#include "kernels/simd/rounder-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {

/// What is always counted: results that are zero or below the normal ones, and the largest magnitude.
template <class Codec>
class QuickCounter
{
public:
    HWY_INLINE QuickCounter()
        : m_zeros(hn::Zero(I16()))
        , m_belowNormal(hn::Zero(I16()))
        , m_max(hn::Zero(I32()))
    {
    }

    HWY_INLINE void add(FloatPair source, VI16 rounded)
    {
        const I16 d;
        const VI16 magnitude = magnitudeBits(rounded);
        m_zeros = countIf(d, m_zeros, hn::Eq(magnitude, hn::Zero(d)));
        m_belowNormal = countIf(d, m_belowNormal, hn::Lt(magnitude, hn::Set(d, Codec::kMinNormal)));
        m_max = hn::Max(m_max, hn::Max(magnitudeBits(source.low), magnitudeBits(source.high)));
    }

    /// Of a block whose sources are \p src.
    RoundStats stats(const float* src, std::size_t size) const
    {
        const std::int32_t largest = hn::ReduceMax(I32(), m_max);
        if (largest > Codec::kLastFiniteBits)
            return counted(src, size);
        const std::uint64_t zeros = sumCounts(m_zeros);
        return {.count = size,
            .underflows = zeros == 0 ? 0 : zeros - sourceZeros(src, size),
            .subnormals = sumCounts(m_belowNormal) - zeros,
            .absMax = std::bit_cast<float>(largest)};
    }

private:
    /// Everything, for a block that overflows.
    static RoundStats counted(const float* src, std::size_t size)
    {
        RoundCounter<Codec> counter;
        forEachVector(I16(), size, [&](std::size_t i, auto access) HWY_ATTR {
            const FloatPair source = access.loadPair(src + i);
            counter.add(source, Codec::narrow(source));
        });
        return counter.stats(size);
    }

    /// With the lanes that pad the last vector, which are zeros before and after rounding.
    static std::uint64_t sourceZeros(const float* src, std::size_t size)
    {
        const I32 d;
        VI32 others = hn::Zero(d);
        forEachVector(F32(), size, [&](std::size_t i, auto access) HWY_ATTR {
            others = countIf(d, others, hn::Ne(magnitudeBits(access.load(F32(), src + i)), hn::Zero(d)));
        });
        const std::size_t lanes = hn::Lanes(I16());
        return (size + lanes - 1) / lanes * lanes - sumCounts(others);
    }

    VI16 m_zeros;
    VI16 m_belowNormal;
    VI32 m_max;
};

template <class Codec, OnOverflow onOverflow, class Body>
RoundStats roundBlocks(const float* src, std::size_t size, Body body)
{
    constexpr std::size_t kStretch = 4096; // is still in the nearest cache when it is gone over again
    RoundStats stats;
    for (std::size_t start = 0; start < size; start += kStretch) {
        const std::size_t length = HWY_MIN(kStretch, size - start);
        QuickCounter<Codec> counter;
        forEachVector(I16(), length, [&](std::size_t i, auto access) HWY_ATTR {
            const FloatPair source = access.loadPair(src + start + i);
            const VI16 rounded = Codec::narrow(source);
            counter.add(source, rounded);
            body(onOverflow == OnOverflow::Saturate ? saturate<Codec>(rounded) : rounded, start + i, access);
        });
        stats += counter.stats(src + start, length);
    }
    return stats;
}

/// Calls body(rounded, widen, index, access) for each vector of 16-bit lanes among the numbers of src, which
/// body must not change; widen(rounded) gives its floats.
template <class Body>
RoundStats forEachRoundedFrom(const float* src, std::size_t size, Rounding rounding, Body body)
{
    const auto inFormat = [=]<class Codec>(std::type_identity<Codec>) HWY_ATTR {
        const auto widen = [](VI16 value) HWY_ATTR { return Codec::widen(value); };
        const auto each = [=](VI16 rounded, std::size_t i, auto access)
                              HWY_ATTR { body(rounded, widen, i, access); };
        if (rounding.counting == Counting::Off)
            return forEachRounded(size, rounding, [=](auto& rounder, std::size_t i, auto access) HWY_ATTR {
                each(rounder.round(access.loadPair(src + i)), i, access);
            });
        return rounding.onOverflow == OnOverflow::Saturate
            ? roundBlocks<Codec, OnOverflow::Saturate>(src, size, each)
            : roundBlocks<Codec, OnOverflow::Infinity>(src, size, each);
    };
    return rounding.format == Format16::F16 ? inFormat(std::type_identity<F16Codec>())
                                            : inFormat(std::type_identity<Bf16Codec>());
}

}
HWY_AFTER_NAMESPACE();

#endif
