// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/families.h"

namespace halftone {
namespace {

constexpr OpDef kRows[] = {
    {.name = "UnscaleGradient",
        .domain = kTrainingDomain,
        .doc = "Takes the loss scale out of a gradient: (dW, 1 / scale) to dW / scale.",
        .opClass = OpClass::Update,
        .why = "In FP16 small gradients become zero again here.",
        // The scale stands first, so that a gray Mul follows it: gradients are unscaled in FP32, as with
        // MindSpore's FP32 parameters (TrainOneStepWithLossScaleCell). In FP16 small gradients would vanish
        // here again.
        .ascend = {.types = "Mul(1,0)"},
        .gradient = GradientRule::none()},
    {.name = "Momentum",
        .domain = kTrainingDomain,
        .doc = "Momentum step: (W, velocity, gradient, learning rate) to (W - rate v, v = momentum velocity "
               "+ gradient).",
        .opClass = OpClass::Update,
        .why = "An update 2048 times smaller than the weight is lost in FP16.",
        // Operands: variable, accumulator, learning rate, gradient, momentum.
        .ascend = {.types = "ApplyMomentum(0,1,3,2,f32)"},
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> updateOps()
{
    return kRows;
}

}
