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
    {.name = "GradientDescent",
        .domain = kTrainingDomain,
        .doc = "Plain step: (W, gradient, learning rate) to W - rate (gradient + decay W).",
        .opClass = OpClass::Update,
        .why = "An update 2048 times smaller than the weight is lost in FP16.",
        .ascend = {.types = "ApplyGradientDescent(0,2,1)"},
        .gradient = GradientRule::none()},
    {.name = "Adam",
        .domain = kTrainingDomain,
        .doc = "Adam step: (W, m, v, gradient, learning rate, beta1^t, beta2^t) to W, m, v; the decay is "
               "part of "
               "the gradient.",
        .opClass = OpClass::Update,
        .why = "Squares of gradients below 2^-12 are zero in FP16, and 1e-8 is, too.",
        // Operands: variable, moments, powers of beta, learning rate, beta1, beta2, epsilon, gradient.
        .ascend = {.types = "ApplyAdam(0,1,2,5,6,4,f32,f32,f32,3)"},
        .gradient = GradientRule::none()},
    {.name = "AdamW",
        .domain = kTrainingDomain,
        .doc = "Adam step with the decay beside it: (W, m, v, gradient, learning rate, beta1^t, beta2^t) to "
               "W, m, "
               "v.",
        .opClass = OpClass::Update,
        .why = "Squares of gradients below 2^-12 are zero in FP16, and 1e-8 is, too.",
        // The same operands, with the decay behind the learning rate.
        .ascend = {.types = "ApplyAdamW(0,1,2,5,6,4,f32,f32,f32,f32,3)"},
        .gradient = GradientRule::none()},
    {.name = "ClipGradient",
        .domain = kTrainingDomain,
        .doc = "Moves each element of a gradient into [-limit, limit].",
        .opClass = OpClass::Update,
        .why = "Comparisons only: FP16 changes no more than the limit.",
        .ascend = {.types = "ClipByValue(0,f32,f32)"},
        .gradient = GradientRule::none()},
    {.name = "ClipFactor",
        .domain = kTrainingDomain,
        .doc = "min(1, limit / L2 norm of all inputs together).",
        .opClass = OpClass::Update,
        .why = "Squares of gradients above 255 overflow in FP16, and those below 2^-12 vanish.",
        // One sum of squares stands for those of all gradients, which are alike.
        .ascend = {.types = "SquareSumV1(0); Sqrt(%0); Maximum(%1,f32); RealDiv(f32,%2)"},
        .gradient = GradientRule::none()},
    {.name = "ScaleGradient",
        .domain = kTrainingDomain,
        .doc = "Multiplies a gradient by a scalar: (gradient, factor).",
        .opClass = OpClass::Update,
        .why = "In FP16 small gradients become zero here.",
        .ascend = {.types = "Mul"},
        .gradient = GradientRule::none()},
    {.name = "Adagrad",
        .domain = kOnnxTrainingDomain,
        .doc =
            "Adagrad step as a node: (rate, updates, weights, gradients, sums of squares) to weights, sums.",
        .opClass = OpClass::Update,
        .why = "Squares of gradients below 2^-12 are zero in FP16, and sums of them stall.",
        .gradient = GradientRule::none()},
    {.name = "Adam",
        .domain = kOnnxTrainingDomain,
        .doc = "Adam step as a node: (rate, updates, weights, gradients, m, v) to weights, m, v.",
        .opClass = OpClass::Update,
        .why = "Squares of gradients below 2^-12 are zero in FP16.",
        .gradient = GradientRule::none()},
    {.name = "Momentum",
        .domain = kOnnxTrainingDomain,
        .doc = "Momentum step as a node: (rate, updates, weights, gradients, velocities) to weights, "
               "velocities.",
        .opClass = OpClass::Update,
        .why = "An update 2048 times smaller than the weight is lost in FP16.",
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> updateOps()
{
    return kRows;
}

}
