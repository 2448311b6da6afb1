// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/graphbuilder.h"

#include "analysis/ops/optable.h"

#include <queue>

#include <algorithm>
#include <format>
#include <numeric>

namespace halftone {
namespace {

std::uint32_t sizeOf(const auto& rows)
{
    return static_cast<std::uint32_t>(rows.size());
}

}

std::vector<Dim> fixedDims(std::span<const std::int64_t> sizes)
{
    std::vector<Dim> dims;
    dims.reserve(sizes.size());
    for (std::int64_t size : sizes)
        dims.push_back({.size = size});
    return dims;
}

GraphBuilder::GraphBuilder(const Graph& graph)
    : m_graph(graph)
{
    m_valueByName.reserve(graph.valueCount());
    for (ValueId id : graph.values())
        m_valueByName.emplace(graph.value(id).name, id);
    m_graph.m_useSlices.clear();
    m_graph.m_uses.clear();
}

void GraphBuilder::reserve(std::size_t nodes)
{
    m_graph.m_nodes.reserve(nodes);
    m_graph.m_values.reserve(nodes);
    m_valueByName.reserve(nodes);
}

SymbolId GraphBuilder::addSymbol(std::string_view name)
{
    const auto found = std::ranges::find(m_graph.m_symbols, name);
    if (found != m_graph.m_symbols.end())
        return {static_cast<std::uint32_t>(found - m_graph.m_symbols.begin())};
    m_graph.m_symbols.emplace_back(name);
    return {sizeOf(m_graph.m_symbols) - 1};
}

Slice GraphBuilder::appendDims(const std::vector<Dim>& dims)
{
    const Slice slice{sizeOf(m_graph.m_dims), sizeOf(dims)};
    m_graph.m_dims.insert(m_graph.m_dims.end(), dims.begin(), dims.end());
    return slice;
}

ValueId GraphBuilder::addValueRow(Value value, std::optional<std::vector<Dim>> dims)
{
    const ValueId id{sizeOf(m_graph.m_values)};
    if (!m_valueByName.try_emplace(value.name, id).second) {
        value.name = freeName(value.name);
        m_valueByName.emplace(value.name, id);
    }
    value.shapeKnown = dims.has_value();
    if (dims)
        value.dims = appendDims(*dims);
    m_graph.m_values.push_back(std::move(value));
    return id;
}

// Names never go, so numbers that were taken once need no second look: a training step asks for thousands of
// values of one name.
std::string GraphBuilder::freeName(const std::string& name)
{
    for (int& number = m_numberOf.try_emplace(name, 2).first->second;; ++number) {
        std::string candidate = std::format("{}.{}", name, number);
        if (!m_valueByName.contains(candidate))
            return candidate;
    }
}

ValueId GraphBuilder::addInput(std::string name, DType dtype, std::optional<std::vector<Dim>> dims)
{
    const ValueId id =
        addValueRow({.name = std::move(name), .dtype = dtype, .kind = ValueKind::Input}, std::move(dims));
    m_graph.m_inputs.push_back(id);
    return id;
}

ValueId GraphBuilder::addCaptured(std::string name, DType dtype)
{
    return addValueRow({.name = std::move(name), .dtype = dtype, .kind = ValueKind::Captured}, std::nullopt);
}

ValueId GraphBuilder::addInitializer(std::string name, TensorData data)
{
    const ValueId id = addValueRow(
        {.name = std::move(name), .dtype = data.dtype, .kind = ValueKind::Initializer}, fixedDims(data.dims));
    setData(id, std::move(data));
    return id;
}

ValueId GraphBuilder::addValue(std::string name, DType dtype, std::optional<std::vector<Dim>> dims)
{
    return addValueRow({.name = std::move(name), .dtype = dtype}, std::move(dims));
}

ValueId GraphBuilder::addValueLike(std::string name, ValueId model)
{
    Value copy = value(model);
    const std::span<const Dim> modelDims = dims(model);
    std::optional<std::vector<Dim>> newDims;
    if (copy.shapeKnown)
        newDims.emplace(modelDims.begin(), modelDims.end());
    return addValue(std::move(name), copy.dtype, std::move(newDims));
}

void GraphBuilder::setType(ValueId id, DType dtype, std::optional<std::vector<Dim>> dims)
{
    Value& row = m_graph.m_values[id.index];
    row.dtype = dtype;
    row.shapeKnown = dims.has_value();
    row.dims = dims ? appendDims(*dims) : Slice{};
}

void GraphBuilder::setData(ValueId id, TensorData data)
{
    m_graph.m_values[id.index].data = sizeOf(m_graph.m_data);
    m_graph.m_data.push_back(std::move(data));
}

ValueId GraphBuilder::findValue(std::string_view name) const
{
    const auto found = m_valueByName.find(name);
    return found == m_valueByName.end() ? ValueId{} : found->second;
}

void GraphBuilder::clearNodes()
{
    m_graph.m_nodes.clear();
    m_graph.m_edges.clear();
}

NodeId GraphBuilder::addNode(NodeSpec spec)
{
    Node node;
    node.op = &findOp(spec.opType, spec.domain);
    node.name = std::move(spec.name);
    node.opType = std::move(spec.opType);
    node.domain = std::move(spec.domain);
    node.phase = spec.phase;
    node.origin = spec.origin;
    node.attributes = std::move(spec.attributes);
    node.bodies = std::move(spec.bodies);
    node.inputs = {sizeOf(m_graph.m_edges), sizeOf(spec.inputs)};
    m_graph.m_edges.insert(m_graph.m_edges.end(), spec.inputs.begin(), spec.inputs.end());
    node.outputs = {sizeOf(m_graph.m_edges), sizeOf(spec.outputs)};
    m_graph.m_edges.insert(m_graph.m_edges.end(), spec.outputs.begin(), spec.outputs.end());
    m_graph.m_nodes.push_back(std::move(node));
    return {sizeOf(m_graph.m_nodes) - 1};
}

namespace {

// Kahn's algorithm with a heap of positions: among the nodes that are ready the one that came first in the
// file is taken, so an order that is topological already is kept as it is. O((n + e) log n).
struct TopologicalSort
{
    std::vector<std::uint32_t> order;
    bool wasSorted = true;
};

TopologicalSort inFileOrder(std::size_t count)
{
    TopologicalSort sort{.order = std::vector<std::uint32_t>(count), .wasSorted = true};
    std::iota(sort.order.begin(), sort.order.end(), 0U);
    return sort;
}

TopologicalSort sortNodes(std::size_t count, const std::vector<std::vector<std::uint32_t>>& successors,
    std::vector<std::uint32_t> pending)
{
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
    for (std::uint32_t node = 0; node < count; ++node) {
        if (pending[node] == 0)
            ready.push(node);
    }
    TopologicalSort sort;
    sort.order.reserve(count);
    while (!ready.empty()) {
        const std::uint32_t node = ready.top();
        ready.pop();
        sort.wasSorted = sort.wasSorted && node == sort.order.size();
        sort.order.push_back(node);
        for (std::uint32_t successor : successors[node]) {
            if (--pending[successor] == 0)
                ready.push(successor);
        }
    }
    return sort;
}

// Calls visit(value) for every value that the node needs before it can run: inputs, and captures of its
// bodies.
template <typename Visit>
void forEachRead(
    const Node& node, std::span<const ValueId> inputs, const TextMap<ValueId>& names, const Visit& visit)
{
    for (std::uint32_t slot = 0; slot < inputs.size(); ++slot) {
        if (inputs[slot].isValid())
            visit(inputs[slot], slot);
    }
    for (const Body& body : node.bodies) {
        for (ValueId id : body.graph->values()) {
            const Value& value = body.graph->value(id);
            if (value.kind != ValueKind::Captured)
                continue;
            // A name that is not found belongs to a graph further out, which counts the use itself.
            if (const auto found = names.find(value.name); found != names.end())
                visit(found->second, Graph::kBodySlot);
        }
    }
}

TopologicalSort sortNodes(const Graph& graph, const TextMap<ValueId>& names)
{
    const std::size_t count = graph.nodeCount();
    const auto forEachProducer = [&](NodeId id, const auto& visit) {
        forEachRead(graph.node(id), graph.inputs(id), names, [&](ValueId read, std::uint32_t) {
            if (const NodeId producer = graph.value(read).producer; producer.isValid())
                visit(producer);
        });
    };
    bool isSorted = true; // as nearly every file is
    for (NodeId id : graph.nodes())
        forEachProducer(id, [&](NodeId producer) { isSorted = isSorted && producer < id; });
    if (isSorted)
        return inFileOrder(count);
    std::vector<std::vector<std::uint32_t>> successors(count);
    std::vector<std::uint32_t> pending(count, 0);
    for (NodeId id : graph.nodes())
        forEachProducer(id, [&](NodeId producer) {
            successors[producer.index].push_back(id.index);
            ++pending[id.index];
        });
    return sortNodes(count, successors, std::move(pending));
}

}

Result<GraphBuilder::Finished> GraphBuilder::finish() &&
{
    Graph& graph = m_graph;
    const std::size_t count = graph.m_nodes.size();

    for (Value& value : graph.m_values)
        value.producer = {};
    for (NodeId id : graph.nodes()) {
        for (ValueId output : graph.outputs(id)) {
            if (!output.isValid())
                continue;
            Value& value = graph.m_values[output.index];
            if (value.producer.isValid() || value.kind != ValueKind::Intermediate) {
                return std::unexpected(Error{ErrorKind::Format, "E-GRAPH-DEFINED-TWICE",
                    std::format("The tensor \"{}\" is defined twice.", value.name), graph.displayName(id),
                    "Give one of the two outputs another name."});
            }
            value.producer = id;
        }
    }

    const TopologicalSort sort = sortNodes(graph, m_valueByName);
    if (sort.order.size() < count) {
        // A node that was never ready stands on a cycle or behind one; the first is as good a place to look
        // as any.
        std::vector<bool> placed(count, false);
        for (std::uint32_t node : sort.order)
            placed[node] = true;
        const auto stuck = static_cast<std::uint32_t>(std::ranges::find(placed, false) - placed.begin());
        return std::unexpected(Error{ErrorKind::Format, "E-GRAPH-CYCLE",
            "The graph has a cycle: this node waits for its own result.", graph.displayName({stuck}),
            "Check how the model was exported or edited."});
    }

    Finished finished;
    finished.wasSorted = sort.wasSorted;
    finished.nodeOf = IdMap<NodeId, NodeId>(count);
    std::vector<Node> sorted;
    sorted.reserve(count);
    for (std::uint32_t old : sort.order) {
        finished.nodeOf[{old}] = {sizeOf(sorted)};
        sorted.push_back(std::move(graph.m_nodes[old]));
    }
    graph.m_nodes = std::move(sorted);
    for (Node& node : graph.m_nodes) {
        if (node.origin.isValid())
            node.origin = finished.nodeOf[node.origin];
    }
    for (Value& value : graph.m_values) {
        if (value.producer.isValid())
            value.producer = finished.nodeOf[value.producer];
    }

    // Uses by value, as one array with a slice each.
    graph.m_useSlices.assign(graph.m_values.size(), {});
    const auto forEachUse = [&](const auto& visit) {
        for (NodeId id : graph.nodes())
            forEachRead(graph.node(id), graph.inputs(id), m_valueByName,
                [&](ValueId read, std::uint32_t slot) { visit(read, Graph::Use{id, slot}); });
    };
    forEachUse([&](ValueId read, Graph::Use) { ++graph.m_useSlices[read.index].count; });
    std::uint32_t first = 0;
    for (Slice& slice : graph.m_useSlices) {
        slice.first = first;
        first += slice.count;
        slice.count = 0;
    }
    graph.m_uses.resize(first);
    forEachUse([&](ValueId read, Graph::Use use) {
        Slice& slice = graph.m_useSlices[read.index];
        graph.m_uses[slice.first + slice.count++] = use;
    });

    finished.graph = std::make_shared<const Graph>(std::move(graph));
    return finished;
}

}
