// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/cli/trainoptions.h"
#include "executor/train/trainer.h"

#include <span>
#include <string>
#include <vector>

namespace halftone::cli {

/// One of the runs that go side by side.
struct LabelledRun
{
    std::string label; ///< "float32" or the mode.
    Trainer trainer;
    std::vector<StepDone> steps;
    RunFinished finished;
};

/// What `train` prints while it runs. As text: a row for some of the steps, with the runs beside each other,
/// and on a terminal a progress bar. As JSON: one object a line for every step of every run.
class TrainOutput
{
public:
    TrainOutput(OutputFormat format, std::span<const LabelledRun> runs, std::size_t plannedSteps);

    void showStep(const LabelledRun& run) const;
    void showRow(); ///< After all runs have made the step.
    void showEnd(const LabelledRun& run) const;
    void showSummary() const;

private:
    std::string_view label(const LabelledRun& run) const; ///< Empty when there is one run only.
    void drawProgress(std::size_t step) const;
    void clearProgress() const;

    OutputFormat m_format;
    std::span<const LabelledRun> m_runs;
    std::size_t m_plannedSteps;
    bool m_hasBar;
};

/// The Markdown report of `train --report`, on runs with that data.
std::string trainReport(
    const TrainOptions& options, const std::string& data, std::span<const LabelledRun> runs);

}
