// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace onnx {
class GraphProto;
}

namespace halftone {

/// Puts the nodes of a branch in the place of each If of the graph whose condition is known, also of an If
/// that comes to stand in the graph by that. \p conditionOf gives the condition's value by its name, or
/// nullopt. Names that a branch defines get the node's name in front, because branches of two nodes may share
/// names. Returns the names of those
/// nodes.
std::vector<std::string> inlineKnownBranches(
    onnx::GraphProto& graph, const std::function<std::optional<bool>(const std::string&)>& conditionOf);

}
