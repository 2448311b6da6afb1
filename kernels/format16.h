// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace halftone::kernels {

/// This is a 16-bit floating-point format: 1 sign bit, then exponent and mantissa bits as named.
enum class Format16 : std::uint8_t {
    F16, ///< IEEE 754 binary16: 5 + 10 bits, largest value 65504, smallest normal 2^-14, smallest 2^-24.
    Bf16, ///< bfloat16: 8 + 7 bits, the upper half of a float; largest value 3.39e38.
};

}
