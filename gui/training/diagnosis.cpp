// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/diagnosis.h"

#include "gui/training/runreadout.h"
#include "gui/training/tensortally.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <map>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct Diagnoses
{
    Q_DECLARE_TR_FUNCTIONS(halftone::Diagnoses)
};

constexpr std::size_t kLast = 20; // steps
constexpr std::size_t kFewest = 8;

std::span<const StepDone> lastSteps(const RunHistory& history)
{
    return std::span(history.steps).last(std::min(kLast, history.steps.size()));
}

/// Names and how often they came.
using Tally = std::map<QString, int>;

QString mostFrequent(const Tally& names)
{
    return std::ranges::max_element(names, {}, [](const auto& row) { return row.second; })->first;
}

/// The tensor that an inserted cast converts when nothing in the graph makes it: a constant, a weight, an
/// input.
ValueId sourceWithoutProducer(const Graph& graph, OverflowPlace place)
{
    if (!place.isValid() || graph.node(place.node).opType != "Cast")
        return {};
    const ValueId source = graph.inputs(place.node)[0];
    return graph.value(source).producer.isValid() ? ValueId{} : source;
}

std::optional<Diagnosis> findLargeConstant(const RunHistory& history)
{
    const Graph& graph = *history.info->graph;
    Tally nodes;
    QString tensor;
    for (const StepDone& step : lastSteps(history)) {
        const ValueId source = sourceWithoutProducer(graph, step.firstOverflow);
        if (!source.isValid())
            continue;
        ++nodes[overflowNode(graph, step.firstOverflow)];
        tensor = QString::fromStdString(graph.value(source).name);
    }
    if (nodes.empty())
        return std::nullopt;
    return Diagnosis{Diagnoses::tr("%1 holds numbers beyond the range of FP16 (65504), as masks and labels "
                                   "do: it becomes infinite before %2 computes anything. Keep %2 in FP32.")
                         .arg(tensor, mostFrequent(nodes)),
        {Remedy::Kind::KeepFloat32, mostFrequent(nodes)}};
}

std::optional<Diagnosis> findDamagedStatistics(const RunHistory& history)
{
    const Graph& graph = *history.info->graph;
    Tally nodes;
    for (const StepDone& step : lastSteps(history)) {
        const bool isNormalisation = step.firstOverflow.isValid() &&
            graph.node(step.firstOverflow.node).opType.starts_with("BatchNorm");
        if (isNormalisation)
            ++nodes[overflowNode(graph, step.firstOverflow)];
    }
    if (nodes.empty())
        return std::nullopt;
    return Diagnosis{Diagnoses::tr("The batch normalisation %1 overflows: the statistics that it keeps are "
                                   "damaged, and with them every later prediction. Keep its type in FP32.")
                         .arg(mostFrequent(nodes)),
        {Remedy::Kind::KeepFloat32, mostFrequent(nodes)}};
}

std::optional<Diagnosis> findHopelessScale(const RunHistory& history)
{
    const Graph& graph = *history.info->graph;
    const auto last = lastSteps(history);
    Tally nodes;
    int skipped = 0;
    for (const StepDone& step : last) {
        const bool isForward =
            step.firstOverflow.isValid() && graph.node(step.firstOverflow.node).phase <= Phase::Loss;
        if (!step.skipped || step.scaleAfter < step.scaleUsed || !isForward)
            continue;
        ++skipped;
        ++nodes[overflowNode(graph, step.firstOverflow)];
    }
    if (skipped == 0 || 2 * skipped < static_cast<int>(last.size()))
        return std::nullopt;
    return Diagnosis{
        Diagnoses::tr(
            "%1 of the last %2 steps were skipped although the loss scale is as low as it gets: "
            "the forward pass itself overflows, mostly first in %3. Another scale cannot help; keep "
            "this operator's type in FP32 and train again.")
            .arg(skipped)
            .arg(last.size())
            .arg(mostFrequent(nodes)),
        {Remedy::Kind::KeepFloat32, mostFrequent(nodes)}};
}

std::optional<Diagnosis> findHighScale(const RunHistory& history)
{
    constexpr std::ptrdiff_t kMany = 10;
    const auto& steps = history.steps;
    const auto first = std::ranges::find(steps, false, &StepDone::skipped);
    const std::ptrdiff_t skipped = first - steps.begin();
    if (first == steps.end() || skipped < kMany || first->scaleUsed >= steps.front().scaleUsed)
        return std::nullopt;
    return Diagnosis{Diagnoses::tr("The first %1 steps were skipped until the loss scale had fallen from %2 "
                                   "to %3. Begin with %3.")
                         .arg(skipped)
                         .arg(shortScaleText(steps.front().scaleUsed), shortScaleText(first->scaleUsed)),
        {Remedy::Kind::InitialScale, {}, first->scaleUsed}};
}

/// What became of the 16-bit numbers of one phase.
struct Losses
{
    double count = 0;
    double lost = 0;
    QString node; ///< Where most were lost, by the name that it has in the model.
    double share() const { return count > 0 ? lost / count : 0; }
};

Losses lossesIn(const RunCounts& counts, Phase phase)
{
    Losses losses;
    std::uint64_t most = 0;
    for (const ValueId id : counts.graph->values()) {
        const NodeId producer = counts.graph->value(id).producer;
        if (!producer.isValid() || counts.graph->node(producer).phase != phase)
            continue;
        const kernels::RoundStats& stats = counts.total[id];
        losses.count += static_cast<double>(stats.count);
        losses.lost += static_cast<double>(stats.underflows);
        if (stats.underflows <= most)
            continue;
        most = stats.underflows;
        losses.node = overflowNode(*counts.graph, {producer, id});
    }
    return losses;
}

QString percentText(double share)
{
    return QLocale().toString(100 * share, 'f', 0);
}

std::optional<Diagnosis> findLostGradients(const RunHistory& history)
{
    constexpr double kMuch = 0.2;
    const Graph& graph = *history.info->graph;
    Tally collapsed;
    for (const StepDone& step : lastSteps(history)) {
        if (step.firstCollapse.isValid() && graph.node(step.firstCollapse.node).phase == Phase::Backward)
            ++collapsed[overflowNode(graph, step.firstCollapse)];
    }
    const int times = collapsed.empty() ? 0 : collapsed[mostFrequent(collapsed)];
    if (2 * times >= static_cast<int>(lastSteps(history).size()))
        return Diagnosis{
            Diagnoses::tr(
                "In %1 of the last %2 steps the gradient of %3 became all zeros by rounding, so "
                "nothing in front of it learns. Keep it in FP32, or begin with a larger loss scale.")
                .arg(times)
                .arg(lastSteps(history).size())
                .arg(mostFrequent(collapsed)),
            {Remedy::Kind::KeepFloat32, mostFrequent(collapsed)}};
    const Losses losses = history.counts ? lossesIn(*history.counts, Phase::Backward) : Losses{};
    if (losses.share() < kMuch)
        return std::nullopt;
    return Diagnosis{Diagnoses::tr("%1 % of all numbers of the gradients became zero by rounding to 16 bits, "
                                   "most of them in %2. Keep it in FP32, or begin with a larger loss scale.")
                         .arg(percentText(losses.share()), losses.node),
        {Remedy::Kind::KeepFloat32, losses.node}};
}

std::optional<Diagnosis> findVanishingUpdates(const RunHistory& history)
{
    constexpr double kMuch = 0.5;
    const Losses losses = history.counts ? lossesIn(*history.counts, Phase::Update) : Losses{};
    if (losses.share() < kMuch)
        return std::nullopt;
    return Diagnosis{
        Diagnoses::tr("%1 % of all numbers in the updates of the weights became zero by rounding "
                      "to 16 bits, most of them in %2: these weights stand still. Keep it in "
                      "FP32.")
            .arg(percentText(losses.share()), losses.node),
        {Remedy::Kind::KeepFloat32, losses.node}};
}

using Check = std::optional<Diagnosis> (*)(const RunHistory&);
// The first of these that holds explains the others.
constexpr std::array<Check, 3> kOverflowChecks{findLargeConstant, findDamagedStatistics, findHopelessScale};
constexpr std::array<Check, 3> kOtherChecks{findHighScale, findLostGradients, findVanishingUpdates};

}

std::vector<Diagnosis> diagnose(const RunHistory& history)
{
    std::vector<Diagnosis> found;
    if (!history.info || !history.info->graph || history.steps.size() < kFewest)
        return found;
    for (const Check check : kOverflowChecks) {
        if (auto diagnosis = check(history); diagnosis && found.empty())
            found.push_back(*std::move(diagnosis));
    }
    for (const Check check : kOtherChecks) {
        if (auto diagnosis = check(history))
            found.push_back(*std::move(diagnosis));
    }
    return found;
}

}
