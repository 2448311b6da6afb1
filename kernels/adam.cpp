// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/optimizer.h"

#include <cassert>
#include <cmath>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/adam.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

void gradientDescentStep(
    float* weight, const float* gradient, std::size_t size, float learningRate, float weightDecay)
{
    const VF32 rate = hn::Set(F32(), learningRate);
    const VF32 decay = hn::Set(F32(), weightDecay);
    forEachVector(F32(), size, [=](std::size_t i, auto access) HWY_ATTR {
        const VF32 w = access.load(F32(), weight + i);
        const VF32 g = hn::Add(access.load(F32(), gradient + i), hn::Mul(w, decay));
        access.store(hn::Sub(w, hn::Mul(g, rate)), F32(), weight + i);
    });
}

// Mul and Add, never MulAdd: see the contract in the header.
template <AdamDecay where>
void adamStep(float* weight, float* moment1, float* moment2, const float* gradient, std::size_t size,
    const AdamParameters& p)
{
    const VF32 decay = hn::Set(
        F32(), where == AdamDecay::InGradient ? p.weightDecay : 1.0f - p.learningRate * p.weightDecay);
    const VF32 fresh1 = hn::Set(F32(), 1.0f - p.beta1);
    const VF32 beta2 = hn::Set(F32(), p.beta2);
    const VF32 fresh2 = hn::Set(F32(), 1.0f - p.beta2);
    const VF32 rate = hn::Set(F32(), p.learningRate / (1.0f - p.beta1Power));
    const VF32 correction = hn::Set(F32(), std::sqrt(1.0f - p.beta2Power));
    const VF32 epsilon = hn::Set(F32(), p.epsilon);
    forEachVector(F32(), size, [=](std::size_t i, auto access) HWY_ATTR {
        VF32 w = access.load(F32(), weight + i);
        VF32 g = access.load(F32(), gradient + i);
        if constexpr (where == AdamDecay::InGradient)
            g = hn::Add(g, hn::Mul(w, decay));
        else
            w = hn::Mul(w, decay);
        const VF32 old = access.load(F32(), moment1 + i);
        const VF32 m = hn::Add(old, hn::Mul(hn::Sub(g, old), fresh1));
        const VF32 v =
            hn::Add(hn::Mul(access.load(F32(), moment2 + i), beta2), hn::Mul(hn::Mul(g, g), fresh2));
        const VF32 divisor = hn::Add(hn::Div(hn::Sqrt(v), correction), epsilon);
        access.store(m, F32(), moment1 + i);
        access.store(v, F32(), moment2 + i);
        access.store(hn::Sub(w, hn::Mul(rate, hn::Div(m, divisor))), F32(), weight + i);
    });
}

void adamPlain(float* weight, float* moment1, float* moment2, const float* gradient, std::size_t size,
    const AdamParameters& parameters)
{
    adamStep<AdamDecay::InGradient>(weight, moment1, moment2, gradient, size, parameters);
}

void adamBeside(float* weight, float* moment1, float* moment2, const float* gradient, std::size_t size,
    const AdamParameters& parameters)
{
    adamStep<AdamDecay::Beside>(weight, moment1, moment2, gradient, size, parameters);
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(gradientDescentStep);
HWY_EXPORT(adamPlain);
HWY_EXPORT(adamBeside);

}

void gradientDescentUpdate(
    std::span<float> weight, std::span<const float> gradient, float learningRate, float weightDecay) noexcept
{
    assert(weight.size() == gradient.size());
    HWY_DYNAMIC_DISPATCH(gradientDescentStep)
    (weight.data(), gradient.data(), weight.size(), learningRate, weightDecay);
}

void adamUpdate(std::span<float> weight, std::span<float> moment1, std::span<float> moment2,
    std::span<const float> gradient, const AdamParameters& parameters) noexcept
{
    assert(weight.size() == moment1.size() && weight.size() == moment2.size() &&
        weight.size() == gradient.size());
    const auto step = parameters.decay == AdamDecay::Beside ? HWY_DYNAMIC_POINTER(adamBeside)
                                                            : HWY_DYNAMIC_POINTER(adamPlain);
    step(weight.data(), moment1.data(), moment2.data(), gradient.data(), weight.size(), parameters);
}

}
#endif
