// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runhistory.h"

#include <algorithm>
#include <format>
#include <string>

namespace halftone {
namespace {

// Casts that insertCasts() made stand in the mixed graph only; their name is the tensor's and the new type's.
bool isInsertedCast(std::string_view opType, std::string_view name)
{
    return opType == "Cast" && name.contains("__to_");
}

std::string quoted(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"')
            result += '"';
        result += c;
    }
    return result + '"';
}

void appendRow(std::string& csv, const NamedHistory& run, const StepDone& step)
{
    const QString node = overflowNode(*run.history, step);
    csv += std::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", quoted(run.name.toStdString()), step.step,
        step.loss, step.scaleUsed, step.scaleAfter, step.overflow ? 1 : 0, step.skipped ? 1 : 0,
        name(step.cause), quoted(node.toStdString()), step.gradientNorm, step.underflowShare,
        step.nanoseconds, step.learningRate);
}

}

QString overflowNode(const Graph& graph, OverflowPlace place)
{
    if (!place.isValid())
        return {};
    NodeId node = place.node;
    if (isInsertedCast(graph.node(node).opType, graph.node(node).name)) {
        const ValueId source = graph.inputs(node)[0];
        const std::span<const Graph::Use> uses = graph.uses(graph.outputs(node)[0]);
        if (graph.value(source).producer.isValid())
            node = graph.value(source).producer;
        else if (!uses.empty())
            node = uses.front().node;
    }
    return QString::fromStdString(graph.displayName(node));
}

QString recordedNode(const OverflowDescription& place)
{
    const bool isInserted = isInsertedCast(place.op, place.node) && !place.converted.empty();
    return QString::fromStdString(isInserted ? place.converted : place.node);
}

QString overflowNode(const RunHistory& history, const StepDone& step)
{
    if (history.info && history.info->graph)
        return overflowNode(*history.info->graph, step.firstOverflow);
    const auto place = history.places.find(step.step);
    return place == history.places.end() ? QString() : recordedNode(place->second);
}

std::optional<double> secondsLeft(const RunHistory& history)
{
    constexpr std::size_t kRecent = 50;
    if (!history.info || history.steps.empty())
        return std::nullopt;
    const std::size_t count = std::min(kRecent, history.steps.size());
    double seconds = 0;
    for (const StepDone& step : std::span(history.steps).last(count))
        seconds += static_cast<double>(step.nanoseconds) * 1e-9;
    const std::uint64_t done = history.steps.back().step;
    const std::uint64_t left = history.info->plannedSteps > done ? history.info->plannedSteps - done : 0;
    return seconds / static_cast<double>(count) * static_cast<double>(left);
}

QByteArray historyCsv(std::span<const NamedHistory> runs)
{
    std::string csv = "run,step,loss,scale_used,scale_after,overflow,skipped,cause,first_overflow,"
                      "gradient_norm,underflow_share,nanoseconds,learning_rate\n";
    for (const NamedHistory& run : runs) {
        for (const StepDone& step : run.history->steps)
            appendRow(csv, run, step);
    }
    return QByteArray::fromStdString(csv);
}

}
