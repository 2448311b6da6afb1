// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/telemetry/event.h"

#include <QString>

namespace halftone {

/// Something that happened to the loss scale of a run.
struct ScaleChange
{
    std::uint32_t index = 0; ///< Of the step in the history.
    ScaleCause cause = ScaleCause::Overflow; ///< Never Kept.
    std::uint64_t cleanSteps = 0; ///< Without overflow since the last change.
};

/// "growth (2000 clean)", "overflow", "floor": as it stands beside the mark in the plot.
QString shortCauseText(const ScaleChange& change);

/// Counts steps without overflow, one after the other.
class CleanSteps
{
public:
    CleanSteps() = default;
    /// \p before: clean steps in front of the first one that is counted.
    explicit CleanSteps(std::uint64_t before)
        : m_count(before)
    {
    }

    /// The clean steps up to \p step and with it. Begins anew behind an overflow and behind a full window.
    std::uint64_t count(const StepDone& step);
    /// Those since the last change.
    std::uint64_t pending() const { return m_count; }

private:
    std::uint64_t m_count = 0;
};

}
