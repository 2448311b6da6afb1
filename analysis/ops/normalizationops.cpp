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

void softmaxGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = "SoftmaxGrad",
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient(), b.output()},
            .like = b.input(0),
            .attributes = b.node().attributes}));
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
};

}

std::span<const OpDef> normalizationOps()
{
    return kRows;
}

}
