// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/train/trainer.h"

#include <chrono>
#include <stop_token>

namespace halftone {

/// What a training will take, before it starts.
struct TrainingEstimate
{
    std::size_t memoryBytes = 0; ///< Of the program: exact, from its plan.
    std::size_t activationBytes = 0; ///< Of it what tensors share within a step; the rest stays: weights,
                                     ///< moments, statistics and inputs.
    std::size_t stepsPerEpoch = 0;
    std::size_t steps = 0; ///< That are planned.
    double secondsPerStep = 0; ///< The middle one of the steps that were tried.
    std::size_t triedSteps = 0;
    int threads = 1; ///< That a step uses.

    double seconds() const { return secondsPerStep * static_cast<double>(steps); }
};

/// How long steps are tried.
struct EstimateLimits
{
    std::chrono::milliseconds time{400}; ///< Behind it no further step begins; two are made in any case.
    std::size_t steps = 30;
};

/// The settings with a loss scale that is small enough for a trial: only the first steps of a run overflow,
/// and each of those is computed again to find the operator.
TrainSettings settingsForTrial(TrainSettings settings);

/// Makes some steps of \p trainer, which is of no use for training afterwards, in the thread that created it.
/// A stop ends the trial behind the step in hand; without any step there is no time.
TrainingEstimate estimateTraining(
    Trainer& trainer, const EstimateLimits& limits = {}, const std::stop_token& stop = {});

}
