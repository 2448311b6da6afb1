// SPDX-License-Identifier: GPL-3.0-or-later
//
// No #pragma once: see vectors-inl.h.
#if defined(HALFTONE_KERNELS_ROWMAX_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFTONE_KERNELS_ROWMAX_INL_H
#undef HALFTONE_KERNELS_ROWMAX_INL_H
#else
#define HALFTONE_KERNELS_ROWMAX_INL_H
#endif

#include "kernels/simd/vectors-inl.h"

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {

/// The largest element; NaN where there is a NaN among them, -infinity where there is none.
HWY_INLINE float rowMax(const float* values, std::size_t size)
{
    const VF32 padding = hn::Set(F32(), -std::numeric_limits<float>::infinity());
    VF32 max = padding;
    auto hasNan = hn::MaskFalse(F32());
    forEachVector(F32(), size, [&](std::size_t i, auto access) HWY_ATTR {
        const VF32 value = access.loadOr(padding, F32(), values + i);
        hasNan = hn::Or(hasNan, hn::IsNaN(value));
        max = hn::Max(max, value);
    });
    return hn::AllFalse(F32(), hasNan) ? hn::ReduceMax(F32(), max) : std::numeric_limits<float>::quiet_NaN();
}

}
HWY_AFTER_NAMESPACE();

#endif
