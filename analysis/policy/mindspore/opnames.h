// SPDX-License-Identifier: GPL-3.0-or-later
//
// What MindSpore calls the operators of ONNX. Its lists name cells (mindspore.nn) and primitives
// (mindspore.ops); an ONNX node is read as the cell that a person would have written for it and as the
// primitive that does the work.
#pragma once

#include "analysis/graph/graph.h"
#include "analysis/policy/mindspore/amplists.h"

#include <string>
#include <string_view>

namespace halftone {

/// The names of one node.
struct MindSporeOp
{
    std::string_view cell; ///< "Conv2d"; empty where MindSpore has no cell of its own for it.
    std::string primitive; ///< "Conv2D"; empty where the cell is composed of several.
    /// The input slot of a bias that a BiasAdd behind the primitive adds, or kNoBias.
    std::size_t biasSlot = kNoBias;

    static constexpr std::size_t kNoBias = static_cast<std::size_t>(-1);
    bool hasBias() const { return biasSlot != kNoBias; }

    /// What people call it: the cell where there is one.
    std::string_view name() const { return cell.empty() ? std::string_view(primitive) : cell; }
    /// Exact membership, as the white list is tested.
    bool isIn(std::span<const AmpEntry> list) const;
};

/// How \p node is called. An operator that is not in the table goes by its own type, as a primitive.
MindSporeOp mindSporeOp(const Graph& graph, NodeId node);

/// The primitive that adds a bias.
inline constexpr std::string_view kBiasAdd = "BiasAdd";

/// What a name in a custom list can be.
struct KnownName
{
    bool isCell = false;
    bool isPrimitive = false;
};

/// Whether "Conv2d", "nn.Conv2d" or "mindspore.nn.Conv2d" is a name of the table or of a list. A prefix that
/// says nn, or ops or P, leaves only that meaning.
KnownName findMindSporeName(std::string_view name);

/// The name without "nn.", "ops.", "mindspore.nn." and so on.
std::string_view withoutModule(std::string_view name);

/// The known name that is nearest to \p name; empty when none is near.
std::string_view nearestMindSporeName(std::string_view name);

}
