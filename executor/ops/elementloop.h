// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loops over elements that lie alike in all operands and in the result. Operands of 16 bits are widened, and
// results rounded, a piece at a time in memory that stays in the nearest cache, so that no float32 tensor is
// written and read again.
#pragma once

#include "executor/ops/operands.h"

#include <array>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace halftone {

struct ElementLoop
{
    static constexpr std::size_t kMostOperands = 2;
    using Operands = std::array<std::span<const float>, kMostOperands>;

    std::string_view name; ///< For the plan listing; " 16" behind it where the loop rounds its results.
    std::vector<ValueId> operands; ///< At most kMostOperands, of the result's shape.
    std::vector<BufferId> moreReads; ///< Memory that compute() reads besides.
    /// Results from operands of the same length, which may be those of a piece or all.
    std::function<void(const StepContext&, const Operands&, std::span<float>)> compute;
};

/// Adds the steps that write output 0 in that layout. They do the work of Casts around the node, too: of
/// those that widen its operands, and of one to 16 bits that alone reads its float32 output.
void addElementLoop(ProgramBuilder& b, const ElementLoop& loop, Layout layout);

}
