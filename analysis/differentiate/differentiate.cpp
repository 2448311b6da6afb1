// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/differentiate.h"

#include "analysis/differentiate/gradientbuilder.h"
#include "analysis/differentiate/trainingparts.h"
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
    std::vector<ReplacedValue> states;
    std::vector<Finding> findings;
};

/// The name of an open dimension, where it has one.
std::string openSymbol(const Graph& graph, ValueId id)
{
    for (const Dim& dim : graph.dims(id)) {
        if (!dim.isFixed() && dim.symbol.isValid())
            return graph.symbol(dim.symbol);
    }
    return "N";
}

std::optional<Error> findUnfixedShape(const Graph& graph)
{
    for (NodeId id : graph.nodes()) {
        if (!graph.node(id).bodies.empty())
            return Error{ErrorKind::Unsupported, "E-TRAIN",
                std::format("There is no gradient through {}, unless its condition or its turns are known.",
                    graph.node(id).opType),
                graph.displayName(id),
                "Export the model with fixed sizes and the branch that is meant, or with LSTM, GRU or RNN."};
        for (ValueId output : graph.outputs(id)) {
            const bool isUsed = output.isValid() &&
                (!graph.uses(output).empty() || std::ranges::contains(graph.graphOutputs(), output));
            if (isUsed && !graph.fixedShape(output))
                return Error{ErrorKind::Unsupported, "E-TRAIN",
                    std::format("The shape of \"{}\" is not fixed ({}).", graph.value(output).name,
                        graph.shapeText(output)),
                    graph.displayName(id),
                    std::format("Bind the symbolic dimensions, for instance --dim {}=32.",
                        openSymbol(graph, output))};
        }
    }
    return std::nullopt;
}

Result<ForwardWithLoss> appendLoss(const Graph& forward, Loss loss)
{
    ForwardWithLoss result;
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
            std::move(form.attributes), {}, node.op->opClass == OpClass::Loss ? Phase::Loss : Phase::Forward,
            {}});
    }
    builder.clearNodes();
    for (GraphBuilder::NodeSpec& spec : specs)
        builder.addNode(std::move(spec));
    builder.clearOutputs();

    auto appended = differentiation::appendLoss(builder, forward, loss);
    if (!appended)
        return std::unexpected(appended.error());
    result.logits = appended->prediction;
    result.labels = appended->labels;
    result.loss = appended->loss;
    result.findings = std::move(appended->findings);
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
    for (const ReplacedValue& state : forward.states)
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

/// The loss scale in the shape of the loss: a model's own may be a tensor of one element.
ValueId gradientOfLoss(GraphBuilder& builder, const ForwardWithLoss& forward, ValueId lossScale)
{
    const std::vector<std::int64_t> shape = *forward.graph->fixedShape(forward.loss);
    if (shape.empty())
        return lossScale;
    const auto rank = static_cast<std::int64_t>(shape.size());
    const ValueId sizes = builder.addInitializer(
        "loss_shape", TensorData::of(DType::Int64, {rank}, std::vector<std::int64_t>(shape)));
    const ValueId reshaped = builder.addValueLike("loss_gradient", forward.loss);
    builder.addNode({.opType = "Reshape",
        .name = "loss_gradient",
        .inputs = {lossScale, sizes},
        .outputs = {reshaped},
        .phase = Phase::Backward,
        .origin = forward.graph->value(forward.loss).producer});
    return reshaped;
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

}

std::vector<ReplacedValue> TrainingGraph::replaced() const
{
    std::vector<ReplacedValue> all;
    for (const TrainedParameter& parameter : parameters) {
        all.push_back(parameter.weight);
        all.insert(all.end(), parameter.moments.begin(), parameter.moments.end());
    }
    all.insert(all.end(), states.begin(), states.end());
    return all;
}

Result<TrainingGraph> differentiate(const GraphPtr& forwardGraph, const DifferentiateOptions& options)
{
    if (const auto error = findUnfixedShape(*forwardGraph))
        return std::unexpected(*error);
    auto forward = appendLoss(*forwardGraph, options.loss);
    if (!forward)
        return std::unexpected(forward.error());
    const IdMap<ValueId, bool> wanted = findWanted(*forward);
    const std::vector<Finding> blocked =
        differentiation::findBlockedGradients(*forward->graph, forward->loss, wanted);
    if (!wanted[forward->loss])
        return blocked.empty()
            ? unsupported("The loss does not depend on any float32 weight.", forwardGraph->name(),
                  "Train a model with float32 initializers.")
            : unsupported(blocked.front().message, blocked.front().where,
                  "Train a model with differentiable operators between its weights and its output.");

    GraphBuilder builder(*forward->graph);
    TrainingGraph training;
    training.lossScale = builder.addInput("loss_scale", DType::Float32, std::vector<Dim>{});
    training.inverseLossScale = builder.addInput("inverse_loss_scale", DType::Float32, std::vector<Dim>{});
    training.learningRate = builder.addInput("learning_rate", DType::Float32, std::vector<Dim>{});
    IdMap<ValueId, ValueId> gradients(forward->graph->valueCount());
    gradients[forward->loss] = gradientOfLoss(builder, *forward, training.lossScale);
    if (const auto error = appendBackward(*forward, builder, wanted, gradients))
        return std::unexpected(*error);
    for (ValueId weight : forward->graph->values()) {
        if (!isTrainable(*forward->graph, weight) || !wanted[weight] || !gradients[weight].isValid())
            continue;
        training.parameters.push_back({.weight = {weight, {}}, .gradient = gradients[weight]});
    }
    training.states = std::move(forward->states);
    differentiation::appendUpdates(builder, training, *forward->graph, options);

    for (const ReplacedValue& replaced : training.replaced())
        builder.markOutput(replaced.updated);
    auto finished = std::move(builder).finish();
    if (!finished)
        return std::unexpected(finished.error());
    training.graph = finished->graph;
    training.logits = forward->logits;
    training.labels = forward->labels;
    training.loss = forward->loss;
    training.findings = std::move(forward->findings);
    training.findings.insert(training.findings.end(), blocked.begin(), blocked.end());
    training.nodeOf = IdMap<NodeId, NodeId>(forwardGraph->nodeCount());
    for (NodeId id : forwardGraph->nodes())
        training.nodeOf[id] = finished->nodeOf[forward->nodeOf[id]];
    assert(verify(*training.graph).empty());
    return training;
}

}
