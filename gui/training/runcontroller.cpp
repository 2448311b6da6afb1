// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runcontroller.h"

#include "executor/train/modeldata.h"
#include "gui/training/ringsink.h"
#include "gui/training/runkeeper.h"
#include "gui/training/tensortally.h"
#include "gui/training/twinfeed.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <chrono>

namespace halftone {
namespace {

bool haveSameRule(const Checkpoint& a, const Checkpoint& b)
{
    const auto ruleOf = [](const std::string& settings) {
        const std::size_t start = settings.find("loss-scale rule ");
        return start == std::string::npos ? std::string()
                                          : settings.substr(start, settings.find('\n', start) - start);
    };
    return ruleOf(a.settings) == ruleOf(b.settings);
}

// A branch has other settings than its checkpoint, which is its point; that it has the same tensors is
// checked. Where another rule moves the scale, it starts anew.
Checkpoint asBranch(const Checkpoint& from, const Checkpoint& fresh)
{
    Checkpoint branch = from;
    if (!haveSameRule(from, fresh))
        branch.scale = fresh.scale;
    branch.settings = fresh.settings;
    return branch;
}

/// Puts the trainer where it is to go on; gives the clean steps that its rule still knows of.
Result<std::uint64_t> goOn(Trainer& trainer, const RunRequest& request)
{
    const bool isBranch = request.how == RunRequest::From::Branch;
    const Checkpoint fresh = trainer.checkpoint();
    if (auto placed = trainer.restore(isBranch ? asBranch(*request.from, fresh) : *request.from); !placed)
        return std::unexpected(placed.error());
    if (isBranch && trainer.completedSteps() >= trainer.plannedSteps())
        return std::unexpected(Error{ErrorKind::Usage, "E-BRANCH",
            RunController::tr("The run has no steps left behind step %1.")
                .arg(trainer.completedSteps())
                .toStdString(),
            {}, RunController::tr("Give the branch a larger length.").toStdString()});
    return haveSameRule(*request.from, fresh) ? request.cleanBefore : 0;
}

}

/// Everything that both threads touch.
struct RunController::Shared
{
    void keep(Checkpoint checkpoint)
    {
        auto kept = std::make_shared<const Checkpoint>(std::move(checkpoint));
        const std::lock_guard lock(mutex);
        newest = std::move(kept);
    }
    std::shared_ptr<const Checkpoint> takeNewest()
    {
        const std::lock_guard lock(mutex);
        return std::exchange(newest, nullptr);
    }

    void keepTwin(Result<TwinErrors> errors)
    {
        const std::lock_guard lock(mutex);
        if (errors)
            twin = std::make_shared<const TwinErrors>(*std::move(errors));
        else
            twinError = errors.error();
    }

    RingSink ring;
    TensorTally tally;
    ExponentFeed exponents;
    RunControl control;
    std::mutex mutex;
    std::shared_ptr<const Checkpoint> newest;
    std::atomic<std::uint64_t> cleanBefore = 0; ///< See RunHistory; known before the run begins.
    std::atomic<bool> wantsTwin = false;
    std::shared_ptr<const TwinErrors> twin;
    std::optional<Error> twinError;
    std::optional<Error> error; ///< Written before hasEnded is set, read after, as the next.
    std::optional<Error> keepingFailed;
    std::atomic<bool> hasEnded = false;
};

RunController::RunController(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(std::chrono::milliseconds(33));
    connect(&m_timer, &QTimer::timeout, this, &RunController::collect);
}

RunController::~RunController()
{
    if (m_shared)
        m_shared->control.abandon();
}

void RunController::start(RunRequest request)
{
    assert(!isActive() && "one controller trains one model at a time");
    m_history = {};
    m_history.steps = std::move(request.earlier);
    m_checkpoint = nullptr;
    m_shared = std::make_shared<Shared>();
    m_shared->exponents.watch(m_wish);
    m_shared->wantsTwin = m_followsTwin;
    m_thread = std::jthread([shared = m_shared, request = std::move(request)] { work(shared, request); });
    m_timer.start();
    setState(State::Preparing);
}

void RunController::work(const std::shared_ptr<Shared>& shared, const RunRequest& request)
{
    const auto run = [&]() -> Result<void> {
        const TrainSettings& settings = request.settings;
        auto opened = openDataFor(request.data, request.model, request.dims,
            settings.batch / std::max<std::size_t>(1, settings.microBatches), settings.seed,
            settings.differentiate.loss);
        if (!opened)
            return std::unexpected(opened.error());
        const auto data = std::make_shared<const DatasetPair>(*std::move(opened));
        auto trainer = Trainer::create(request.model, request.dims, *data, request.settings);
        if (!trainer)
            return std::unexpected(trainer.error());
        if (request.from) {
            const auto clean = goOn(*trainer, request);
            if (!clean)
                return std::unexpected(clean.error());
            shared->cleanBefore = *clean;
        }
        std::vector<Sink*> sinks{&shared->ring, &shared->tally, &shared->exponents};
        std::unique_ptr<RunKeeper> keeper;
        if (!request.runFile.empty()) {
            auto created = RunKeeper::create(request.runFile, *trainer);
            if (!created)
                return std::unexpected(created.error());
            keeper = *std::move(created);
            sinks.push_back(keeper.get());
        }
        std::optional<TwinFeed> twin;
        if (settings.precision)
            sinks.push_back(&twin.emplace(request, data, *trainer, shared->wantsTwin,
                [shared](Result<TwinErrors> errors) { shared->keepTwin(std::move(errors)); }));
        TeeSink sink(std::move(sinks));
        shared->control.setOnPaused([&] { shared->keep(trainer->checkpoint()); });
        trainer->run(sink, shared->control);
        shared->keep(trainer->checkpoint());
        if (keeper)
            shared->keepingFailed = keeper->failure();
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
    m_checkpoint = nullptr;
    m_shared->control.resume();
    setState(m_history.info ? State::Running : State::Preparing);
}

void RunController::step()
{
    if (m_state != State::Paused)
        return;
    m_checkpoint = nullptr; // of the step before
    m_shared->control.step();
}

void RunController::stop()
{
    if (!isActive())
        return;
    if (m_state == State::Stopping || isMeasuring())
        m_shared->control.abandon();
    else
        m_shared->control.stop();
    setState(State::Stopping);
}

bool RunController::isMeasuring() const
{
    return isActive() && m_history.info && !m_history.steps.empty() &&
        m_history.steps.back().step >= m_history.info->plannedSteps;
}

void RunController::watch(const TensorWish& wish)
{
    m_wish = wish;
    if (m_shared)
        m_shared->exponents.watch(wish);
}

void RunController::followTwin(bool isWanted)
{
    m_followsTwin = isWanted;
    if (m_shared)
        m_shared->wantsTwin = isWanted;
}

void RunController::collectTwin()
{
    const std::lock_guard lock(m_shared->mutex);
    m_history.twin = m_shared->twin;
    m_history.twinError = m_shared->twinError;
}

std::shared_ptr<const Checkpoint> RunController::checkpoint() const
{
    const bool stands = m_state == State::Paused || m_state == State::Finished || m_state == State::Failed;
    return stands ? m_checkpoint : nullptr;
}

void RunController::collect()
{
    constexpr std::size_t kMostPerTick = 20000; // Some milliseconds of appending.
    const bool hasEnded = m_shared->hasEnded.load(std::memory_order_acquire);
    bool hasNews = false;
    if (auto info = m_shared->ring.takeInfo()) {
        m_history.info = *std::move(info);
        m_history.cleanBefore = m_shared->cleanBefore;
        hasNews = true;
        if (m_state == State::Preparing)
            setState(State::Running);
    }
    if (auto checkpoint = m_shared->takeNewest()) {
        m_checkpoint = std::move(checkpoint);
        hasNews = true;
    }
    const std::size_t known = m_history.steps.size();
    m_shared->ring.takeSteps(m_history.steps, kMostPerTick);
    m_history.dropped = m_shared->ring.dropped();
    if (m_history.info)
        collectExponents();
    m_history.counts = m_shared->tally.counts();
    collectTwin();
    if (auto finished = m_shared->ring.takeFinished())
        m_history.finished = *finished;
    if (hasNews || m_history.steps.size() > known)
        emit historyChanged();
    if (hasEnded && (m_history.finished || m_shared->error))
        finish();
}

void RunController::collectExponents()
{
    m_shared->exponents.take(m_counted);
    for (const ExponentFeed::Counted& counted : m_counted) {
        const std::string& name = m_history.info->graph->value(counted.value).name;
        m_history.exponents[name].add(counted.column.lastStep, counted.column.counts);
    }
}

void RunController::finish()
{
    m_timer.stop();
    m_thread.join();
    if (m_history.info)
        collectExponents();
    if (auto checkpoint = m_shared->takeNewest())
        m_checkpoint = std::move(checkpoint);
    m_history.counts = m_shared->tally.counts();
    collectTwin();
    m_history.error = m_shared->error;
    m_history.keepingFailed = m_shared->keepingFailed;
    m_shared.reset();
    setState(m_history.error ? State::Failed : State::Finished);
}

void RunController::setState(State state)
{
    if (std::exchange(m_state, state) != state)
        emit stateChanged();
}

}
