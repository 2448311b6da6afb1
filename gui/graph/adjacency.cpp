// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/adjacency.h"

#include <numeric>

namespace halftone {

Adjacency::Adjacency(std::size_t keyCount, std::span<const Pair> pairs)
    : m_first(keyCount + 1, 0)
    , m_numbers(pairs.size())
{
    for (const Pair& pair : pairs)
        ++m_first[pair.key + 1];
    std::partial_sum(m_first.begin(), m_first.end(), m_first.begin());
    std::vector<std::uint32_t> next(m_first.begin(), m_first.end() - 1);
    for (const Pair& pair : pairs)
        m_numbers[next[pair.key]++] = pair.number;
}

}
