// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

namespace halftone {
namespace {

void softmaxCrossEntropyGradient(GradientBuilder& b)
{
    if (b.attribute<std::string>("reduction", "mean") != "mean" || b.input(2).isValid())
        return b.refuse("the gradient of SoftmaxCrossEntropyLoss with class weights or without the mean");
    b.setGradient(0,
        b.append({.opType = "SoftmaxCrossEntropyLossGrad",
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient(), b.output(1), b.input(1)},
            .like = b.input(0)}));
}

void meanSquaredErrorGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = "MeanSquaredErrorGrad",
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient(), b.input(0), b.input(1)},
            .like = b.input(0)}));
}

constexpr OpDef kRows[] = {
    {.name = "SoftmaxCrossEntropyLoss",
        .doc = "Mean over the batch of minus the log-probability of the right class; second output: "
               "log-probabilities.",
        .opClass = OpClass::Loss,
        .why = "Logarithms of small probabilities; a loss in FP16 caps the loss scale at 32768.",
        .gradient = GradientRule::by(softmaxCrossEntropyGradient)},
    {.name = "SoftmaxCrossEntropyLossGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient for the logits: (dLoss, log-probabilities, labels) to dLoss (p - 1 at the label) / "
               "batch.",
        .opClass = OpClass::Loss,
        .why = "The loss scale enters here: in FP16 it must stay below 65520.",
        // Ascend's loss operators compute the gradient along with the loss; what is left is its product with
        // the gradient that arrives, so the part that is judged is a Mul.
        .ascend = {.types = "Mul(1,0)"},
        .gradient = GradientRule::none()},
    {.name = "MeanSquaredError",
        .domain = kTrainingDomain,
        .doc = "Mean of squared differences: (prediction, target).",
        .opClass = OpClass::Loss,
        .why = "Squares of differences above 255 overflow in FP16.",
        .ascend = {.types = "MseLoss"},
        .gradient = GradientRule::by(meanSquaredErrorGradient)},
    {.name = "MeanSquaredErrorGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient for the prediction: (dLoss, prediction, target) to 2 dLoss (prediction - target) / "
               "count.",
        .opClass = OpClass::Loss,
        .why = "The loss scale enters here: in FP16 it must stay below 65520.",
        .ascend = {.types = "MseLossGrad(1,2,0)"},
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> lossOps()
{
    return kRows;
}

}
