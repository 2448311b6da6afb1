// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"
#include "executor/telemetry/event.h"

#include <algorithm>
#include <string>
#include <vector>

namespace halftone {

/// What is known about a run before its first step.
struct RunInfo
{
    std::string model;
    std::string precision; ///< "float32" or a mode's name.
    std::string path; ///< "native" or "emulated" for 16-bit computation, "float32" where there is none.
    std::uint64_t plannedSteps = 0;
    std::uint64_t parameters = 0; ///< Trained elements.
    std::string dataNote; ///< What was done to make samples fit; may be empty.
    GraphPtr graph; ///< The mixed training graph that ids in events belong to.
};

/// This receives the events of a run, in order, in the thread that trains.
class Sink
{
public:
    virtual ~Sink() = default;
    virtual void begin(const RunInfo& info) = 0;
    virtual void consume(const Event& event) noexcept = 0;
    /// Whether TensorCounts are delivered, in front of the StepDone that they belong to.
    virtual bool wantsCounts() const { return false; }
    /// Appends the values of RunInfo::graph whose TensorExponents it wants of the next step. Asked before
    /// each step, so what is watched may change while a run goes on.
    virtual void addWatched(std::vector<ValueId>& /*values*/) const { }
};

/// Keeps everything; for tests and reports.
class RecordingSink final : public Sink
{
public:
    void begin(const RunInfo& runInfo) override { info = runInfo; }
    void consume(const Event& event) noexcept override
    {
        if (const auto* step = std::get_if<StepDone>(&event))
            steps.push_back(*step);
        else if (const auto* count = std::get_if<TensorCounts>(&event))
            counts.push_back(*count);
        else if (const auto* end = std::get_if<RunFinished>(&event))
            finished = *end;
    }
    bool wantsCounts() const override { return true; }

    RunInfo info;
    std::vector<StepDone> steps;
    std::vector<TensorCounts> counts;
    RunFinished finished;
};

/// Hands every event to several sinks. Does not own them.
class TeeSink final : public Sink
{
public:
    explicit TeeSink(std::vector<Sink*> sinks)
        : m_sinks(std::move(sinks))
    {
    }
    void begin(const RunInfo& info) override
    {
        for (Sink* sink : m_sinks)
            sink->begin(info);
    }
    void consume(const Event& event) noexcept override
    {
        for (Sink* sink : m_sinks)
            sink->consume(event);
    }

    bool wantsCounts() const override { return std::ranges::any_of(m_sinks, &Sink::wantsCounts); }
    void addWatched(std::vector<ValueId>& values) const override
    {
        for (const Sink* sink : m_sinks)
            sink->addWatched(values);
    }

private:
    std::vector<Sink*> m_sinks;
};

}
