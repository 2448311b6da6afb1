// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/incident.h"

#include "gui/document/text.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

Phase phaseNamed(std::string_view word)
{
    using enum Phase;
    constexpr std::array kPhases{Forward, Loss, Backward, Update};
    const auto found = std::ranges::find(kPhases, word, [](Phase phase) { return name(phase); });
    return found == kPhases.end() ? Forward : *found;
}

// A cast of a tensor without a producer: a constant, a weight, an input.
QString sourceOf(const Graph& graph, OverflowPlace place)
{
    if (graph.node(place.node).opType != "Cast")
        return {};
    const Value& source = graph.value(graph.inputs(place.node)[0]);
    return source.producer.isValid() ? QString() : text(source.name);
}

std::optional<Incident> incidentAt(const RunHistory& history, OverflowPlace place,
    const std::map<std::uint64_t, OverflowDescription>& recorded, std::uint64_t step)
{
    if (history.info && history.info->graph) {
        const Graph& graph = *history.info->graph;
        if (!place.isValid())
            return std::nullopt;
        const Node& node = graph.node(place.node);
        return Incident{overflowNode(graph, place), node.opType, node.phase, sourceOf(graph, place)};
    }
    const auto found = recorded.find(step);
    if (found == recorded.end())
        return std::nullopt;
    const OverflowDescription& where = found->second;
    return Incident{recordedNode(where), where.op, phaseNamed(where.phase), {}};
}

}

std::optional<Incident> overflowIn(const RunHistory& history, const StepDone& step)
{
    return incidentAt(history, step.firstOverflow, history.places, step.step);
}

std::optional<Incident> collapseIn(const RunHistory& history, const StepDone& step)
{
    return incidentAt(history, step.firstCollapse, history.collapses, step.step);
}

}
