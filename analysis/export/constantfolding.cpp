// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/constantfolding.h"

#include "analysis/graph/tensorconversion.h"

#include <algorithm>
#include <map>
#include <span>

namespace halftone {
namespace {

bool isOutput(const Graph& graph, ValueId value)
{
    return std::ranges::contains(graph.graphOutputs(), value);
}

bool isFoldable(const Graph& graph, NodeId node, const std::function<bool(ValueId)>& mayChange)
{
    if (graph.node(node).opType != "Cast")
        return false;
    const ValueId source = graph.inputs(node)[0];
    const ValueId result = graph.outputs(node)[0];
    const TensorData* data = graph.data(source);
    return data && !mayChange(source) && !isOutput(graph, result) &&
        canConvert(data->dtype, graph.value(result).dtype);
}

// The source itself goes when all that read it were folded.
void dropSource(ConstantFolding& folding, const Graph& graph, std::span<const std::size_t> casts)
{
    const ValueId source = folding.casts[casts.front()].source;
    const auto isFolded = [&](Graph::Use use) { return folding.isLeftOut[use.node]; };
    if (isOutput(graph, source) || !std::ranges::all_of(graph.uses(source), isFolded))
        return;
    const Value& value = graph.value(source);
    if (value.producer.isValid())
        folding.isLeftOut[value.producer] = true;
    else
        folding.isDropped[source] = true;
    if (casts.size() == 1)
        folding.casts[casts.front()].takesName = true;
}

}

ConstantFolding foldConstants(const Graph& mixed, const std::function<bool(NodeId)>& isInserted,
    const std::function<bool(ValueId)>& mayChange)
{
    ConstantFolding folding{.isLeftOut = IdMap<NodeId, bool>(mixed.nodeCount()),
        .isDropped = IdMap<ValueId, bool>(mixed.valueCount()),
        .casts = {}};
    std::map<ValueId, std::vector<std::size_t>> castsOf;
    for (NodeId node : mixed.nodes()) {
        if (!isInserted(node) || !isFoldable(mixed, node, mayChange))
            continue;
        const ValueId source = mixed.inputs(node)[0];
        folding.isLeftOut[node] = true;
        castsOf[source].push_back(folding.casts.size());
        folding.casts.push_back({source, mixed.outputs(node)[0]});
    }
    for (const auto& [source, casts] : castsOf)
        dropSource(folding, mixed, casts);
    return folding;
}

}
