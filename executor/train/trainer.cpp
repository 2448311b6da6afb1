// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/train/trainer.h"

#include "executor/train/trainercontent.h"

#include <algorithm>
#include <limits>

namespace halftone {
Trainer::Trainer(std::unique_ptr<Content> content)
    : m_content(std::move(content))
{
}
Trainer::Trainer(Trainer&&) noexcept = default;
Trainer& Trainer::operator=(Trainer&&) noexcept = default;
Trainer::~Trainer() = default;

double Trainer::measureAccuracy(const RunControl* control)
{
    Content& c = *m_content;
    if (!c.evaluator)
        return std::numeric_limits<double>::quiet_NaN();
    for (ValueId weight : c.weights)
        c.evaluator->setWeight(c.mixed.graph->value(weight).name, c.program->floats(weight));
    // Sizes are fixed in a graph that trains, so what ran once on zeros runs on samples as well.
    return c.evaluator->measureAccuracy([control] { return control && control->isAbandoned(); })
        .value_or(std::numeric_limits<double>::quiet_NaN());
}

RunFinished Trainer::finish(RunFinished::Why why, const RunControl* control)
{
    const Content& c = *m_content;
    RunFinished finished{
        .why = why, .steps = c.nextStep, .skippedSteps = c.skipped, .accuracy = measureAccuracy(control)};
    double sum = 0;
    for (const float loss : c.recentLosses)
        sum += static_cast<double>(loss);
    finished.meanLoss = sum / static_cast<double>(c.recentLosses.size()); // NaN without any
    return finished;
}

void Trainer::deliver(const StepDone& done, Sink& sink) const
{
    const RunState& state = m_content->program->state();
    if (sink.wantsCounts()) {
        for (ValueId id : m_content->mixed.graph->values()) {
            if (state.rounding[id].count > 0)
                sink.consume(TensorCounts{done.step, id, state.rounding[id]});
        }
    }
    for (const auto& [id, histogram] : state.histograms)
        sink.consume(TensorExponents{done.step, id, &histogram});
    sink.consume(done);
}

void Trainer::watchFor(const Sink& sink)
{
    Content& c = *m_content;
    c.watched.assign(c.histograms.begin(), c.histograms.end());
    sink.addWatched(c.watched);
    c.program->watchExponents(c.watched);
}

RunFinished Trainer::run(Sink& sink, RunControl& control)
{
    Content& c = *m_content;
    setThreads(c.threads); // Thread counts belong to the calling thread.
    sink.begin(info());
    auto why = RunFinished::Why::Completed;
    while (c.nextStep < c.settings.steps && why == RunFinished::Why::Completed) {
        if (!control.waitForGo()) {
            why = RunFinished::Why::Stopped;
            continue;
        }
        watchFor(sink);
        deliver(step(), sink);
        if (c.failure)
            why = RunFinished::Why::Failed;
    }
    const RunFinished finished = finish(why, &control);
    sink.consume(finished);
    return finished;
}

const std::optional<Error>& Trainer::failure() const
{
    return m_content->failure;
}

const TrainingGraph& Trainer::training() const
{
    return m_content->training;
}

const MixedGraph& Trainer::mixed() const
{
    return m_content->mixed;
}

const GraphPtr& Trainer::mixedGraph() const
{
    return m_content->mixed.graph;
}

Program& Trainer::program()
{
    return *m_content->program;
}

std::size_t Trainer::plannedSteps() const
{
    return m_content->settings.steps;
}

std::size_t Trainer::completedSteps() const
{
    return m_content->nextStep;
}

std::size_t Trainer::stepsPerEpoch() const
{
    return m_content->batches->batchesPerEpoch() / m_content->settings.microBatches;
}

int Trainer::threads() const
{
    return m_content->threads;
}

RunInfo Trainer::info() const
{
    const Content& c = *m_content;
    RunInfo info{.model = c.modelName,
        .precision = c.settings.precision ? shortName(c.settings.precision->policy) : "float32",
        .path = "float32",
        .plannedSteps = c.settings.steps,
        .dataNote = c.batches->note(),
        .graph = c.mixed.graph};
    const bool anyNative = std::ranges::any_of(c.program->plan(), &PlanRow::isNative);
    if (c.settings.precision)
        info.path = anyNative ? "native" : "emulated";
    for (const TrainedParameter& parameter : c.training.parameters) {
        std::uint64_t elements = 1;
        for (const Dim& dim : c.training.graph->dims(parameter.weight.value))
            elements *= static_cast<std::uint64_t>(dim.size);
        info.parameters += elements;
    }
    return info;
}

}
