// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/lowinterface.h"

#include "analysis/graph/graphbuilder.h"

#include <algorithm>

namespace halftone {
namespace {

bool isReadByBodies(const Graph& graph, ValueId value)
{
    return std::ranges::contains(graph.uses(value), Graph::kBodySlot, &Graph::Use::slot);
}

// The 16-bit type in which some node reads an input; Undefined when none does.
DType lowRead(const Decisions& decisions, ValueId value)
{
    for (const Graph::Use& use : decisions.graph()->uses(value)) {
        const DType read = decisions.inputDTypes(use.node)[use.slot];
        if (isLowPrecision(read))
            return read;
    }
    return DType::Undefined;
}

GraphPtr lowGraph(const Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    GraphBuilder builder(graph);
    const auto lower = [&](ValueId value, DType low) {
        if (!isLowPrecision(low) || graph.value(value).dtype != DType::Float32)
            return;
        std::optional<std::vector<Dim>> dims;
        if (graph.value(value).shapeKnown)
            dims.emplace(graph.dims(value).begin(), graph.dims(value).end());
        builder.setType(value, low, std::move(dims));
    };
    for (ValueId input : graph.graphInputs()) {
        if (!isReadByBodies(graph, input))
            lower(input, lowRead(decisions, input));
    }
    for (ValueId output : graph.graphOutputs()) {
        if (graph.value(output).producer.isValid() && !isReadByBodies(graph, output))
            lower(output, decisions.produced(output));
    }
    return std::move(builder).finish().value().graph;
}

}

Decisions withLowInterface(const Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    Decisions low(lowGraph(decisions));
    for (NodeId node : graph.nodes()) {
        low.setSlots(node, decisions.inputDTypes(node), decisions.outputDTypes(node));
        const std::span<const ValueId> outputs = graph.outputs(node);
        for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
            if (outputs[slot].isValid() &&
                decisions.produced(outputs[slot]) != decisions.outputDTypes(node)[slot])
                low.setCastBehind(node, slot, decisions.produced(outputs[slot]));
        }
        for (std::size_t i = 0; i < graph.node(node).bodies.size(); ++i)
            low.setBody(node, i, decisions.body(node, i));
    }
    for (const InnerCast& cast : decisions.innerCasts())
        low.addInnerCast(cast);
    return low;
}

}
