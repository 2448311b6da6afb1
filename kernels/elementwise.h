// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operations on single elements, for float32 and, without a detour through it where that is exact, for 16-bit
// storage. Spans of one call have the same length; dst may be one of the sources, but not overlap one partly.
#pragma once

#include "kernels/floatsource.h"
#include "kernels/round.h"

#include <cstdint>
#include <span>

namespace halftone::kernels {

/// max(x, 0): -0 and everything negative become +0, also -infinity; NaN of either sign stays as it is.
void relu(std::span<const float> src, std::span<float> dst) noexcept;
void relu(std::span<const std::uint16_t> src, std::span<std::uint16_t> dst, Format16 format) noexcept;

/// The gradient of relu() from its result: dst = gradient where result > 0, else +0 (also where it is NaN).
void reluGradient(
    std::span<const float> gradient, std::span<const float> result, std::span<float> dst) noexcept;
void reluGradient(std::span<const std::uint16_t> gradient, std::span<const std::uint16_t> result,
    std::span<std::uint16_t> dst, Format16 format) noexcept;

/// Unary::Clip and its gradient from what went in, on 16-bit numbers: exact where \p low and \p high are
/// numbers of the format. A NaN stays one.
void clip(std::span<const std::uint16_t> src, std::span<std::uint16_t> dst, Format16 format, float low,
    float high) noexcept;
void clipGradient(std::span<const std::uint16_t> gradient, std::span<const std::uint16_t> operand,
    std::span<std::uint16_t> dst, Format16 format, float low, float high) noexcept;

/// Multiplies gradients by 1 / loss scale, in place. True if all products are finite: the test that decides
/// whether the optimizer may use them, which MindSpore too makes on the unscaled values. Elements behind an
/// infinity or NaN are still multiplied.
[[nodiscard]] bool unscale(std::span<float> gradient, float inverseScale) noexcept;
/// The same into another place; gradients of 16 bits are widened first.
[[nodiscard]] bool unscale(const FloatSource& gradient, float inverseScale, std::span<float> dst) noexcept;

/// The same of float32 gradients that are rounded to 16 bits first: dst, which must not overlap them, gets
/// what unscaling the rounded numbers gives. \p areFinite becomes false where a product is not finite, and
/// stays as it is otherwise.
RoundStats unscaleRounded(std::span<const float> gradient, float inverseScale, std::span<float> dst,
    Rounding rounding, bool& areFinite) noexcept;

}
