// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/curvekind.h"

#include <QString>

#include <span>

namespace halftone {

/// One run at one step; null when that step is not known.
struct ReadoutRow
{
    QString label;
    bool hasScale = false;
    const StepDone* step = nullptr;
};

/// "Step 120:  FP32 loss 0.2131  ·  O2 loss 0.2140, scale 65536, overflow, skipped": with the numbers of the
/// \p curves. Empty without a step.
QString readoutText(double step, std::span<const ReadoutRow> rows, std::span<const CurveKind> curves);

/// Four significant digits; "NaN" and "∞" in words of their own.
QString lossText(double loss);
/// "97.1 %"; "no test data" for NaN.
QString accuracyText(const RunFinished& finished);
/// "65536"; "2^32" for a power of two that has more than nine digits.
QString shortScaleText(double scale);
/// "0:38", "1:02:03".
QString durationText(double seconds);

}
