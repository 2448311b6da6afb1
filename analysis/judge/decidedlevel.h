// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/decisions.h"

#include <string>
#include <vector>

namespace halftone {

/// This is one graph with its decisions: the outermost one, or a body of If, Loop or Scan in it.
struct DecidedLevel
{
    const Decisions* decisions = nullptr; ///< Never null; the ids of nodes and values are its own.
    std::string path; ///< What stands before the names of its nodes: "if_1/then_branch/"; empty outermost.
    NodeId owner; ///< The node of the outermost graph that the body is in; invalid for that graph itself.

    const Graph& graph() const { return *decisions->graph(); }
    /// The node with the way to it: "if_1/then_branch/conv1".
    std::string nameOf(NodeId node) const { return path + graph().displayName(node); }
    /// The node to select in the outermost graph.
    NodeId outermost(NodeId node) const { return owner.isValid() ? owner : node; }
};

/// The way from a graph at \p path to a body of one of its nodes.
std::string pathToBody(const Graph& graph, const std::string& path, NodeId owner, std::size_t body);

/// The outermost graph and all bodies in it, owners before what they own. \p root must outlive the result.
std::vector<DecidedLevel> levelsOf(const Decisions& root);

}
