// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/loss.h"

#include <cassert>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/squarederror.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

HWY_INLINE VF64 square(VF64 value)
{
    return hn::Mul(value, value);
}

double sumOfSquares(const float* prediction, const float* target, std::size_t size)
{
    const F64 d;
    VF64 lower = hn::Zero(d);
    VF64 upper = hn::Zero(d);
    forEachVector(F32(), size, [&](std::size_t i, auto access) HWY_ATTR {
        const VF32 p = access.load(F32(), prediction + i);
        const VF32 t = access.load(F32(), target + i);
        lower = hn::Add(lower, square(hn::Sub(hn::PromoteLowerTo(d, p), hn::PromoteLowerTo(d, t))));
        upper = hn::Add(upper, square(hn::Sub(hn::PromoteUpperTo(d, p), hn::PromoteUpperTo(d, t))));
    });
    return hn::ReduceSum(d, hn::Add(lower, upper));
}

void scaledDifference(
    const float* prediction, const float* target, float* dst, std::size_t size, float factor)
{
    const VF32 scale = hn::Set(F32(), factor);
    forEachVector(F32(), size, [=](std::size_t i, auto access) HWY_ATTR {
        const VF32 difference = hn::Sub(access.load(F32(), prediction + i), access.load(F32(), target + i));
        access.store(hn::Mul(difference, scale), F32(), dst + i);
    });
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(sumOfSquares);
HWY_EXPORT(scaledDifference);

}

double meanSquaredError(std::span<const float> prediction, std::span<const float> target) noexcept
{
    assert(prediction.size() == target.size());
    if (prediction.empty())
        return 0;
    return HWY_DYNAMIC_DISPATCH(sumOfSquares)(prediction.data(), target.data(), prediction.size()) /
        static_cast<double>(prediction.size());
}

void meanSquaredErrorGradient(std::span<const float> prediction, std::span<const float> target,
    float lossGradient, std::span<float> dst) noexcept
{
    assert(prediction.size() == target.size() && prediction.size() == dst.size());
    const auto factor = static_cast<float>(2.0 * lossGradient / static_cast<double>(dst.size()));
    HWY_DYNAMIC_DISPATCH(scaledDifference)(prediction.data(), target.data(), dst.data(), dst.size(), factor);
}

}
#endif
