// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/train/twinprobe.h"
#include "gui/training/runrequest.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace halftone {

/// This lets an FP32 twin follow a mixed run while somebody wants to see the errors: now and then it copies
/// the state of the run between two steps, and a thread of its own computes the next step in both precisions.
/// It takes at most a fifth of the time of one core.
class TwinFeed final : public Sink
{
public:
    /// Called in the thread of the twin. Behind an error nothing follows.
    using Publish = std::function<void(Result<TwinErrors>)>;

    /// All outlive the feed. \p trainer is that of the run, between two steps whenever it consumes one.
    TwinFeed(const RunRequest& request, const DatasetPair& data, const Trainer& trainer,
        const std::atomic<bool>& isWanted, Publish publish);
    /// Waits for the step in hand.
    ~TwinFeed() override;

    void begin(const RunInfo& /*info*/) override { }
    void consume(const Event& event) noexcept override;

private:
    using Clock = std::chrono::steady_clock;
    void work(const std::stop_token& stop);
    Result<TwinErrors> compareAt(const Checkpoint& checkpoint);

    const RunRequest& m_request;
    const DatasetPair& m_data;
    const Trainer& m_trainer;
    const std::atomic<bool>& m_isWanted;
    Publish m_publish;
    std::atomic<bool> m_isBusy = false; // from a state that is handed over until it is compared
    Clock::time_point m_next; // not before; of the thread of the twin while it is busy, else of the other
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::optional<Checkpoint> m_waiting;
    std::optional<TwinProbe> m_probe; // of the thread of the twin
    std::jthread m_thread; // last: it uses all others
};

}
