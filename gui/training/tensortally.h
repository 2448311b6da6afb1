// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/telemetry/sink.h"

#include <chrono>
#include <memory>
#include <mutex>

namespace halftone {

/// What rounding did to the tensors of a run, all steps together.
struct RunCounts
{
    GraphPtr graph; ///< The mixed training graph; never null.
    IdMap<ValueId, kernels::RoundStats> total; ///< Zero for what is not rounded.
    std::uint64_t steps = 0;
};

/// This adds up the counts of a run in the thread that trains, and hands a copy to the thread that shows,
/// some ten times a second.
class TensorTally final : public Sink
{
public:
    // In the thread that trains:
    void begin(const RunInfo& info) override;
    void consume(const Event& event) noexcept override;
    bool wantsCounts() const override { return true; }

    // In the thread that shows:
    /// The newest copy; null before the first.
    std::shared_ptr<const RunCounts> counts() const;

private:
    using Clock = std::chrono::steady_clock;
    void publish();

    RunCounts m_counts; // the writer's
    Clock::time_point m_nextCopy;
    mutable std::mutex m_mutex; // for the pointer alone
    std::shared_ptr<const RunCounts> m_published;
};

}
