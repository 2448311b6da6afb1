// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/exponentfeed.h"

namespace halftone {

ExponentFeed::ExponentFeed()
{
    m_counted.reserve(kCapacity);
}

void ExponentFeed::begin(const RunInfo& info)
{
    const std::lock_guard lock(m_mutex);
    m_graph = info.graph;
    m_wished = findWished(*m_graph, m_wish);
}

void ExponentFeed::watch(const TensorWish& wish)
{
    const std::lock_guard lock(m_mutex);
    m_wish = wish;
    m_wished = m_graph ? findWished(*m_graph, m_wish) : ValueId{};
}

void ExponentFeed::addWatched(std::vector<ValueId>& values) const
{
    const std::lock_guard lock(m_mutex);
    if (m_wished.isValid())
        values.push_back(m_wished);
}

void ExponentFeed::consume(const Event& event) noexcept
{
    const auto* tensor = std::get_if<TensorExponents>(&event);
    if (!tensor)
        return;
    const std::lock_guard lock(m_mutex);
    if (tensor->value != m_wished)
        return;
    const bool isFull = m_counted.size() == kCapacity;
    if (!isFull)
        m_counted.push_back({tensor->value, {tensor->step, tensor->step, {}}});
    if (m_counted.back().value == tensor->value)
        m_counted.back().column.add(tensor->step, *tensor->histogram);
}

void ExponentFeed::take(std::vector<Counted>& counted)
{
    counted.clear();
    counted.reserve(kCapacity);
    const std::lock_guard lock(m_mutex);
    m_counted.swap(counted);
}

}
