// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/diagnosis.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace halftone {
namespace {

constexpr std::size_t kLast = 20; // steps
constexpr std::size_t kFewest = 8;

bool isForward(const Graph& graph, OverflowPlace place)
{
    return place.isValid() && graph.node(place.node).phase <= Phase::Loss;
}

}

std::optional<Diagnosis> diagnose(const RunHistory& history)
{
    if (!history.info || !history.info->graph || history.steps.size() < kFewest)
        return std::nullopt;
    const Graph& graph = *history.info->graph;
    const auto last = std::span(history.steps).last(std::min(kLast, history.steps.size()));
    std::map<QString, int> nodes;
    int skipped = 0;
    for (const StepDone& step : last) {
        if (!step.skipped || step.scaleAfter < step.scaleUsed || !isForward(graph, step.firstOverflow))
            continue;
        ++skipped;
        ++nodes[overflowNode(graph, step.firstOverflow)];
    }
    if (2 * skipped < static_cast<int>(last.size()))
        return std::nullopt;
    const auto worst = std::ranges::max_element(nodes, {}, [](const auto& row) { return row.second; });
    return Diagnosis{
        QCoreApplication::translate("Diagnosis",
            "%1 of the last %2 steps were skipped although the loss scale is as low as it gets: "
            "the forward pass itself overflows, mostly first in %3. Another scale cannot help; keep "
            "this operator's type in FP32 and train again.")
            .arg(skipped)
            .arg(last.size())
            .arg(worst->first),
        worst->first};
}

}
