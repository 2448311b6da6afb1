// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace CLI {
class Validator;
}

namespace halftone::cli {

/// Numbers that float32 holds, from \p low on and up to \p high. CLI11's own checks let NaN through, which
/// compares with nothing, and what becomes infinite on the way to float32.
CLI::Validator numbersFrom(double low, double high = static_cast<double>(std::numeric_limits<float>::max()));

/// The same without the bounds themselves.
CLI::Validator numbersBetween(
    double low, double high = static_cast<double>(std::numeric_limits<float>::max()));

}
