// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"
#include "executor/cli/steptext.h"
#include "executor/telemetry/runfile.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <format>
#include <memory>
#include <print>
#include <string>
#include <vector>

namespace halftone::cli {
namespace {

struct Replay
{
    std::vector<std::string> files;
    bool json = false;
};

using Places = std::map<std::uint64_t, OverflowDescription>;

std::optional<OverflowDescription> placeIn(const Places& places, const StepDone& step)
{
    const auto found = places.find(step.step);
    return found == places.end() ? std::nullopt : std::optional(found->second);
}

std::optional<OverflowDescription> overflowOf(const RecordedRun& run, const StepDone& step)
{
    return placeIn(run.overflows, step);
}

std::optional<OverflowDescription> collapseOf(const RecordedRun& run, const StepDone& step)
{
    return placeIn(run.collapses, step);
}

void printText(const RecordedRun& run)
{
    std::println("{} in {} ({}): {} of {} steps{}", run.info.model, run.info.precision, run.info.path,
        run.steps.size(), run.info.plannedSteps, run.isCutOff ? ", the file is cut off behind them" : "");
    for (const StepDone& step : run.steps) {
        if (isEvent(step))
            std::println("  {}", eventText(step, overflowOf(run, step)));
    }
    const auto skipped = std::ranges::count_if(run.steps, &StepDone::skipped);
    if (!run.steps.empty())
        std::println("loss {:.6f} -> {:.6f}, {} steps skipped", run.steps.front().loss, run.steps.back().loss,
            skipped);
    if (run.finished)
        std::println("{}, accuracy {}", name(run.finished->why), accuracyText(*run.finished));
    else
        std::println("not finished");
}

/// \p label tells runs apart where there are several; empty: there is one.
void printJson(const RecordedRun& run, std::string_view label)
{
    for (const RecordedCounts& tensor : run.counts)
        std::println("{}", countsJson(tensor.step, tensor.value, tensor.counts, label));
    for (const RecordedExponents& tensor : run.exponents)
        std::println("{}", exponentsJson(tensor.step, tensor.value, tensor.histogram, label));
    for (const StepDone& step : run.steps)
        std::println("{}", stepJson(step, {overflowOf(run, step), collapseOf(run, step)}, label));
    if (run.finished)
        std::println("{}", finishedJson(*run.finished, label));
}

// Every file that can be read is shown; the first that cannot gives the exit status.
Exit replay(const Replay& options)
{
    const bool areSeveral = options.files.size() > 1;
    Exit exit = Exit::Done;
    for (const std::string& file : options.files) {
        const auto run = readRunFile(file);
        if (!run) {
            const Exit failed = report(run.error(), options.json);
            exit = exit == Exit::Done ? failed : exit;
            continue;
        }
        if (options.json) {
            printJson(*run, areSeveral ? file : std::string_view());
            continue;
        }
        if (areSeveral)
            std::println("{}{}", &file == options.files.data() ? "" : "\n", file);
        printText(*run);
    }
    return exit;
}

}

void addReplay(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Replay>();
    CLI::App* command =
        app.add_subcommand("replay", "Show recorded runs, also those that go on or have crashed");
    command
        ->add_option("file", options->files, "What train --run-file wrote; several show one after the other")
        ->required();
    command->add_flag("--json", options->json, "The objects of train --json");
    command->callback([options, &run] { run = [options] { return replay(*options); }; });
}

}
