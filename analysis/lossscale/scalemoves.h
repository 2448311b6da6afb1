// SPDX-License-Identifier: GPL-3.0-or-later
//
// What rules have in common: moving the scale, and two ways to find the step at which it grows. With factor 2
// both ways grow at the same steps; they differ in what they remember.
#pragma once

#include "analysis/lossscale/lossscale.h"

namespace halftone {

/// Rounded to float32. A product or quotient of two float32 numbers that was computed in double and rounded
/// here is the correctly rounded float32 result, since double has more than twice the digits.
double asFloat32(double value);

/// \p larger, or \p scale where that would not be finite in float32.
double unlessInfinite(double larger, double scale);

/// A new scale and why it is that.
struct ScaleMove
{
    double scale = 1;
    ScaleCause cause = ScaleCause::Kept;
};

/// An overflow moves \p scale to \p smaller, but not below \p floor.
ScaleMove shrink(double scale, double smaller, double floor);

/// A full window moves \p scale to \p larger, or to what the rule's ceiling makes of that.
ScaleMove grow(double scale, double larger, double allowed);

/// Whether a clean step now would fill the window, counted from the last overflow and again after each
/// window.
bool fillsWindow(const LossScaleState& state, std::int64_t window);

/// The rule that compares step numbers: lastChange is the last overflow.
ScaleStep stepByNumber(const LossScaleState& state, bool overflowed, std::int64_t window,
    ScaleMove onOverflow, ScaleMove onGrowth);

/// The rule that counts clean steps, from 0 again after an overflow and after a full window.
ScaleStep stepByCount(const LossScaleState& state, bool overflowed, std::int64_t window, ScaleMove onOverflow,
    ScaleMove onGrowth);

}
