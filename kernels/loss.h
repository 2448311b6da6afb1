// SPDX-License-Identifier: GPL-3.0-or-later
//
// Losses and their gradients, in float32 with sums in double. For one instruction set results are the same at
// every call; between instruction sets they can differ in the last bit (exp(), order of the sums).
#pragma once

#include <cstdint>
#include <span>

namespace halftone::kernels {

/// The mean over rows of -log(softmax(logits)[label]), and the logarithms of all probabilities.
/// logits and logProbability are [rows, classes], row-major, and may be the same memory; rows is
/// labels.size(). Every label must lie in [0, classes): the caller checks. Masked classes (-infinity) have
/// probability 0. A row with a NaN or +infinity, or with nothing but -infinity, gives NaN in all of its
/// results and in the mean. No rows: 0.
double softmaxCrossEntropy(std::span<const float> logits, std::span<const std::int64_t> labels,
    std::span<float> logProbability) noexcept;

/// The gradient of that mean with respect to the logits, times lossGradient (1, or the loss scale):
///   dst = (exp(logProbability) - onehot(label)) * (lossGradient / rows)
/// dst has the shape of logProbability and may be the same memory.
void softmaxCrossEntropyGradient(std::span<const float> logProbability, std::span<const std::int64_t> labels,
    float lossGradient, std::span<float> dst) noexcept;

/// The mean of (prediction - target)^2 over all elements; 0 for none.
double meanSquaredError(std::span<const float> prediction, std::span<const float> target) noexcept;

/// Its gradient with respect to the prediction: dst = (prediction - target) * (2 * lossGradient / count).
void meanSquaredErrorGradient(std::span<const float> prediction, std::span<const float> target,
    float lossGradient, std::span<float> dst) noexcept;

}
