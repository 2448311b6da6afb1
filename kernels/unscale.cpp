// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/elementwise.h"
#include "kernels/simd/signed.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/unscale.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/codec-inl.h"

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

bool unscale16(
    const std::int16_t* gradient, Format16 format, float* dst, std::size_t size, float inverseScale)
{
    return format == Format16::F16 ? unscalePatterns<F16Codec>(gradient, dst, size, inverseScale)
                                   : unscalePatterns<Bf16Codec>(gradient, dst, size, inverseScale);
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(unscale32);
HWY_EXPORT(unscale16);

}

bool unscale(std::span<const float> gradient, float inverseScale, std::span<float> dst) noexcept
{
    assert(gradient.size() == dst.size());
    return HWY_DYNAMIC_DISPATCH(unscale32)(gradient.data(), dst.data(), dst.size(), inverseScale);
}

bool unscale(std::span<const std::uint16_t> gradient, Format16 format, float inverseScale,
    std::span<float> dst) noexcept
{
    assert(gradient.size() == dst.size());
    return HWY_DYNAMIC_DISPATCH(unscale16)(
        asSigned(gradient.data()), format, dst.data(), dst.size(), inverseScale);
}

bool unscale(std::span<float> gradient, float inverseScale) noexcept
{
    return unscale(gradient, inverseScale, gradient);
}

}
#endif
