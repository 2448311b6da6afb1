// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/elementwise.h"
#include "kernels/simd/signed.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/arithmetic.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/rounder-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

struct Sum
{
    HWY_INLINE VF32 operator()(VF32 a, VF32 b) const { return hn::Add(a, b); }
};

struct Product
{
    HWY_INLINE VF32 operator()(VF32 a, VF32 b) const { return hn::Mul(a, b); }
};

template <class Operation>
void binary32(const float* a, const float* b, float* dst, std::size_t size)
{
    forEachVector(F32(), size, [=](std::size_t i, auto access) HWY_ATTR {
        access.store(Operation()(access.load(F32(), a + i), access.load(F32(), b + i)), F32(), dst + i);
    });
}

template <class Operation>
RoundStats binary16(
    const std::int16_t* a, const std::int16_t* b, std::int16_t* dst, std::size_t size, Rounding rounding)
{
    return forEachRounded(size, rounding, [=](auto& rounder, std::size_t i, auto access) HWY_ATTR {
        const FloatPair left = rounder.widen(access.load(I16(), a + i));
        const FloatPair right = rounder.widen(access.load(I16(), b + i));
        const FloatPair result{Operation()(left.low, right.low), Operation()(left.high, right.high)};
        access.store(rounder.round(result), I16(), dst + i);
    });
}

void add32(const float* a, const float* b, float* dst, std::size_t size)
{
    binary32<Sum>(a, b, dst, size);
}

void multiply32(const float* a, const float* b, float* dst, std::size_t size)
{
    binary32<Product>(a, b, dst, size);
}

RoundStats add16(
    const std::int16_t* a, const std::int16_t* b, std::int16_t* dst, std::size_t size, Rounding rounding)
{
    return binary16<Sum>(a, b, dst, size, rounding);
}

RoundStats multiply16(
    const std::int16_t* a, const std::int16_t* b, std::int16_t* dst, std::size_t size, Rounding rounding)
{
    return binary16<Product>(a, b, dst, size, rounding);
}

bool unscale32(const float* gradient, float* dst, std::size_t size, float inverseScale)
{
    const VF32 factor = hn::Set(F32(), inverseScale);
    VI32 max = hn::Zero(I32());
    forEachVector(F32(), size, [&](std::size_t i, auto access) HWY_ATTR {
        const VF32 product = hn::Mul(access.load(F32(), gradient + i), factor);
        access.store(product, F32(), dst + i);
        max = hn::Max(max, magnitudeBits(product));
    });
    return hn::ReduceMax(I32(), max) < kInfinityBits;
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(add32);
HWY_EXPORT(add16);
HWY_EXPORT(multiply32);
HWY_EXPORT(multiply16);
HWY_EXPORT(unscale32);

}

void add(std::span<const float> a, std::span<const float> b, std::span<float> dst) noexcept
{
    assert(a.size() == b.size() && a.size() == dst.size());
    HWY_DYNAMIC_DISPATCH(add32)(a.data(), b.data(), dst.data(), dst.size());
}

void multiply(std::span<const float> a, std::span<const float> b, std::span<float> dst) noexcept
{
    assert(a.size() == b.size() && a.size() == dst.size());
    HWY_DYNAMIC_DISPATCH(multiply32)(a.data(), b.data(), dst.data(), dst.size());
}

RoundStats add(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b,
    std::span<std::uint16_t> dst, Rounding rounding) noexcept
{
    assert(a.size() == b.size() && a.size() == dst.size());
    return HWY_DYNAMIC_DISPATCH(add16)(
        asSigned(a.data()), asSigned(b.data()), asSigned(dst.data()), dst.size(), rounding);
}

RoundStats multiply(std::span<const std::uint16_t> a, std::span<const std::uint16_t> b,
    std::span<std::uint16_t> dst, Rounding rounding) noexcept
{
    assert(a.size() == b.size() && a.size() == dst.size());
    return HWY_DYNAMIC_DISPATCH(multiply16)(
        asSigned(a.data()), asSigned(b.data()), asSigned(dst.data()), dst.size(), rounding);
}

bool unscale(std::span<const float> gradient, float inverseScale, std::span<float> dst) noexcept
{
    assert(gradient.size() == dst.size());
    return HWY_DYNAMIC_DISPATCH(unscale32)(gradient.data(), dst.data(), dst.size(), inverseScale);
}

bool unscale(std::span<float> gradient, float inverseScale) noexcept
{
    return unscale(gradient, inverseScale, gradient);
}

}
#endif
