// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

}
