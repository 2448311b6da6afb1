// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"

#include <utility>
#include <vector>

namespace halftone {

/// The values that the bodies of a node read by name, in their original dtype: node and value, sorted by
/// node.
std::vector<std::pair<NodeId, ValueId>> bodyReads(const Graph& graph);

}
