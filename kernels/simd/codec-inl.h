// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two 16-bit formats behind one interface, a vector at a time:
//   narrow(FloatPair) -> VI16   nearest, ties to even; NaN becomes a quiet NaN
//   widen(VI16) -> FloatPair    exact
// Both give the bits of kernels/scalar.h (widen() quietens binary16 NaNs, as the instruction does).
//
// Highway's own conversions are used only where they are one exact instruction (F16C). Its portable binary16
// widening takes infinities for 65536 and up, and the bfloat16 instruction of AVX-512 flushes subnormals.
//
// No #pragma once: see vectors-inl.h.
#if defined(HALFTONE_KERNELS_CODEC_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFTONE_KERNELS_CODEC_INL_H
#undef HALFTONE_KERNELS_CODEC_INL_H
#else
#define HALFTONE_KERNELS_CODEC_INL_H
#endif

#include "kernels/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {

/// The 16-bit lanes sign-extended to two vectors of 32-bit lanes, and back.
struct IntPair
{
    VI32 low;
    VI32 high;
};

HWY_INLINE IntPair extend(VI16 value)
{
    return {hn::PromoteLowerTo(I32(), value), hn::PromoteUpperTo(I32(), value)};
}

/// Both vectors must hold sign-extended 16-bit numbers: every instruction set packs those exactly.
HWY_INLINE VI16 pack(IntPair value)
{
    return hn::OrderedDemote2To(I16(), value.low, value.high);
}

struct F16Codec
{
    static constexpr std::int16_t kInfinity = 0x7c00;
    static constexpr std::int16_t kMinNormal = 0x0400;
    static constexpr std::int32_t kLastFiniteBits = 0x477fefff; ///< The largest float that does not overflow.

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
    using Half = hn::Rebind<hwy::float16_t, F32>;
    using HalfBits = hn::Rebind<std::int16_t, F32>;

    static HWY_INLINE VI16 narrow(FloatPair value)
    {
        return hn::Combine(I16(), hn::BitCast(HalfBits(), hn::DemoteTo(Half(), value.high)),
            hn::BitCast(HalfBits(), hn::DemoteTo(Half(), value.low)));
    }

    static HWY_INLINE FloatPair widen(VI16 value)
    {
        return {hn::PromoteTo(F32(), hn::BitCast(Half(), hn::LowerHalf(HalfBits(), value))),
            hn::PromoteTo(F32(), hn::BitCast(Half(), hn::UpperHalf(HalfBits(), value)))};
    }
#else
    static HWY_INLINE VI16 narrow(FloatPair value)
    {
        return pack({narrowedBits(value.low), narrowedBits(value.high)});
    }

    static HWY_INLINE FloatPair widen(VI16 value)
    {
        const IntPair bits = extend(value);
        return {widened(bits.low), widened(bits.high)};
    }

private:
    /// f16FromF32() of scalar.h in each lane, sign-extended.
    static HWY_INLINE VI32 narrowedBits(VF32 value)
    {
        const I32 d;
        const VI32 bits = hn::BitCast(d, value);
        const VI32 magnitude = magnitudeBits(value);

        const VI32 lowestKeptBit = hn::And(hn::ShiftRight<13>(magnitude), hn::Set(d, 1));
        const VI32 rebiased = hn::Add(hn::Sub(magnitude, hn::Set(d, 0x38000000 - 0xfff)), lowestKeptBit);
        const VI32 normal = hn::Min(hn::ShiftRight<13>(rebiased), hn::Set(d, 0x7c00));

        const VF32 units = hn::Add(hn::BitCast(F32(), magnitude), hn::Set(F32(), 0.5f));
        const VI32 subnormal = hn::Sub(hn::BitCast(d, units), hn::Set(d, 0x3f000000));

        const VI32 payload = hn::And(hn::ShiftRight<13>(magnitude), hn::Set(d, 0x3ff));
        const VI32 nan = hn::Or(payload, hn::Set(d, 0x7e00));

        VI32 result = hn::IfThenElse(hn::Lt(magnitude, hn::Set(d, 0x38800000)), subnormal, normal);
        result = hn::IfThenElse(hn::Gt(magnitude, hn::Set(d, kInfinityBits)), nan, result);
        return hn::OrAnd(result, hn::ShiftRight<16>(bits), hn::Set(d, -0x8000));
    }

    /// f32FromF16() of scalar.h in each lane; bits are sign-extended.
    static HWY_INLINE VF32 widened(VI32 bits)
    {
        const I32 d;
        const VI32 magnitude = hn::And(bits, hn::Set(d, 0x7fff));
        const VI32 exponentGap = hn::Set(d, 112 << 23); // The biases 127 and 15.
        const VI32 normal = hn::Add(hn::ShiftLeft<13>(magnitude), exponentGap);
        const VF32 subnormal = hn::Mul(hn::ConvertTo(F32(), magnitude), hn::Set(F32(), 0x1p-24f));

        const auto isNonFinite = hn::Gt(magnitude, hn::Set(d, 0x7bff));
        const auto isNan = hn::Gt(magnitude, hn::Set(d, 0x7c00));
        VI32 result = hn::Add(normal, hn::IfThenElseZero(isNonFinite, exponentGap));
        result = hn::Or(result, hn::IfThenElseZero(isNan, hn::Set(d, 0x00400000)));
        result = hn::IfThenElse(hn::Lt(magnitude, hn::Set(d, 0x400)), hn::BitCast(d, subnormal), result);
        return hn::BitCast(F32(), hn::OrAnd(result, bits, hn::Set(d, INT32_MIN)));
    }
#endif
};

struct Bf16Codec
{
    static constexpr std::int16_t kInfinity = 0x7f80;
    static constexpr std::int16_t kMinNormal = 0x0080;
    static constexpr std::int32_t kLastFiniteBits = 0x7f7f7fff; ///< The largest float that does not overflow.

    static HWY_INLINE VI16 narrow(FloatPair value)
    {
        return pack({narrowedBits(value.low), narrowedBits(value.high)});
    }

    static HWY_INLINE FloatPair widen(VI16 value)
    {
        const IntPair bits = extend(value);
        return {hn::BitCast(F32(), hn::ShiftLeft<16>(bits.low)),
            hn::BitCast(F32(), hn::ShiftLeft<16>(bits.high))};
    }

private:
    /// bf16FromF32() of scalar.h in each lane, sign-extended.
    static HWY_INLINE VI32 narrowedBits(VF32 value)
    {
        const I32 d;
        const VI32 bits = hn::BitCast(d, value);
        const VI32 lowestKeptBit = hn::And(hn::ShiftRight<16>(bits), hn::Set(d, 1));
        const VI32 rounded = hn::Add(bits, hn::Add(lowestKeptBit, hn::Set(d, 0x7fff)));
        const VI32 nan = hn::Or(bits, hn::Set(d, 0x00400000));
        const auto isNan = hn::Gt(magnitudeBits(value), hn::Set(d, kInfinityBits));
        return hn::ShiftRight<16>(hn::IfThenElse(isNan, nan, rounded));
    }
};

/// The bits without the sign.
HWY_INLINE VI16 magnitudeBits(VI16 value)
{
    return hn::And(value, hn::Set(I16(), 0x7fff));
}

/// Infinity becomes the largest finite value of the same sign, NaN becomes +0.
template <class Codec>
HWY_INLINE VI16 saturate(VI16 value)
{
    const I16 d;
    const VI16 infinity = hn::Set(d, Codec::kInfinity);
    const VI16 magnitude = magnitudeBits(value);
    const VI16 atMost = hn::Min(magnitude, hn::Set(d, Codec::kInfinity - 1));
    const VI16 clamped = hn::OrAnd(atMost, value, hn::Set(d, INT16_MIN));
    return hn::IfThenZeroElse(hn::Gt(magnitude, infinity), clamped);
}

}
HWY_AFTER_NAMESPACE();

#endif
