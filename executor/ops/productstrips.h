// SPDX-License-Identifier: GPL-3.0-or-later
//
// Large products of 16-bit operands, computed in float32 a strip at a time: the strip's operands are widened,
// multiplied and its results rounded while they stay in a near cache. Whole operands in float32 would go to a
// far one and come back.
#pragma once

#include "executor/program/programbuilder.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace halftone {

/// Products that lie one behind the other in row-major memory, so many elements each: rows of a matrix times
/// a right operand that all of them share, or matrices of a batch with one each.
struct StripProduct
{
    std::int64_t count = 0;
    std::int64_t left = 0;
    std::int64_t right = 0; ///< Of each, or of the shared one.
    std::int64_t result = 0;
    bool isRightShared = false;
    /// Some of them in float32. A shared right operand may be described in any format.
    std::function<std::optional<dnnl::matmul::primitive_desc>(std::int64_t length)> describe;
    dnnl::memory::desc sharedRight; ///< As it is in memory, in float32.
};

/// Whether the product of inputs 0 and 1 is faster in strips: it is large enough, and the left operand, the
/// result and the right operand, unless it is shared, are of 16 bits.
bool gainsByStrips(const ProgramBuilder& b, const StripProduct& product);

/// Adds that product to output 0. False, and nothing is added, where oneDNN has none of this form.
bool addStrips(ProgramBuilder& b, const StripProduct& product);

/// Float32 memory that a strip may take: half of the smallest second-level cache among those that were
/// measured.
inline constexpr std::int64_t kNearBytes = 1 << 18;

/// How many of \p count products, of so many float32 elements each, make a strip of so many bytes: a number
/// that divides count.
std::int64_t stripLength(std::int64_t count, std::int64_t elements, std::int64_t bytes);

/// Whether the value is of 16 bits and its matrices lie row by row or column by column.
bool isHalfMatrix(const ProgramBuilder& b, ValueId id);

}
