// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lossscale/families.h"
#include "analysis/lossscale/scalemoves.h"

#include <array>

namespace halftone {
namespace {

using enum ScaleParameter;

ScaleStep nextTensorFlow(const LossScaleState& state, bool overflowed, const LossScaleParameters& parameters)
{
    const double factor = asFloat32(parameters.growth);
    const double larger = asFloat32(state.scale * factor);
    return stepByCount(state, overflowed, parameters.window,
        shrink(state.scale, asFloat32(state.scale / factor), 1),
        grow(state.scale, larger, unlessInfinite(larger, state.scale)));
}

ScaleStep nextKeras(const LossScaleState& state, bool overflowed, const LossScaleParameters& parameters)
{
    const double larger = asFloat32(state.scale * 2);
    return stepByCount(state, overflowed, parameters.window,
        shrink(state.scale, asFloat32(state.scale / 2), 0), grow(state.scale, larger, larger));
}

constexpr auto kTensorFlowReads = std::to_array({Initial, Window, Growth});
constexpr auto kKerasReads = std::to_array({Initial, Window});
constexpr double kInitial = 32768; // 2^15, half of what float16 holds.

constexpr auto kRules = std::to_array<LossScaleRule>({
    {.id = "tf_dynamic_loss_scale",
        .title = "TensorFlow (DynamicLossScale, Keras 2 LossScaleOptimizer)",
        .doc = "Doubles after 2000 clean steps unless that is infinite, halves at an overflow but not below "
               "1.",
        .source = "TensorFlow 2, tensorflow/python/training/experimental/loss_scale.py",
        .defaults = {.initial = kInitial},
        .reads = kTensorFlowReads,
        .next = nextTensorFlow},
    {.id = "keras3_loss_scale_optimizer",
        .title = "Keras 3 (LossScaleOptimizer)",
        .doc = "Doubles after 2000 clean steps, halves at an overflow, with neither floor nor ceiling.",
        .source = "Keras 3, keras/src/optimizers/loss_scale_optimizer.py",
        .defaults = {.initial = kInitial, .minimum = 0, .refusesInfinity = false},
        .reads = kKerasReads,
        .next = nextKeras},
});

}

std::span<const LossScaleRule> tensorflowScales()
{
    return kRules;
}

}
