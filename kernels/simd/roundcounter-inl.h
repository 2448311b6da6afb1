// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counts what rounding does, riding on the rounding pass: about one extra instruction per element, in vector
// accumulators with one counter per lane. (Mask and population-count instructions were 1.3 times slower.)
//
// No #pragma once: see vectors-inl.h.
#if defined(HALFTONE_KERNELS_ROUNDCOUNTER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFTONE_KERNELS_ROUNDCOUNTER_INL_H
#undef HALFTONE_KERNELS_ROUNDCOUNTER_INL_H
#else
#define HALFTONE_KERNELS_ROUNDCOUNTER_INL_H
#endif

#include "kernels/round.h"
#include "kernels/simd/codec-inl.h"

#include <bit>

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {

/// A 16-bit lane must not count past 65535, so a counter serves at most one block: 16384 vectors of 8 lanes.
inline constexpr std::size_t kBlock = std::size_t{1} << 17;

/// Counts over one block. A partial vector is padded with zeros, which count nowhere: they are zeros before
/// and after rounding.
template <class Codec>
class RoundCounter
{
public:
    // Written out, since GCC compiles implicit constructors without the instruction set around them.
    HWY_INLINE RoundCounter()
        : m_zeros(hn::Zero(I16()))
        , m_belowNormal(hn::Zero(I16()))
        , m_sourceZeros(hn::Zero(I16()))
        , m_max(hn::Zero(I32()))
    {
    }

    HWY_INLINE void add(FloatPair source, VI16 rounded)
    {
        const I16 d;
        const VI16 magnitude = magnitudeBits(rounded);
        m_zeros = countIf(d, m_zeros, hn::Eq(magnitude, hn::Zero(d)));
        m_belowNormal = countIf(d, m_belowNormal, hn::Lt(magnitude, hn::Set(d, Codec::kMinNormal)));

        const VI32 low = magnitudeBits(source.low);
        const VI32 high = magnitudeBits(source.high);
        // Packing saturates, so only zero becomes zero; the order of the lanes does not matter to a count.
        const VI16 packed = hn::ReorderDemote2To(d, low, high);
        m_sourceZeros = countIf(d, m_sourceZeros, hn::Eq(packed, hn::Zero(d)));
        const VI32 larger = hn::Max(low, high);
        // Overflow is rare: what belongs to it is counted apart, and costs one branch otherwise.
        if (HWY_LIKELY(hn::AllFalse(I32(), hn::Gt(larger, hn::Set(I32(), Codec::kLastFiniteBits))))) {
            m_max = hn::Max(m_max, larger);
        } else {
            addOverflows(low);
            addOverflows(high);
        }
    }

    RoundStats stats(std::size_t size) const
    {
        const std::uint64_t zeros = sumCounts(m_zeros);
        return {.count = size,
            .overflows = m_overflows,
            .inherited = m_inherited,
            .nans = m_nans,
            .underflows = zeros - sumCounts(m_sourceZeros),
            .subnormals = sumCounts(m_belowNormal) - zeros,
            .absMax = std::bit_cast<float>(hn::ReduceMax(I32(), m_max))};
    }

private:
    HWY_INLINE void addOverflows(VI32 magnitude)
    {
        const I32 d;
        const VI32 infinity = hn::Set(d, kInfinityBits);
        const auto isFinite = hn::Lt(magnitude, infinity);
        m_overflows += hn::CountTrue(d, hn::Gt(magnitude, hn::Set(d, Codec::kLastFiniteBits)));
        m_inherited += hn::Lanes(d) - hn::CountTrue(d, isFinite);
        m_nans += hn::CountTrue(d, hn::Gt(magnitude, infinity));
        m_max = hn::Max(m_max, hn::IfThenElseZero(isFinite, magnitude));
    }

    VI16 m_zeros;
    VI16 m_belowNormal;
    VI16 m_sourceZeros;
    VI32 m_max;
    std::uint64_t m_overflows = 0;
    std::uint64_t m_inherited = 0;
    std::uint64_t m_nans = 0;
};

/// Merges, with +=, what count(start, size) returns for each block.
template <class Stats, class Count>
HWY_INLINE Stats inBlocks(std::size_t size, Count count)
{
    Stats stats;
    for (std::size_t start = 0; start < size; start += kBlock)
        stats += count(start, HWY_MIN(kBlock, size - start));
    return stats;
}

}
HWY_AFTER_NAMESPACE();

#endif
