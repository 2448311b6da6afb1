// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/id.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace halftone {

/// Nodes still to be judged; walked in order while later ones are added.
class NodeSet
{
public:
    void clear(std::size_t size) { m_words.assign((size + kBits - 1) / kBits, 0); }
    void fill(std::size_t size)
    {
        clear(size);
        for (std::size_t i = 0; i < size; ++i)
            add({static_cast<std::uint32_t>(i)});
    }
    void add(NodeId node) { m_words[node.index / kBits] |= std::uint64_t{1} << (node.index % kBits); }

    /// Calls visit(node) for every node of the set, also for those that visit() adds behind the one at hand.
    void takeAll(const auto& visit)
    {
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            while (m_words[i] != 0) {
                const auto bit = static_cast<std::uint32_t>(std::countr_zero(m_words[i]));
                m_words[i] &= m_words[i] - 1;
                visit(NodeId{static_cast<std::uint32_t>(i * kBits) + bit});
            }
        }
    }

private:
    static constexpr std::size_t kBits = 64;
    std::vector<std::uint64_t> m_words;
};

}
