// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/lossscale/lossscale.h"
#include "executor/program/step.h"

#include <cstdint>
#include <string_view>
#include <variant>

namespace halftone {

/// One training step, after its update or its skipping.
struct StepDone
{
    std::uint64_t step = 0; ///< 1-based.
    float loss = 0; ///< Unscaled; NaN or infinite when the forward pass was.
    float learningRate = 0; ///< That an update of this step uses.
    double scaleUsed = 1;
    double scaleAfter = 1;
    bool overflow = false; ///< An unscaled gradient was not finite (or, by choice, any tensor).
    bool skipped = false; ///< The weights were left alone.
    ScaleCause cause = ScaleCause::Kept;
    /// In the mixed training graph: where the first infinity or NaN was born, or a finite number rounded
    /// beyond its type. Invalid when there was none.
    OverflowPlace firstOverflow;
    OverflowPlace firstCollapse; ///< Where a tensor first became all zeros by rounding; usually invalid.
    double gradientNorm = 0; ///< L2 norm of all unscaled gradients.
    double underflowShare = 0; ///< Of all elements rounded to 16 bits, those that became zero.
    std::int64_t nanoseconds = 0; ///< Wall time of the step.
};

/// What rounding did to one tensor in one step; for sinks that want it.
struct TensorCounts
{
    std::uint64_t step = 0;
    ValueId value; ///< In the mixed training graph.
    kernels::RoundStats counts;
};

/// The exponents of one tensor in one step; for sinks that want them.
struct TensorExponents
{
    std::uint64_t step = 0;
    ValueId value;
    const ExponentHistogram* histogram = nullptr; ///< Lives until consume() returns.
};

/// The end of a run.
struct RunFinished
{
    enum class Why : std::uint8_t { Completed, Stopped, Failed } why = Why::Completed;
    std::uint64_t steps = 0;
    std::uint64_t skippedSteps = 0;
    double accuracy = 0; ///< Share of the test part that was classified right; NaN without one, or unmeasured.
    double meanLoss = 0; ///< Over the last 20 steps that were not skipped; NaN when all were.

    bool hasLoss() const { return skippedSteps < steps; }
};

/// Spelled "completed", "stopped", "failed".
std::string_view name(RunFinished::Why why);

using Event = std::variant<StepDone, RunFinished, TensorCounts, TensorExponents>;

}
