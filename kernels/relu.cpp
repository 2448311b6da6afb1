// SPDX-License-Identifier: GPL-3.0-or-later
//
// ReLU and its mask on the bits, as signed integers: one loop serves float32 and both 16-bit formats, and
// nothing depends on how the processor treats subnormals. Seen so, the patterns ascend in this order:
//   -0 ... -infinity | NaNs with the sign bit | +0 ... +infinity | NaNs without
#include "kernels/elementwise.h"
#include "kernels/simd/signed.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/relu.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/codec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

/// Everything up to -infinity becomes +0. D is the type in memory, Bits its integers, infinity their pattern.
template <class D, class Bits = hn::RebindToSigned<D>>
void reluBits(D d, const hn::TFromD<D>* src, hn::TFromD<D>* dst, std::size_t size, hn::TFromD<Bits> infinity)
{
    const hn::Vec<Bits> lastZeroed = hn::Or(hn::Set(Bits(), infinity), hn::SignBit(Bits()));
    forEachVector(d, size, [=](std::size_t i, auto access) HWY_ATTR {
        const auto value = hn::BitCast(Bits(), access.load(d, src + i));
        access.store(hn::BitCast(d, hn::IfThenElseZero(hn::Gt(value, lastZeroed), value)), d, dst + i);
    });
}

/// Keeps the gradient where the result lies behind +0, up to +infinity.
template <class D, class T = hn::TFromD<D>, class Bits = hn::RebindToSigned<D>>
void reluGradientBits(
    D d, const T* gradient, const T* result, T* dst, std::size_t size, hn::TFromD<Bits> infinity)
{
    forEachVector(d, size, [=](std::size_t i, auto access) HWY_ATTR {
        const auto position = hn::BitCast(Bits(), access.load(d, result + i));
        const auto isNan = hn::Gt(position, hn::Set(Bits(), infinity));
        const auto isPositive = hn::AndNot(isNan, hn::Gt(position, hn::Zero(Bits())));
        const auto kept = hn::BitCast(Bits(), access.load(d, gradient + i));
        access.store(hn::BitCast(d, hn::IfThenElseZero(isPositive, kept)), d, dst + i);
    });
}

std::int16_t infinityOf(Format16 format)
{
    return format == Format16::F16 ? F16Codec::kInfinity : Bf16Codec::kInfinity;
}

void relu32(const float* src, float* dst, std::size_t size)
{
    reluBits(F32(), src, dst, size, kInfinityBits);
}

void relu16(const std::int16_t* src, std::int16_t* dst, std::size_t size, Format16 format)
{
    reluBits(I16(), src, dst, size, infinityOf(format));
}

void reluGradient32(const float* gradient, const float* result, float* dst, std::size_t size)
{
    reluGradientBits(F32(), gradient, result, dst, size, kInfinityBits);
}

void reluGradient16(const std::int16_t* gradient, const std::int16_t* result, std::int16_t* dst,
    std::size_t size, Format16 format)
{
    reluGradientBits(I16(), gradient, result, dst, size, infinityOf(format));
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(relu32);
HWY_EXPORT(relu16);
HWY_EXPORT(reluGradient32);
HWY_EXPORT(reluGradient16);

}

void relu(std::span<const float> src, std::span<float> dst) noexcept
{
    assert(src.size() == dst.size());
    HWY_DYNAMIC_DISPATCH(relu32)(src.data(), dst.data(), src.size());
}

void relu(std::span<const std::uint16_t> src, std::span<std::uint16_t> dst, Format16 format) noexcept
{
    assert(src.size() == dst.size());
    HWY_DYNAMIC_DISPATCH(relu16)(asSigned(src.data()), asSigned(dst.data()), src.size(), format);
}

void reluGradient(
    std::span<const float> gradient, std::span<const float> result, std::span<float> dst) noexcept
{
    assert(gradient.size() == result.size() && gradient.size() == dst.size());
    HWY_DYNAMIC_DISPATCH(reluGradient32)(gradient.data(), result.data(), dst.data(), dst.size());
}

void reluGradient(std::span<const std::uint16_t> gradient, std::span<const std::uint16_t> result,
    std::span<std::uint16_t> dst, Format16 format) noexcept
{
    assert(gradient.size() == result.size() && gradient.size() == dst.size());
    HWY_DYNAMIC_DISPATCH(reluGradient16)(
        asSigned(gradient.data()), asSigned(result.data()), asSigned(dst.data()), dst.size(), format);
}

}
#endif
