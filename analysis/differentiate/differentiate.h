// SPDX-License-Identifier: GPL-3.0-or-later
//
// Turns a forward graph into one training graph: forward, loss, backward and update as ordinary nodes with a
// phase on each. Judges, views and the executor see all of training in one graph; there is no autodiff
// elsewhere.
//
//   logits ──▶ loss ──▶ (dLoss = loss scale) ──▶ gradients ──▶ × 1/scale ──▶ Momentum ──▶ new weights
#pragma once

#include "analysis/core/error.h"
#include "analysis/core/finding.h"
#include "analysis/graph/graph.h"

#include <vector>

namespace halftone {

/// What is minimised.
enum class Loss : std::uint8_t {
    SoftmaxCrossEntropy, ///< Labels: int64 class numbers [N]; the model gives logits [N, C].
    MeanSquaredError, ///< Target: float32 of the shape of the model's output.
};

/// Spelled "softmax-cross-entropy", "mse".
std::string_view name(Loss loss);

struct DifferentiateOptions
{
    Loss loss = Loss::SoftmaxCrossEntropy;
    float momentum = 0.9f; ///< Velocity kept from step to step, 0 to 1.
    float weightDecay = 0.0f; ///< Added to the gradient as decay * weight, except for names with "beta" or
                              ///< "gamma" (MindSpore's rule for ungrouped parameters).
    bool nesterov = false;
};

/// This is one trained tensor and what belongs to it in the training graph.
struct TrainedParameter
{
    ValueId weight; ///< Initializer: the FP32 master weight.
    ValueId velocity; ///< Initializer of zeros.
    ValueId gradient; ///< As backward leaves it, still multiplied by the loss scale.
    ValueId unscaledGradient;
    ValueId updatedWeight; ///< Replaces `weight` for the next step, unless the step is skipped.
    ValueId updatedVelocity;
};

/// This is a training step as a graph. Its outputs are the loss, then all updated values.
struct TrainingGraph
{
    GraphPtr graph;
    ValueId logits; ///< The model's prediction that the loss reads.
    ValueId labels; ///< Graph input.
    ValueId lossScale; ///< Graph input, float32 scalar: the gradient at the loss.
    ValueId inverseLossScale; ///< Graph input, float32 scalar: 1 / lossScale.
    ValueId learningRate; ///< Graph input, float32 scalar.
    ValueId loss;
    std::vector<TrainedParameter> parameters;
    /// Initializers that the forward pass itself updates (running statistics) and the values that replace
    /// them.
    struct State
    {
        ValueId value;
        ValueId updated;
    };
    std::vector<State> states;
    IdMap<NodeId, NodeId> nodeOf; ///< From nodes of the forward graph to nodes here.
    std::vector<Finding> findings;
};

/// Appends loss, backward and update to \p forward. Trained are the float32 initializers of rank 1 or more
/// that the loss depends on, except running statistics. Fails, naming node and reason, when a shape is not
/// fixed or an operator on the way to a weight has no gradient. The gradient for the model's input is not
/// computed.
Result<TrainingGraph> differentiate(const GraphPtr& forward, const DifferentiateOptions& options = {});

}
