// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace onnx {
class AttributeProto;
class GraphProto;
class NodeProto;

}

namespace halftone {

/// From the name that a value had to the one that it is to have.
using BranchNames = std::map<std::string, std::string, std::less<>>;

/// Lets a node, and the bodies in it, read values under their new names.
void renameInputs(onnx::NodeProto& node, const BranchNames& names);

/// Puts the nodes of a branch in the place of each If of the graph whose condition is known, also of an If
/// that comes to stand in the graph by that. \p conditionOf gives the condition's value by its name, or
/// nullopt. Names that a branch defines get branchPrefix() in front, because branches may share names.
/// Returns the names of those nodes.
std::vector<std::string> inlineKnownBranches(
    onnx::GraphProto& graph, const std::function<std::optional<bool>(const std::string&)>& conditionOf);

/// The name of a node, or of its first result where it has none.
const std::string& nameOf(const onnx::NodeProto& node);

/// "if_1/then_branch/": what stands in front of the names of a body where it is in the place of its node.
std::string branchPrefix(const onnx::NodeProto& node, const onnx::AttributeProto& branch);

}
