// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/compare/waycomparison.h"

namespace halftone::cli {

/// A comparison as a person reads it in a terminal: the ways, what differs and why, and how far the numbers
/// are off.
std::string comparisonText(const WayComparison& comparison);

}
