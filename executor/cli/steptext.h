// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps of a run as text and as JSON, for runs that go on and for recorded ones.
#pragma once

#include "executor/telemetry/event.h"
#include "executor/telemetry/overflowdescription.h"

#include <optional>
#include <string>
#include <string_view>

namespace halftone::cli {

/// "2^15", or the number where it is no power of two.
std::string scaleText(double scale);

/// Whether there is something to tell about the step: an overflow, or another loss scale after it.
bool isEvent(const StepDone& done);

/// One line about such a step.
std::string eventText(const StepDone& done, const std::optional<OverflowDescription>& overflow);

/// The mean loss and the accuracy of a run, "-" where there is none.
std::string lossText(const RunFinished& finished);
std::string accuracyText(const RunFinished& finished);

/// What happened in a step, in words.
struct StepPlaces
{
    std::optional<OverflowDescription> overflow;
    std::optional<OverflowDescription> collapse;
};

/// The object of `train --json`, on one line; \p run names the run where there are several.
std::string stepJson(const StepDone& done, const StepPlaces& places, std::string_view run = {});

/// The object about what rounding did to one tensor in one step; \p run as above.
std::string countsJson(std::uint64_t step, std::string_view tensor, const kernels::RoundStats& counts,
    std::string_view run = {});

/// The object about the exponents of one tensor: {"exponent": count} of those that occur.
std::string exponentsJson(std::uint64_t step, std::string_view tensor, const ExponentHistogram& histogram,
    std::string_view run = {});

/// The last object of `train --json`.
std::string finishedJson(const RunFinished& finished, std::string_view run = {});

}
