// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/ringsink.h"

#include <bit>
#include <cassert>
#include <utility>

namespace halftone {

RingSink::RingSink(std::size_t capacity)
    : m_slots(capacity)
    , m_mask(capacity - 1)
{
    assert(std::has_single_bit(capacity) && "positions are masked, not divided");
}

void RingSink::begin(const RunInfo& info)
{
    const std::lock_guard lock(m_infoMutex);
    m_info = info;
}

std::optional<RunInfo> RingSink::takeInfo()
{
    const std::lock_guard lock(m_infoMutex);
    return std::exchange(m_info, std::nullopt);
}

void RingSink::consume(const Event& event) noexcept
{
    if (const auto* finished = std::get_if<RunFinished>(&event)) {
        m_finished = *finished;
        m_hasFinished.store(true, std::memory_order_release);
        return;
    }
    const auto* step = std::get_if<StepDone>(&event);
    if (!step)
        return; // What single tensors did is of no use to curves.
    const std::uint64_t written = m_written.load(std::memory_order_relaxed);
    if (written - m_read.load(std::memory_order_acquire) >= m_slots.size()) {
        m_dropped.fetch_add(1, std::memory_order_relaxed);
        return;
    }
    m_slots[written & m_mask] = *step;
    m_written.store(written + 1, std::memory_order_release);
}

void RingSink::takeSteps(std::vector<StepDone>& steps, std::size_t most)
{
    std::uint64_t read = m_read.load(std::memory_order_relaxed);
    const std::uint64_t written = m_written.load(std::memory_order_acquire);
    for (; read != written && most > 0; ++read, --most)
        steps.push_back(m_slots[read & m_mask]);
    m_read.store(read, std::memory_order_release);
}

std::optional<RunFinished> RingSink::takeFinished()
{
    // The flag is set after the last step, so a ring that is empty behind the flag stays empty.
    if (m_tookFinished || !m_hasFinished.load(std::memory_order_acquire) ||
        m_read.load(std::memory_order_relaxed) != m_written.load(std::memory_order_acquire))
        return std::nullopt;
    m_tookFinished = true;
    return m_finished;
}

}
