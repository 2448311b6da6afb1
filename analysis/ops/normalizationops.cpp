// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

#include <algorithm>

namespace halftone {
namespace {

// Training normalises by the statistics of the batch. The node gets the outputs of ONNX's training form (Y,
// running mean, running variance) and behind them the batch's own mean and variance, which the gradient
// needs.
void prepareBatchNormalization(GraphBuilder& builder, TrainingNode& node)
{
    constexpr std::size_t kMean = 3, kVariance = 4;
    std::erase_if(
        node.attributes, [](const Attribute& attribute) { return attribute.name == "training_mode"; });
    node.attributes.push_back({"training_mode", std::int64_t{1}});
    const std::string name = builder.value(node.outputs[0]).name;
    node.outputs.resize(3); // A model that was exported for training has the updated statistics already.
    for (std::size_t slot : {kMean, kVariance}) {
        const ValueId running = node.inputs[slot];
        ValueId& updated = node.outputs[slot - 2];
        if (!updated.isValid())
            updated = builder.addValueLike(builder.value(running).name + "/updated", running);
        node.states.push_back({running, updated});
    }
    node.outputs.push_back(builder.addValueLike(name + "/batch_mean", node.inputs[kMean]));
    node.outputs.push_back(builder.addValueLike(name + "/batch_variance", node.inputs[kVariance]));
}

void batchNormalizationGradient(GradientBuilder& b)
{
    const ValueId likes[] = {b.input(0), b.input(1), b.input(2)};
    const std::vector<ValueId> gradients =
        b.append({.opType = "BatchNormalizationGrad",
                     .domain = kTrainingDomain,
                     .inputs = {b.outputGradient(), b.input(0), b.input(1), b.output(3), b.output(4)},
                     .attributes = b.node().attributes},
            likes);
    for (std::size_t slot = 0; slot < gradients.size(); ++slot) {
        if (b.wants(slot))
            b.setGradient(slot, gradients[slot]);
    }
}

// Operators "<Type>Grad" of (dY, Y) with the attributes of the forward one.
void softmaxGradient(GradientBuilder& b)
{
    const std::string type = b.node().opType + "Grad";
    b.setGradient(0,
        b.append({.opType = type,
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient(), b.output()},
            .like = b.input(0),
            .attributes = b.node().attributes}));
}

void lrnGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = "LRNGrad",
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient(), b.input(0)},
            .like = b.input(0),
            .attributes = b.node().attributes}));
}

// Y = X / n: dX = (dY - d sum(dY Y)) / n with the direction d in which the norm n grows, Y for the second
// norm and the sign of X for the first.
void lpNormalizationGradient(GradientBuilder& b)
{
    const ValueId x = b.input(0), dy = b.outputGradient();
    std::vector<std::int64_t> kept = b.shape(x);
    std::int64_t axis = b.attribute("axis", std::int64_t{-1});
    axis += axis < 0 ? static_cast<std::int64_t>(kept.size()) : 0;
    if (axis < 0 || axis >= static_cast<std::int64_t>(kept.size()))
        return b.refuse("the gradient of LpNormalization along an axis that is not there");
    kept[static_cast<std::size_t>(axis)] = 1;
    const bool isFirst = b.attribute("p", std::int64_t{2}) == 1;
    const ValueId axes = b.constant("axes", {axis});
    const auto apply = [&](std::string_view opType, std::vector<ValueId> inputs) {
        return b.append({.opType = opType, .inputs = std::move(inputs), .like = x});
    };
    const auto reduce = [&](std::string_view opType, ValueId value) {
        return b.append({.opType = opType, .inputs = {value, axes}, .like = x, .shape = kept});
    };
    const ValueId along = reduce("ReduceSum", apply("Mul", {dy, b.output()}));
    const ValueId direction = isFirst ? apply("Sign", {x}) : b.output();
    const ValueId across = apply("Sub", {dy, apply("Mul", {direction, along})});
    b.setGradient(0, apply("Div", {across, reduce(isFirst ? "ReduceL1" : "ReduceL2", x)}));
}

// Operators "<Type>Grad" of (dY, X, scale) to (dX, dScale, dShift).
void rowsGradient(GradientBuilder& b)
{
    std::vector<ValueId> likes{b.input(0), b.input(1)};
    if (b.input(2).isValid())
        likes.push_back(b.input(2));
    const std::string type = b.node().opType + "Grad";
    const std::vector<ValueId> gradients =
        b.append({.opType = type,
                     .domain = kTrainingDomain,
                     .inputs = {b.outputGradient(), b.input(0), b.input(1)},
                     .attributes = b.node().attributes},
            likes);
    for (std::size_t slot = 0; slot < gradients.size(); ++slot) {
        if (b.wants(slot))
            b.setGradient(slot, gradients[slot]);
    }
}

constexpr std::string_view kRowSums = "Sums over a row; squares of values above 255 overflow in FP16, so "
                                      "statistics stay in FP32.";
constexpr std::string_view kCancels = "Subtracts sums from terms of their own size.";

constexpr OpDef rows(std::string_view name, std::string_view doc, GradientRule gradient)
{
    return {.name = name, .doc = doc, .opClass = OpClass::Sensitive, .why = kRowSums, .gradient = gradient};
}

constexpr OpDef gradientOf(std::string_view name, std::string_view doc, std::string_view ascend)
{
    return {.name = name,
        .domain = kTrainingDomain,
        .doc = doc,
        .opClass = OpClass::Sensitive,
        .why = kCancels,
        .ascend = {.types = ascend},
        .gradient = GradientRule::none()};
}

constexpr OpDef kRows[] = {
    {.name = "BatchNormalization",
        .doc = "Channels shifted and scaled to mean 0 and variance 1, then by learned factors.",
        .opClass = OpClass::Sensitive,
        .why = "Sums over the whole batch; squares of values above 255 overflow in FP16, so statistics stay "
               "in FP32.",
        .gradient = {GradientRule::State::Implemented, batchNormalizationGradient,
            prepareBatchNormalization}},
    {.name = "BatchNormalizationGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient of BatchNormalization: (dY, X, scale, batch mean, batch variance) to (dX, dScale, "
               "dBias).",
        .opClass = OpClass::Sensitive,
        .why = "Sums over the whole batch.",
        .ascend = {.types = "BatchNormGrad"},
        .gradient = GradientRule::none()},
    {.name = "Softmax",
        .doc = "Exponentials normalised along one axis.",
        .opClass = OpClass::Sensitive,
        .why = "exp() leaves the FP16 range above 11.09 unless the maximum is subtracted first, and small "
               "ones vanish.",
        .gradient = GradientRule::by(softmaxGradient)},
    {.name = "SoftmaxGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient of Softmax: (dY, Y) to dX.",
        .opClass = OpClass::Sensitive,
        .why = "Subtracts a sum from terms of its own size.",
        // Ascend's operator reads the softmax first.
        .ascend = {.types = "SoftmaxGrad(1,0)"},
        .gradient = GradientRule::none()},
    {.name = "Hardmax",
        .doc = "One at the largest element along an axis, zeros elsewhere.",
        .opClass = OpClass::Elementwise,
        .why = "Values that FP16 rounds to the same number become ties.",
        .gradient = GradientRule::none()},
    {.name = "LogSoftmax",
        .doc = "Logarithm of the softmax along one axis.",
        .opClass = OpClass::Sensitive,
        .why = "Sums exponentials; large negative results keep few digits in FP16.",
        .gradient = GradientRule::by(softmaxGradient)},
    {.name = "LRN",
        .doc = "Values divided by a power of the sum of squares over neighbouring channels.",
        .opClass = OpClass::Sensitive,
        .why = "Squares of values above 255 overflow in FP16.",
        .gradient = GradientRule::by(lrnGradient)},
    rows("GroupNormalization", "Groups of channels normalised within a sample, then scaled and shifted.",
        GradientRule::by(rowsGradient)),
    rows("InstanceNormalization", "Channels normalised within a sample, then scaled and shifted.",
        GradientRule::by(rowsGradient)),
    rows("LayerNormalization", "Features normalised within a sample, then scaled and shifted.",
        GradientRule::by(rowsGradient)),
    rows("LpNormalization", "Vectors along an axis divided by their norm.",
        GradientRule::by(lpNormalizationGradient)),
    rows("RMSNormalization", "Features divided by their root mean square, then scaled.",
        GradientRule::by(rowsGradient)),
    gradientOf("GroupNormalizationGrad",
        "Gradient of GroupNormalization: (dY, X, scale) to (dX, dScale, dShift).",
        "GroupNormGrad(0,=in1,=in1,1,2)"),
    gradientOf("InstanceNormalizationGrad",
        "Gradient of InstanceNormalization: (dY, X, scale) to (dX, dScale, dShift).",
        "InstanceNormGrad(0,1,=in1,=in1,2)"),
    gradientOf("LayerNormalizationGrad",
        "Gradient of LayerNormalization: (dY, X, scale) to (dX, dScale, dShift).",
        "LayerNormGrad(0,1,=in1,=in1,2)"),
    gradientOf("LogSoftmaxGrad", "Gradient of LogSoftmax: (dY, Y) to dX.", "LogSoftmaxGrad"),
    gradientOf("LRNGrad", "Gradient of LRN: (dY, X) to dX.", "LRNGrad(0,1,=in1)"),
    gradientOf("RMSNormalizationGrad", "Gradient of RMSNormalization: (dY, X, scale) to (dX, dScale).",
        "RmsNormGrad(0,1,f32,2)"),
};

}

std::span<const OpDef> normalizationOps()
{
    return kRows;
}

}
