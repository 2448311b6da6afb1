// SPDX-License-Identifier: GPL-3.0-or-later
//
// Highway's exp() and expm1() are exact to an ulp or two within their range, but give 0 for NaN and anything
// beyond the range; the selects around them put that right. The error function is the pair of minimax
// polynomials of N. Juffa (erff, published on Stack Overflow, answer 35148199): erf itself below 0.928, and
// 1 - e^p(x) above, so that the tail 1 - erf is at hand without cancellation.
//
// No #pragma once: Highway includes this file once per instruction set, and HWY_TARGET_TOGGLE tells them
// apart.
#if defined(HALFTONE_KERNELS_TRANSCENDENTAL_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFTONE_KERNELS_TRANSCENDENTAL_INL_H
#undef HALFTONE_KERNELS_TRANSCENDENTAL_INL_H
#else
#define HALFTONE_KERNELS_TRANSCENDENTAL_INL_H
#endif

#include "kernels/simd/vectors-inl.h"

#include <hwy/contrib/math/math-inl.h>

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {

HWY_INLINE VF32 constant(float value)
{
    return hn::Set(F32(), value);
}

HWY_INLINE VF32 orNan(VF32 x, VF32 result)
{
    return hn::IfThenElse(hn::IsNaN(x), x, result);
}

HWY_INLINE VF32 expOf(VF32 x)
{
    constexpr float kLargest = 88.72284f; // ln of the largest float: anything above is infinite.
    const VF32 inRange = hn::Exp(F32(), hn::Min(x, constant(kLargest)));
    const VF32 infinity = constant(std::numeric_limits<float>::infinity());
    return orNan(x, hn::IfThenElse(hn::Gt(x, constant(kLargest)), infinity, inRange));
}

/// e^x within an ulp for x up to 1, a third of the work of expOf(): for arguments that a caller has bounded.
/// From -104 down it is 0, and NaN gives something finite. The fit is relative to e^x on +-ln(2)/2. Powers
/// of two are kept 64 too high until the end, where one product makes subnormal numbers of small results.
HWY_INLINE VF32 expOfBounded(VF32 x)
{
    const VF32 bounded = hn::Max(x, constant(-104.0f));
    const VF32 magic = constant(0x1.8p23f); // Behind this sum the low bits are the nearest integer.
    const VF32 shifted = hn::MulAdd(bounded, constant(1.44269504f), magic);
    const VF32 n = hn::Sub(shifted, magic);
    const VF32 r = hn::NegMulAdd(
        n, constant(1.42860677e-6f), hn::NegMulAdd(n, constant(0.693145752f), bounded)); // ln 2 in two parts
    VF32 p = hn::MulAdd(constant(0.0013814246f), r, constant(0.008368898f));
    p = hn::MulAdd(p, r, constant(0.041668404f));
    p = hn::MulAdd(p, r, constant(0.1666652f));
    p = hn::MulAdd(p, r, constant(0.49999994f));
    p = hn::MulAdd(p, r, constant(1.0f));
    p = hn::MulAdd(p, r, constant(1.0f));
    const VI32 power = hn::ShiftLeft<23>(hn::Add(hn::BitCast(I32(), shifted), hn::Set(I32(), 64)));
    const VF32 high = hn::BitCast(F32(), hn::Add(hn::BitCast(I32(), p), power));
    return hn::Mul(high, constant(0x1p-64f));
}

HWY_INLINE VF32 logOf(VF32 x)
{
    const VF32 infinity = constant(std::numeric_limits<float>::infinity());
    const VF32 nan = constant(std::numeric_limits<float>::quiet_NaN());
    VF32 result = hn::Log(F32(), x);
    result = hn::IfThenElse(hn::Eq(x, infinity), infinity, result);
    result = hn::IfThenElse(hn::Eq(x, hn::Zero(F32())), hn::Neg(infinity), result);
    return orNan(x, hn::IfThenElse(hn::Lt(x, hn::Zero(F32())), nan, result));
}

HWY_INLINE VF32 tanhOf(VF32 x)
{
    return orNan(x, hn::Tanh(F32(), x));
}

// With e^-|x|, which cannot overflow, both halves keep their relative accuracy.
HWY_INLINE VF32 sigmoidOf(VF32 x)
{
    const VF32 one = constant(1.0f);
    const VF32 small = expOf(hn::Neg(hn::Abs(x)));
    const VF32 numerator = hn::IfThenElse(hn::Lt(x, hn::Zero(F32())), small, one);
    return orNan(x, hn::Div(numerator, hn::Add(one, small)));
}

/// Both ways to write the error function of |x|.
struct ErrorFunction
{
    VF32 value; ///< erf(x), good below kSwitch.
    VF32 tail; ///< 1 - erf(|x|), good above.
};
constexpr float kSwitch = 0.927734375f;

HWY_INLINE ErrorFunction errorFunctionOf(VF32 x)
{
    const VF32 t = hn::Abs(x);
    const VF32 s = hn::Mul(x, x);
    VF32 r = hn::MulAdd(constant(-1.72853470e-5f), t, constant(3.83197126e-4f));
    const VF32 u = hn::MulAdd(constant(-3.88396438e-3f), t, constant(2.42546219e-2f));
    r = hn::MulAdd(r, s, u);
    r = hn::MulAdd(r, t, constant(-1.06777877e-1f));
    r = hn::MulAdd(r, t, constant(-6.34846687e-1f));
    r = hn::MulAdd(r, t, constant(-1.28717512e-1f));
    r = hn::MulAdd(r, t, hn::Neg(t));
    // From 10.06 on the tail is below the smallest float; the polynomial is no longer one there.
    const VF32 tail = hn::IfThenZeroElse(hn::Gt(t, constant(10.06f)), expOfBounded(r));

    VF32 p = constant(-5.96761703e-4f);
    p = hn::MulAdd(p, s, constant(4.99119423e-3f));
    p = hn::MulAdd(p, s, constant(-2.67681349e-2f));
    p = hn::MulAdd(p, s, constant(1.12819925e-1f));
    p = hn::MulAdd(p, s, constant(-3.76125336e-1f));
    p = hn::MulAdd(p, s, constant(1.28379166e-1f));
    return {hn::MulAdd(p, x, x), tail};
}

HWY_INLINE VF32 erfOf(VF32 x)
{
    const ErrorFunction both = errorFunctionOf(x);
    const VF32 outer = hn::CopySign(hn::Sub(constant(1.0f), both.tail), x);
    return orNan(x, hn::IfThenElse(hn::Gt(hn::Abs(x), constant(kSwitch)), outer, both.value));
}

/// The normal distribution function: (1 + erf(x / sqrt 2)) / 2, without cancellation for negative x.
HWY_INLINE VF32 normalCdf(VF32 x)
{
    const VF32 half = constant(0.5f);
    const VF32 scaled = hn::Mul(x, constant(0.70710678f));
    const ErrorFunction both = errorFunctionOf(scaled);
    const VF32 halfTail = hn::Mul(half, both.tail);
    const VF32 outer =
        hn::IfThenElse(hn::Lt(x, hn::Zero(F32())), halfTail, hn::Sub(constant(1.0f), halfTail));
    const VF32 inner = hn::MulAdd(half, both.value, half);
    return hn::IfThenElse(hn::Gt(hn::Abs(scaled), constant(kSwitch)), outer, inner);
}

HWY_INLINE VF32 geluOf(VF32 x)
{
    // -infinity times its distribution function, 0, is NaN, and the limit is 0.
    const VF32 finite = hn::Max(x, constant(-20.0f));
    return orNan(x, hn::Mul(finite, normalCdf(finite)));
}

HWY_INLINE VF32 geluSlope(VF32 x)
{
    constexpr float kDensityAtZero = 0.39894228f; // 1 / sqrt(2 pi)
    // Beyond 20 the density is 0 in float, and infinity times 0 would be NaN.
    const VF32 bounded = hn::Min(hn::Max(x, constant(-20.0f)), constant(20.0f));
    const VF32 exponent = hn::Mul(constant(-0.5f), hn::Mul(bounded, bounded));
    const VF32 density = hn::Mul(constant(kDensityAtZero), expOfBounded(exponent));
    return orNan(x, hn::MulAdd(bounded, density, normalCdf(bounded)));
}

HWY_INLINE VF32 expm1Of(VF32 x)
{
    constexpr float kLargest = 88.72284f; // As for expOf().
    const VF32 inRange = hn::Expm1(F32(), hn::Max(hn::Min(x, constant(kLargest)), constant(-100.0f)));
    const VF32 infinity = constant(std::numeric_limits<float>::infinity());
    return orNan(x, hn::IfThenElse(hn::Gt(x, constant(kLargest)), infinity, inRange));
}

/// ln(1 + e^x), without overflow and without losing small results.
HWY_INLINE VF32 softplusOf(VF32 x)
{
    const VF32 small = hn::Log1p(F32(), expOf(hn::Neg(hn::Abs(x))));
    return orNan(x, hn::Add(hn::Max(x, hn::Zero(F32())), small));
}

constexpr float kTanhGeluInner = 0.7978845608f; // sqrt(2 / pi)
constexpr float kTanhGeluCubic = 0.044715f;

/// The tanh in the approximate form of GELU.
HWY_INLINE VF32 geluTanhTerm(VF32 x)
{
    const VF32 cubic = hn::Mul(constant(kTanhGeluCubic), hn::Mul(x, hn::Mul(x, x)));
    return tanhOf(hn::Mul(constant(kTanhGeluInner), hn::Add(x, cubic)));
}

}
HWY_AFTER_NAMESPACE();

#endif
