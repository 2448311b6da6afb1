// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/telemetry/overflowdescription.h"

namespace halftone {

std::optional<OverflowDescription> describeOverflow(const Graph& graph, const OverflowPlace& place)
{
    if (!place.isValid())
        return std::nullopt;
    const Node& node = graph.node(place.node);
    OverflowDescription description{.node = graph.displayName(place.node),
        .op = node.opType,
        .phase = std::string(name(node.phase)),
        .value = graph.value(place.value).name,
        .dtype = std::string(name(graph.value(place.value).dtype)),
        .element = place.element};
    if (node.opType == "Cast")
        description.converted = graph.value(graph.inputs(place.node)[0]).name;
    return description;
}

}
