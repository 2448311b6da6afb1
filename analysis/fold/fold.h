// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes what a node gives when everything that it reads is known: the chains of Shape, Gather, Concat and
// arithmetic that exporters write where a size is wanted. Only operators that occur in such chains are here.
#pragma once

#include "analysis/fold/foldedvalue.h"
#include "analysis/graph/attribute.h"

#include <span>
#include <string_view>

namespace halftone {

/// What a node is folded from. Absent inputs are null, and so are inputs that are not known.
struct FoldCall
{
    std::string_view opType;
    std::span<const Attribute> attributes;
    std::vector<const FoldedValue*> inputs;
    /// The shape of the first input where all its sizes are known: all that Shape and Size need.
    std::optional<std::vector<std::int64_t>> firstShape;
};

/// Whether fold() knows the operator at all.
bool isFoldable(std::string_view opType);

/// Whether fold() needs no more than the shape of the first input: it is Shape or Size.
bool readsShapeOnly(std::string_view opType);

/// The only output of the node, or nullopt when it is not known or the operator does not belong to shape
/// computations.
std::optional<FoldedValue> fold(const FoldCall& call);

}
