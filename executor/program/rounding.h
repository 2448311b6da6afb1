// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is noticed when a node's float32 results are rounded to 16 bits.
#pragma once

#include "executor/program/layout.h"
#include "executor/program/step.h"
#include "kernels/round.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace halftone {

/// An output that is rounded: how, and what becomes of the counts.
class RoundedOutput
{
public:
    RoundedOutput(NodeId node, ValueId id, std::vector<std::int64_t> dims, Layout layout,
        const kernels::Rounding& rounding);

    const kernels::Rounding& rounding() const { return m_rounding; }

    /// What rounding numbers in one piece did, as RoundedPieces::note() passes it on. wide() gives the
    /// numbers that were rounded, in the order of memory, and is called only to find a place: once in a
    /// training step at most.
    template <typename Wide>
    void note(RunState& state, const kernels::RoundStats& stats, const Wide& wide) const;

private:
    friend class RoundedPieces;
    bool isCollapse(const kernels::RoundStats& stats) const;
    bool isNew(const kernels::RoundStats& stats) const;
    std::size_t firstOverflow(std::span<const float> wide) const;
    static std::size_t largest(std::span<const float> wide);
    OverflowPlace place(std::size_t position) const;

    NodeId m_node;
    ValueId m_id;
    std::vector<std::int64_t> m_dims;
    Layout m_layout;
    kernels::Rounding m_rounding;
};

/// An output that is rounded piece by piece, in the order of memory.
class RoundedPieces
{
public:
    RoundedPieces(const RoundedOutput& output, RunState& state)
        : m_output(output)
        , m_state(state)
    {
    }

    /// What became of the numbers from \p first on; wide() gives them before they were rounded and is called
    /// only where a place is to be found among them.
    template <typename Wide>
    void add(std::size_t first, const kernels::RoundStats& stats, const Wide& wide)
    {
        m_stats += stats;
        if (stats.overflows > 0 && !m_firstOverflow && !m_state.firstOverflow.isValid() &&
            m_output.isNew(stats))
            m_firstOverflow = first + m_output.firstOverflow(wide());
        if (stats.absMax > m_largest && m_output.isCollapse(m_stats)) {
            m_largest = stats.absMax;
            m_largestAt = first + RoundedOutput::largest(wide());
        }
    }

    /// Adds the counts to the run's, and says where the first overflow or collapse is.
    void note() const;

private:
    const RoundedOutput& m_output;
    RunState& m_state;
    kernels::RoundStats m_stats;
    std::optional<std::size_t> m_firstOverflow;
    float m_largest = 0;
    std::size_t m_largestAt = 0;
};

template <typename Wide>
void RoundedOutput::note(RunState& state, const kernels::RoundStats& stats, const Wide& wide) const
{
    RoundedPieces whole(*this, state);
    whole.add(0, stats, wide);
    whole.note();
}

}
