// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loops that move elements without looking at them. A table for each axis of the result says where along the
// source its elements come from, so that transposing, slicing, padding, repeating and picking are one loop:
//
//     dst[i][j][k] = src[tables[0][i] + tables[1][j] + tables[2][k]]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace halftone::kernels {

/// In a table: no source element, the result takes the fill value. So small that no sum of offsets hides it.
inline constexpr std::int64_t kNoSource = -(std::int64_t{1} << 56);

/// For each axis of the result, the outermost first: offsets in elements. No axis at all moves one element.
using OffsetTables = std::span<const std::span<const std::int64_t>>;

/// Copies elements of \p elementBytes (1, 2, 4 or 8). \p fill is one element, only read where a table has
/// kNoSource; null means zero bytes. src and dst do not overlap.
void moveElements(OffsetTables tables, std::size_t elementBytes, const std::byte* src, std::byte* dst,
    const std::byte* fill) noexcept;

/// The gradient of moveElements() in float32: dst[...] += gradient[i][j][k]. Several additions to one element
/// are made in the order of the gradient.
void addMovedBack(OffsetTables tables, const float* gradient, float* dst) noexcept;

}
