// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/telemetry/event.h"

#include <QString>

#include <span>

namespace halftone {

/// The numbers of a step that have a plot of their own.
enum class CurveKind : std::uint8_t { Loss, Scale, GradientNorm, LearningRate, Underflow, StepTime };
inline constexpr std::size_t kCurveKinds = 6;

struct CurveRow
{
    CurveKind kind = CurveKind::Loss;
    const char* id = ""; ///< For names of controls.
    const char* title = ""; ///< At the axis; shown through curveTitle().
    const char* doc = ""; ///< One sentence.
    double (*value)(const StepDone& step) = nullptr; ///< As it is drawn: shares in percent, times in ms.
    bool isLogarithmic = false; ///< At first; the loss can be switched.
    bool needsScale = false; ///< A run without a loss scale has no such curve.
    bool isShownFirst = false;
    int share = 2; ///< Of the height, beside the other plots.
};

/// In the order in which the plots stand above each other.
std::span<const CurveRow> curveRows();
const CurveRow& curveRow(CurveKind kind);
QString curveTitle(const CurveRow& row);
QString curveDoc(const CurveRow& row);

}
