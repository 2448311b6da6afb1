// SPDX-License-Identifier: GPL-3.0-or-later
//
// What rounding did to the results of operators while a model was trained, as numbers on the boxes of a
// graph.
#pragma once

#include "gui/graph/graphpicture.h"
#include "kernels/round.h"

#include <limits>

namespace halftone {

/// Which number the boxes show.
enum class HeatKind : std::uint8_t {
    None,
    Overflow, ///< Finite numbers that became infinite.
    Underflow, ///< The share that became zero.
    Headroom, ///< Bits between the largest number seen and the largest that the type holds.
};

/// From calm to bad.
inline constexpr int kHeatLevels = 5;

/// What rounding to 16 bits did to all results of one operator.
struct OperatorHeat
{
    kernels::RoundStats counts;
    /// log2(largest number of the type / largest magnitude seen): negative where that did not fit, infinite
    /// where nothing but zeros was seen.
    double headroomBits = std::numeric_limits<double>::infinity();

    /// \p dtype is that of the tensor, Float16 or BFloat16.
    void add(const kernels::RoundStats& tensor, DType dtype);
    bool isKnown() const { return counts.count > 0; }
    double underflowShare() const; ///< 0 to 1; 0 where nothing was rounded.
};

/// What was seen at all operators of one graph.
struct HeatMap
{
    HeatKind kind = HeatKind::None;
    GraphPtr graph; ///< Null while nothing was trained.
    IdMap<NodeId, OperatorHeat> operators;
    QString run; ///< What the run is called.
    std::uint64_t steps = 0; ///< That were added up.
};

/// This is what one box shows.
struct HeatMark
{
    QString text; ///< "12 k", "3.2 %", "−1.5 bits"; empty where nothing was rounded.
    int level = 0; ///< Below kHeatLevels.
    NodeId node; ///< Of a group: its worst operator.
    bool isShown() const { return !text.isEmpty(); }
};

HeatMark heatMark(HeatKind kind, const OperatorHeat& heat);

/// Whether \p a is to be looked at before \p b.
bool isHotter(HeatKind kind, const OperatorHeat& a, const OperatorHeat& b);

/// By box of \p picture; a group has the mark of its worst operator. Empty where there is nothing to show.
std::vector<HeatMark> heatMarks(const HeatMap& map, const GraphPicture& picture);

}
