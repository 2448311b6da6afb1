// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/twinfeed.h"

#include <algorithm>

namespace halftone {
namespace {

using namespace std::chrono_literals;

constexpr auto kBetweenSteps = 500ms; // Numbers that change faster cannot be read.
constexpr int kRest = 4; // times as long as the comparison took

}

TwinFeed::TwinFeed(const RunRequest& request, const DatasetPair& data, const Trainer& trainer,
    const std::atomic<bool>& isWanted, Publish publish)
    : m_request(request)
    , m_data(data)
    , m_trainer(trainer)
    , m_isWanted(isWanted)
    , m_publish(std::move(publish))
    , m_thread([this](const std::stop_token& stop) { work(stop); })
{
}

TwinFeed::~TwinFeed() = default;

void TwinFeed::consume(const Event& event) noexcept
{
    if (!std::holds_alternative<StepDone>(event) || !m_isWanted.load(std::memory_order_relaxed) ||
        m_isBusy.load(std::memory_order_acquire) || Clock::now() < m_next)
        return;
    m_isBusy.store(true, std::memory_order_relaxed);
    {
        const std::lock_guard lock(m_mutex);
        m_waiting = m_trainer.checkpoint();
    }
    m_changed.notify_one();
}

Result<TwinErrors> TwinFeed::compareAt(const Checkpoint& checkpoint)
{
    if (!m_probe) {
        TrainSettings settings = m_request.settings;
        settings.threads = m_trainer.threads();
        auto probe = TwinProbe::create(m_request.model, m_request.dims, m_data, std::move(settings));
        if (!probe)
            return std::unexpected(probe.error());
        m_probe = *std::move(probe);
    }
    return m_probe->compareAt(checkpoint);
}

void TwinFeed::work(const std::stop_token& stop)
{
    while (true) {
        Checkpoint checkpoint;
        {
            std::unique_lock lock(m_mutex);
            if (!m_changed.wait(lock, stop, [this] { return m_waiting.has_value(); }))
                return;
            checkpoint = *std::exchange(m_waiting, std::nullopt);
        }
        const auto start = Clock::now();
        Result<TwinErrors> errors = compareAt(checkpoint);
        const bool hasFailed = !errors;
        m_publish(std::move(errors));
        if (hasFailed)
            return; // and stays busy
        const auto end = Clock::now();
        m_next = end + std::max<Clock::duration>(kBetweenSteps, kRest * (end - start));
        m_isBusy.store(false, std::memory_order_release);
    }
}

}
