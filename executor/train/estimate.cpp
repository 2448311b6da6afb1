// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/estimate.h"

#include <algorithm>
#include <vector>

namespace halftone {
namespace {

double middle(std::vector<double>& seconds)
{
    if (seconds.empty())
        return 0;
    const auto half = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
    std::ranges::nth_element(seconds, half);
    return *half;
}

}

TrainSettings settingsForTrial(TrainSettings settings)
{
    constexpr double kSmall = 1024;
    const LossScaleRule* rule =
        settings.precision ? findLossScaleRule(settings.precision->lossScaleRule) : nullptr;
    if (!rule)
        return settings; // An unknown rule is refused by the trainer.
    LossScaleParameters parameters = settings.precision->lossScale.value_or(rule->defaults);
    if (!startLossScale(*rule, parameters))
        return settings; // So are values that the rule does not take.
    parameters.initial = std::max(parameters.minimum, std::min(parameters.initial, kSmall));
    settings.precision->lossScale = parameters;
    return settings;
}

// The first step also brings memory and primitives into the caches, and one that overflows is computed again
// to find the operator: both are left out as long as there are others.
TrainingEstimate estimateTraining(Trainer& trainer, const EstimateLimits& limits, const std::stop_token& stop)
{
    TrainingEstimate estimate{.memoryBytes = trainer.program().memoryBytes(),
        .activationBytes = trainer.program().activationBytes(),
        .stepsPerEpoch = trainer.stepsPerEpoch(),
        .steps = trainer.plannedSteps(),
        .threads = trainer.threads()};
    constexpr std::size_t kFewest = 2;
    const auto end = std::chrono::steady_clock::now() + limits.time;
    std::vector<double> clean;
    std::vector<double> all;
    while (all.size() < limits.steps && !stop.stop_requested() && !trainer.failure() &&
        (all.size() < kFewest || std::chrono::steady_clock::now() < end)) {
        const StepDone done = trainer.step();
        const double seconds = static_cast<double>(done.nanoseconds) * 1e-9;
        if (!all.empty() && !done.firstOverflow.isValid())
            clean.push_back(seconds);
        all.push_back(seconds);
    }
    estimate.triedSteps = all.size();
    estimate.secondsPerStep = middle(clean.empty() ? all : clean);
    return estimate;
}

}
