// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace halftone {

/// This is a list of lists in one array: for each of `size()` keys a run of numbers.
class Adjacency
{
public:
    struct Pair
    {
        std::uint32_t key = 0;
        std::uint32_t number = 0;
    };
    Adjacency() = default;
    /// Keeps the order of \p pairs within each key.
    Adjacency(std::size_t keyCount, std::span<const Pair> pairs);

    std::span<const std::uint32_t> operator[](std::uint32_t key) const
    {
        return std::span(m_numbers).subspan(m_first[key], m_first[key + 1] - m_first[key]);
    }
    std::size_t size() const { return m_first.empty() ? 0 : m_first.size() - 1; }

private:
    std::vector<std::uint32_t> m_first;
    std::vector<std::uint32_t> m_numbers;
};

}
