// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/data/array.h"

#include <string_view>

namespace halftone {

/// Reads numbers between commas: one sample a line, its label in the last column, or in that which the first
/// line calls "label" or "target". Whole numbers from 0 in all lines are class numbers, anything else is a
/// target. Empty lines are skipped. Errors name the line.
Result<Dataset> parseCsv(std::string_view text, const std::string& name);

}
