// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <utility>

namespace halftone {

/// This is the switch between the person and a training thread: looked at between steps. Thread-safe.
class RunControl
{
public:
    void pause() { set(State::Paused); }
    void resume() { set(State::Running); }
    void stop() { set(State::Stopped); }
    /// One step, then a pause.
    void step() { set(State::OneStep); }
    /// Stops, and what is measured behind the last step is left as it is: nobody waits for it.
    void abandon()
    {
        m_isAbandoned = true;
        stop();
    }
    bool isAbandoned() const { return m_isAbandoned; }
    /// What the training thread calls each time it begins to wait, between two steps. Set it before the run.
    void setOnPaused(std::function<void()> onPaused) { m_onPaused = std::move(onPaused); }

    /// Called by the trainer before each step: waits while paused; false when the run must end.
    bool waitForGo()
    {
        std::unique_lock lock(m_mutex);
        if (m_state == State::Paused && m_onPaused) {
            lock.unlock(); // It may take a while, and the person may say go on meanwhile.
            m_onPaused();
            lock.lock();
        }
        m_changed.wait(lock, [this] { return m_state != State::Paused; });
        if (m_state == State::OneStep) {
            m_state = State::Paused;
            return true;
        }
        return m_state == State::Running;
    }

private:
    enum class State { Running, OneStep, Paused, Stopped };

    void set(State state)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (m_state != State::Stopped)
                m_state = state;
        }
        m_changed.notify_all();
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    State m_state = State::Running;
    std::function<void()> m_onPaused;
    std::atomic<bool> m_isAbandoned = false;
};

}
