// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

namespace onnx {
class GraphProto;
class TypeProto;
}

namespace halftone {

/// The types that a graph states for its tensors. Inference states them in the order of the nodes, so the
/// next one is nearly always the one that is asked for, and no table is needed. The graph must outlive this
/// and stay as it is.
class StatedTypes
{
public:
    explicit StatedTypes(const onnx::GraphProto& graph);

    /// Null where nothing is stated. What is said of a graph's output goes before all else.
    const onnx::TypeProto* find(const std::string& name);

private:
    using Table = std::unordered_map<std::string_view, const onnx::TypeProto*>;
    const onnx::GraphProto& m_graph;
    int m_next = 0; // among the graph's value infos
    Table m_outputs;
    Table m_byName; // of all value infos; empty until it is needed
};

}
