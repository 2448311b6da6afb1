// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/decisions.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace halftone {

/// This is where a node stands: in the graph itself, or in a body of a node, to any depth.
struct NodePlace
{
    std::vector<std::pair<NodeId, std::size_t>> bodies; ///< The owners from the outside in, with the body.
    NodeId node;

    /// The decisions of the graph that holds the node; \p root are those of the outermost graph.
    const Decisions& in(const Decisions& root) const;
    /// "if_1/then_branch/conv1".
    std::string text(const Decisions& root) const;

    bool operator==(const NodePlace&) const = default;
};

/// All nodes that a person may mean: by number ("#12"), name, name with the way to it ("if_1/then_branch/a"),
/// and, where no node answers to these, by the name of a tensor that it makes. In graph order, those of the
/// graph itself first. Linear.
std::vector<NodePlace> findNodes(const Decisions& root, std::string_view text);

/// The name of a node that is nearest to \p text; empty when none is near.
std::string nearestNodeName(const Decisions& root, std::string_view text);

}
