// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/exponentfeed.h"
#include "gui/training/runhistory.h"
#include "gui/training/runrequest.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <thread>

namespace halftone {

/// This runs one training in a thread of its own and collects what it reports. The thread touches no QObject:
/// it fills a ring that a timer empties thirty times a second. Destroying the controller ends the run after
/// the step in hand and waits for it.
class RunController : public QObject
{
    Q_OBJECT

public:
    enum class State : std::uint8_t { Idle, Preparing, Running, Paused, Stopping, Finished, Failed };

    explicit RunController(QObject* parent = nullptr);
    ~RunController() override;

    /// Forgets an earlier run, which must have ended.
    void start(RunRequest request);
    void pause();
    void resume();
    /// Makes one step of a run that is paused, and pauses again.
    void step();
    /// Ends the run behind the step in hand, and measures what it has come to. Called once more, or where
    /// that is being measured already, it leaves this out.
    void stop();
    /// Whether all steps are made and only the accuracy is missing.
    bool isMeasuring() const;
    /// From the next step on, and in runs that start later, counts the exponents of this tensor and of no
    /// other.
    void watch(const TensorWish& wish);

    /// While \p isWanted, steps of a mixed run are computed in FP32 as well, now and then.
    void followTwin(bool isWanted);

    State state() const { return m_state; }
    bool isActive() const { return m_thread.joinable(); }
    const RunHistory& history() const { return m_history; }
    /// The state of a run that is paused or has ended; null while it goes on, and before.
    std::shared_ptr<const Checkpoint> checkpoint() const;

signals:
    void stateChanged();
    /// There are new steps, or the start became known, or a checkpoint.
    void historyChanged();

private:
    struct Shared;
    static void work(const std::shared_ptr<Shared>& shared, const RunRequest& request);

    void collect();
    void collectExponents();
    void collectTwin();
    void finish();
    void setState(State state);

    std::shared_ptr<Shared> m_shared; // with the thread
    std::jthread m_thread;
    QTimer m_timer;
    RunHistory m_history;
    TensorWish m_wish;
    bool m_followsTwin = false;
    std::vector<ExponentFeed::Counted> m_counted; // memory that goes to and fro
    std::shared_ptr<const Checkpoint> m_checkpoint; // of a run that has ended or was paused last
    State m_state = State::Idle;
};

}
