// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/differentiate.h"

#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/ops/opdef.h"

#include <algorithm>
#include <cassert>
#include <format>
#include <ranges>
#include <set>

namespace halftone {
namespace {

std::unexpected<Error> unsupported(std::string what, std::string where, std::string remedy)
{
    return std::unexpected(
        Error{ErrorKind::Unsupported, "E-TRAIN", std::move(what), std::move(where), std::move(remedy)});
}

/// The forward graph in its training form, with the loss behind it.
struct ForwardWithLoss
{
    GraphPtr graph;
    IdMap<NodeId, NodeId> nodeOf;
    ValueId logits;
    ValueId labels;
    ValueId loss;
    std::vector<TrainingGraph::State> states;
    std::vector<Finding> findings;
};

std::optional<Error> findUnfixedShape(const Graph& graph)
{
    for (NodeId id : graph.nodes()) {
        if (!graph.node(id).bodies.empty())
            return Error{ErrorKind::Unsupported, "E-TRAIN", "Control flow cannot be trained.",
                graph.displayName(id), "Train a model without If, Loop and Scan."};
        for (ValueId output : graph.outputs(id)) {
            if (output.isValid() && !graph.fixedShape(output))
                return Error{ErrorKind::Unsupported, "E-TRAIN",
                    std::format("The shape of \"{}\" is not fixed ({}).", graph.value(output).name,
                        graph.shapeText(output)),
                    graph.displayName(id), "Bind the symbolic dimensions, for instance --dim N=32."};
        }
    }
    return std::nullopt;
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

// The first output of two dimensions or more is what people call the model's prediction.
ValueId predictionOf(const Graph& graph)
{
    for (ValueId output : graph.graphOutputs()) {
        if (graph.value(output).dtype == DType::Float32 && graph.dims(output).size() >= 2)
            return output;
    }
    return {};
}

Result<ForwardWithLoss> appendLoss(const Graph& forward, Loss loss)
{
    ForwardWithLoss result;
    const ValueId prediction = predictionOf(forward);
    if (!prediction.isValid())
        return unsupported("The model has no float32 output of two or more dimensions to train on.",
            forward.name(), "Train a model that gives logits or predictions per sample.");

    // The copy starts with all values; nodes are added anew, because some get their training form.
    GraphBuilder builder(forward);
    std::vector<GraphBuilder::NodeSpec> specs;
    for (NodeId id : forward.nodes()) {
        const Node& node = forward.node(id);
        TrainingNode form{{forward.inputs(id).begin(), forward.inputs(id).end()},
            {forward.outputs(id).begin(), forward.outputs(id).end()}, node.attributes, {}};
        if (node.op->gradient.prepare)
            node.op->gradient.prepare(builder, form);
        for (const CarriedState& state : form.states)
            result.states.push_back({state.value, state.updated});
        specs.push_back({node.opType, node.name, node.domain, std::move(form.inputs), std::move(form.outputs),
            std::move(form.attributes), {}, Phase::Forward, {}});
    }
    builder.clearNodes();
    for (GraphBuilder::NodeSpec& spec : specs)
        builder.addNode(std::move(spec));
    builder.clearOutputs();

    const bool isCrossEntropy = loss == Loss::SoftmaxCrossEntropy;
    result.logits = isCrossEntropy ? logitsOf(forward, prediction, result.findings) : prediction;
    const std::vector<std::int64_t> shape = *forward.fixedShape(result.logits);
    if (isCrossEntropy && shape.size() != 2)
        return unsupported(std::format("Softmax cross entropy needs logits [N, classes]; \"{}\" is {}.",
                               forward.value(result.logits).name, forward.shapeText(result.logits)),
            forward.name(), "Choose another loss (--loss mse).");
    result.loss = builder.addValue("loss", DType::Float32, std::vector<Dim>{});
    if (isCrossEntropy) {
        result.labels = builder.addInput("labels", DType::Int64, std::vector<Dim>{{.size = shape[0]}});
        const ValueId logProbabilities = builder.addValueLike("log_probabilities", result.logits);
        builder.addNode({.opType = "SoftmaxCrossEntropyLoss",
            .name = "loss",
            .inputs = {result.logits, result.labels},
            .outputs = {result.loss, logProbabilities},
            .attributes = {{"reduction", std::string("mean")}},
            .phase = Phase::Loss});
    } else {
        result.labels = builder.addInput("target", DType::Float32, fixedDims(shape));
        builder.addNode({.opType = "MeanSquaredError",
            .name = "loss",
            .domain = std::string(kTrainingDomain),
            .inputs = {result.logits, result.labels},
            .outputs = {result.loss},
            .phase = Phase::Loss});
    }
    builder.markOutput(result.loss);
    auto finished = std::move(builder).finish();
    if (!finished)
        return std::unexpected(finished.error());
    result.graph = finished->graph;
    result.nodeOf = IdMap<NodeId, NodeId>(forward.nodeCount());
    for (NodeId id : forward.nodes())
        result.nodeOf[id] = finished->nodeOf[id];
    return result;
}

bool isTrainable(const Graph& graph, ValueId id)
{
    const Value& value = graph.value(id);
    return value.kind == ValueKind::Initializer && value.dtype == DType::Float32 && !graph.dims(id).empty();
}

/// Which values the loss's gradient is wanted for: trained weights, and everything computed from them.
IdMap<ValueId, bool> findWanted(const ForwardWithLoss& forward)
{
    const Graph& graph = *forward.graph;
    IdMap<ValueId, bool> wanted(graph.valueCount(), false);
    for (ValueId id : graph.values())
        wanted[id] = isTrainable(graph, id);
    for (const TrainingGraph::State& state : forward.states)
        wanted[state.value] = false;
    for (NodeId id : graph.nodes()) {
        if (graph.node(id).op->gradient.state == GradientRule::State::NotDifferentiable)
            continue;
        const bool anyInput = std::ranges::any_of(
            graph.inputs(id), [&](ValueId input) { return input.isValid() && wanted[input]; });
        for (ValueId output : graph.outputs(id)) {
            if (output.isValid())
                wanted[output] = anyInput;
        }
    }
    return wanted;
}

std::optional<Error> appendBackward(const ForwardWithLoss& forward, GraphBuilder& builder,
    const IdMap<ValueId, bool>& wanted, IdMap<ValueId, ValueId>& gradients)
{
    const Graph& graph = *forward.graph;
    GradientBuilder rules(graph, builder, wanted, gradients);
    for (std::uint32_t index = static_cast<std::uint32_t>(graph.nodeCount()); index-- > 0;) {
        const NodeId id{index};
        const std::span<const ValueId> outputs = graph.outputs(id);
        const bool reached = std::ranges::any_of(outputs, [&](ValueId output) {
            return output.isValid() && gradients[output].isValid() && wanted[output];
        });
        if (!reached)
            continue;
        const Node& node = graph.node(id);
        rules.enter(id);
        if (node.op->gradient.state == GradientRule::State::Implemented)
            node.op->gradient.build(rules);
        else
            rules.refuse(std::format("the gradient of {}", node.opType));
        if (!rules.refusal().empty())
            return Error{ErrorKind::Unsupported, "E-TRAIN",
                std::format("Not implemented: {}.", rules.refusal()), graph.displayName(id),
                "Inspect and decide work with this model; train another one."};
    }
    return std::nullopt;
}

// MindSpore leaves batch normalisation factors out of weight decay by their usual names, but not biases.
bool isDecayed(const std::string& name)
{
    return name.find("beta") == std::string::npos && name.find("gamma") == std::string::npos;
}

TrainedParameter appendUpdate(GraphBuilder& builder, const TrainingGraph& training, ValueId weight,
    ValueId gradient, NodeId origin, const DifferentiateOptions& options)
{
    const std::string name = builder.value(weight).name;
    std::vector<std::int64_t> sizes;
    for (const Dim& dim : builder.dims(weight))
        sizes.push_back(dim.size);
    TrainedParameter parameter{.weight = weight, .gradient = gradient};
    const std::int64_t count = std::ranges::fold_left(sizes, std::int64_t{1}, std::multiplies{});
    parameter.velocity = builder.addInitializer(name + "/velocity",
        TensorData::of(DType::Float32, sizes, std::vector<float>(static_cast<std::size_t>(count), 0.0f)));
    parameter.unscaledGradient = builder.addValueLike("unscaled/" + name, weight);
    builder.addNode({.opType = "UnscaleGradient",
        .name = "unscale/" + name,
        .domain = std::string(kTrainingDomain),
        .inputs = {gradient, training.inverseLossScale},
        .outputs = {parameter.unscaledGradient},
        .phase = Phase::Update,
        .origin = origin});
    parameter.updatedWeight = builder.addValueLike(name + "/updated", weight);
    parameter.updatedVelocity = builder.addValueLike(name + "/velocity/updated", weight);
    builder.addNode({.opType = "Momentum",
        .name = "momentum/" + name,
        .domain = std::string(kTrainingDomain),
        .inputs = {weight, parameter.velocity, parameter.unscaledGradient, training.learningRate},
        .outputs = {parameter.updatedWeight, parameter.updatedVelocity},
        .attributes = {{"momentum", options.momentum},
            {"weight_decay", isDecayed(name) ? options.weightDecay : 0.0f},
            {"nesterov", std::int64_t{options.nesterov}}},
        .phase = Phase::Update,
        .origin = origin});
    return parameter;
}

}

std::string_view name(Loss loss)
{
    return loss == Loss::SoftmaxCrossEntropy ? "softmax-cross-entropy" : "mse";
}

Result<TrainingGraph> differentiate(const GraphPtr& forwardGraph, const DifferentiateOptions& options)
{
    if (const auto error = findUnfixedShape(*forwardGraph))
        return std::unexpected(*error);
    auto forward = appendLoss(*forwardGraph, options.loss);
    if (!forward)
        return std::unexpected(forward.error());
    const IdMap<ValueId, bool> wanted = findWanted(*forward);
    if (!wanted[forward->loss])
        return unsupported("The loss does not depend on any float32 weight.", forwardGraph->name(),
            "Train a model with float32 initializers.");

    GraphBuilder builder(*forward->graph);
    TrainingGraph training;
    training.lossScale = builder.addInput("loss_scale", DType::Float32, std::vector<Dim>{});
    training.inverseLossScale = builder.addInput("inverse_loss_scale", DType::Float32, std::vector<Dim>{});
    training.learningRate = builder.addInput("learning_rate", DType::Float32, std::vector<Dim>{});
    IdMap<ValueId, ValueId> gradients(forward->graph->valueCount());
    gradients[forward->loss] = training.lossScale;
    if (const auto error = appendBackward(*forward, builder, wanted, gradients))
        return std::unexpected(*error);
    for (ValueId weight : forward->graph->values()) {
        if (!isTrainable(*forward->graph, weight) || !wanted[weight] || !gradients[weight].isValid())
            continue;
        const NodeId origin = forward->graph->uses(weight).front().node;
        training.parameters.push_back(
            appendUpdate(builder, training, weight, gradients[weight], origin, options));
    }

    for (const TrainedParameter& parameter : training.parameters) {
        builder.markOutput(parameter.updatedWeight);
        builder.markOutput(parameter.updatedVelocity);
    }
    for (const TrainingGraph::State& state : forward->states)
        builder.markOutput(state.updated);
    auto finished = std::move(builder).finish();
    if (!finished)
        return std::unexpected(finished.error());
    training.graph = finished->graph;
    training.logits = forward->logits;
    training.labels = forward->labels;
    training.loss = forward->loss;
    training.states = std::move(forward->states);
    training.findings = std::move(forward->findings);
    training.nodeOf = IdMap<NodeId, NodeId>(forwardGraph->nodeCount());
    for (NodeId id : forwardGraph->nodes())
        training.nodeOf[id] = finished->nodeOf[forward->nodeOf[id]];
    assert(verify(*training.graph).empty());
    return training;
}

}
