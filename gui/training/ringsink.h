// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/telemetry/sink.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <type_traits>
#include <vector>

namespace halftone {

/// This carries the events of a run from the thread that trains to the thread that shows: a ring for one
/// writer and one reader. When the reader is too slow, steps are dropped and counted; the writer never waits.
/// What begins and ends a run is never dropped.
class RingSink final : public Sink
{
public:
    /// \p capacity is a power of two.
    explicit RingSink(std::size_t capacity = std::size_t{1} << 14);

    // In the thread that trains:
    void begin(const RunInfo& info) override;
    void consume(const Event& event) noexcept override;

    // In the thread that shows:
    /// What begin() was given, once.
    std::optional<RunInfo> takeInfo();
    /// Appends the waiting steps, at most \p most.
    void takeSteps(std::vector<StepDone>& steps, std::size_t most);
    /// The end of the run, once, and only when no step waits any more.
    std::optional<RunFinished> takeFinished();
    std::uint64_t dropped() const { return m_dropped.load(std::memory_order_relaxed); }

private:
    static_assert(std::is_trivially_copyable_v<StepDone>, "slots are overwritten while the program runs");

    std::vector<StepDone> m_slots;
    std::size_t m_mask;
    // Each on a cache line of its own: the two threads write one each.
    alignas(64) std::atomic<std::uint64_t> m_written = 0;
    alignas(64) std::atomic<std::uint64_t> m_read = 0;
    alignas(64) std::atomic<std::uint64_t> m_dropped = 0;
    std::atomic<bool> m_hasFinished = false;
    RunFinished m_finished; // before m_hasFinished is set the writer's, then the reader's
    bool m_tookFinished = false; // the reader's

    std::mutex m_infoMutex; // once per run, so it costs nothing
    std::optional<RunInfo> m_info;
};

}
