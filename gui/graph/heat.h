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
    Error, ///< How far results are from those of the same step in FP32.
};

/// From calm to bad.
inline constexpr int kHeatLevels = 5;

/// What a training in mixed precision did to all results of one operator.
struct OperatorHeat
{
    kernels::RoundStats counts;
    /// log2(largest number of the type / largest magnitude seen): negative where that did not fit, infinite
    /// where nothing but zeros was seen.
    double headroomBits = std::numeric_limits<double>::infinity();

    /// The largest error of a result in units of its largest right element (ErrorMeasures::relative());
    /// infinite where numbers became infinite or NaN, NaN where nothing was measured.
    double error = std::numeric_limits<double>::quiet_NaN();

    /// \p dtype is that of the tensor, Float16 or BFloat16.
    void add(const kernels::RoundStats& tensor, DType dtype);
    void addError(double relative);
    bool isRounded() const { return counts.count > 0; }
    /// Whether there is a number of that kind.
    bool isKnown(HeatKind kind) const;
    double underflowShare() const; ///< 0 to 1; 0 where nothing was rounded.
};

/// What was seen at all operators of one graph.
struct HeatMap
{
    HeatKind kind = HeatKind::None;
    GraphPtr graph; ///< Null while nothing was trained.
    IdMap<NodeId, OperatorHeat> operators;
    QString run; ///< What the run is called.
    std::uint64_t steps = 0; ///< That were added up; for Error the number of the step that was measured.
    QString problem; ///< Why there are no numbers, where that is known.
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
