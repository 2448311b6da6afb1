// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runcontroller.h"

#include "gui/training/ringsink.h"

#include <atomic>
#include <cassert>
#include <chrono>

namespace halftone {

using namespace std::chrono_literals;

/// Everything that both threads touch.
struct RunController::Shared
{
    RingSink ring;
    RunControl control;
    std::optional<Error> error; ///< Written before hasEnded is set, read after.
    std::atomic<bool> hasEnded = false;
};

RunController::RunController(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(33ms);
    connect(&m_timer, &QTimer::timeout, this, &RunController::collect);
}

RunController::~RunController()
{
    if (m_shared)
        m_shared->control.stop();
}

void RunController::start(RunRequest request)
{
    assert(!isActive() && "one controller trains one model at a time");
    m_history = {};
    m_shared = std::make_shared<Shared>();
    m_thread = std::jthread([shared = m_shared, request = std::move(request)] { work(shared, request); });
    m_timer.start();
    setState(State::Preparing);
}

void RunController::work(const std::shared_ptr<Shared>& shared, const RunRequest& request)
{
    const auto run = [&]() -> Result<void> {
        const auto data = openDataset(request.data);
        if (!data)
            return std::unexpected(data.error());
        auto trainer = Trainer::create(request.model, request.dims, *data, request.settings);
        if (!trainer)
            return std::unexpected(trainer.error());
        trainer->run(shared->ring, shared->control);
        if (trainer->failure())
            return std::unexpected(*trainer->failure());
        return {};
    };
    if (const auto result = run(); !result)
        shared->error = result.error();
    shared->hasEnded.store(true, std::memory_order_release);
}

void RunController::pause()
{
    if (m_state != State::Running && m_state != State::Preparing)
        return;
    m_shared->control.pause();
    setState(State::Paused);
}

void RunController::resume()
{
    if (m_state != State::Paused)
        return;
    m_shared->control.resume();
    setState(m_history.info ? State::Running : State::Preparing);
}

void RunController::step()
{
    if (m_state == State::Paused)
        m_shared->control.step();
}

void RunController::stop()
{
    if (!isActive())
        return;
    m_shared->control.stop();
    setState(State::Stopping);
}

void RunController::collect()
{
    constexpr std::size_t kMostPerTick = 20000; // Some milliseconds of appending.
    const bool hasEnded = m_shared->hasEnded.load(std::memory_order_acquire);
    bool hasNews = false;
    if (auto info = m_shared->ring.takeInfo()) {
        m_history.info = *std::move(info);
        hasNews = true;
        if (m_state == State::Preparing)
            setState(State::Running);
    }
    const std::size_t known = m_history.steps.size();
    m_shared->ring.takeSteps(m_history.steps, kMostPerTick);
    m_history.dropped = m_shared->ring.dropped();
    if (auto finished = m_shared->ring.takeFinished())
        m_history.finished = *finished;
    if (hasNews || m_history.steps.size() > known)
        emit historyChanged();
    if (hasEnded && (m_history.finished || m_shared->error))
        finish();
}

void RunController::finish()
{
    m_timer.stop();
    m_thread.join();
    m_history.error = m_shared->error;
    m_shared.reset();
    setState(m_history.error ? State::Failed : State::Finished);
}

void RunController::setState(State state)
{
    if (std::exchange(m_state, state) != state)
        emit stateChanged();
}

}
