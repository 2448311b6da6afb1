// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/ops/families.h"

namespace halftone {
namespace {

// The scale stands first, so that a gray Mul follows it: gradients are unscaled in FP32, as with MindSpore's
// FP32 parameters (TrainOneStepWithLossScaleCell). In FP16 small gradients would vanish here again.
std::vector<AscendPart> lowerUnscale(const Graph&, NodeId)
{
    return {{.types = {"Mul"}, .inputs = {AscendInput::slot(1), AscendInput::slot(0)}, .outputSlots = {0}}};
}

// Operands: variable, accumulator, learning rate, gradient, momentum.
std::vector<AscendPart> lowerMomentum(const Graph&, NodeId)
{
    return {{.types = {"ApplyMomentum", "ApplyMomentumD"},
        .inputs = {AscendInput::slot(0), AscendInput::slot(1), AscendInput::slot(3), AscendInput::slot(2),
            AscendInput::constant(DType::Float32)},
        .outputSlots = {0, 1}}};
}

constexpr OpDef kRows[] = {
    {.name = "UnscaleGradient",
        .domain = kTrainingDomain,
        .doc = "Takes the loss scale out of a gradient: (dW, 1 / scale) to dW / scale.",
        .opClass = OpClass::Update,
        .why = "In FP16 small gradients become zero again here.",
        .ascend = {.lower = lowerUnscale},
        .gradient = GradientRule::none()},
    {.name = "Momentum",
        .domain = kTrainingDomain,
        .doc = "Momentum step: (W, velocity, gradient, learning rate) to (W - rate v, v = momentum velocity "
               "+ gradient).",
        .opClass = OpClass::Update,
        .why = "An update 2048 times smaller than the weight is lost in FP16.",
        .ascend = {.lower = lowerMomentum},
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> updateOps()
{
    return kRows;
}

}
