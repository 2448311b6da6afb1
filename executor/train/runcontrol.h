// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <mutex>

namespace halftone {

/// This is the switch between the person and a training thread: looked at between steps. Thread-safe.
class RunControl
{
public:
    void pause() { set(State::Paused); }
    void resume() { set(State::Running); }
    void stop() { set(State::Stopped); }

    /// Called by the trainer before each step: waits while paused; false when the run must end.
    bool waitForGo()
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return m_state != State::Paused; });
        return m_state == State::Running;
    }

private:
    enum class State { Running, Paused, Stopped };

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
};

}
