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

/// One step of plain gradient descent: weight -= learningRate * (gradient + weight * weightDecay). Rounds as
/// momentumUpdate() does.
void gradientDescentUpdate(
    std::span<float> weight, std::span<const float> gradient, float learningRate, float weightDecay) noexcept;

/// Where Adam's weight decay goes.
enum class AdamDecay : std::uint8_t {
    InGradient, ///< Adam: gradient += weight * weightDecay.
    Beside, ///< AdamW: weight -= learningRate * weightDecay * weight, before the step.
};

/// This is what a step of Adam is made with.
struct AdamParameters
{
    float learningRate = 0;
    float beta1 = 0.9f;
    float beta2 = 0.999f;
    float epsilon = 1e-8f;
    float weightDecay = 0;
    AdamDecay decay = AdamDecay::InGradient;
    float beta1Power = 0.9f; ///< beta1 to the number of this step, counted from 1.
    float beta2Power = 0.999f;
};

/// One step of Adam (Kingma and Ba 2015) or AdamW (Loshchilov and Hutter 2019) with bias correction, as
/// PyTorch makes it (torch/optim/adam.py), on spans of the same length:
///   moment1 += (gradient - moment1) * (1 - beta1)
///   moment2 = moment2 * beta2 + gradient^2 * (1 - beta2)
///   weight -= learningRate / (1 - beta1Power) * moment1 / (sqrt(moment2) / sqrt(1 - beta2Power) + epsilon)
/// Every operation rounds to float32; nothing is fused. Infinities and NaNs go through.
void adamUpdate(std::span<float> weight, std::span<float> moment1, std::span<float> moment2,
    std::span<const float> gradient, const AdamParameters& parameters) noexcept;

}
