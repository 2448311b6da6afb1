// SPDX-License-Identifier: GPL-3.0-or-later
//
// Vectors of floats from a FloatSource: the run-time choice of format becomes a type once, before the loop.
//
// No #pragma once: see vectors-inl.h.
#if defined(HALFTONE_KERNELS_READER_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFTONE_KERNELS_READER_INL_H
#undef HALFTONE_KERNELS_READER_INL_H
#else
#define HALFTONE_KERNELS_READER_INL_H
#endif

#include "kernels/floatsource.h"
#include "kernels/simd/codec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {

/// This reads float32.
struct FloatReader
{
    const float* data;

    template <class Access>
    HWY_INLINE VF32 load(Access access, std::size_t at) const
    {
        return access.load(F32(), data + at);
    }
};

/// This reads 16-bit numbers and widens them.
template <class Codec>
struct HalfReader
{
    const std::int16_t* data;

    template <class Access>
    HWY_INLINE VF32 load(Access access, std::size_t at) const
    {
        const hn::Rebind<std::int16_t, F32> half; // as many lanes as a vector of floats
        return Codec::widen(hn::ZeroExtendVector(I16(), access.load(half, data + at))).low;
    }
};

/// Calls use(reader of source).
template <class Use>
void withReader(const FloatSource& source, Use use)
{
    const auto* patterns = static_cast<const std::int16_t*>(source.data());
    if (!source.format())
        use(FloatReader{static_cast<const float*>(source.data())});
    else if (*source.format() == Format16::F16)
        use(HalfReader<F16Codec>{patterns});
    else
        use(HalfReader<Bf16Codec>{patterns});
}

}
HWY_AFTER_NAMESPACE();

#endif
