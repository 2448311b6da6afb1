// SPDX-License-Identifier: GPL-3.0-or-later
//
// Decisions as tools see them that speak of whole nodes and of types of nodes.
#pragma once

#include "analysis/export/untranslated.h"
#include "analysis/judge/decisions.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace halftone {

/// How wide a node was decided to be.
enum class NodeWidth : std::uint8_t {
    NoFloat, ///< Nothing to choose: integers, constants, control flow.
    Low, ///< 16 bits, or 8.
    High, ///< FP32.
};

NodeWidth widthOf(const Decisions& decisions, NodeId node);

/// This is a node of the forward pass with floats.
struct NodeChoice
{
    NodeId node;
    std::string name; ///< Unique in the graph; empty for nodes that cannot be addressed.
    bool isLow = false;
};

/// The nodes that a person can address in another tool. Nodes without a name of their own, with one that
/// \p isGoodName refuses, of bodies and of the backward pass are left to \p rest. Nodes that share a name
/// are there once where they agree, and in \p rest where they do not.
std::vector<NodeChoice> addressableNodes(
    const Decisions& decisions, const std::function<bool(std::string_view)>& isGoodName, Untranslated& rest);

/// How the nodes of one type were decided.
struct TypeUse
{
    std::size_t low = 0;
    std::size_t high = 0;

    bool isLow() const { return low > 0 && high == 0; }
    bool isHigh() const { return high > 0 && low == 0; }
};

/// All nodes with floats, bodies included, by the name that \p nameOf gives their type; those that get an
/// empty one are left out.
std::map<std::string, TypeUse> usesByType(
    const Decisions& decisions, const std::function<std::string(const Graph&, NodeId)>& nameOf);

/// The Ascend type that stands for a node: of its main part; empty where none is known.
std::string mainAscendType(const Graph& graph, NodeId node);

}
