// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/core/embedded.h"
#include "analysis/onnx/weightsexport.h"
#include "executor/cli/cli.h"
#include "executor/cli/estimatetext.h"
#include "executor/cli/trainoptions.h"
#include "executor/cli/trainoutput.h"
#include "executor/files/atomicfile.h"
#include "executor/files/mappedfile.h"
#include "executor/files/modelfile.h"
#include "executor/telemetry/runfile.h"

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
        runs.push_back({settings->precision ? shortName(settings->precision->policy) : "float32",
            *std::move(trainer), {}, {}});
    }
    return runs;
}

bool hasFailed(const LabelledRun& run)
{
    return run.trainer.failure().has_value();
}

Result<void> saveCheckpoint(const TrainOptions& options, const Trainer& trainer)
{
    if (options.checkpoint.empty())
        return {};
    return writeFileAtomically(options.checkpoint, encode(trainer.checkpoint()));
}

Result<void> resume(const TrainOptions& options, Trainer& trainer)
{
    if (options.resume.empty())
        return {};
    const auto file = mapFile(options.resume);
    if (!file)
        return std::unexpected(file.error());
    const std::string_view bytes(reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size());
    const auto checkpoint = decodeCheckpoint(bytes, options.resume);
    if (!checkpoint)
        return std::unexpected(checkpoint.error());
    return trainer.restore(*checkpoint);
}

Result<void> saveModel(const TrainOptions& options, const Trainer& trainer)
{
    if (options.saveModel.empty())
        return {};
    const SampleModel* sample = findSample(options.model.path);
    const auto file = sample ? Result<ExternalBytes>(ExternalBytes{embeddedFile(sample->resource), nullptr})
                             : mapFile(options.model.path);
    if (!file)
        return std::unexpected(file.error());
    const auto trained = withWeights(file->bytes, options.model.path, trainer.weights());
    if (!trained)
        return std::unexpected(trained.error());
    return writeFileAtomically(options.saveModel, *trained);
}

/// Makes the steps, all runs in turn, until they are done, a rule gives up, or the person interrupts.
Result<void> makeSteps(
    const TrainOptions& options, std::vector<LabelledRun>& runs, TrainOutput& output, Sink* recorder)
{
    const Trainer& first = runs.front().trainer;
    std::size_t sinceCheckpoint = 0;
    while (first.completedSteps() < first.plannedSteps() && !interrupted &&
        !std::ranges::any_of(runs, hasFailed)) {
        for (LabelledRun& run : runs) {
            run.steps.push_back(run.trainer.step());
            output.showStep(run);
            if (recorder)
                run.trainer.deliver(run.steps.back(), *recorder);
        }
        output.showRow();
        if (options.checkpointEvery > 0 && ++sinceCheckpoint == options.checkpointEvery) {
            sinceCheckpoint = 0;
            if (auto saved = saveCheckpoint(options, first); !saved)
                return saved;
        }
    }
    return saveCheckpoint(options, first);
}

void finishRuns(std::vector<LabelledRun>& runs, TrainOutput& output, Sink* recorder)
{
    for (LabelledRun& run : runs) {
        const bool isComplete = run.trainer.completedSteps() == run.trainer.plannedSteps();
        run.finished = run.trainer.finish(hasFailed(run) ? RunFinished::Why::Failed
                : isComplete                             ? RunFinished::Why::Completed
                                                         : RunFinished::Why::Stopped);
        output.showEnd(run);
        if (recorder)
            recorder->consume(run.finished);
    }
    output.showSummary();
}

Result<void> estimateAll(const TrainOptions& options)
{
    auto plan = prepareTraining(options);
    if (!plan)
        return std::unexpected(plan.error());
    for (std::optional<TrainSettings>* settings : {&plan->full, &plan->mixed}) {
        if (*settings)
            *settings = settingsForTrial(**settings);
    }
    auto runs = createRuns(options, *plan);
    if (!runs)
        return std::unexpected(runs.error());
    std::vector<LabelledEstimate> estimates;
    for (LabelledRun& run : *runs)
        estimates.push_back({run.label, estimateTraining(run.trainer)});
    std::print("{}", options.json ? estimateJson(estimates) : estimateText(estimates));
    return {};
}

// Not only when the training is over.
Result<void> checkOutputs(const TrainOptions& options)
{
    for (const std::string& path : {options.checkpoint, options.saveModel, options.report}) {
        if (auto writable = path.empty() ? Result<void>() : checkWritable(path); !writable)
            return writable;
    }
    return {};
}

Result<void> runAll(const TrainOptions& options)
{
    if (auto checked = checkOutputs(options); !checked)
        return checked;
    const auto plan = prepareTraining(options);
    if (!plan)
        return std::unexpected(plan.error());
    auto runs = createRuns(options, *plan);
    if (!runs)
        return std::unexpected(runs.error());
    Trainer& first = runs->front().trainer;
    if (auto resumed = resume(options, first); !resumed)
        return resumed;
    std::unique_ptr<FileSink> recorder;
    if (!options.runFile.empty()) {
        auto created = options.resume.empty()
            ? FileSink::create(options.runFile)
            : FileSink::continueBehind(options.runFile, first.completedSteps());
        if (!created)
            return std::unexpected(created.error());
        recorder = *std::move(created);
        recorder->begin(first.info());
        if (options.counts)
            recorder->recordCounts();
    }
    TrainOutput output(options.json ? OutputFormat::Json : OutputFormat::Text, *runs, first.plannedSteps());
    std::signal(SIGINT, onInterrupt);
    if (auto trained = makeSteps(options, *runs, output, recorder.get()); !trained)
        return trained;
    finishRuns(*runs, output, recorder.get());
    if (auto saved = saveModel(options, first); !saved)
        return saved;
    if (!options.report.empty()) {
        if (auto written = writeFileAtomically(options.report, trainReport(options, plan->place, *runs));
            !written)
            return written;
    }
    for (const LabelledRun& run : *runs) {
        if (hasFailed(run))
            return std::unexpected(*run.trainer.failure());
    }
    if (recorder && recorder->failure())
        return std::unexpected(*recorder->failure());
    return {};
}

Exit train(const TrainOptions& options)
{
    const auto done = options.estimates ? estimateAll(options) : runAll(options);
    return done ? Exit::Done : report(done.error(), options.json);
}

}

void addTrain(CLI::App& app, Run& run)
{
    auto options = std::make_shared<TrainOptions>();
    CLI::App* command =
        app.add_subcommand("train", "Train a model in FP32, in mixed precision, or in both side by side");
    addTrainOptions(*command, *options);
    command->add_flag("--json", options->json, "One JSON object per step, and a last one with the accuracy");
    auto* estimate = command->add_flag(
        "--estimate", options->estimates, "Only say what memory and time the training will take");
    auto* runFile =
        command->add_option("--run-file", options->runFile, "Record the run, step by step, for replay");
    command
        ->add_flag(
            "--counts", options->counts, "Record what rounding did to every FP16 tensor in the run file")
        ->needs(runFile);
    command
        ->add_option("--histogram", options->histograms,
            "Record the exponents of this tensor in the run file, step by step; for replay")
        ->needs(runFile)
        ->type_name("TENSOR");
    auto* checkpoint =
        command->add_option("--checkpoint", options->checkpoint, "Save the state of the run at its end");
    command->add_option("--checkpoint-every", options->checkpointEvery, "And after every so many steps")
        ->needs(checkpoint);
    auto* resumeFrom = command->add_option("--resume", options->resume, "Go on from a checkpoint");
    auto* saved =
        command->add_option("--save-model", options->saveModel, "Write the model with the trained weights");
    // Two runs side by side would write the same file.
    for (CLI::Option* option : {runFile, checkpoint, resumeFrom, saved})
        option->type_name("FILE")->excludes(command->get_option("--twin"))->excludes(estimate);
    command->add_option("--report", options->report, "Write a Markdown report of the run")
        ->type_name("FILE")
        ->excludes(estimate);
    command->callback([options, &run] { run = [options] { return train(*options); }; });
}

}
