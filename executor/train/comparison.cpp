// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/comparison.h"

namespace halftone {
namespace {

bool isFloat(DType dtype)
{
    return dtype == DType::Float32 || isLowPrecision(dtype);
}

/// For each value of the mixed graph the one of the training graph that it holds, cast or not.
IdMap<ValueId, ValueId> originsOf(const MixedGraph& mixed, const Graph& training)
{
    IdMap<ValueId, ValueId> origins(mixed.graph->valueCount());
    for (ValueId id : training.values())
        origins[mixed.valueOf[id]] = id;
    for (NodeId id : mixed.graph->nodes()) {
        const ValueId output = mixed.graph->outputs(id)[0];
        if (output.isValid() && !origins[output].isValid() && mixed.graph->node(id).opType == "Cast")
            origins[output] = origins[mixed.graph->inputs(id)[0]];
    }
    return origins;
}

/// The two runs, with all tensors at hand. What a forward node leaves for its gradient (the places of the
/// maxima of a pool) is that of its own run, also where the node stands alone: equal numbers in 16 bits may
/// give another one.
class Pair
{
public:
    Pair(Trainer& full, Trainer& mixed)
        : m_full(full)
        , m_mixed(mixed)
        , m_training(*mixed.training().graph)
        , m_graph(*mixed.mixedGraph())
        , m_origins(originsOf(mixed.mixed(), m_training))
    {
    }

    Comparison compare()
    {
        Comparison comparison{.scale = m_mixed.computeStep()};
        m_full.computeStep(comparison.scale);
        comparison.loss =
            static_cast<double>(m_full.program().read(m_full.mixedGraph()->graphOutputs()[0])[0]);
        comparison.mixedLoss = static_cast<double>(m_mixed.program().read(m_graph.graphOutputs()[0])[0]);
        forEachOutput([&](NodeId node, ValueId value, ValueId origin) {
            comparison.nodes.push_back({.node = m_graph.displayName(node),
                .op = m_graph.node(node).opType,
                .phase = m_graph.node(node).phase,
                .tensor = m_training.value(origin).name,
                .dtype = m_graph.value(value).dtype,
                .accumulated = errorOf(value, origin)});
        });
        std::size_t next = 0;
        m_mixed.program().runWatched({.before = [this](NodeId node) { feed(node); },
            .after =
                [&](NodeId node) {
                    forEachOutputOf(node, [&](NodeId, ValueId value, ValueId origin) {
                        comparison.nodes[next++].isolated = errorOf(value, origin);
                    });
                }});
        return comparison;
    }

private:
    ErrorMeasures errorOf(ValueId value, ValueId origin)
    {
        return measureError(
            m_mixed.program().read(value), m_full.program().read(origin), m_graph.value(value).dtype);
    }

    /// Gives a node the inputs of the FP32 run, rounded where they are stored in 16 bits.
    void feed(NodeId node)
    {
        for (ValueId input : m_graph.inputs(node)) {
            if (!input.isValid() || !m_graph.value(input).producer.isValid() ||
                !isFloat(m_graph.value(input).dtype) || !m_origins[input].isValid())
                continue;
            m_mixed.program().write(input, m_full.program().read(m_origins[input]));
        }
    }

    template <typename Visit>
    void forEachOutputOf(NodeId node, const Visit& visit)
    {
        const NodeId origin = m_mixed.mixed().originOf[node];
        if (!origin.isValid() || m_mixed.mixed().nodeOf[origin] != node)
            return; // a cast that was inserted
        for (ValueId value : m_graph.outputs(node)) {
            if (value.isValid() && isFloat(m_graph.value(value).dtype) && m_origins[value].isValid() &&
                m_mixed.program().isComputed(value))
                visit(node, value, m_origins[value]);
        }
    }

    template <typename Visit>
    void forEachOutput(const Visit& visit)
    {
        for (NodeId node : m_graph.nodes())
            forEachOutputOf(node, visit);
    }

    Trainer& m_full;
    Trainer& m_mixed;
    const Graph& m_training;
    const Graph& m_graph;
    IdMap<ValueId, ValueId> m_origins;
};

}

Result<Comparison> compareWithFloat32(const std::filesystem::path& model,
    const std::map<std::string, std::int64_t>& dims, const DatasetPair& data, TrainSettings settings,
    std::size_t trainedSteps)
{
    settings.observesAll = true;
    settings.steps = std::max<std::size_t>(trainedSteps, 1);
    auto mixed = Trainer::create(model, dims, data, settings);
    if (!mixed)
        return std::unexpected(mixed.error());
    settings.precision = std::nullopt;
    auto full = Trainer::create(model, dims, data, settings);
    if (!full)
        return std::unexpected(full.error());
    for (std::size_t i = 0; i < trainedSteps; ++i)
        mixed->step();
    full->copyStateOf(*mixed);
    return Pair(*full, *mixed).compare();
}

}
