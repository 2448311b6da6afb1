// SPDX-License-Identifier: GPL-3.0-or-later
//
// What CANN's ONNX parser makes of an operator. Operators that become one other operator with the same
// inputs stand in resources/oplibrary/onnx_to_ascend.tsv; the others, and those for which it depends on the
// node, have rows here. Facts from the ONNX plugins of ops-math, ops-nn and ops-cv (August 2026).
//
// Left out: the Identity nodes that plugins put behind their inputs (they pass on what comes in), and
// detours for oversized pooling kernels.
#pragma once

#include "analysis/graph/graph.h"

#include <span>
#include <string_view>

namespace halftone {

/// This is what a row can ask about the node.
class OnnxNode
{
public:
    OnnxNode(const Graph& graph, NodeId node)
        : m_graph(graph)
        , m_node(node)
    {
    }

    int opset() const; ///< A file that does not say counts as the newest.
    std::size_t inputCount() const { return m_graph.inputs(m_node).size(); }
    std::size_t outputCount() const { return m_graph.outputs(m_node).size(); }
    bool has(std::size_t slot) const;
    std::size_t rank(std::size_t slot) const; ///< 0 where it is not known.
    DType inputDType(std::size_t slot) const;
    DType outputDType(std::size_t slot) const;
    std::int64_t integer(std::string_view attribute, std::int64_t fallback) const;
    std::string text(std::string_view attribute, std::string_view fallback) const;
    float number(std::string_view attribute, float fallback) const;
    bool hasAttribute(std::string_view attribute) const;

private:
    const Graph& m_graph;
    NodeId m_node;
};

/// This is one row: the recipe for nodes of \p opType that fit \p applies (null: all others).
struct OnnxRow
{
    std::string_view opType;
    bool (*applies)(const OnnxNode&);
    std::string_view recipe; ///< See ascendrecipe.h.
};

/// All rows; the first that applies wins.
std::span<const OnnxRow> onnxRows();

/// The recipe for a node: of the first row that applies, else from the table. Empty when CANN's parser does
/// not know the operator.
std::string_view onnxRecipe(const Graph& graph, NodeId node);

}
