// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/twinfeed.h"

#include <QThreadPool>

#include <algorithm>
#include <chrono>

namespace halftone {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kBetweenSteps = 500ms; // Numbers that change faster cannot be read.
constexpr int kRest = 4; // times as long as the comparison took

}

/// What a comparison needs; it owns all of it, because it may outlive the run.
struct TwinFeed::Work
{
    std::filesystem::path model;
    std::map<std::string, std::int64_t> dims;
    TrainSettings settings;
    std::shared_ptr<const DatasetPair> data; // never null
    Publish publish;
    std::atomic<bool> isOver = false; // the run
    std::atomic<bool> isBusy = false; // from a state that is handed over until it is compared
    Clock::time_point next; // not before; of the thread of the twin while it is busy, as the next
    std::optional<TwinProbe> probe;

    Result<TwinErrors> compareAt(const Checkpoint& checkpoint)
    {
        if (!probe) {
            auto made = TwinProbe::create(model, dims, *data, settings);
            if (!made)
                return std::unexpected(made.error());
            probe = *std::move(made);
        }
        return probe->compareAt(checkpoint);
    }

    void follow(const Checkpoint& checkpoint)
    {
        const auto start = Clock::now();
        Result<TwinErrors> errors = compareAt(checkpoint);
        const bool hasFailed = !errors;
        if (!isOver)
            publish(std::move(errors));
        if (hasFailed)
            return; // and stays busy
        const auto end = Clock::now();
        next = end + std::max<Clock::duration>(kBetweenSteps, kRest * (end - start));
        isBusy.store(false, std::memory_order_release);
    }
};

TwinFeed::TwinFeed(const RunRequest& request, std::shared_ptr<const DatasetPair> data, const Trainer& trainer,
    const std::atomic<bool>& isWanted, Publish publish)
    : m_work(std::make_shared<Work>())
    , m_trainer(trainer)
    , m_isWanted(isWanted)
{
    m_work->model = request.model;
    m_work->dims = request.dims;
    m_work->settings = request.settings;
    m_work->settings.threads = trainer.threads();
    m_work->data = std::move(data);
    m_work->publish = std::move(publish);
}

TwinFeed::~TwinFeed()
{
    m_work->isOver = true;
}

void TwinFeed::consume(const Event& event) noexcept
{
    if (!std::holds_alternative<StepDone>(event) || !m_isWanted.load(std::memory_order_relaxed) ||
        m_work->isBusy.load(std::memory_order_acquire) || Clock::now() < m_work->next)
        return;
    m_work->isBusy.store(true, std::memory_order_relaxed);
    auto checkpoint = std::make_shared<const Checkpoint>(m_trainer.checkpoint());
    QThreadPool::globalInstance()->start([work = m_work, checkpoint = std::move(checkpoint)] {
        QThreadPool* pool = QThreadPool::globalInstance();
        pool->releaseThread(); // What a person does is not to wait for it.
        work->follow(*checkpoint);
        pool->reserveThread();
    });
}

}
