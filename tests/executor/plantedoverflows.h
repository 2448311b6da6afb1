// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that are planted so that a step of training loses them, and the place that has to be named for
// each.
#pragma once

#include "executor/train/trainer.h"

#include <QByteArray>

#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace halftone::test {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

// All weights are 0.5 unless a case sets them; all samples are 1.
inline constexpr const char* kDense =
    "input x: f32[4,3]\n weight w1: f32[3,5]\n weight b1: f32[5]\n weight w2: f32[5,2]\n"
    "h: f32[4,5] = MatMul(x, w1)\n a: f32[4,5] = Add(h, b1)\n r: f32[4,5] = Relu(a)\n"
    "y: f32[4,2] = MatMul(r, w2)\n output y";
inline constexpr const char* kConvolution =
    "input x: f32[4,1,3,1]\n weight k: f32[2,1,2,1]\n weight kb: f32[2]\n weight w: f32[4,2]\n"
    "c: f32[4,2,2,1] = Conv(x, k, kb)\n f: f32[4,4] = Flatten(c)\n y: f32[4,2] = Gemm(f, w)\n output y";

/// What is planted, and what has to be named.
struct Planted
{
    const char* model = kDense;
    std::vector<const char*>
        half; ///< Forward nodes in float16, their gradients with them; the rest is float32.
    TrainSettings settings = {};
    double scale = 1;
    kernels::OnOverflow onOverflow = kernels::OnOverflow::Infinity;
    std::map<const char*, float> weights; ///< All elements of that weight.
    std::multimap<const char*, std::pair<std::size_t, float>> elements; ///< Single elements of weights.
    float sample = 1;
    int steps = 1; ///< The last one is looked at.
    const char* op = "";
    Phase phase = Phase::Forward;
    const char* tensor = ""; ///< That which a Cast converts, else the one that is made.
    int element = -1; ///< -1: any.
};

inline TrainSettings with(
    Loss loss, Optimizer optimizer = Optimizer::Momentum, float rate = 0.01f, float decay = 0)
{
    return {
        .learningRate = rate, .differentiate = {.loss = loss, .optimizer = optimizer, .weightDecay = decay}};
}

inline const std::map<QByteArray, Planted>& overflows()
{
    using enum Phase;
    const TrainSettings mse = with(Loss::MeanSquaredError);
    static const std::map<QByteArray, Planted> cases{
        // Forward
        {"a sample beyond float16",
            {.half = {"h"}, .sample = 1e5f, .op = "Cast", .tensor = "x", .element = 0}},
        {"one element of a weight beyond float16",
            {.half = {"h"}, .elements = {{"w1", {7, 1e6f}}}, .op = "Cast", .tensor = "w1", .element = 7}},
        {"a bias beyond float16",
            {.half = {"a"}, .elements = {{"b1", {3, -7e4f}}}, .op = "Cast", .tensor = "b1", .element = 3}},
        {"a product beyond float16",
            {.half = {"h"}, .weights = {{"w1", 3e4f}}, .op = "MatMul", .tensor = "h", .element = 0}},
        {"one column of a product",
            {.half = {"h"},
                .elements = {{"w1", {9, 65504.0f}}, {"w2", {0, 0.0f}}},
                .sample = 1.5f,
                .op = "MatMul",
                .tensor = "h",
                .element = 4}},
        {"a sum beyond float16",
            {.half = {"a"},
                .weights = {{"w1", 2e4f}},
                .elements = {{"b1", {2, 6e4f}}},
                .op = "Add",
                .tensor = "a",
                .element = 2}},
        {"the last product", {.half = {"y"}, .weights = {{"w2", 3e4f}}, .op = "MatMul", .tensor = "y"}},
        {"a convolution",
            {.model = kConvolution,
                .half = {"c"},
                .elements = {{"kb", {1, 65504.0f}}, {"k", {3, 100.0f}}},
                .op = "Conv",
                .tensor = "c",
                .element = 2}},
        {"a fully connected layer",
            {.model = kConvolution, .half = {"y"}, .weights = {{"w", 5e4f}}, .op = "Gemm", .tensor = "y"}},
        {"a product in float32", {.weights = {{"w1", 3e38f}}, .op = "MatMul", .tensor = "h"}},
        {"a sum in float32", {.weights = {{"w1", 1e38f}, {"b1", 3e38f}}, .op = "Add", .tensor = "a"}},
        {"float32 in front of a node in float16",
            {.half = {"y"}, .weights = {{"w1", 3e38f}}, .op = "MatMul", .tensor = "h"}},
        {"a sample that is infinite", {.sample = kInfinity, .op = "MatMul", .tensor = "x", .element = 0}},
        {"a sample that is NaN",
            {.half = {"y"}, .sample = kNaN, .op = "MatMul", .tensor = "x", .element = 0}},
        {"saturation hides the infinity",
            {.half = {"h"},
                .onOverflow = kernels::OnOverflow::Saturate,
                .weights = {{"w1", 3e4f}},
                .op = "MatMul",
                .tensor = "h"}},
        {"saturation turns NaN into zero",
            {.half = {"h"},
                .onOverflow = kernels::OnOverflow::Saturate,
                .sample = kNaN,
                .op = "Cast",
                .tensor = "x"}},
        // Loss
        {"a squared error in float32",
            {.settings = mse,
                .weights = {{"w2", 1e20f}},
                .op = "MeanSquaredError",
                .phase = Phase::Loss,
                .tensor = "loss"}},
        {"a squared error in float16",
            {.half = {"loss"},
                .settings = mse,
                .weights = {{"w2", 500.0f}},
                .op = "MeanSquaredError",
                .phase = Phase::Loss,
                .tensor = ""}},
        {"the prediction in front of a loss in float16",
            {.half = {"loss"},
                .settings = mse,
                .weights = {{"w2", 1e5f}},
                .op = "Cast",
                .phase = Forward,
                .tensor = "y"}},
        {"log-probabilities",
            {.half = {"loss"},
                .weights = {{"w1", 0.0f}, {"w2", 0.0f}, {"b1", 1.0f}},
                .elements = {{"w2", {0, -6e4f}}, {"w2", {1, 6e4f}}},
                .op = "SoftmaxCrossEntropyLoss",
                .phase = Phase::Loss,
                .tensor = ""}},
        {"log-probabilities of dense targets",
            {.half = {"loss"},
                .settings = with(halftone::Loss::DenseCrossEntropy),
                .weights = {{"w1", 0.0f}, {"w2", 0.0f}, {"b1", 1.0f}},
                .elements = {{"w2", {0, -6e4f}}, {"w2", {1, 6e4f}}},
                .op = "DenseCrossEntropy",
                .phase = Phase::Loss,
                .tensor = ""}},
        // Backward
        {"a loss scale beyond float16",
            {.half = {"loss"},
                .scale = 0x1p17,
                .op = "Cast",
                .phase = Backward,
                .tensor = "loss_scale",
                .element = 0}},
        {"the gradient of the logits",
            {.half = {"y"}, .scale = 0x1p20, .op = "Cast", .phase = Backward, .tensor = "loss_scale"}},
        {"the gradient of a weight",
            {.half = {"y"},
                .scale = 0x1p15,
                .weights = {{"b1", 100.0f}},
                .op = "Gemm",
                .phase = Backward,
                .tensor = "grad/w2"}},
        {"the gradient of an input",
            {.half = {"y"},
                .scale = 0x1p15,
                .elements = {{"w2", {0, 40.0f}}},
                .op = "Gemm",
                .phase = Backward,
                .tensor = "grad/r"}},
        {"the gradient of a bias, a sum over the batch",
            {.half = {"a"},
                .settings = mse,
                .scale = 0x1p11,
                .elements = {{"w2", {0, 4.0f}}},
                .op = "ReduceSum",
                .phase = Backward,
                .tensor = "grad/b1"}},
        {"the gradient of a kernel",
            {.model = kConvolution,
                .half = {"c"},
                .scale = 0x1p17,
                .elements = {{"w", {0, 1.5f}}},
                .op = "ConvGradWeight",
                .phase = Backward,
                .tensor = "grad/k"}},
        {"a squared error's gradient in float32",
            {.settings = mse,
                .scale = 1e38,
                .weights = {{"w2", 1e3f}},
                .op = "MeanSquaredErrorGrad",
                .phase = Backward,
                .tensor = "grad/y"}},
        {"a gradient of a weight in float32",
            {.settings = mse,
                .scale = 1e34,
                .weights = {{"b1", 1e3f}},
                .op = "Gemm",
                .phase = Backward,
                .tensor = "grad/w2"}},
        // Update
        {"unscaling by a scale below one",
            {.settings = with(Loss::MeanAbsoluteError),
                .scale = 1e-20,
                .weights = {{"w2", 3e38f}, {"w1", 0.0f}, {"b1", 1e-3f}},
                .sample = 4,
                .op = "UnscaleGradient",
                .phase = Update,
                .tensor = "unscaled/w1"}},
        {"momentum with a rate that is far too large",
            {.settings = with(Loss::MeanSquaredError, Optimizer::Momentum, 3e38f),
                .weights = {{"w2", 1e2f}},
                .op = "Momentum",
                .phase = Update,
                .tensor = ""}},
        {"gradient descent with a rate that is far too large",
            {.settings = with(Loss::MeanSquaredError, Optimizer::Sgd, 3e38f),
                .weights = {{"w2", 1e2f}},
                .op = "GradientDescent",
                .phase = Update,
                .tensor = ""}},
        {"Adam's second moment",
            {.settings = with(Loss::MeanAbsoluteError, Optimizer::Adam),
                .weights = {{"w2", 1e20f}, {"w1", 1e3f}},
                .op = "Adam",
                .phase = Update,
                .tensor = ""}},
        {"a weight that the step before left infinite",
            {.elements = {{"w1", {4, kInfinity}}},
                .op = "Momentum",
                .phase = Update,
                .tensor = "w1",
                .element = 4}},
        {"weight decay, seen one step later",
            {.settings = with(Loss::SoftmaxCrossEntropy, Optimizer::Sgd, 1.0f, 3e38f),
                .weights = {{"w2", 2.0f}, {"w1", 0.0f}, {"b1", 0.0f}},
                .steps = 2,
                .op = "GradientDescent",
                .phase = Update,
                .tensor = "w2"}},
    };
    return cases;
}

inline const std::map<QByteArray, Planted>& collapses()
{
    using enum Phase;
    static const std::map<QByteArray, Planted> cases{
        {"samples below float16", {.half = {"h"}, .sample = 1e-9f, .op = "Cast", .tensor = "x"}},
        {"a weight below float16", {.half = {"y"}, .weights = {{"w2", 2e-8f}}, .op = "Cast", .tensor = "w2"}},
        {"a product",
            {.half = {"h"}, .weights = {{"w1", 1e-5f}}, .sample = 1e-4f, .op = "MatMul", .tensor = "h"}},
        {"a convolution",
            {.model = kConvolution,
                .half = {"c"},
                .weights = {{"k", 1e-5f}, {"kb", 0.0f}},
                .sample = 1e-4f,
                .op = "Conv",
                .tensor = "c"}},
        {"the gradient of the logits without a loss scale",
            {.half = {"y"},
                .settings = with(Loss::MeanSquaredError),
                .scale = 1e-8,
                .op = "Cast",
                .phase = Backward,
                .tensor = "grad/y"}},
        {"the gradient of a weight",
            {.half = {"y"},
                .scale = 0.5,
                .weights = {{"w1", 0.0f}, {"b1", 4e-8f}},
                .op = "Gemm",
                .phase = Backward,
                .tensor = "grad/w2"}},
        {"the gradient of a kernel",
            {.model = kConvolution,
                .half = {"c"},
                .elements = {{"w", {0, 0.6f}}},
                .sample = 1e-7f,
                .op = "ConvGradWeight",
                .phase = Backward,
                .tensor = "grad/k"}},
        {"the gradient of an activation",
            {.half = {"a"},
                .settings = with(Loss::MeanSquaredError),
                .scale = 1e-8,
                .op = "Cast",
                .phase = Backward,
                .tensor = "grad/r"}},
    };
    return cases;
}

}
