// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernels/round.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace halftone::kernels {

/// Operations on two numbers in float32, correctly rounded. Min and Max give NaN where either number is one,
/// as ONNX wants it.
enum class Binary : std::uint8_t { Add, Sub, Mul, Div, Min, Max };

/// This is one operand of a row: a number for each element, or one for all.
struct RowOperand
{
    const float* first = nullptr;
    std::size_t step = 1; ///< 1 or 0.
};

/// dst[i] = f(a[i], b[i]). dst may be one of the operands, but not overlap one partly.
void binary(Binary function, RowOperand a, RowOperand b, std::span<float> dst) noexcept;

/// This is one operand of several rows of 16-bit numbers.
struct HalfRows
{
    const std::uint16_t* first = nullptr;
    std::size_t step = 1; ///< 1, or 0: one number for all elements of a row.
    std::size_t rowStride = 0; ///< From row to row; 0: the same for all.
};

/// The same for Add, Sub, Mul and Div of 16-bit numbers, row behind row of \p rowLength elements (dst holds
/// whole rows), computed in float32 and rounded once. That is the correctly rounded 16-bit result, as a float
/// has more than twice the digits (except results of bfloat16 below 2^-126, which may be rounded twice). The
/// statistics are about the float32 results.
RoundStats binary16(Binary function, HalfRows a, HalfRows b, std::span<std::uint16_t> dst,
    std::size_t rowLength, Rounding rounding) noexcept;

}
