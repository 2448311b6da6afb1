// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/watchabletensors.h"

#include <algorithm>

namespace halftone {
namespace {

bool canBeWatched(const Graph& graph, ValueId id)
{
    return id.isValid() && graph.value(id).producer.isValid() &&
        (graph.value(id).dtype == DType::Float32 || isLowPrecision(graph.value(id).dtype));
}

NodeId nodeNamed(const Graph& graph, std::string_view name)
{
    for (NodeId id : graph.nodes()) {
        if (graph.displayName(id) == name)
            return id;
    }
    return {};
}

}

std::vector<WatchableTensor> watchableTensors(const Graph& graph, std::string_view name)
{
    std::vector<WatchableTensor> tensors;
    const NodeId node = nodeNamed(graph, name);
    if (!node.isValid())
        return tensors;
    const auto add = [&](std::span<const ValueId> values, WatchableTensor::Role role) {
        for (ValueId id : values) {
            if (canBeWatched(graph, id) && !std::ranges::contains(tensors, id, &WatchableTensor::value))
                tensors.push_back({id, role});
        }
    };
    add(graph.outputs(node), WatchableTensor::Role::Result);
    for (NodeId other : graph.nodes()) {
        if (graph.node(other).origin == node && graph.node(other).phase == Phase::Backward)
            add(graph.outputs(other), WatchableTensor::Role::Gradient);
    }
    add(graph.inputs(node), WatchableTensor::Role::Input);
    return tensors;
}

ValueId findWished(const Graph& graph, const TensorWish& wish)
{
    if (wish.node.empty())
        return {};
    if (!wish.tensor.empty()) {
        const ValueId named = graph.findValue(wish.tensor);
        return canBeWatched(graph, named) ? named : ValueId{};
    }
    const std::vector<WatchableTensor> tensors = watchableTensors(graph, wish.node);
    return tensors.empty() ? ValueId{} : tensors.front().value;
}

}
