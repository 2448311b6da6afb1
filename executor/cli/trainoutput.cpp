// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/trainoutput.h"

#include "executor/cli/steptext.h"
#include "executor/cli/table.h"

#include <algorithm>
#include <cstdio>
#include <format>
#include <print>
#include <unistd.h>

namespace halftone::cli {
namespace {

constexpr std::size_t kRows = 25; // of the text output, however long the run is
constexpr std::size_t kBarWidth = 40;

std::optional<OverflowDescription> overflowOf(const LabelledRun& run, const StepDone& done)
{
    return describeOverflow(*run.trainer.mixedGraph(), done.firstOverflow);
}

bool hasScale(const LabelledRun& run)
{
    return run.label != "float32";
}

std::string eventsTitle(const LabelledRun& run)
{
    return std::format("{} of {}", hasScale(run) ? "Loss scale" : "Overflows", run.label);
}

// The first ones tell; a run that has lost its weights to NaN overflows at every step from there on.
std::vector<std::string> eventsOf(const LabelledRun& run)
{
    constexpr std::size_t kShown = 40;
    std::vector<std::string> events;
    std::size_t count = 0;
    for (const StepDone& done : run.steps) {
        if (isEvent(done) && ++count <= kShown)
            events.push_back(eventText(done, overflowOf(run, done)));
    }
    if (count > kShown)
        events.push_back(std::format("and {} more, which --run-file and replay show", count - kShown));
    return events;
}

Table summaryTable(std::span<const LabelledRun> runs)
{
    Table table({"run", "steps", "skipped", "mean loss (last 20)", "accuracy", "final scale", "ms per step"});
    for (const LabelledRun& run : runs) {
        std::vector<std::int64_t> times;
        for (const StepDone& done : run.steps)
            times.push_back(done.nanoseconds);
        std::ranges::sort(times);
        table.add({run.label, std::to_string(run.finished.steps), std::to_string(run.finished.skippedSteps),
            lossText(run.finished), accuracyText(run.finished),
            hasScale(run) && !run.steps.empty() ? scaleText(run.steps.back().scaleAfter) : "-",
            times.empty() ? "-" : std::format("{:.2f}", static_cast<double>(times[times.size() / 2]) / 1e6)});
    }
    return table;
}

std::string headerLine(const LabelledRun& run)
{
    const RunInfo info = run.trainer.info();
    const std::string path = info.path == "float32" ? "" : std::format(", {}", info.path);
    return std::format("{} in {}{}: {} parameters, {} steps", info.model, run.label, path, info.parameters,
        info.plannedSteps);
}

}

TrainOutput::TrainOutput(OutputFormat format, std::span<const LabelledRun> runs, std::size_t plannedSteps)
    : m_format(format)
    , m_runs(runs)
    , m_plannedSteps(plannedSteps)
    , m_hasBar(format == OutputFormat::Text && ::isatty(STDERR_FILENO) == 1)
{
    if (format == OutputFormat::Json)
        return;
    for (const LabelledRun& run : runs)
        std::println("{}", headerLine(run));
    for (const Finding& finding : runs.front().trainer.training().findings)
        std::println("{}  {}: {} {}", name(kindOf(finding).severity), finding.where, finding.message,
            kindOf(finding).remedy);
    if (const std::string note = runs.front().trainer.info().dataNote; !note.empty())
        std::println("{}", note);
    std::string header = std::format("\n{:>7}", "step");
    for (const LabelledRun& run : runs)
        header += std::format("  {:>26}", "loss, " + run.label) +
            (hasScale(run) ? std::format("  {:>8}  {:>7}", "scale", "skipped") : "");
    std::println("{}", header);
}

void TrainOutput::showStep(const LabelledRun& run) const
{
    if (m_format == OutputFormat::Json)
        std::println("{}",
            stepJson(run.steps.back(),
                {overflowOf(run, run.steps.back()),
                    describeOverflow(*run.trainer.mixedGraph(), run.steps.back().firstCollapse)},
                label(run)));
}

void TrainOutput::showRow()
{
    if (m_format != OutputFormat::Text)
        return;
    clearProgress();
    const std::size_t step = m_runs.front().trainer.completedSteps();
    const std::size_t stride = std::max<std::size_t>(1, m_plannedSteps / kRows);
    if (m_runs.front().steps.size() == 1 || step % stride == 0 || step == m_plannedSteps) {
        std::string line = std::format("{:>7}", step);
        for (const LabelledRun& run : m_runs) {
            const StepDone& done = run.steps.back();
            line += std::format("  {:>26.6f}", done.loss);
            if (hasScale(run)) {
                const auto skipped = std::ranges::count_if(run.steps, &StepDone::skipped);
                line += std::format("  {:>8}  {:>7}", scaleText(done.scaleUsed), skipped);
            }
        }
        std::println("{}", line);
        std::fflush(stdout);
    }
    drawProgress(step);
}

void TrainOutput::drawProgress(std::size_t step) const
{
    if (!m_hasBar)
        return;
    const std::size_t filled = kBarWidth * step / m_plannedSteps;
    std::string bar;
    for (std::size_t i = 0; i < kBarWidth; ++i)
        bar += i < filled ? "█" : "░";
    std::print(stderr, "\r{} {:3d} % step {} of {}", bar, 100 * step / m_plannedSteps, step, m_plannedSteps);
}

void TrainOutput::clearProgress() const
{
    if (m_hasBar)
        std::print(stderr, "\r\033[K");
}

void TrainOutput::showEnd(const LabelledRun& run) const
{
    if (m_format == OutputFormat::Json)
        std::println("{}", finishedJson(run.finished, label(run)));
}

std::string_view TrainOutput::label(const LabelledRun& run) const
{
    return m_runs.size() > 1 ? std::string_view(run.label) : std::string_view();
}

void TrainOutput::showSummary() const
{
    if (m_format != OutputFormat::Text)
        return;
    clearProgress();
    for (const LabelledRun& run : m_runs) {
        const std::vector<std::string> events = eventsOf(run);
        if (events.empty())
            continue;
        std::println("\n{}:", eventsTitle(run));
        for (const std::string& event : events)
            std::println("  {}", event);
    }
    std::print("\n{}", summaryTable(m_runs).render());
}

std::string trainReport(
    const TrainOptions& options, const std::string& data, std::span<const LabelledRun> runs)
{
    std::string text = std::format("# Training {}\n\n", runs.front().trainer.info().model);
    text += std::format("Data {}, batch {}, learning rate {} ({}), optimizer {}, loss {}.\n\n", data,
        options.batch, options.learningRate, options.schedule, options.graph.optimizer, options.graph.loss);
    text += "| Run | Steps | Skipped | Mean loss (last 20) | Accuracy | Final scale |\n| --- | --- | --- | "
            "--- | --- | --- |\n";
    for (const LabelledRun& run : runs)
        text += std::format("| {} | {} | {} | {} | {} | {} |\n", run.label, run.finished.steps,
            run.finished.skippedSteps, lossText(run.finished), accuracyText(run.finished),
            hasScale(run) && !run.steps.empty() ? scaleText(run.steps.back().scaleAfter) : "-");
    for (const LabelledRun& run : runs) {
        const std::vector<std::string> events = eventsOf(run);
        if (events.empty())
            continue;
        text += std::format("\n## {}\n\n", eventsTitle(run));
        for (const std::string& event : events)
            text += "- " + event + "\n";
    }
    text += "\n## Losses\n\n| Step |";
    std::string rule = "\n| --- |";
    for (const LabelledRun& run : runs) {
        text += std::format(" {} |", run.label);
        rule += " --- |";
    }
    text += rule + "\n";
    for (std::size_t step = 0; step < runs.front().steps.size(); ++step) {
        text += std::format("| {} |", step + 1);
        for (const LabelledRun& run : runs)
            text += std::format(" {:.6f} |", run.steps[step].loss);
        text += "\n";
    }
    return text;
}

}
