// SPDX-License-Identifier: GPL-3.0-or-later
//
// What casts cost, and which few edits would save most of them. Every advice is tried: the graph is decided
// again with the edit, and the casts are counted.
#pragma once

#include "analysis/casts/castinsertion.h"
#include "analysis/policy/policy.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace halftone {

/// Casts of a graph and of all bodies in it, as the policy counts them.
struct CastCost
{
    std::size_t casts = 0;
    std::uint64_t bytes = 0; ///< Read and written; symbolic sizes count as 1.

    bool operator==(const CastCost&) const = default;
};

CastCost costOf(const Decisions& decisions);

/// The same for each pair of types, from and to. Casts inside nodes count without bytes.
std::map<std::pair<DType, DType>, CastCost> costByTypes(const Decisions& decisions);

/// This is an edit and what it was found to do.
struct CastEdit
{
    enum class Kind : std::uint8_t {
        List, ///< Move an Ascend type to a list (modify_mixlist).
        Override, ///< Set one node by name (to_float).
    };
    Kind kind = Kind::List;
    std::string target; ///< The type, or the name of the node.
    List list = List::Gray; ///< With List.
    DType dtype = DType::Undefined; ///< With Override.
    CastCost after; ///< With this edit and those before it.
    std::size_t lowered = 0; ///< Nodes that go to 16 bits, with those of the edits before it.
    std::size_t raised = 0; ///< Nodes that go to FP32, likewise.
};

/// "SoftmaxV2 to the black list", "fc3 in float32".
std::string describe(const CastEdit& edit);

/// Up to \p most edits, each the one that saves most casts (then bytes, then changes fewest nodes) on top of
/// those before it; shorter when nothing saves any more. No matrix product is taken out of 16 bits: without
/// those there would be no casts, and no use. In Ascend's mixed modes the edits are moves between
/// lists of types that stand beside casts; elsewhere overrides of single-operator islands. \p decisions must
/// be those of \p policy.
std::vector<CastEdit> adviseCasts(
    const Decisions& decisions, const PrecisionPolicy& policy, std::size_t most);

}
