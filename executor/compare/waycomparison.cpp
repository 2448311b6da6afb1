// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/compare/waycomparison.h"

#include "analysis/judge/decisiondiff.h"

#include <map>

namespace halftone {
namespace {

// Of a node in a body, the node of the graph itself that the body belongs to.
NodeId outermost(const NodePlace& place)
{
    return place.bodies.empty() ? place.node : place.bodies.front().first;
}

/// The graph that was computed has its own batch size, and with it possibly other numbers of nodes and
/// values; names are the same.
void matchGraph(const Graph& graph, Comparison& numbers)
{
    std::map<std::string, NodeId> nodes;
    std::map<std::string_view, ValueId> values;
    for (NodeId node : graph.nodes())
        nodes.try_emplace(graph.displayName(node), node);
    for (ValueId value : graph.values())
        values.try_emplace(graph.value(value).name, value);
    std::erase_if(numbers.nodes,
        [&](const NodeComparison& row) { return !nodes.contains(row.node) || !values.contains(row.tensor); });
    for (NodeComparison& row : numbers.nodes) {
        row.value = values.at(row.tensor);
        const NodeId producer = graph.value(row.value).producer;
        row.id = producer.isValid() ? producer : nodes.at(row.node);
    }
}

std::uint64_t elementsOf(const Graph& graph, ValueId value)
{
    std::uint64_t elements = 1;
    for (const Dim& dim : graph.dims(value))
        elements *= dim.isFixed() ? static_cast<std::uint64_t>(dim.size) : 1;
    return elements;
}

}

std::string wayLetter(std::size_t index)
{
    return std::string(1, static_cast<char>('A' + index));
}

std::uint64_t tensorBytes(const Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    std::uint64_t bits = 0;
    for (NodeId node : graph.nodes()) {
        const std::span<const ValueId> outputs = graph.outputs(node);
        const std::span<const DType> types = decisions.outputDTypes(node);
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            if (outputs[i].isValid())
                bits += elementsOf(graph, outputs[i]) * bitsPerElement(types[i]);
        }
    }
    constexpr std::uint64_t kBitsPerByte = 8;
    return bits / kBitsPerByte;
}

ComparedWay decidedWay(PrecisionPolicy policy, std::shared_ptr<const Decisions> decisions)
{
    ComparedWay way{.policy = std::move(policy), .decisions = std::move(decisions)};
    way.summary = summarize(*way.decisions, findCasts(*way.decisions));
    way.tensorBytes = tensorBytes(*way.decisions);
    return way;
}

ComparedWay decideWay(const GraphPtr& graph, PrecisionPolicy policy)
{
    auto decisions = decide(graph, policy);
    if (!decisions)
        return {.policy = std::move(policy), .refusal = decisions.error()};
    return decidedWay(std::move(policy), std::make_shared<const Decisions>(*std::move(decisions)));
}

void findDifferences(std::span<ComparedWay> ways, std::size_t baseline)
{
    for (ComparedWay& way : ways)
        way.differences.clear();
    const std::shared_ptr<const Decisions> base = ways[baseline].decisions;
    if (!base)
        return;
    std::vector<bool> differs(base->graph()->nodeCount());
    for (std::size_t i = 0; i < ways.size(); ++i) {
        if (i == baseline || !ways[i].decisions)
            continue;
        for (const NodePlace& place : changedNodes(*base, *ways[i].decisions)) {
            const NodeId node = outermost(place);
            if (ways[i].differences.empty() || ways[i].differences.back() != node)
                ways[i].differences.push_back(node);
            differs[node.index] = true;
        }
    }
    for (NodeId node : base->graph()->nodes()) {
        if (differs[node.index])
            ways[baseline].differences.push_back(node);
    }
}

void setNumbers(WayComparison& comparison, const ComparisonSettings& settings, const std::string& data,
    std::vector<Result<Comparison>> numbers)
{
    comparison.data = data;
    comparison.batch = settings.train.batch;
    comparison.after = settings.after;
    for (std::size_t i = 0; i < comparison.ways.size(); ++i) {
        if (numbers[i])
            matchGraph(*comparison.graph, *numbers[i]);
        comparison.ways[i].numerics = std::make_shared<const Result<Comparison>>(std::move(numbers[i]));
    }
}

}
