// SPDX-License-Identifier: GPL-3.0-or-later
//
// Weights that a loss depends on and no gradient comes to: everything on the way is differentiable but for
// one operator whose slope is zero or does not exist (Round, ArgMax). Training would leave them as they are,
// silently.
#include "analysis/differentiate/trainingparts.h"
#include "analysis/ops/opdef.h"

#include <algorithm>
#include <format>
#include <set>

namespace halftone {
namespace {

bool isDifferentiable(const Graph& graph, NodeId id)
{
    return graph.node(id).op->gradient.state != GradientRule::State::NotDifferentiable;
}

/// The values that the loss is computed from, by all operators or by those that gradients come through.
IdMap<ValueId, bool> valuesBehind(const Graph& graph, ValueId loss, bool (*passes)(const Graph&, NodeId))
{
    IdMap<ValueId, bool> reached(graph.valueCount(), false);
    reached[loss] = true;
    for (std::uint32_t index = static_cast<std::uint32_t>(graph.nodeCount()); index-- > 0;) {
        const NodeId id{index};
        const bool isReached = std::ranges::any_of(
            graph.outputs(id), [&](ValueId output) { return output.isValid() && reached[output]; });
        if (!isReached || !passes(graph, id))
            continue;
        for (ValueId input : graph.inputs(id)) {
            if (input.isValid())
                reached[input] = true;
        }
    }
    return reached;
}

// A single number is a threshold or a scale, which nobody misses.
bool isWeightOrBehindOne(const Graph& graph, ValueId id)
{
    const TensorData* data = graph.data(id);
    return graph.value(id).kind != ValueKind::Initializer || (data && data->elementCount() > 1);
}

}

std::vector<Finding> differentiation::findBlockedGradients(
    const Graph& graph, ValueId loss, const IdMap<ValueId, bool>& wanted)
{
    const auto byAll = valuesBehind(graph, loss, [](const Graph&, NodeId) { return true; });
    const auto byGradients = valuesBehind(graph, loss, isDifferentiable);
    std::set<std::string_view> seen;
    std::vector<Finding> findings;
    for (NodeId id : graph.nodes()) {
        const bool isBehind = std::ranges::any_of(
            graph.outputs(id), [&](ValueId output) { return output.isValid() && byAll[output]; });
        const auto isLost = [&](ValueId input) {
            return input.isValid() && wanted[input] && !byGradients[input] &&
                isWeightOrBehindOne(graph, input);
        };
        const std::string& type = graph.node(id).opType;
        if (isBehind && !isDifferentiable(graph, id) && std::ranges::any_of(graph.inputs(id), isLost) &&
            seen.insert(type).second)
            findings.push_back({"differentiate.not-differentiable", graph.displayName(id),
                std::format("No gradient passes through {}: weights in front of it stay as they are.", type),
                id});
    }
    return findings;
}

}
