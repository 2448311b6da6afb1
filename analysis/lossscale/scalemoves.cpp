// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lossscale/scalemoves.h"

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

bool isStuck(double scale)
{
    return scale == 0 || std::isinf(scale);
}

/// The state after a step that moved the scale, all counters but the step number as they were.
ScaleStep moved(const LossScaleState& state, bool overflowed, ScaleMove move)
{
    ScaleStep result{.state = state, .isApplied = !overflowed, .cause = move.cause};
    result.state.scale = move.scale;
    ++result.state.step;
    return result;
}

}

double asFloat32(double value)
{
    return static_cast<double>(static_cast<float>(value));
}

double unlessInfinite(double larger, double scale)
{
    return std::isfinite(asFloat32(larger)) ? larger : scale;
}

ScaleMove shrink(double scale, double smaller, double floor)
{
    if (isStuck(scale))
        return {scale, ScaleCause::Stuck};
    return {std::max(smaller, floor), scale <= floor ? ScaleCause::AtFloor : ScaleCause::Overflow};
}

ScaleMove grow(double scale, double larger, double allowed)
{
    if (isStuck(scale))
        return {scale, ScaleCause::Stuck};
    return {allowed, allowed == scale && larger > scale ? ScaleCause::AtCeiling : ScaleCause::Growth};
}

bool fillsWindow(const LossScaleState& state, std::int64_t window)
{
    return (state.step - state.lastChange) % window == 0;
}

ScaleStep stepByNumber(const LossScaleState& state, bool overflowed, std::int64_t window,
    ScaleMove onOverflow, ScaleMove onGrowth)
{
    if (overflowed) {
        ScaleStep result = moved(state, overflowed, onOverflow);
        result.state.lastChange = state.step;
        return result;
    }
    return moved(state, overflowed, fillsWindow(state, window) ? onGrowth : ScaleMove{state.scale});
}

ScaleStep stepByCount(const LossScaleState& state, bool overflowed, std::int64_t window, ScaleMove onOverflow,
    ScaleMove onGrowth)
{
    const bool grows = !overflowed && state.cleanSteps + 1 == window;
    ScaleStep result = moved(state, overflowed,
        overflowed  ? onOverflow
            : grows ? onGrowth
                    : ScaleMove{state.scale});
    result.state.cleanSteps = overflowed || grows ? 0 : state.cleanSteps + 1;
    return result;
}

}
