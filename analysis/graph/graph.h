// SPDX-License-Identifier: GPL-3.0-or-later
//
// The graph is an immutable value. Nodes and values are rows of two vectors, named by typed ids; facts about
// them (decisions, costs, layout) are side tables indexed by the same ids. Nodes stand in topological order,
// so every pass is a for-loop and reverse mode is the loop backwards. GraphBuilder makes graphs; nothing
// changes one afterwards.
#pragma once

#include "analysis/core/finding.h"
#include "analysis/core/id.h"
#include "analysis/graph/attribute.h"
#include "analysis/graph/tensordata.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

struct OpDef;
class Graph;
using GraphPtr = std::shared_ptr<const Graph>;

/// The part of training that a node belongs to. A model as opened is all Forward.
enum class Phase : std::uint8_t { Forward, Loss, Backward, Update };

/// Spelled "forward", "loss", "backward", "update".
std::string_view name(Phase phase);

/// This is one dimension: a size, a named symbol bound later (batch "N"), or unknown.
struct Dim
{
    std::int64_t size = -1; ///< -1 while symbolic or unknown.
    SymbolId symbol; ///< Names the dimension in Graph::symbol() while the size is not bound.

    bool isFixed() const { return size >= 0; }
    bool operator==(const Dim&) const = default;
};

enum class ValueKind : std::uint8_t {
    Input, ///< Fed by the caller.
    Initializer, ///< Constant data of the file: weights, biases, shapes.
    Intermediate, ///< The output of a node.
    Captured, ///< In the body of If, Loop or Scan: a value of an enclosing graph, known by its name.
};

/// This is one tensor of the graph.
struct Value
{
    std::string name; ///< Exactly as in the file. Unique within the graph.
    DType dtype = DType::Undefined;
    ValueKind kind = ValueKind::Intermediate;
    bool shapeKnown = false; ///< Whether even the rank is known.
    Slice dims; ///< Into Graph::dims(value).
    NodeId producer; ///< Invalid unless Intermediate.
    std::uint32_t data = Id<void>::kNone; ///< Row of constant data; see Graph::data(value).
};

/// This is a graph that belongs to a node: a branch of If, the body of Loop or Scan.
struct Body
{
    std::string attribute; ///< "then_branch", "body", ...
    GraphPtr graph;
};

/// This is one operator application.
struct Node
{
    const OpDef* op = nullptr; ///< Never null; unknown operators share the row unknownOp().
    std::string name; ///< As in the file; may be empty or repeated.
    std::string opType; ///< As in the file: "Conv".
    std::string domain; ///< "" for ai.onnx, kTrainingDomain for nodes that differentiate() makes.
    Slice inputs; ///< Into Graph::inputs(node). An absent optional input is an invalid ValueId.
    Slice outputs;
    Phase phase = Phase::Forward;
    NodeId origin; ///< For gradient and update nodes: the forward node they came from. Else invalid.
    std::vector<Attribute> attributes;
    std::vector<Body> bodies;
};

/// The domain of operators that exist only in training graphs (ConvGradInput, Momentum, ...).
inline constexpr std::string_view kTrainingDomain = "halftone.training";

/// The domain of the optimizers that ONNX itself has.
inline constexpr std::string_view kOnnxTrainingDomain = "ai.onnx.preview.training";

class Graph
{
public:
    const std::string& name() const { return m_name; }

    std::size_t nodeCount() const { return m_nodes.size(); }
    std::size_t valueCount() const { return m_values.size(); }
    IdRange<NodeId> nodes() const { return IdRange<NodeId>(m_nodes.size()); }
    IdRange<ValueId> values() const { return IdRange<ValueId>(m_values.size()); }

    const Node& node(NodeId id) const { return m_nodes[id.index]; }
    const Value& value(ValueId id) const { return m_values[id.index]; }

    std::span<const ValueId> inputs(NodeId id) const { return edges(node(id).inputs); }
    std::span<const ValueId> outputs(NodeId id) const { return edges(node(id).outputs); }
    /// Inputs and outputs of all nodes in one array: side tables per tensor slot are parallel to it.
    std::size_t edgeCount() const { return m_edges.size(); }

    std::span<const Dim> dims(ValueId id) const
    {
        const Slice slice = value(id).dims;
        return std::span(m_dims).subspan(slice.first, slice.count);
    }
    /// The name of a symbolic dimension.
    const std::string& symbol(SymbolId id) const { return m_symbols[id.index]; }
    std::size_t symbolCount() const { return m_symbols.size(); }
    /// The sizes when every dimension is fixed.
    std::optional<std::vector<std::int64_t>> fixedShape(ValueId id) const;
    /// "N×1×32×32"; "scalar" for rank 0; "?" when nothing is known.
    std::string shapeText(ValueId id) const;

    /// Constant data of an initializer, or of a value that is constant though a node makes it (a Constant,
    /// sizes that are known), else nullptr.
    const TensorData* data(ValueId id) const;

    /// A use of a value: the node and the input slot.
    struct Use
    {
        NodeId node;
        std::uint32_t slot = 0;
        bool operator==(const Use&) const = default;
    };
    /// All uses of a value as a node input, in node order. Uses inside bodies count as uses by the owning
    /// node with slot kBodySlot.
    std::span<const Use> uses(ValueId id) const;
    static constexpr std::uint32_t kBodySlot = Id<void>::kNone;

    std::span<const ValueId> graphInputs() const { return m_inputs; }
    std::span<const ValueId> graphOutputs() const { return m_outputs; }

    /// The value of that name, or an invalid id. Linear; for interactive use, not for passes.
    ValueId findValue(std::string_view name) const;
    /// The first node of that name, or an invalid id. Linear.
    NodeId findNode(std::string_view name) const;
    /// The node's own name, or "Conv#12" by type and position where it has none.
    std::string displayName(NodeId id) const;

    /// The opset version of ai.onnx that the graph was written for; 0 when the file does not say.
    int opset() const { return m_opset; }

private:
    friend class GraphBuilder;

    std::span<const ValueId> edges(Slice slice) const
    {
        return std::span(m_edges).subspan(slice.first, slice.count);
    }

    std::string m_name;
    int m_opset = 0;
    std::vector<Node> m_nodes;
    std::vector<Value> m_values;
    std::vector<ValueId> m_edges;
    std::vector<Dim> m_dims;
    std::vector<std::string> m_symbols;
    std::vector<TensorData> m_data;
    std::vector<ValueId> m_inputs;
    std::vector<ValueId> m_outputs;
    std::vector<Slice> m_useSlices; // by value
    std::vector<Use> m_uses;
};

}
