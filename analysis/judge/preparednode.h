// SPDX-License-Identifier: GPL-3.0-or-later
//
// What judging a node needs and no list, mode or neighbour changes: the Ascend operators that it becomes, the
// types of its tensors as written, and what the chip's library says about each. Nodes alike in this share one
// PreparedNode: a graph of 100,000 nodes has some dozens.
#pragma once

#include "analysis/judge/decisions.h"
#include "analysis/judge/kerneltable.h"
#include "analysis/judge/narrowing.h"
#include "analysis/oplibrary/oplibrary.h"
#include "analysis/ops/opdef.h"

#include <memory>
#include <string>
#include <vector>

namespace halftone {

/// This is one way for a part to be judged: an operator of the AI Core library, with the column views of all
/// tensors. An input that has become an attribute has no view.
struct PreparedOp
{
    const LibraryOp* op = nullptr; ///< Never null.
    std::unique_ptr<const KernelTable> table; ///< The views refer to it.
    std::vector<ColumnView> inputs;
    std::vector<ColumnView> outputs;
    bool isCast = false;
    const LibraryOp* sibling =
        nullptr; ///< The form that it would be without constants, or with; may be null.
};

/// This is one part of a node.
struct PreparedPart
{
    const AscendPart* part = nullptr; ///< Never null.
    std::vector<DType> inputs; ///< In the graph as written; Undefined where absent or unknown.
    std::vector<DType> outputs;
    std::vector<bool> isAbsent; ///< By input.
    std::vector<Peer::Kind> peers; ///< By input.
    std::vector<PreparedOp> candidates; ///< In the order in which they are tried.
};

struct PreparedNode
{
    static constexpr std::size_t kNoPart = static_cast<std::size_t>(-1);

    std::vector<PreparedPart> parts; ///< Empty when no Ascend operator is known.
    std::size_t mainPart = kNoPart; ///< The part that stands for the node.
    bool keepsItsName = false; ///< On Ascend; see Overrides.
    bool hasCast = false; ///< One of the parts is a Cast, which gray operators may look through.
};

/// The kind of what stands in front of an input slot.
Peer::Kind peerKind(const Graph& graph, ValueId value);

/// Prepares one node. The types of values are those of \p decisions (Decisions::original()).
PreparedNode prepareNode(const Decisions& decisions, NodeId node, const OpLibrary& library);

/// A text that is equal for two nodes exactly when prepareNode() gives the same for both. Appended to \p key.
void appendPreparationKey(std::string& key, const Decisions& decisions, NodeId node);

/// The index of the part that stands for a node: the marked one, else the matrix operator, else the first.
std::size_t mainPartOf(std::span<const AscendPart> parts);

}
