// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that rounding to 16 bits made zero: in gradients and in updates.
#include "gui/training/diagnosischecks.h"
#include "gui/training/tensortally.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace halftone::diagnosis {
namespace {

/// What became of the 16-bit numbers of one phase.
struct Losses
{
    double count = 0;
    double lost = 0;
    double largest = 0; ///< Magnitude of a finite number before rounding.
    bool hasOverflow = false;
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
        losses.largest = std::max(losses.largest, static_cast<double>(stats.absMax));
        losses.hasOverflow |= stats.overflows > 0;
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

// As large as the gradients allow that were seen, with a factor of two to spare: nothing where there is no
// room, or where nobody knows because some overflowed.
std::vector<Remedy> remediesFor(const RunHistory& history, const QString& node, const Losses& gradients)
{
    constexpr double kLargestFloat16 = 65504;
    std::vector<Remedy> remedies{{.node = node}};
    if (gradients.hasOverflow || gradients.largest <= 0)
        return remedies;
    const int room = static_cast<int>(std::floor(std::log2(kLargestFloat16 / gradients.largest))) - 1;
    if (room > 0)
        remedies.push_back({.kind = Remedy::Kind::InitialScale,
            .number = std::ldexp(history.steps.back().scaleAfter, room)});
    return remedies;
}

}

std::optional<Diagnosis> findLostGradients(const RunHistory& history)
{
    constexpr double kMuch = 0.2;
    Tally collapsed;
    for (const StepDone& step : lastSteps(history)) {
        if (const auto where = collapseIn(history, step); where && where->phase == Phase::Backward)
            ++collapsed[where->node];
    }
    const Losses losses = history.counts ? lossesIn(*history.counts, Phase::Backward) : Losses{};
    const int times = collapsed.empty() ? 0 : collapsed[mostFrequent(collapsed)];
    if (2 * times >= static_cast<int>(lastSteps(history).size())) {
        const QString node = mostFrequent(collapsed);
        return Diagnosis{Diagnosis::Kind::LostGradients,
            Diagnoses::tr(
                "In %1 of the last %2 steps the gradient of %3 became all zeros by rounding, so "
                "nothing in front of it learns. Keep it in FP32, or begin with a larger loss scale.")
                .arg(times)
                .arg(lastSteps(history).size())
                .arg(node),
            remediesFor(history, node, losses)};
    }
    if (losses.share() < kMuch)
        return std::nullopt;
    return Diagnosis{Diagnosis::Kind::LostGradients,
        Diagnoses::tr("%1 % of all numbers of the gradients became zero by rounding to 16 bits, "
                      "most of them in %2. Keep it in FP32, or begin with a larger loss scale.")
            .arg(percentText(losses.share()), losses.node),
        remediesFor(history, losses.node, losses)};
}

std::optional<Diagnosis> findVanishingUpdates(const RunHistory& history)
{
    constexpr double kMuch = 0.5;
    const Losses losses = history.counts ? lossesIn(*history.counts, Phase::Update) : Losses{};
    if (losses.share() < kMuch)
        return std::nullopt;
    return Diagnosis{Diagnosis::Kind::VanishingUpdates,
        Diagnoses::tr("%1 % of all numbers in the updates of the weights became zero by rounding "
                      "to 16 bits, most of them in %2: these weights stand still. Keep it in "
                      "FP32.")
            .arg(percentText(losses.share()), losses.node),
        {{.node = losses.node}}};
}

}
