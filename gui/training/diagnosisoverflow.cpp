// SPDX-License-Identifier: GPL-3.0-or-later
//
// Overflows that no loss scale takes away: in constants, in the forward pass, in the weights.
#include "gui/document/text.h"
#include "gui/training/diagnosischecks.h"
#include "gui/training/runreadout.h"

#include <algorithm>
#include <cmath>

namespace halftone::diagnosis {
namespace {

constexpr std::string_view kDynamicRule = "ms_dynamic_loss_scale_update_cell"; // the form's own

Remedy keep(const QString& node)
{
    return {.node = node};
}

bool isPinned(const StepDone& step)
{
    return step.cause == ScaleCause::AtFloor || step.cause == ScaleCause::Stuck;
}

/// What was skipped among the last steps, and where it began.
struct Skipped
{
    Tally nodes;
    int count = 0;
    int pinned = 0; ///< With a scale that cannot fall.
    bool isBackward = false; ///< Some began there.
};

// Only where the scale has no part in it: in front of the loss, or at the end of what it can do.
Skipped skippedAmong(const RunHistory& history, std::span<const StepDone> steps)
{
    Skipped skipped;
    for (const StepDone& step : steps) {
        const auto where = overflowIn(history, step);
        if (!step.skipped || !where)
            continue;
        const bool hasNoPart = where->phase == Phase::Forward ||
            (where->phase == Phase::Loss && step.scaleAfter >= step.scaleUsed) ||
            (where->phase == Phase::Backward && isPinned(step));
        if (!hasNoPart)
            continue;
        ++skipped.count;
        skipped.pinned += isPinned(step) ? 1 : 0;
        skipped.isBackward |= where->phase == Phase::Backward;
        ++skipped.nodes[where->node];
    }
    return skipped;
}

// With places for the skipped steps, for all, and for the operator.
QString hopelessText(const Skipped& skipped, const StepDone& last)
{
    if (2 * skipped.pinned < skipped.count)
        return Diagnoses::tr(
            "%1 of the last %2 steps were skipped, whatever the loss scale was (now it is %4): the "
            "forward pass itself overflows, mostly first in %3. Another scale cannot help; keep this "
            "operator's type in FP32 and train again.")
            .replace(QStringLiteral("%4"), shortScaleText(last.scaleAfter));
    if (skipped.isBackward)
        return Diagnoses::tr(
            "%1 of the last %2 steps were skipped although the loss scale is as low as it gets: the "
            "gradients themselves overflow, mostly first in %3. Another scale cannot help; keep this "
            "operator's type in FP32 and train again.");
    return Diagnoses::tr(
        "%1 of the last %2 steps were skipped although the loss scale is as low as it gets: "
        "the forward pass itself overflows, mostly first in %3. Another scale cannot help; keep "
        "this operator's type in FP32 and train again.");
}

// From which step on the losses are no numbers.
std::uint64_t badSince(const RunHistory& history)
{
    const auto isFinite = [](const StepDone& step) { return std::isfinite(step.loss); };
    const auto last = std::ranges::find_last_if(history.steps, isFinite).begin();
    return last == history.steps.end() ? history.steps.front().step : last->step + 1;
}

}

std::optional<Diagnosis> findLargeConstant(const RunHistory& history)
{
    Tally nodes;
    QString tensor;
    bool isHarmless = true;
    for (const StepDone& step : lastSteps(history)) {
        const auto where = overflowIn(history, step);
        if (!where || where->source.isEmpty() || where->phase > Phase::Loss)
            continue;
        ++nodes[where->node];
        tensor = where->source;
        isHarmless &= !step.overflow;
    }
    if (nodes.empty())
        return std::nullopt;
    const QString node = mostFrequent(nodes);
    const QString text = isHarmless
        ? Diagnoses::tr("%1 holds numbers beyond the range of FP16 (65504), as masks do: it becomes infinite "
                        "before %2 computes anything. No gradient was harmed so far; a row that is masked as "
                        "a whole would become NaN. Keep %2 in FP32.")
        : Diagnoses::tr("%1 holds numbers beyond the range of FP16 (65504), as masks and labels "
                        "do: it becomes infinite before %2 computes anything. Keep %2 in FP32.");
    return Diagnosis{Diagnosis::Kind::LargeConstant, text.arg(tensor, node), {keep(node)}};
}

std::optional<Diagnosis> findBatchNormalization(const RunHistory& history)
{
    Tally nodes;
    bool allSkipped = true;
    for (const StepDone& step : lastSteps(history)) {
        const auto where = overflowIn(history, step);
        if (!where || where->phase != Phase::Forward || !where->op.starts_with("BatchNorm"))
            continue;
        ++nodes[where->node];
        allSkipped &= step.skipped;
    }
    if (nodes.empty())
        return std::nullopt;
    const QString node = mostFrequent(nodes);
    const QString text = allSkipped
        ? Diagnoses::tr(
              "The batch normalisation %1 overflows. Here the skipped steps are taken back with their "
              "statistics; PyTorch and MindSpore write these in the forward pass already, so that they "
              "stay damaged, and with them every later prediction. Keep its type in FP32.")
        : Diagnoses::tr("The batch normalisation %1 overflows: the statistics that it keeps are "
                        "damaged, and with them every later prediction. Keep its type in FP32.");
    return Diagnosis{Diagnosis::Kind::BatchNormalization, text.arg(node), {keep(node)}};
}

std::optional<Diagnosis> findHopelessScale(const RunHistory& history)
{
    const auto last = lastSteps(history);
    const Skipped skipped = skippedAmong(history, last);
    if (skipped.count == 0 || 2 * skipped.count < static_cast<int>(last.size()))
        return std::nullopt;
    const QString node = mostFrequent(skipped.nodes);
    return Diagnosis{Diagnosis::Kind::HopelessScale,
        hopelessText(skipped, last.back()).arg(skipped.count).arg(last.size()).arg(node), {keep(node)}};
}

std::optional<Diagnosis> findBrokenWeights(const RunHistory& history)
{
    const auto last = lastSteps(history);
    const auto isBad = [](const StepDone& step) { return !std::isfinite(step.loss); };
    if (!std::ranges::all_of(last, isBad))
        return std::nullopt;
    constexpr double kLower = 0.1;
    const Remedy slower{
        .kind = Remedy::Kind::LearningRate, .number = kLower * static_cast<double>(last.back().learningRate)};
    const bool isSkipped = std::ranges::all_of(last, &StepDone::skipped);
    const auto where = overflowIn(history, last.back());
    const auto say = [&](const QString& text, std::vector<Remedy> remedies) {
        return Diagnosis{Diagnosis::Kind::BrokenWeights, text.arg(badSince(history)), std::move(remedies)};
    };
    if (history.info->precision == "float32")
        return say(
            Diagnoses::tr("From step %1 on the loss is no number, and in FP32 that is no matter of "
                          "precision: the training itself diverges. Train with a lower learning rate."),
            {slower});
    if (isSkipped && where && where->phase == Phase::Update)
        return say(
            Diagnoses::tr("From step %1 on the loss is no number: an update has made weights infinite, "
                          "and skipping steps cannot mend them. Train with a lower learning rate."),
            {slower});
    if (std::ranges::any_of(last, &StepDone::skipped))
        return std::nullopt; // what is skipped is another check's
    return say(
        Diagnoses::tr("From step %1 on the loss is no number, and no step is skipped: infinite gradients "
                      "have gone into the weights, where they stay. Choose a rule for the loss scale "
                      "that skips such steps."),
        {{.kind = Remedy::Kind::ScaleRule, .rule = std::string(kDynamicRule)}});
}

std::optional<Diagnosis> findDamagedStatistics(const RunHistory& history, const Checkpoint& standing)
{
    constexpr std::size_t kMean = 3, kVariance = 4; // inputs
    if (!history.info->graph)
        return std::nullopt;
    const Graph& graph = *history.info->graph;
    const auto isDamaged = [&](ValueId id) {
        const auto kept =
            std::ranges::find(standing.tensors, graph.value(id).name, &Checkpoint::Tensor::name);
        return kept != standing.tensors.end() &&
            !std::ranges::all_of(kept->values, [](float value) { return std::isfinite(value); });
    };
    std::vector<QString> nodes;
    for (const NodeId node : graph.nodes()) {
        const auto inputs = graph.inputs(node);
        if (graph.node(node).opType == "BatchNormalization" && inputs.size() > kVariance &&
            (isDamaged(inputs[kMean]) || isDamaged(inputs[kVariance])))
            nodes.push_back(text(graph.displayName(node)));
    }
    if (nodes.empty())
        return std::nullopt;
    const QString text = Diagnoses::tr(
        "Running statistics of batch normalisation are infinite or NaN, first in %1: every later "
        "prediction is worthless, whatever the loss says. Keep its type in FP32, and let the rule of the "
        "loss scale skip steps that overflow.");
    return Diagnosis{Diagnosis::Kind::DamagedStatistics, text.arg(nodes.front()),
        {keep(nodes.front()), {.kind = Remedy::Kind::ScaleRule, .rule = std::string(kDynamicRule)}}};
}

}
