// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a framework's node becomes on Ascend, as text: one step for each Ascend operator, in the order of
// execution, with semicolons between them.
//
//     MatMulV2(0,1); Muls(%0); Muls(2); Add(%1,%2)
//
// A step names types in order of preference ("A|B"), then its inputs:
//
//     0, 1, ...    an input slot of the node
//     *, 1*        all slots, all from 1 on
//     1?f32        a slot, and a constant of that type where the node leaves it out
//     %0, %0.1     the first, the second output of an earlier step
//     f32, i64     a constant of that type that the parser adds
//     =in0, =out0  a constant of the type of that slot
//     <            alone: a chain of two-input steps over all slots, as Maximum(Maximum(0,1),2)
//
// and behind ">" its outputs: slots of the node, or types (as above) of tensors that stay inside. Without
// ">", the last step gives all outputs of the node, and any other one tensor inside, of the type of the
// node's first output. Without parentheses a step takes all slots. "!" marks the step that stands for the
// node. Steps whose outputs nobody wants fall away, as in GraphEngine.
#pragma once

#include "analysis/ops/opdef.h"

#include <string_view>
#include <vector>

namespace halftone {

/// Reads a recipe for nodes with that many inputs and outputs. A mistake in it is ours, and asserted.
std::vector<AscendPart> readRecipe(std::string_view recipe, std::size_t inputCount, std::size_t outputCount);

/// The same, read once for all nodes alike; the result lives forever. \p recipe must, too. Thread-safe.
const std::vector<AscendPart>& sharedRecipe(
    std::string_view recipe, std::size_t inputCount, std::size_t outputCount);

}
