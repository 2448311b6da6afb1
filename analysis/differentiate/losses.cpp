// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/lossterms.h"
#include "analysis/differentiate/trainingparts.h"

#include <algorithm>
#include <array>
#include <format>

namespace halftone {
namespace {

/// A loss that is appended to the model's prediction.
struct LossDef
{
    Loss loss;
    std::string_view name;
    std::string_view opType;
    std::string_view domain;
    bool hasClassNumbers; ///< int64, one for each sample or pixel; otherwise a float32 target of the
                          ///< prediction's shape.
    bool readsLogits; ///< Contains the softmax, so that a final one of the model is left out.
    bool needsMatrix; ///< The prediction is [N, classes].
    bool givesLogProbabilities; ///< A second output, which the gradient reads.
};

constexpr auto kLosses = std::to_array<LossDef>({
    {Loss::SoftmaxCrossEntropy, "softmax-cross-entropy", "SoftmaxCrossEntropyLoss", "", true, true, false,
        true},
    {Loss::DenseCrossEntropy, "dense-cross-entropy", "DenseCrossEntropy", kTrainingDomain, false, true, true,
        true},
    {Loss::NegativeLogLikelihood, "nll", "NegativeLogLikelihoodLoss", "", true, false, false, false},
    {Loss::MeanSquaredError, "mse", "MeanSquaredError", kTrainingDomain, false, false, false, false},
    {Loss::MeanAbsoluteError, "l1", "MeanAbsoluteError", kTrainingDomain, false, false, false, false},
    {Loss::BinaryCrossEntropy, "bce-with-logits", "BinaryCrossEntropy", kTrainingDomain, false, false, false,
        false},
    {Loss::InGraph, "graph", "", "", false, false, false, false},
});

const LossDef& defOf(Loss loss)
{
    return *std::ranges::find(kLosses, loss, &LossDef::loss);
}

std::unexpected<Error> unsupported(std::string what, const Graph& graph, std::string remedy)
{
    return std::unexpected(
        Error{ErrorKind::Unsupported, "E-TRAIN", std::move(what), graph.name(), std::move(remedy)});
}

// The first output of two dimensions or more is what people call the model's prediction.
ValueId predictionOf(const Graph& graph)
{
    const auto found = std::ranges::find_if(graph.graphOutputs(), [&](ValueId output) {
        return graph.value(output).dtype == DType::Float32 && graph.dims(output).size() >= 2;
    });
    return found == graph.graphOutputs().end() ? ValueId{} : *found;
}

// A model that ends in Softmax gives probabilities; the loss wants what went in, or it would apply softmax
// twice.
ValueId logitsOf(const Graph& graph, ValueId output, std::vector<Finding>& findings)
{
    const NodeId producer = graph.value(output).producer;
    if (!producer.isValid() || graph.node(producer).opType != "Softmax")
        return output;
    findings.push_back({"differentiate.softmax-skipped", graph.displayName(producer),
        "The loss reads the input of the final Softmax, which it contains itself.", producer});
    return graph.inputs(producer)[0];
}

bool isScalar(const Graph& graph, ValueId id)
{
    return graph.value(id).dtype == DType::Float32 && graph.value(id).shapeKnown &&
        std::ranges::all_of(graph.dims(id), [](const Dim& dim) { return dim.size == 1; });
}

/// The model's scalar output, and the input beside the samples.
Result<differentiation::AppendedLoss> findLoss(const Graph& graph)
{
    const auto loss =
        std::ranges::find_if(graph.graphOutputs(), [&](ValueId output) { return isScalar(graph, output); });
    if (loss == graph.graphOutputs().end() || !graph.value(*loss).producer.isValid())
        return unsupported("The model has no float32 output with one element that could be its loss.", graph,
            "Choose a loss to append (--loss softmax-cross-entropy).");
    // Samples are the first float32 input of two dimensions or more; the labels are another one.
    ValueId samples;
    ValueId labels;
    for (ValueId input : graph.graphInputs()) {
        const DType dtype = graph.value(input).dtype;
        if (!samples.isValid() && dtype == DType::Float32 && graph.dims(input).size() >= 2)
            samples = input;
        else if (!labels.isValid() && (dtype == DType::Int64 || dtype == DType::Float32))
            labels = input;
    }
    if (!labels.isValid())
        return unsupported("The model computes its own loss, but has no second input for labels or targets.",
            graph, "Choose a loss to append (--loss softmax-cross-entropy).");
    return differentiation::AppendedLoss{predictionOf(graph), labels, *loss, {}};
}

}

std::string_view name(Loss loss)
{
    return defOf(loss).name;
}

std::optional<Loss> parseLoss(std::string_view name)
{
    const auto found = std::ranges::find(kLosses, name, &LossDef::name);
    return found == kLosses.end() ? std::nullopt : std::optional(found->loss);
}

LossTerms lossTerms(const Graph& forward, Loss loss)
{
    if (loss == Loss::InGraph) {
        const auto found = findLoss(forward);
        return found ? LossTerms{found->prediction, forward.value(found->labels).dtype == DType::Int64,
                           found->labels, found->loss}
                     : LossTerms{};
    }
    const LossDef& def = defOf(loss);
    std::vector<Finding> findings;
    const ValueId output = predictionOf(forward);
    return {.prediction = def.readsLogits && output.isValid() ? logitsOf(forward, output, findings) : output,
        .hasClassNumbers = def.hasClassNumbers};
}

Result<differentiation::AppendedLoss> differentiation::appendLoss(
    GraphBuilder& builder, const Graph& forward, Loss loss)
{
    if (loss == Loss::InGraph)
        return findLoss(forward);
    const LossDef& def = defOf(loss);
    AppendedLoss result{.prediction = predictionOf(forward), .labels = {}, .loss = {}, .findings = {}};
    if (!result.prediction.isValid())
        return unsupported("The model has no float32 output of two or more dimensions to train on.", forward,
            "Train a model that gives logits or predictions per sample.");
    if (def.readsLogits)
        result.prediction = logitsOf(forward, result.prediction, result.findings);
    const std::vector<std::int64_t> shape = *forward.fixedShape(result.prediction);
    if (def.needsMatrix && shape.size() != 2)
        return unsupported(std::format("The loss {} needs logits [N, classes]; \"{}\" is {}.", def.name,
                               forward.value(result.prediction).name, forward.shapeText(result.prediction)),
            forward, "Choose another loss (--loss mse).");
    std::vector<std::int64_t> labelShape = shape;
    labelShape.erase(labelShape.begin() + 1);
    result.labels = def.hasClassNumbers ? builder.addInput("labels", DType::Int64, fixedDims(labelShape))
                                        : builder.addInput("target", DType::Float32, fixedDims(shape));
    result.loss = builder.addValue("loss", DType::Float32, std::vector<Dim>{});
    std::vector<ValueId> outputs{result.loss};
    if (def.givesLogProbabilities)
        outputs.push_back(builder.addValueLike("log_probabilities", result.prediction));
    std::vector<Attribute> attributes;
    if (def.domain.empty())
        attributes.push_back({"reduction", std::string("mean")});
    builder.addNode({.opType = std::string(def.opType),
        .name = "loss",
        .domain = std::string(def.domain),
        .inputs = {result.prediction, result.labels},
        .outputs = std::move(outputs),
        .attributes = std::move(attributes),
        .phase = Phase::Loss});
    return result;
}

}
