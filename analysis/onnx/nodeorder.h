// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace onnx {
class GraphProto;
}

namespace halftone {

/// Puts the nodes of a graph into topological order, because libonnx infers shapes in file order and would
/// miss what is made later. False when they stood right already, or when a cycle makes any order wrong
/// (GraphBuilder reports it). Bodies of control flow count as reads of their node. O(n + e).
bool sortNodes(onnx::GraphProto& graph);

}
