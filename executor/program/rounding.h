// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is noticed when a node's float32 results are rounded to 16 bits.
#pragma once

#include "executor/program/layout.h"
#include "executor/program/step.h"
#include "kernels/round.h"

#include <cstdint>
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

    /// Adds \p stats to the run's, and finds the place of a first overflow or collapse. wide() gives the
    /// numbers that were rounded, in the order of memory, and is called only for that: once in a training
    /// step at most.
    template <typename Wide>
    void note(RunState& state, const kernels::RoundStats& stats, const Wide& wide) const
    {
        state.rounding[m_id] += stats;
        if (isCollapse(stats) && !state.firstCollapse.isValid())
            state.firstCollapse = place(largest(wide()));
        if (stats.overflows == 0)
            return;
        state.stickyOverflow = true;
        if (isNew(stats) && !state.firstOverflow.isValid())
            state.firstOverflow = place(firstOverflow(wide()));
    }

private:
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

}
