// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/train/twinprobe.h"
#include "gui/training/runrequest.h"

#include <atomic>
#include <functional>
#include <memory>

namespace halftone {

/// This lets an FP32 twin follow a mixed run while somebody wants to see the errors: now and then it copies
/// the state of the run between two steps, and another thread computes the next step in both precisions. It
/// takes at most a fifth of the time of one core.
class TwinFeed final : public Sink
{
public:
    /// Called in the thread of the twin. Behind an error nothing follows.
    using Publish = std::function<void(Result<TwinErrors>)>;

    /// \p trainer is that of the run, between two steps whenever it consumes one; it and \p isWanted outlive
    /// the feed. \p publish may be called until a comparison that is in hand then is over.
    TwinFeed(const RunRequest& request, std::shared_ptr<const DatasetPair> data, const Trainer& trainer,
        const std::atomic<bool>& isWanted, Publish publish);
    /// Waits for nothing: of a large model the step in hand would hold up the end of the run for seconds.
    ~TwinFeed() override;

    void begin(const RunInfo& /*info*/) override { }
    void consume(const Event& event) noexcept override;

private:
    struct Work;

    std::shared_ptr<Work> m_work; // with the thread; never null
    const Trainer& m_trainer;
    const std::atomic<bool>& m_isWanted;
};

}
