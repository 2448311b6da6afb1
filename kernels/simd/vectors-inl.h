// SPDX-License-Identifier: GPL-3.0-or-later
//
// The vector types that all loops share, and the loop itself: whole vectors first, then one partial vector,
// so that every kernel is written once as "load, compute, store".
//
// No #pragma once: Highway includes this file once per instruction set, and HWY_TARGET_TOGGLE tells them
// apart.
#if defined(HALFTONE_KERNELS_VECTORS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFTONE_KERNELS_VECTORS_INL_H
#undef HALFTONE_KERNELS_VECTORS_INL_H
#else
#define HALFTONE_KERNELS_VECTORS_INL_H
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using F32 = hn::ScalableTag<float>;
using F64 = hn::Repartition<double, F32>;
using I32 = hn::RebindToSigned<F32>;
using I16 = hn::Repartition<std::int16_t, F32>; ///< Twice as many lanes as F32.
using VF32 = hn::Vec<F32>;
using VF64 = hn::Vec<F64>;
using VI32 = hn::Vec<I32>;
using VI16 = hn::Vec<I16>;

/// This is as many floats as one vector of 16-bit numbers has lanes, in memory order.
struct FloatPair
{
    VF32 low;
    VF32 high;
};

/// This loads and stores whole vectors.
struct WholeVector
{
    template <class D>
    HWY_INLINE hn::Vec<D> load(D d, const hn::TFromD<D>* src) const
    {
        return hn::LoadU(d, src);
    }

    template <class D>
    HWY_INLINE hn::Vec<D> loadOr(hn::Vec<D>, D d, const hn::TFromD<D>* src) const
    {
        return hn::LoadU(d, src);
    }

    template <class D>
    HWY_INLINE void store(hn::Vec<D> value, D d, hn::TFromD<D>* dst) const
    {
        hn::StoreU(value, d, dst);
    }

    HWY_INLINE FloatPair loadPair(const float* src) const
    {
        return {hn::LoadU(F32(), src), hn::LoadU(F32(), src + hn::Lanes(F32()))};
    }

    HWY_INLINE void storePair(FloatPair value, float* dst) const
    {
        hn::StoreU(value.low, F32(), dst);
        hn::StoreU(value.high, F32(), dst + hn::Lanes(F32()));
    }
};

/// This touches only the first lanes of a vector; the others read as zero, or as the value given to loadOr().
struct PartialVector
{
    std::size_t lanes;

    template <class D>
    HWY_INLINE hn::Vec<D> load(D d, const hn::TFromD<D>* src) const
    {
        return hn::LoadN(d, src, lanes);
    }

    template <class D>
    HWY_INLINE hn::Vec<D> loadOr(hn::Vec<D> padding, D d, const hn::TFromD<D>* src) const
    {
        return hn::LoadNOr(padding, d, src, lanes);
    }

    template <class D>
    HWY_INLINE void store(hn::Vec<D> value, D d, hn::TFromD<D>* dst) const
    {
        hn::StoreN(value, d, dst, lanes);
    }

    HWY_INLINE FloatPair loadPair(const float* src) const
    {
        return {hn::LoadN(F32(), src, lowLanes()), hn::LoadN(F32(), src + lowLanes(), lanes - lowLanes())};
    }

    HWY_INLINE void storePair(FloatPair value, float* dst) const
    {
        hn::StoreN(value.low, F32(), dst, lowLanes());
        hn::StoreN(value.high, F32(), dst + lowLanes(), lanes - lowLanes());
    }

private:
    HWY_INLINE std::size_t lowLanes() const { return HWY_MIN(lanes, hn::Lanes(F32())); }
};

/// Calls body(index, access) for each vector of D's lanes among size elements; access loads and stores there.
template <class D, class Body>
HWY_INLINE void forEachVector(D d, std::size_t size, Body body)
{
    const std::size_t lanes = hn::Lanes(d);
    std::size_t index = 0;
    for (; index + lanes <= size; index += lanes)
        body(index, WholeVector());
    if (index < size)
        body(index, PartialVector{size - index});
}

/// The index of the first element for which test(vector) holds, or size; padding of the last vector is zero.
template <class D, class Test>
HWY_INLINE std::size_t findFirst(D d, const hn::TFromD<D>* src, std::size_t size, Test test)
{
    const std::size_t lanes = hn::Lanes(d);
    std::size_t index = 0;
    for (; index + lanes <= size; index += lanes) {
        const auto found = test(hn::LoadU(d, src + index));
        if (HWY_UNLIKELY(!hn::AllFalse(d, found)))
            return index + hn::FindKnownFirstTrue(d, found);
    }
    if (index == size)
        return size;
    const auto found = test(hn::LoadN(d, src + index, size - index));
    return hn::AllFalse(d, found) ? size : HWY_MIN(size, index + hn::FindKnownFirstTrue(d, found));
}

/// counter + 1 in the lanes where mask holds.
template <class D, class Mask>
HWY_INLINE hn::Vec<D> countIf(D d, hn::Vec<D> counter, Mask mask)
{
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    return hn::MaskedAddOr(counter, mask, counter, hn::Set(d, 1));
#else
    return hn::Sub(counter, hn::VecFromMask(d, mask)); // A true lane is -1.
#endif
}

/// The sum of the lanes of counters whose lanes are at most 65535.
HWY_INLINE std::uint64_t sumCounts(VI16 counts)
{
    const hn::RepartitionToWide<hn::RebindToUnsigned<I16>> wide;
    return hn::ReduceSum(wide, hn::SumsOf2(hn::BitCast(hn::RebindToUnsigned<I16>(), counts)));
}

/// The sum of the lanes of counters that did not reach 2^31.
HWY_INLINE std::uint64_t sumCounts(VI32 counts)
{
    const hn::RepartitionToWide<I32> wide;
    return static_cast<std::uint64_t>(
        hn::ReduceSum(wide, hn::Add(hn::PromoteLowerTo(wide, counts), hn::PromoteUpperTo(wide, counts))));
}

/// The bits of |value|: ordered as the magnitudes are, infinity and then NaN last.
HWY_INLINE VI32 magnitudeBits(VF32 value)
{
    return hn::And(hn::BitCast(I32(), value), hn::Set(I32(), 0x7fffffff));
}

inline constexpr std::int32_t kInfinityBits = 0x7f800000;

/// This adds up floats in double: wide enough that the order of the additions hardly ever shows in a float.
class DoubleSum
{
public:
    HWY_INLINE DoubleSum()
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

private:
    VF64 m_lower;
    VF64 m_upper;
};

}
HWY_AFTER_NAMESPACE();

#endif
