// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/exponenthistory.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace halftone {

std::uint64_t ExponentColumn::total() const
{
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

void ExponentColumn::add(std::uint64_t step, const ExponentHistogram& histogram)
{
    lastStep = step;
    std::ranges::transform(counts, histogram, counts.begin(), std::plus{});
}

void ExponentHistory::add(std::uint64_t step, const ExponentHistogram& histogram)
{
    if (m_columns.empty() || blockOf(m_columns.back().firstStep) != blockOf(step)) {
        while (m_columns.size() == kMostColumns) // Steps that lie far apart come together only later.
            halve();
        if (m_columns.empty() || blockOf(m_columns.back().firstStep) != blockOf(step))
            m_columns.push_back({step, step, {}});
    }
    m_columns.back().add(step, histogram);
}

void ExponentHistory::halve()
{
    m_stepsPerColumn *= 2;
    std::size_t kept = 0;
    for (std::size_t i = 1; i < m_columns.size(); ++i) {
        if (blockOf(m_columns[kept].firstStep) == blockOf(m_columns[i].firstStep))
            m_columns[kept].add(m_columns[i].lastStep, m_columns[i].counts);
        else
            m_columns[++kept] = m_columns[i];
    }
    m_columns.resize(kept + 1);
}

const ExponentColumn* ExponentHistory::nearest(double step) const
{
    if (m_columns.empty())
        return nullptr;
    const auto end = [](const ExponentColumn& column) { return static_cast<double>(column.lastStep); };
    const auto found = std::ranges::lower_bound(m_columns, step, {}, end);
    if (found == m_columns.end())
        return &m_columns.back();
    const double toNext = static_cast<double>(found->firstStep) - step;
    if (found == m_columns.begin() || toNext <= step - end(*std::prev(found)))
        return &*found;
    return &*std::prev(found);
}

}
