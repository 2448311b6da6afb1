// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/core/nearestname.h"

#include <algorithm>
#include <vector>

namespace halftone {
namespace {

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

// Levenshtein's distance, one row of the table at a time.
std::size_t editDistance(std::string_view left, std::string_view right)
{
    std::vector<std::size_t> row(right.size() + 1);
    for (std::size_t j = 0; j <= right.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= left.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= right.size(); ++j) {
            const std::size_t replaced = diagonal + (left[i - 1] == right[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
}

}

NearestName::NearestName(std::string_view wanted)
    : m_wanted(lowerCase(wanted))
    , m_limit(wanted.size() / 3)
{
}

void NearestName::offer(std::string_view candidate)
{
    const std::size_t shorter = std::min(candidate.size(), m_wanted.size());
    const std::size_t longer = std::max(candidate.size(), m_wanted.size());
    if (longer - shorter > m_limit)
        return; // The lengths alone need more changes.
    const std::size_t distance = editDistance(m_wanted, lowerCase(candidate));
    if (distance > m_limit || (distance == m_limit && !m_best.empty()))
        return;
    m_best = candidate;
    m_limit = distance;
}

}
