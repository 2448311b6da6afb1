// SPDX-License-Identifier: GPL-3.0-or-later
//
// Learning rates that change during a run. They go by the number of updates made, so a step that the loss
// scale skips does not advance them: MindSpore's global_step stands still there, too.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace halftone {

struct LearningRateSchedule
{
    enum class Kind : std::uint8_t {
        Constant,
        Step, ///< Times `factor` after every `period` updates.
        Cosine, ///< Half a cosine from the rate down to `factor` times it over `period` updates; stays there.
    };
    Kind kind = Kind::Constant;
    std::uint64_t warmUp =
        0; ///< Over these first updates the rate rises evenly; the kinds start behind them.
    std::uint64_t period = 0; ///< 0: the rest of the run.
    float factor = 0;

    bool operator==(const LearningRateSchedule&) const = default;
};

/// Spelled "constant", "step", "cosine".
std::string_view name(LearningRateSchedule::Kind kind);
std::optional<LearningRateSchedule::Kind> parseScheduleKind(std::string_view name);

/// The rate of the update after \p updates others, in a run of \p planned.
float learningRateAt(
    const LearningRateSchedule& schedule, float rate, std::uint64_t updates, std::uint64_t planned);

}
