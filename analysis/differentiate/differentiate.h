// SPDX-License-Identifier: GPL-3.0-or-later
//
// Turns a forward graph into one training graph: forward, loss, backward and update as ordinary nodes with a
// phase on each. Judges, views and the executor see all of training in one graph; there is no autodiff
// elsewhere.
//
//   logits ──▶ loss ──▶ (dLoss = loss scale) ──▶ gradients ──▶ × 1/scale ──▶ clip ──▶ update ──▶ new weights
#pragma once

#include "analysis/core/error.h"
#include "analysis/core/finding.h"
#include "analysis/graph/graph.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// What is minimised. All are means: over the batch, or over all elements where there is a target for each.
enum class Loss : std::uint8_t {
    SoftmaxCrossEntropy, ///< Labels: int64 class numbers [N]; the model gives logits [N, C].
    DenseCrossEntropy, ///< Target: float32 probabilities [N, C]; the model gives logits.
    NegativeLogLikelihood, ///< Labels: int64 class numbers [N]; the model gives logarithms of probabilities.
    MeanSquaredError, ///< Target: float32 of the shape of the model's output.
    MeanAbsoluteError, ///< Likewise.
    BinaryCrossEntropy, ///< Likewise, between 0 and 1; the model gives logits.
    InGraph, ///< The model's own scalar output; its labels or targets are its second input.
};

/// What makes new weights of gradients.
enum class Optimizer : std::uint8_t {
    Sgd, ///< w -= rate (g + decay w).
    Momentum, ///< MindSpore's nn.Momentum.
    Adam, ///< With bias correction; the decay is part of the gradient.
    AdamW, ///< Adam with the decay beside it: w -= rate decay w.
};

/// Spelled "softmax-cross-entropy", "dense-cross-entropy", "nll", "mse", "l1", "bce-with-logits", "graph".
std::string_view name(Loss loss);
std::optional<Loss> parseLoss(std::string_view name);
/// Spelled "sgd", "momentum", "adam", "adamw".
std::string_view name(Optimizer optimizer);
std::optional<Optimizer> parseOptimizer(std::string_view name);

/// Settings for the trained tensors whose names match; the first group that matches counts.
struct ParameterGroup
{
    std::string pattern; ///< Of names; * stands for any text: "*.bias".
    std::optional<float> weightDecay; ///< Nullopt: as for all others.
    float rateFactor = 1; ///< Multiplies the learning rate.

    bool operator==(const ParameterGroup&) const = default;
};

/// Clipping comes after unscaling and before the update; 0 is none.
struct Clipping
{
    float globalNorm = 0; ///< All gradients are multiplied by min(1, limit / L2 norm of all of them).
    float value = 0; ///< Each element is moved into [-limit, limit], in front of the norm.

    bool operator==(const Clipping&) const = default;
};

struct DifferentiateOptions
{
    Loss loss = Loss::SoftmaxCrossEntropy;
    Optimizer optimizer = Optimizer::Momentum;
    float momentum = 0.9f; ///< Velocity kept from step to step, 0 to 1.
    float weightDecay = 0.0f; ///< Added to the gradient as decay * weight, except for names with "beta" or
                              ///< "gamma" (MindSpore's rule for ungrouped parameters).
    bool nesterov = false;
    bool centralizes = false; ///< Takes the mean over all axes but the first out of the gradients of weights
                              ///< with three axes or more (MindSpore's grad_centralization; Momentum only).
    float optimizerLossScale = 1; ///< Momentum divides gradients by it, as MindSpore's does that is built
                                  ///< with loss_scale: for scales that the training step leaves in.
    float beta1 = 0.9f; ///< Of Adam's first moment,
    float beta2 = 0.999f; ///< and of the second.
    float epsilon = 1e-8f; ///< Added to the root of Adam's second moment.
    std::vector<ParameterGroup> groups;
    Clipping clipping;
};

/// A value that a step reads and replaces for the next one, unless the step is skipped.
struct ReplacedValue
{
    ValueId value; ///< Initializer.
    ValueId updated;
};

/// This is one trained tensor and what belongs to it in the training graph.
struct TrainedParameter
{
    ReplacedValue weight; ///< The FP32 master weight.
    std::vector<ReplacedValue> moments; ///< What the optimizer keeps: a velocity, or Adam's two moments.
    ValueId gradient; ///< As backward leaves it, still multiplied by the loss scale.
    ValueId unscaledGradient;
};

/// This is a training step as a graph. Its outputs are the loss, then the updated values of replaced().
struct TrainingGraph
{
    GraphPtr graph;
    ValueId logits; ///< The model's prediction that the loss reads; with a loss in the graph, its first
                    ///< output of two dimensions or more, or invalid.
    ValueId labels; ///< Graph input.
    ValueId lossScale; ///< Graph input, float32 scalar: the gradient at the loss.
    ValueId inverseLossScale; ///< Graph input, float32 scalar: 1 / lossScale.
    ValueId learningRate; ///< Graph input, float32 scalar.
    ValueId beta1Power; ///< Graph inputs of Adam, float32 scalars: beta to the number of this update from 1
    ValueId beta2Power; ///< on. Invalid for other optimizers.
    ValueId loss;
    std::vector<TrainedParameter> parameters;
    std::vector<ReplacedValue> states; ///< What the forward pass itself updates: running statistics.
    IdMap<NodeId, NodeId> nodeOf; ///< From nodes of the forward graph to nodes here.
    std::vector<Finding> findings;

    /// Weights, moments and states in the order of the outputs.
    std::vector<ReplacedValue> replaced() const;
};

/// Appends loss, backward and update to \p forward. Trained are the float32 initializers of rank 1 or more
/// that the loss depends on, except running statistics. Fails, naming node and reason, when a shape is not
/// fixed or an operator on the way to a weight has no gradient. The gradient for the model's input is not
/// computed.
Result<TrainingGraph> differentiate(const GraphPtr& forward, const DifferentiateOptions& options = {});

}
