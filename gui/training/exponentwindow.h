// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/dtype.h"
#include "executor/program/step.h"

#include <QString>

namespace halftone {

/// What a 16-bit format does with numbers from 2^e to 2^(e+1), by e. IEEE 754-2008, table 3.5, for binary16;
/// bfloat16 has the exponents of binary32 and 8 bits of significand.
struct ExponentWindow
{
    int lowestSubnormal = -24; ///< Below it numbers become zero, but for those of the upper half just below.
    int lowestNormal = -14; ///< Below it bits are lost.
    int highest = 15; ///< Above it numbers become infinite, or the largest one.
};

/// Of Float16 or BFloat16.
ExponentWindow exponentWindow(DType format);

enum class ExponentZone { Lost, Subnormal, Normal, Overflow };
ExponentZone zoneOf(const ExponentWindow& window, int exponent);

/// The exponent that an index of an ExponentHistogram stands for; means nothing for the first and the last.
constexpr int exponentOf(std::size_t index)
{
    return static_cast<int>(index) - 127;
}

/// Which share of the elements of a tensor lies where; all are 0 for an empty histogram, and add up to 1
/// else.
struct ZoneShares
{
    double zero = 0;
    double lost = 0; ///< Not zero, and too small for the format.
    double subnormal = 0;
    double normal = 0;
    double overflow = 0; ///< Finite, and too large for the format.
    double notFinite = 0;
};
ZoneShares zoneShares(const ExponentHistogram& histogram, const ExponentWindow& window);

/// "3.2 %"; "< 0.001 %" for what is not zero.
QString shareText(double share);
/// "overflow", "subnormal", "normal", "below": short enough for an axis.
QString zoneTitle(ExponentZone zone);
/// "92.1 % normal, 3.2 % subnormal, 4.7 % zero": what is not there is left out.
QString sharesText(const ZoneShares& shares);

}
