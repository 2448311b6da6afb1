// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loss scales that cost steps: too high for too long, or growing too soon.
#include "gui/training/diagnosischecks.h"
#include "gui/training/runreadout.h"

#include <algorithm>

namespace halftone::diagnosis {
namespace {

constexpr std::ptrdiff_t kMany = 10; // steps that a scale may cost before it is worth a word

Diagnosis high(const QString& text, Remedy remedy)
{
    return {Diagnosis::Kind::HighScale, text, {std::move(remedy)}};
}

/// Where the gradients overflowed most among the last steps; empty when it was not in the gradients.
QString overflowingGradient(const RunHistory& history)
{
    Tally nodes;
    const auto last = lastSteps(history);
    for (const StepDone& step : last) {
        const auto where = overflowIn(history, step);
        if (where && (where->phase == Phase::Backward || where->phase == Phase::Loss))
            ++nodes[where->node];
    }
    const QString node = nodes.empty() ? QString() : mostFrequent(nodes);
    return node.isEmpty() || 2 * nodes[node] < static_cast<int>(last.size()) ? QString() : node;
}

// Not a single step has come through.
std::optional<Diagnosis> findOnlySkipped(const RunHistory& history)
{
    const StepDone& first = history.steps.front();
    const StepDone& last = history.steps.back();
    const QString node = overflowingGradient(history);
    const bool isPinned = last.cause == ScaleCause::AtFloor || last.cause == ScaleCause::Stuck;
    if (node.isEmpty() || isPinned)
        return std::nullopt;
    if (last.scaleAfter < first.scaleUsed)
        return high(Diagnoses::tr(
                        "All %1 steps so far were skipped: the loss scale has fallen from %2 to %3, which is "
                        "still too high for the gradients (first in %4). Begin with %3.")
                        .arg(history.steps.size())
                        .arg(shortScaleText(first.scaleUsed), shortScaleText(last.scaleAfter), node),
            {.kind = Remedy::Kind::InitialScale, .number = last.scaleAfter});
    return high(
        Diagnoses::tr("All %1 steps so far were skipped: the loss scale stays at %2, which is too high "
                      "for the gradients (first in %3). Take a rule that lowers it.")
            .arg(history.steps.size())
            .arg(shortScaleText(last.scaleAfter), node),
        {.kind = Remedy::Kind::ScaleRule, .rule = "ms_dynamic_loss_scale_update_cell"});
}

// A scale that never moves, and costs many steps but not all.
std::optional<Diagnosis> findFixedTooHigh(const RunHistory& history)
{
    constexpr std::size_t kWindow = 200;
    const auto last = lastSteps(history, kWindow);
    const auto isLost = [&](const StepDone& step) {
        return step.skipped && step.cause == ScaleCause::Kept && step.scaleAfter == step.scaleUsed;
    };
    const auto lost = std::ranges::count_if(last, isLost);
    const QString node = overflowingGradient(history);
    if (lost < kMany || 2 * lost < std::ssize(last) || node.isEmpty())
        return std::nullopt;
    return high(Diagnoses::tr(
                    "%1 of the last %2 steps were skipped: the loss scale stays at %3, which is too high for "
                    "the gradients (first in %4). Take a rule that lowers it.")
                    .arg(lost)
                    .arg(last.size())
                    .arg(shortScaleText(last.back().scaleAfter), node),
        {.kind = Remedy::Kind::ScaleRule, .rule = "ms_dynamic_loss_scale_update_cell"});
}

}

std::optional<Diagnosis> findHighScale(const RunHistory& history)
{
    const auto& steps = history.steps;
    const auto first = std::ranges::find(steps, false, &StepDone::skipped);
    const std::ptrdiff_t skipped = first - steps.begin();
    if (skipped < kMany)
        return findFixedTooHigh(history);
    if (first == steps.end())
        return findOnlySkipped(history);
    if (first->scaleUsed >= steps.front().scaleUsed)
        return findFixedTooHigh(history);
    return high(Diagnoses::tr("The first %1 steps were skipped until the loss scale had fallen from %2 "
                              "to %3. Begin with %3.")
                    .arg(skipped)
                    .arg(shortScaleText(steps.front().scaleUsed), shortScaleText(first->scaleUsed)),
        {.kind = Remedy::Kind::InitialScale, .number = first->scaleUsed});
}

std::optional<Diagnosis> findEarlyGrowth(const RunHistory& history)
{
    constexpr std::size_t kStretch = 200; // steps
    constexpr std::ptrdiff_t kFew = 3;
    constexpr std::ptrdiff_t kOneIn = 20; // More skipped steps than these are worth a word.
    constexpr double kUsualWindow = 2000; // of MindSpore, PyTorch, TensorFlow and Apex
    const auto last = lastSteps(history, kStretch);
    const auto grown = std::ranges::count(last, ScaleCause::Growth, &StepDone::cause);
    const auto lost = std::ranges::count(last, ScaleCause::Overflow, &StepDone::cause);
    if (grown < kFew || lost < kFew || kOneIn * lost < std::ssize(last) || 2 * grown < lost)
        return std::nullopt;
    return Diagnosis{Diagnosis::Kind::EarlyGrowth,
        Diagnoses::tr("The loss scale grew %1 times in the last %2 steps, and %3 steps were skipped for it. "
                      "Let it grow later: after %4 steps without overflow, as most frameworks do.")
            .arg(grown)
            .arg(last.size())
            .arg(lost)
            .arg(kUsualWindow),
        {{.kind = Remedy::Kind::Window, .number = kUsualWindow}}};
}

}
