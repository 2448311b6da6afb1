// SPDX-License-Identifier: GPL-3.0-or-later
//
// Clip on 16-bit numbers, widened and narrowed in registers. What comes out is an operand or a bound, so that
// nothing is rounded.
#include "kernels/elementwise.h"
#include "kernels/simd/signed.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/clip.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/codec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

// x86's min and max give the second operand where one is NaN, so NaNs are put back.
HWY_INLINE VF32 clipped(VF32 x, VF32 low, VF32 high)
{
    return hn::IfThenElse(hn::IsNaN(x), x, hn::Min(hn::Max(x, low), high));
}

// As a product, so that a gradient that is infinite or NaN is not lost behind a bound.
HWY_INLINE VF32 clippedGradient(VF32 gradient, VF32 x, VF32 low, VF32 high)
{
    const auto isInside = hn::And(hn::Ge(x, low), hn::Le(x, high));
    const VF32 slope = hn::IfThenElseZero(isInside, hn::Set(F32(), 1));
    return hn::Mul(gradient, hn::IfThenElse(hn::IsNaN(x), x, slope));
}

template <class Codec>
void clipPatterns(const std::int16_t* src, std::int16_t* dst, std::size_t size, float low, float high)
{
    const VF32 lowest = hn::Set(F32(), low), highest = hn::Set(F32(), high);
    forEachVector(I16(), size, [=](std::size_t i, auto access) HWY_ATTR {
        const FloatPair x = Codec::widen(access.load(I16(), src + i));
        const FloatPair y{clipped(x.low, lowest, highest), clipped(x.high, lowest, highest)};
        access.store(Codec::narrow(y), I16(), dst + i);
    });
}

template <class Codec>
void clipGradientPatterns(const std::int16_t* gradient, const std::int16_t* operand, std::int16_t* dst,
    std::size_t size, float low, float high)
{
    const VF32 lowest = hn::Set(F32(), low), highest = hn::Set(F32(), high);
    forEachVector(I16(), size, [=](std::size_t i, auto access) HWY_ATTR {
        const FloatPair g = Codec::widen(access.load(I16(), gradient + i));
        const FloatPair x = Codec::widen(access.load(I16(), operand + i));
        const FloatPair result{
            clippedGradient(g.low, x.low, lowest, highest), clippedGradient(g.high, x.high, lowest, highest)};
        access.store(Codec::narrow(result), I16(), dst + i);
    });
}

void clip16(
    const std::int16_t* src, std::int16_t* dst, std::size_t size, Format16 format, float low, float high)
{
    if (format == Format16::F16)
        clipPatterns<F16Codec>(src, dst, size, low, high);
    else
        clipPatterns<Bf16Codec>(src, dst, size, low, high);
}

void clipGradient16(const std::int16_t* gradient, const std::int16_t* operand, std::int16_t* dst,
    std::size_t size, Format16 format, float low, float high)
{
    if (format == Format16::F16)
        clipGradientPatterns<F16Codec>(gradient, operand, dst, size, low, high);
    else
        clipGradientPatterns<Bf16Codec>(gradient, operand, dst, size, low, high);
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(clip16);
HWY_EXPORT(clipGradient16);

}

void clip(std::span<const std::uint16_t> src, std::span<std::uint16_t> dst, Format16 format, float low,
    float high) noexcept
{
    assert(src.size() == dst.size());
    HWY_DYNAMIC_DISPATCH(clip16)(asSigned(src.data()), asSigned(dst.data()), dst.size(), format, low, high);
}

void clipGradient(std::span<const std::uint16_t> gradient, std::span<const std::uint16_t> operand,
    std::span<std::uint16_t> dst, Format16 format, float low, float high) noexcept
{
    assert(gradient.size() == dst.size() && operand.size() == dst.size());
    HWY_DYNAMIC_DISPATCH(clipGradient16)
    (asSigned(gradient.data()), asSigned(operand.data()), asSigned(dst.data()), dst.size(), format, low,
        high);
}

}
#endif
