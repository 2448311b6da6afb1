// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rounding as the last step of a loop: the run-time choice of format, overflow and counting becomes a type
// once, before the loop.
//
// No #pragma once: see vectors-inl.h.
#if defined(HALFTONE_KERNELS_ROUNDER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFTONE_KERNELS_ROUNDER_INL_H
#undef HALFTONE_KERNELS_ROUNDER_INL_H
#else
#define HALFTONE_KERNELS_ROUNDER_INL_H
#endif

#include "kernels/simd/roundcounter-inl.h"

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {

/// This rounds the vectors of one block.
template <class Codec, OnOverflow onOverflow, Counting counting>
class Rounder
{
public:
    // NOLINTNEXTLINE(modernize-use-equals-default): for the reason that RoundCounter's constructor gives.
    HWY_INLINE Rounder() { }

    HWY_INLINE VI16 round(FloatPair source)
    {
        const VI16 rounded = Codec::narrow(source);
        if constexpr (counting == Counting::On)
            m_counter.add(source, rounded);
        if constexpr (onOverflow == OnOverflow::Saturate)
            return saturate<Codec>(rounded);
        else
            return rounded;
    }

    static HWY_INLINE FloatPair widen(VI16 value) { return Codec::widen(value); }

    RoundStats stats(std::size_t size) const
    {
        return counting == Counting::On ? m_counter.stats(size) : RoundStats();
    }

private:
    RoundCounter<Codec> m_counter;
};

template <class Codec, class Use>
RoundStats withCodec(Rounding rounding, Use use)
{
    const bool saturates = rounding.onOverflow == OnOverflow::Saturate;
    if (rounding.counting == Counting::Off)
        return saturates ? use(std::type_identity<Rounder<Codec, OnOverflow::Saturate, Counting::Off>>())
                         : use(std::type_identity<Rounder<Codec, OnOverflow::Infinity, Counting::Off>>());
    return saturates ? use(std::type_identity<Rounder<Codec, OnOverflow::Saturate, Counting::On>>())
                     : use(std::type_identity<Rounder<Codec, OnOverflow::Infinity, Counting::On>>());
}

/// Calls use() with the std::type_identity of the Rounder that the choice asks for.
template <class Use>
RoundStats withRounder(Rounding rounding, Use use)
{
    return rounding.format == Format16::F16 ? withCodec<F16Codec>(rounding, use)
                                            : withCodec<Bf16Codec>(rounding, use);
}

/// Calls body(rounder, index, access) for each vector of 16-bit lanes among size elements, a block at a time.
template <class Body>
RoundStats forEachRounded(std::size_t size, Rounding rounding, Body body)
{
    return withRounder(rounding, [=](auto type) HWY_ATTR {
        return inBlocks<RoundStats>(size, [=](std::size_t start, std::size_t blockSize) HWY_ATTR {
            typename decltype(type)::type rounder;
            forEachVector(I16(), blockSize,
                [&](std::size_t i, auto access) HWY_ATTR { body(rounder, start + i, access); });
            return rounder.stats(blockSize);
        });
    });
}

}
HWY_AFTER_NAMESPACE();

#endif
