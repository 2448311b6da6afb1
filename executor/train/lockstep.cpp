// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/lockstep.h"

namespace halftone {
namespace {

bool isFloat(DType dtype)
{
    return dtype == DType::Float32 || isLowPrecision(dtype);
}

/// For each value of the mixed graph the one of the original graph that it holds, cast or not.
IdMap<ValueId, ValueId> originsOf(const MixedGraph& mixed, const Graph& original)
{
    IdMap<ValueId, ValueId> origins(mixed.graph->valueCount());
    for (ValueId id : original.values())
        origins[mixed.valueOf[id]] = id;
    for (NodeId id : mixed.graph->nodes()) {
        const ValueId output = mixed.graph->outputs(id)[0];
        if (output.isValid() && !origins[output].isValid() && mixed.graph->node(id).opType == "Cast")
            origins[output] = origins[mixed.graph->inputs(id)[0]];
    }
    return origins;
}

}

Lockstep::Lockstep(Program& full, Program& mixed, const MixedGraph& lowered, const Graph& original)
    : m_full(full)
    , m_mixed(mixed)
    , m_lowered(lowered)
    , m_original(original)
    , m_graph(*lowered.graph)
    , m_origins(originsOf(lowered, original))
{
}

ErrorMeasures Lockstep::errorOf(ValueId value, ValueId origin)
{
    return measureError(m_mixed.read(value), m_full.read(origin), m_graph.value(value).dtype);
}

// Gives a node the inputs of the FP32 run, rounded where they are stored in 16 bits.
void Lockstep::feed(NodeId node)
{
    for (ValueId input : m_graph.inputs(node)) {
        if (!input.isValid() || !m_graph.value(input).producer.isValid() ||
            !isFloat(m_graph.value(input).dtype) || !m_origins[input].isValid())
            continue;
        m_mixed.write(input, m_full.read(m_origins[input]));
    }
}

template <typename Visit>
void Lockstep::forEachOutputOf(NodeId node, const Visit& visit)
{
    const NodeId origin = m_lowered.originOf[node];
    if (!origin.isValid() || m_lowered.nodeOf[origin] != node)
        return; // a cast that was inserted
    for (ValueId value : m_graph.outputs(node)) {
        if (value.isValid() && isFloat(m_graph.value(value).dtype) && m_origins[value].isValid() &&
            m_mixed.isComputed(value))
            visit(origin, value, m_origins[value]);
    }
}

std::vector<NodeComparison> Lockstep::compare(const std::function<void(double share)>& progress)
{
    std::vector<NodeComparison> rows;
    for (NodeId node : m_graph.nodes()) {
        forEachOutputOf(node, [&](NodeId id, ValueId value, ValueId origin) {
            rows.push_back({.id = id,
                .value = origin,
                .node = m_original.displayName(id),
                .op = m_graph.node(node).opType,
                .phase = m_graph.node(node).phase,
                .tensor = m_original.value(origin).name,
                .dtype = m_graph.value(value).dtype,
                .accumulated = errorOf(value, origin)});
        });
    }
    std::size_t next = 0;
    m_mixed.runWatched({.before = [this](NodeId node) { feed(node); },
        .after =
            [&](NodeId node) {
                forEachOutputOf(node, [&](NodeId, ValueId value, ValueId origin) {
                    rows[next++].isolated = errorOf(value, origin);
                });
                if (progress)
                    progress(static_cast<double>(next) / static_cast<double>(rows.size()));
            }});
    return rows;
}

}
