// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/elementwise.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unscale.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/roundfrom-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

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

template <class Codec>
bool unscalePatterns(const std::int16_t* gradient, float* dst, std::size_t size, float inverseScale)
{
    const VF32 factor = hn::Set(F32(), inverseScale);
    VI32 max = hn::Zero(I32());
    forEachVector(I16(), size, [&](std::size_t i, auto access) HWY_ATTR {
        const FloatPair wide = Codec::widen(access.load(I16(), gradient + i));
        const FloatPair products{hn::Mul(wide.low, factor), hn::Mul(wide.high, factor)};
        access.storePair(products, dst + i);
        max = hn::Max(max, hn::Max(magnitudeBits(products.low), magnitudeBits(products.high)));
    });
    return hn::ReduceMax(I32(), max) < kInfinityBits;
}

RoundStats unscaleRoundedLoop(const float* gradient, float* dst, std::size_t size, float inverseScale,
    Rounding rounding, bool& areFinite)
{
    const VF32 factor = hn::Set(F32(), inverseScale);
    VI32 max = hn::Zero(I32());
    const RoundStats stats = forEachRoundedFrom(
        gradient, size, rounding, [&](VI16 rounded, auto widen, std::size_t i, auto access) HWY_ATTR {
            const FloatPair wide = widen(rounded);
            const FloatPair products{hn::Mul(wide.low, factor), hn::Mul(wide.high, factor)};
            access.storePair(products, dst + i);
            max = hn::Max(max, hn::Max(magnitudeBits(products.low), magnitudeBits(products.high)));
        });
    areFinite = areFinite && hn::ReduceMax(I32(), max) < kInfinityBits;
    return stats;
}

bool unscaleLoop(const FloatSource& gradient, float* dst, float inverseScale)
{
    if (!gradient.format())
        return unscale32(static_cast<const float*>(gradient.data()), dst, gradient.size(), inverseScale);
    const auto* patterns = static_cast<const std::int16_t*>(gradient.data());
    return *gradient.format() == Format16::F16
        ? unscalePatterns<F16Codec>(patterns, dst, gradient.size(), inverseScale)
        : unscalePatterns<Bf16Codec>(patterns, dst, gradient.size(), inverseScale);
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(unscaleLoop);
HWY_EXPORT(unscaleRoundedLoop);

}

bool unscale(const FloatSource& gradient, float inverseScale, std::span<float> dst) noexcept
{
    assert(gradient.size() == dst.size());
    return HWY_DYNAMIC_DISPATCH(unscaleLoop)(gradient, dst.data(), inverseScale);
}

bool unscale(std::span<float> gradient, float inverseScale) noexcept
{
    return unscale(FloatSource(gradient), inverseScale, gradient);
}

RoundStats unscaleRounded(std::span<const float> gradient, float inverseScale, std::span<float> dst,
    Rounding rounding, bool& areFinite) noexcept
{
    assert(gradient.size() == dst.size());
    return HWY_DYNAMIC_DISPATCH(unscaleRoundedLoop)(
        gradient.data(), dst.data(), gradient.size(), inverseScale, rounding, areFinite);
}

}
#endif
