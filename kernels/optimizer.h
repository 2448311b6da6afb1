// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace halftone::kernels {

enum class Nesterov : std::uint8_t { No, Yes };

/// This is what MindSpore's Momentum optimizer is built with; the learning rate may change from step to step.
struct MomentumParameters
{
    float learningRate = 0;
    float momentum = 0;
    float weightDecay = 0;
    float lossScale = 1; ///< The optimizer's own: gradients that arrive multiplied by it are divided here.
    Nesterov nesterov = Nesterov::No;
};

/// One step of MindSpore's Momentum (nn/optim/momentum.py, optimizer.py) on spans of the same length:
///   g = (gradient + weight * (weightDecay * lossScale)) * (1 / lossScale)
///   moment = moment * momentum + g
///   weight -= learningRate * moment, or with Nesterov: weight -= g * learningRate + moment * momentum *
///   learningRate
/// Every operation rounds to float32, in this order; nothing is fused. The first step starts from moment
/// zero. Infinities and NaNs go through: whether to make the step is the caller's decision, before.
void momentumUpdate(std::span<float> weight, std::span<float> moment, std::span<const float> gradient,
    const MomentumParameters& parameters) noexcept;

}
