// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"
#include "executor/cli/steptext.h"
#include "executor/telemetry/runfile.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <format>
#include <memory>
#include <print>

namespace halftone::cli {
namespace {

struct Replay
{
    std::string file;
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
        std::println("{}, accuracy {:.2f} %", name(run.finished->why), 100 * run.finished->accuracy);
    else
        std::println("not finished");
}

Exit replay(const Replay& options)
{
    const auto run = readRunFile(options.file);
    if (!run)
        return report(run.error(), options.json);
    if (!options.json) {
        printText(*run);
        return Exit::Done;
    }
    for (const RecordedCounts& tensor : run->counts)
        std::println("{}", countsJson(tensor.step, tensor.value, tensor.counts));
    for (const RecordedExponents& tensor : run->exponents)
        std::println("{}", exponentsJson(tensor.step, tensor.value, tensor.histogram));
    for (const StepDone& step : run->steps)
        std::println("{}", stepJson(step, {overflowOf(*run, step), collapseOf(*run, step)}));
    if (run->finished)
        std::println("{}", finishedJson(*run->finished));
    return Exit::Done;
}

}

void addReplay(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Replay>();
    CLI::App* command =
        app.add_subcommand("replay", "Show a recorded run, also one that goes on or has crashed");
    command->add_option("file", options->file, "What train --run-file wrote")->required();
    command->add_flag("--json", options->json, "The objects of train --json");
    command->callback([options, &run] { run = [options] { return replay(*options); }; });
}

}
