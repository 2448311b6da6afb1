// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/differentiate/trainingparts.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

/// An optimizer as a node: (weight, moments, gradient, rate, powers of beta for Adam) to (weight, moments).
struct OptimizerDef
{
    Optimizer optimizer;
    std::string_view name;
    std::string_view opType;
    std::array<std::string_view, 2> moments; ///< Names of what it keeps, empty for none.
    bool hasBetaPowers;
};

constexpr auto kOptimizers = std::to_array<OptimizerDef>({
    {Optimizer::Sgd, "sgd", "GradientDescent", {}, false},
    {Optimizer::Momentum, "momentum", "Momentum", {"velocity"}, false},
    {Optimizer::Adam, "adam", "Adam", {"moment1", "moment2"}, true},
    {Optimizer::AdamW, "adamw", "AdamW", {"moment1", "moment2"}, true},
});

const OptimizerDef& defOf(Optimizer optimizer)
{
    return *std::ranges::find(kOptimizers, optimizer, &OptimizerDef::optimizer);
}

/// Whether \p text is \p pattern, in which * stands for any text.
bool matches(std::string_view pattern, std::string_view text)
{
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos)
        return pattern == text;
    if (!text.starts_with(pattern.substr(0, star)))
        return false;
    const std::string_view rest = pattern.substr(star + 1);
    for (std::size_t from = star; from <= text.size(); ++from) {
        if (matches(rest, text.substr(from)))
            return true;
    }
    return false;
}

/// The group of a parameter with nothing left open. MindSpore leaves batch normalisation factors out of the
/// decay by their usual names, but not biases, unless a group says something else.
ParameterGroup groupOf(const std::string& name, const DifferentiateOptions& options)
{
    const auto found = std::ranges::find_if(
        options.groups, [&](const ParameterGroup& group) { return matches(group.pattern, name); });
    ParameterGroup group = found == options.groups.end() ? ParameterGroup{} : *found;
    const bool isDecayed = !name.contains("beta") && !name.contains("gamma");
    group.weightDecay = group.weightDecay.value_or(isDecayed ? options.weightDecay : 0.0f);
    return group;
}

class UpdateBuilder
{
public:
    UpdateBuilder(GraphBuilder& builder, TrainingGraph& training, const Graph& forward,
        const DifferentiateOptions& options)
        : m_builder(builder)
        , m_training(training)
        , m_forward(forward)
        , m_options(options)
        , m_def(defOf(options.optimizer))
    {
    }

    void build()
    {
        std::vector<ValueId> gradients;
        for (TrainedParameter& parameter : m_training.parameters) {
            const std::string& name = nameOf(parameter);
            parameter.unscaledGradient =
                append({.opType = "UnscaleGradient",
                           .name = "unscale/" + name,
                           .inputs = {parameter.gradient, m_training.inverseLossScale}},
                    "unscaled/" + name, parameter);
            gradients.push_back(parameter.unscaledGradient);
        }
        clip(gradients);
        if (m_def.hasBetaPowers) {
            m_training.beta1Power = m_builder.addInput("beta1_power", DType::Float32, std::vector<Dim>{});
            m_training.beta2Power = m_builder.addInput("beta2_power", DType::Float32, std::vector<Dim>{});
        }
        for (std::size_t i = 0; i < gradients.size(); ++i)
            update(m_training.parameters[i], gradients[i]);
    }

private:
    std::string nameOf(const TrainedParameter& parameter) const
    {
        return m_builder.value(parameter.weight.value).name;
    }

    /// One node whose only output is like the parameter.
    ValueId append(GraphBuilder::NodeSpec spec, std::string output, const TrainedParameter& parameter)
    {
        const ValueId value = m_builder.addValueLike(std::move(output), parameter.weight.value);
        spec.outputs = {value};
        addNode(std::move(spec), parameter);
        return value;
    }

    void addNode(GraphBuilder::NodeSpec spec, const TrainedParameter& parameter)
    {
        spec.domain = kTrainingDomain;
        spec.phase = Phase::Update;
        spec.origin = m_forward.uses(parameter.weight.value).front().node;
        m_builder.addNode(std::move(spec));
    }

    void clip(std::vector<ValueId>& gradients);
    void update(TrainedParameter& parameter, ValueId gradient);
    std::vector<Attribute> attributesFor(const std::string& name, std::size_t rank) const;

    GraphBuilder& m_builder;
    TrainingGraph& m_training;
    const Graph& m_forward;
    const DifferentiateOptions& m_options;
    const OptimizerDef& m_def;
};

// By value, then by the norm of what is left: clip_grad_value_ and clip_grad_norm_ in PyTorch, ClipByValue
// and clip_by_global_norm in MindSpore, all on unscaled gradients.
void UpdateBuilder::clip(std::vector<ValueId>& gradients)
{
    const auto forEach = [&](const auto& make) {
        for (std::size_t i = 0; i < gradients.size(); ++i)
            gradients[i] = make(m_training.parameters[i], gradients[i]);
    };
    if (m_options.clipping.value > 0) {
        forEach([&](const TrainedParameter& parameter, ValueId gradient) {
            return append({.opType = "ClipGradient",
                              .name = "clip/" + nameOf(parameter),
                              .inputs = {gradient},
                              .attributes = {{"limit", m_options.clipping.value}}},
                "clipped/" + nameOf(parameter), parameter);
        });
    }
    if (m_options.clipping.globalNorm <= 0 || gradients.empty())
        return;
    const ValueId factor = m_builder.addValue("clip_factor", DType::Float32, std::vector<Dim>{});
    addNode({.opType = "ClipFactor",
                .name = "clip_factor",
                .inputs = gradients,
                .outputs = {factor},
                .attributes = {{"limit", m_options.clipping.globalNorm}}},
        m_training.parameters.front());
    forEach([&](const TrainedParameter& parameter, ValueId gradient) {
        return append(
            {.opType = "ScaleGradient", .name = "scale/" + nameOf(parameter), .inputs = {gradient, factor}},
            "limited/" + nameOf(parameter), parameter);
    });
}

std::vector<Attribute> UpdateBuilder::attributesFor(const std::string& name, std::size_t rank) const
{
    const ParameterGroup group = groupOf(name, m_options);
    std::vector<Attribute> attributes{
        {"weight_decay", *group.weightDecay}, {"rate_factor", group.rateFactor}};
    if (m_options.optimizer == Optimizer::Momentum) {
        constexpr std::size_t kConvolutionRank = 3;
        attributes.push_back({"momentum", m_options.momentum});
        attributes.push_back({"nesterov", std::int64_t{m_options.nesterov}});
        attributes.push_back({"loss_scale", m_options.optimizerLossScale});
        attributes.push_back({"centralize", std::int64_t{m_options.centralizes && rank >= kConvolutionRank}});
    }
    if (m_def.hasBetaPowers) {
        attributes.push_back({"beta1", m_options.beta1});
        attributes.push_back({"beta2", m_options.beta2});
        attributes.push_back({"epsilon", m_options.epsilon});
    }
    return attributes;
}

void UpdateBuilder::update(TrainedParameter& parameter, ValueId gradient)
{
    const std::string name = nameOf(parameter);
    const std::vector<std::int64_t> sizes = *m_forward.fixedShape(parameter.weight.value);
    const std::int64_t count = std::ranges::fold_left(sizes, std::int64_t{1}, std::multiplies{});
    std::vector<ValueId> inputs{parameter.weight.value};
    parameter.weight.updated = m_builder.addValueLike(name + "/updated", parameter.weight.value);
    std::vector<ValueId> outputs{parameter.weight.updated};
    for (const std::string_view kept : m_def.moments) {
        if (kept.empty())
            continue;
        const std::string moment = name + "/" + std::string(kept);
        const ReplacedValue replaced{m_builder.addInitializer(moment,
                                         TensorData::of(DType::Float32, sizes,
                                             std::vector<float>(static_cast<std::size_t>(count), 0.0f))),
            m_builder.addValueLike(moment + "/updated", parameter.weight.value)};
        inputs.push_back(replaced.value);
        outputs.push_back(replaced.updated);
        parameter.moments.push_back(replaced);
    }
    inputs.insert(inputs.end(), {gradient, m_training.learningRate});
    if (m_def.hasBetaPowers)
        inputs.insert(inputs.end(), {m_training.beta1Power, m_training.beta2Power});
    addNode({.opType = std::string(m_def.opType),
                .name = std::string(m_def.name) + "/" + name,
                .inputs = std::move(inputs),
                .outputs = std::move(outputs),
                .attributes = attributesFor(name, sizes.size())},
        parameter);
}

}

std::string_view name(Optimizer optimizer)
{
    return defOf(optimizer).name;
}

std::optional<Optimizer> parseOptimizer(std::string_view name)
{
    const auto found = std::ranges::find(kOptimizers, name, &OptimizerDef::name);
    return found == kOptimizers.end() ? std::nullopt : std::optional(found->optimizer);
}

void differentiation::appendUpdates(
    GraphBuilder& builder, TrainingGraph& training, const Graph& forward, const DifferentiateOptions& options)
{
    UpdateBuilder(builder, training, forward, options).build();
}

}
