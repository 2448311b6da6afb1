// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/families.h"

#include <algorithm>

namespace halftone {
namespace {

// The form that training appends: the mean of all terms alike.
bool isPlainMean(const GradientBuilder& b)
{
    return b.attribute<std::string>("reduction", "mean") == "mean" && !b.input(2).isValid() &&
        !std::ranges::contains(b.node().attributes, "ignore_index", &Attribute::name);
}

// What the gradient has to know beyond the tensors; nothing for the plain mean, which has a faster kernel.
std::vector<Attribute> formOf(const GradientBuilder& b)
{
    return isPlainMean(b) ? std::vector<Attribute>{} : b.node().attributes;
}

/// With the class weights behind the others, where there are any.
std::vector<ValueId> withWeights(const GradientBuilder& b, std::vector<ValueId> inputs)
{
    if (b.input(2).isValid())
        inputs.push_back(b.input(2));
    return inputs;
}

void softmaxCrossEntropyGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = "SoftmaxCrossEntropyLossGrad",
            .domain = kTrainingDomain,
            .inputs = withWeights(b, {b.outputGradient(), b.output(1), b.input(1)}),
            .like = b.input(0),
            .attributes = formOf(b)}));
}

// The gradient reads the logarithms of probabilities, which the node may leave out.
void prepareSoftmaxCrossEntropy(GraphBuilder& builder, TrainingNode& node)
{
    if (node.outputs.size() == 1)
        node.outputs.push_back({});
    if (!node.outputs[1].isValid())
        node.outputs[1] = builder.addValueLike("log_probabilities", node.inputs[0]);
}

void denseCrossEntropyGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = "DenseCrossEntropyGrad",
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient(), b.output(1), b.input(1)},
            .like = b.input(0)}));
}

void negativeLogLikelihoodGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = "NegativeLogLikelihoodLossGrad",
            .domain = kTrainingDomain,
            .inputs = withWeights(b, {b.outputGradient(), b.input(1)}),
            .like = b.input(0),
            .attributes = formOf(b)}));
}

// The losses that compare each element with a target: (dLoss, prediction, target).
template <const char* op>
void elementGradient(GradientBuilder& b)
{
    b.setGradient(0,
        b.append({.opType = op,
            .domain = kTrainingDomain,
            .inputs = {b.outputGradient(), b.input(0), b.input(1)},
            .like = b.input(0)}));
}

constexpr char kSquaredErrorGrad[] = "MeanSquaredErrorGrad";
constexpr char kAbsoluteErrorGrad[] = "MeanAbsoluteErrorGrad";
constexpr char kBinaryCrossEntropyGrad[] = "BinaryCrossEntropyGrad";

constexpr OpDef kRows[] = {
    {.name = "SoftmaxCrossEntropyLoss",
        .doc = "Mean over the batch of minus the log-probability of the right class; second output: "
               "log-probabilities.",
        .opClass = OpClass::Loss,
        .why = "Logarithms of small probabilities; a loss in FP16 caps the loss scale at 32768.",
        .gradient = {GradientRule::State::Implemented, softmaxCrossEntropyGradient,
            prepareSoftmaxCrossEntropy}},
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
        .gradient = GradientRule::by(elementGradient<kSquaredErrorGrad>)},
    {.name = "MeanSquaredErrorGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient for the prediction: (dLoss, prediction, target) to 2 dLoss (prediction - target) / "
               "count.",
        .opClass = OpClass::Loss,
        .why = "The loss scale enters here: in FP16 it must stay below 65520.",
        .ascend = {.types = "MseLossGrad(1,2,0)"},
        .gradient = GradientRule::none()},
    {.name = "DenseCrossEntropy",
        .domain = kTrainingDomain,
        .doc = "Mean over the batch of cross entropy with target probabilities: (logits, target); second "
               "output: "
               "log-probabilities.",
        .opClass = OpClass::Loss,
        .why = "Logarithms of small probabilities; a loss in FP16 caps the loss scale at 32768.",
        .ascend = {.types = "SoftmaxCrossEntropyWithLogits(0,1)"},
        .gradient = GradientRule::by(denseCrossEntropyGradient)},
    {.name = "DenseCrossEntropyGrad",
        .domain = kTrainingDomain,
        .doc =
            "Gradient for the logits: (dLoss, log-probabilities, target) to dLoss (p sum(target) - target) / "
            "batch.",
        .opClass = OpClass::Loss,
        .why = "The loss scale enters here: in FP16 it must stay below 65520.",
        .ascend = {.types = "Mul(1,0)"}, // the forward operator gives the gradient, see above
        .gradient = GradientRule::none()},
    {.name = "NegativeLogLikelihoodLoss",
        .doc = "Mean over the batch of minus the input at the right class: (log-probabilities, labels).",
        .opClass = OpClass::Loss,
        .why = "A mean of logarithms, which FP16 holds to three digits.",
        .ascend = {.types = "NLLLoss(0,1,2?f32)>0,=in0"},
        .gradient = GradientRule::by(negativeLogLikelihoodGradient)},
    {.name = "NegativeLogLikelihoodLossGrad",
        .domain = kTrainingDomain,
        .doc = "Gradient for the log-probabilities: (dLoss, labels) to -dLoss / batch at the right class, "
               "else 0.",
        .opClass = OpClass::Loss,
        .why = "The loss scale enters here: in FP16 it must stay below 65520.",
        .ascend = {.types = "NLLLossGrad(=out0,0,1,f32,f32)"},
        .gradient = GradientRule::none()},
    {.name = "MeanAbsoluteError",
        .domain = kTrainingDomain,
        .doc = "Mean of absolute differences: (prediction, target).",
        .opClass = OpClass::Loss,
        .why = "A sum of as many terms as there are elements, which leaves the FP16 range at 65520.",
        .ascend = {.types = "LpLoss"},
        .gradient = GradientRule::by(elementGradient<kAbsoluteErrorGrad>)},
    {.name = "MeanAbsoluteErrorGrad",
        .domain = kTrainingDomain,
        .doc =
            "Gradient for the prediction: (dLoss, prediction, target) to dLoss sign(prediction - target) / "
            "count.",
        .opClass = OpClass::Loss,
        .why = "The loss scale enters here: in FP16 it must stay below 65520.",
        .ascend = {.types = "L1LossGrad(0,1,2)"},
        .gradient = GradientRule::none()},
    {.name = "BinaryCrossEntropy",
        .domain = kTrainingDomain,
        .doc = "Mean of binary cross entropy: (logits, target).",
        .opClass = OpClass::Loss,
        .why = "Logarithms of small probabilities; a loss in FP16 caps the loss scale at 32768.",
        .ascend = {.types = "SigmoidCrossEntropyWithLogitsV2(0,1)"},
        .gradient = GradientRule::by(elementGradient<kBinaryCrossEntropyGrad>)},
    {.name = "BinaryCrossEntropyGrad",
        .domain = kTrainingDomain,
        .doc =
            "Gradient for the logits: (dLoss, logits, target) to dLoss (sigmoid(logits) - target) / count.",
        .opClass = OpClass::Loss,
        .why = "The loss scale enters here: in FP16 it must stay below 65520.",
        .ascend = {.types = "SigmoidCrossEntropyWithLogitsGradV2(1,2,0)"},
        .gradient = GradientRule::none()},
};

}

std::span<const OpDef> lossOps()
{
    return kRows;
}

}
