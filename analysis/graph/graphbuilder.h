// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "analysis/core/textmap.h"
#include "analysis/graph/graph.h"

namespace halftone {

/// This collects values and nodes and turns them into a Graph. It is the only way to make one, so every
/// graph keeps the invariants that finish() checks.
class GraphBuilder
{
public:
    GraphBuilder() = default;
    /// Starts from a copy of \p graph: ids of its nodes and values stay valid here.
    explicit GraphBuilder(const Graph& graph);

    void setName(std::string name) { m_graph.m_name = std::move(name); }
    /// Makes room for so many nodes, each with about one output: a large graph is then never moved.
    void reserve(std::size_t nodes);
    void setOpset(int opset) { m_graph.m_opset = opset; }

    SymbolId addSymbol(std::string_view name);
    ValueId addInput(std::string name, DType dtype, std::optional<std::vector<Dim>> dims);
    ValueId addCaptured(std::string name, DType dtype);
    ValueId addInitializer(std::string name, TensorData data);
    ValueId addValue(std::string name, DType dtype, std::optional<std::vector<Dim>> dims);
    /// A new value with the dtype and shape of \p model. The name is made unique by a number if needed.
    ValueId addValueLike(std::string name, ValueId model);
    void setType(ValueId id, DType dtype, std::optional<std::vector<Dim>> dims);
    void setData(ValueId id, TensorData data);

    /// What addNode() takes: the parts of a Node that a caller chooses.
    struct NodeSpec
    {
        std::string opType;
        std::string name;
        std::string domain;
        std::vector<ValueId> inputs;
        std::vector<ValueId> outputs;
        std::vector<Attribute> attributes;
        std::vector<Body> bodies;
        Phase phase = Phase::Forward;
        NodeId origin;
    };
    NodeId addNode(NodeSpec spec);

    void markOutput(ValueId id) { m_graph.m_outputs.push_back(id); }
    void clearOutputs() { m_graph.m_outputs.clear(); }
    /// Takes out all nodes and keeps all values: for transforms that write every node anew.
    void clearNodes();

    const Value& value(ValueId id) const { return m_graph.m_values[id.index]; }
    std::span<const Dim> dims(ValueId id) const { return m_graph.dims(id); }
    ValueId findValue(std::string_view name) const;

    struct Finished
    {
        GraphPtr graph;
        bool wasSorted = true; ///< False when nodes had to be moved into topological order.
        IdMap<NodeId, NodeId> nodeOf; ///< From the ids that addNode() gave to those in the graph.
    };
    /// Sorts nodes topologically (stable: an order that is right already stays) and checks that every value
    /// has one producer. Fails on a cycle or a second producer, naming the tensor.
    Result<Finished> finish() &&;

private:
    ValueId addValueRow(Value value, std::optional<std::vector<Dim>> dims);
    Slice appendDims(const std::vector<Dim>& dims);
    std::string freeName(const std::string& name);

    Graph m_graph;
    TextMap<ValueId> m_valueByName;
    TextMap<int> m_numberOf; // that was given last to a name that was taken
};

/// Dimensions of fixed sizes.
std::vector<Dim> fixedDims(std::span<const std::int64_t> sizes);

/// Everything that must hold for a graph and does not, one sentence each; empty for a good one. Transforms
/// assert this in debug builds, and tests run it.
std::vector<std::string> verify(const Graph& graph);

}
