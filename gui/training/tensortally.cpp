// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/tensortally.h"

namespace halftone {

using namespace std::chrono_literals;

void TensorTally::begin(const RunInfo& info)
{
    m_counts.graph = info.graph;
    m_counts.total = IdMap<ValueId, kernels::RoundStats>(info.graph->valueCount());
}

void TensorTally::consume(const Event& event) noexcept
{
    if (const auto* tensor = std::get_if<TensorCounts>(&event)) {
        m_counts.total[tensor->value] += tensor->counts;
        return;
    }
    if (std::holds_alternative<StepDone>(event))
        ++m_counts.steps;
    if (std::holds_alternative<RunFinished>(event) || Clock::now() >= m_nextCopy)
        publish();
}

void TensorTally::publish()
{
    constexpr auto kBetweenCopies = 100ms;
    auto copy = std::make_shared<const RunCounts>(m_counts);
    {
        const std::lock_guard lock(m_mutex);
        m_published = std::move(copy);
    }
    m_nextCopy = Clock::now() + kBetweenCopies;
}

std::shared_ptr<const RunCounts> TensorTally::counts() const
{
    const std::lock_guard lock(m_mutex);
    return m_published;
}

}
