// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/optimizer.h"

#include <cassert>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/optimizer.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h, which sets the instruction set that these compile for:
#include "kernels/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace halftone::kernels::HWY_NAMESPACE {
namespace {

// Mul and Add, never MulAdd: see the contract in the header.
template <Nesterov nesterov>
void momentumStep(float* weight, float* moment, const float* gradient, std::size_t size,
    const MomentumParameters& parameters)
{
    const VF32 decay = hn::Set(F32(), parameters.weightDecay * parameters.lossScale);
    const VF32 unscale = hn::Set(F32(), 1.0f / parameters.lossScale);
    const VF32 momentum = hn::Set(F32(), parameters.momentum);
    const VF32 rate = hn::Set(F32(), parameters.learningRate);
    forEachVector(F32(), size, [=](std::size_t i, auto access) HWY_ATTR {
        const VF32 w = access.load(F32(), weight + i);
        const VF32 decayed = hn::Add(access.load(F32(), gradient + i), hn::Mul(w, decay));
        const VF32 g = hn::Mul(decayed, unscale);
        const VF32 v = hn::Add(hn::Mul(access.load(F32(), moment + i), momentum), g);
        const VF32 step = nesterov == Nesterov::Yes
            ? hn::Add(hn::Mul(g, rate), hn::Mul(hn::Mul(v, momentum), rate))
            : hn::Mul(v, rate);
        access.store(v, F32(), moment + i);
        access.store(hn::Sub(w, step), F32(), weight + i);
    });
}

void momentumPlain(float* weight, float* moment, const float* gradient, std::size_t size,
    const MomentumParameters& parameters)
{
    momentumStep<Nesterov::No>(weight, moment, gradient, size, parameters);
}

void momentumNesterov(float* weight, float* moment, const float* gradient, std::size_t size,
    const MomentumParameters& parameters)
{
    momentumStep<Nesterov::Yes>(weight, moment, gradient, size, parameters);
}

}
}
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halftone::kernels {
namespace {

HWY_EXPORT(momentumPlain);
HWY_EXPORT(momentumNesterov);

}

void momentumUpdate(std::span<float> weight, std::span<float> moment, std::span<const float> gradient,
    const MomentumParameters& parameters) noexcept
{
    assert(weight.size() == moment.size() && weight.size() == gradient.size());
    const auto step = parameters.nesterov == Nesterov::Yes ? HWY_DYNAMIC_POINTER(momentumNesterov)
                                                           : HWY_DYNAMIC_POINTER(momentumPlain);
    step(weight.data(), moment.data(), gradient.data(), weight.size(), parameters);
}

}
#endif
