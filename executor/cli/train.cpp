// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"
#include "executor/cli/table.h"
#include "executor/cli/trainoptions.h"
#include "executor/cli/trainoutput.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>
#include <print>

namespace halftone::cli {
namespace {

// Ctrl+C ends the run after the step in hand, with accuracy and report, instead of throwing the work away.
volatile std::sig_atomic_t interrupted = 0;

extern "C" void onInterrupt(int)
{
    interrupted = 1;
}

Result<std::vector<LabelledRun>> createRuns(const TrainOptions& options, const TrainingPlan& plan)
{
    std::vector<LabelledRun> runs;
    for (const auto& settings : {plan.full, plan.mixed}) {
        if (!settings)
            continue;
        auto trainer = Trainer::create(options.model.path, plan.dims, plan.data, *settings);
        if (!trainer)
            return std::unexpected(trainer.error());
        runs.push_back(
            {settings->precision ? settings->precision->modeName : "float32", *std::move(trainer), {}, {}});
    }
    return runs;
}

Exit train(const TrainOptions& options)
{
    const auto plan = prepareTraining(options);
    if (!plan)
        return report(plan.error(), options.json);
    auto runs = createRuns(options, *plan);
    if (!runs)
        return report(runs.error(), options.json);
    const std::size_t steps = runs->front().trainer.plannedSteps();
    TrainOutput output(options.json ? OutputFormat::Json : OutputFormat::Text, *runs, steps);
    std::signal(SIGINT, onInterrupt);
    const auto hasFailed = [](const LabelledRun& run) { return run.trainer.failure().has_value(); };
    for (std::size_t step = 0; step < steps && !interrupted && !std::ranges::any_of(*runs, hasFailed);
        ++step) {
        for (LabelledRun& run : *runs) {
            run.steps.push_back(run.trainer.step());
            output.showStep(run);
        }
        output.showRow();
    }
    for (LabelledRun& run : *runs) {
        const bool isComplete = run.steps.size() == steps;
        run.finished = run.trainer.finish(hasFailed(run) ? RunFinished::Why::Failed
                : isComplete                             ? RunFinished::Why::Completed
                                                         : RunFinished::Why::Stopped);
        output.showEnd(run);
    }
    output.showSummary();
    for (const LabelledRun& run : *runs) {
        if (hasFailed(run))
            return report(*run.trainer.failure(), options.json);
    }
    if (options.report.empty())
        return Exit::Done;
    return writeOutput(options.report, trainReport(options, *runs), options.json);
}

}

void addTrain(CLI::App& app, Run& run)
{
    auto options = std::make_shared<TrainOptions>();
    CLI::App* command =
        app.add_subcommand("train", "Train a model in FP32, in mixed precision, or in both side by side");
    addTrainOptions(*command, *options);
    command->add_flag("--json", options->json, "One JSON object per step, and a last one with the accuracy");
    command->add_option("--report", options->report, "Write a Markdown report of the run")->type_name("FILE");
    command->callback([options, &run] { run = [options] { return train(*options); }; });
}

}
