// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/exponenthistory.h"
#include "gui/training/exponentwindow.h"

namespace halftone {

/// This is what stands at the vertical axis of exponents: infinity and NaN at the top, then the exponents
/// from the highest to the lowest, then zero.
struct ExponentRows
{
    int lowest = -26; ///< FP16 with some room around it, for tensors that need no more.
    int highest = 17;

    int count() const { return highest - lowest + 3; }
    bool isFinite(int row) const { return row > 0 && row + 1 < count(); }
    int exponentAt(int row) const { return highest + 1 - row; } ///< Of a row that isFinite().
    int rowOf(int exponent) const { return highest + 1 - exponent; }
    std::size_t binAt(int row) const; ///< Index into an ExponentHistogram.
    bool operator==(const ExponentRows&) const = default;
};

/// The rows that all numbers of \p history need.
ExponentRows rowsFor(const ExponentHistory& history);

/// "Step 120" or "Steps 120 to 127".
QString stepsText(const ExponentColumn& column);
/// What \p column says as a whole.
QString columnText(const ExponentColumn& column, DType format);
/// What it says about one row: "Step 120: 3.2 % (12 of 375) from 2^-3 to 2^-2, normal in FP16".
QString cellText(const ExponentColumn& column, const ExponentRows& rows, int row, DType format);

}
