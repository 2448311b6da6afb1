// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/casts/castinsertion.h"

#include "analysis/casts/bodyreads.h"
#include "analysis/graph/graphbuilder.h"
#include "analysis/onnx/onnxdtype.h"

#include <algorithm>
#include <cassert>
#include <format>
#include <map>
#include <unordered_set>

namespace halftone {
namespace {

class CastInserter
{
public:
    explicit CastInserter(const Decisions& decisions)
        : m_decisions(decisions)
        , m_graph(*decisions.graph())
        , m_isPublic(m_graph.valueCount())
        , m_valueOf(m_graph.valueCount())
        , m_nodeOf(m_graph.nodeCount())
        , m_bodyReads(bodyReads(m_graph))
    {
        m_builder.setName(m_graph.name());
        m_builder.setOpset(m_graph.opset());
        for (std::uint32_t i = 0; i < m_graph.symbolCount(); ++i)
            m_builder.addSymbol(m_graph.symbol({i}));
        findPublicValues();
    }

    MixedGraph run()
    {
        for (ValueId value : m_graph.values())
            m_valueOf[value] = copyValue(value);
        for (NodeId node : m_graph.nodes())
            copyNode(node);
        for (ValueId output : m_graph.graphOutputs())
            m_builder.markOutput(valueAs(output, m_graph.value(output).dtype));

        Result<GraphBuilder::Finished> finished = std::move(m_builder).finish();
        assert(finished && finished->wasSorted && "the nodes were added in topological order");
        assert(verify(*finished->graph).empty());
        MixedGraph mixed{.graph = std::move(finished->graph),
            .valueOf = std::move(m_valueOf),
            .nodeOf = std::move(m_nodeOf),
            .originOf = IdMap<NodeId, NodeId>(m_origins.size())};
        std::ranges::copy(m_origins, mixed.originOf.begin());
        return mixed;
    }

private:
    // Whoever reads these by name, outside the graph or in a body, expects the original dtype.
    void findPublicValues()
    {
        for (ValueId output : m_graph.graphOutputs())
            m_isPublic[output] = true;
        for (const auto& [node, value] : m_bodyReads)
            m_isPublic[value] = true;
        for (ValueId value : m_graph.values())
            m_names.insert(m_graph.value(value).name);
    }

    bool isMoved(ValueId value) const
    {
        return m_decisions.produced(value) != m_graph.value(value).dtype &&
            m_graph.value(value).dtype != DType::Undefined;
    }

    std::optional<std::vector<Dim>> dimsOf(ValueId value) const
    {
        if (!m_graph.value(value).shapeKnown)
            return std::nullopt;
        const std::span<const Dim> dims = m_graph.dims(value);
        return std::vector<Dim>(dims.begin(), dims.end());
    }

    ValueId copyValue(ValueId id)
    {
        const Value& value = m_graph.value(id);
        switch (value.kind) {
        case ValueKind::Input:
            return m_builder.addInput(value.name, value.dtype, dimsOf(id));
        case ValueKind::Captured:
            return m_builder.addCaptured(value.name, value.dtype);
        case ValueKind::Initializer:
            return m_builder.addInitializer(value.name, *m_graph.data(id));
        case ValueKind::Intermediate:
            break;
        }
        const ValueId copy = m_builder.addValue(innerName(id), m_decisions.produced(id), dimsOf(id));
        if (const TensorData* data = m_graph.data(id))
            m_builder.setData(copy, *data);
        return copy;
    }

    // The name of a tensor before any cast: its own, unless a Cast behind it needs that.
    std::string innerName(ValueId value) const
    {
        const std::string& own = m_graph.value(value).name;
        if (!m_isPublic[value] || !isMoved(value))
            return own;
        std::string inner = std::format("{}__{}", own, name(m_decisions.produced(value)));
        while (m_names.contains(inner))
            inner += '_';
        return inner;
    }

    void copyNode(NodeId id)
    {
        const Node& node = m_graph.node(id);
        GraphBuilder::NodeSpec spec{.opType = node.opType,
            .name = node.name,
            .domain = node.domain,
            .attributes = node.attributes,
            .bodies = node.bodies,
            .phase = node.phase,
            .origin = mapped(node.origin)};
        castForBodies(id);
        const std::span<const ValueId> inputs = m_graph.inputs(id);
        const std::span<const DType> wanted = m_decisions.inputDTypes(id);
        for (std::size_t slot = 0; slot < inputs.size(); ++slot)
            spec.inputs.push_back(inputs[slot].isValid() ? valueAs(inputs[slot], wanted[slot]) : ValueId{});
        for (ValueId output : m_graph.outputs(id))
            spec.outputs.push_back(output.isValid() ? m_valueOf[output] : ValueId{});
        m_nodeOf[id] = addNode(std::move(spec), id);
    }

    // Bodies read by name, so the tensor of that name must exist before their node.
    void castForBodies(NodeId node)
    {
        for (; m_nextRead < m_bodyReads.size() && m_bodyReads[m_nextRead].first == node; ++m_nextRead) {
            const ValueId read = m_bodyReads[m_nextRead].second;
            valueAs(read, m_graph.value(read).dtype);
        }
    }

    NodeId mapped(NodeId original) const { return original.isValid() ? m_nodeOf[original] : NodeId{}; }

    NodeId addNode(GraphBuilder::NodeSpec spec, NodeId origin)
    {
        m_origins.push_back(origin);
        return m_builder.addNode(std::move(spec));
    }

    // The tensor of \p value in \p dtype, behind a Cast where it is made in another one.
    ValueId valueAs(ValueId value, DType dtype)
    {
        const DType made = m_decisions.produced(value);
        if (dtype == DType::Undefined || made == DType::Undefined || dtype == made)
            return m_valueOf[value];
        ValueId& cast = m_castOf[{value, dtype}];
        if (!cast.isValid())
            cast = addCast(value, dtype);
        return cast;
    }

    ValueId addCast(ValueId value, DType dtype)
    {
        const Value& original = m_graph.value(value);
        const bool takesName = m_isPublic[value] && original.dtype == dtype;
        const ValueId result = m_builder.addValue(
            takesName ? original.name : std::format("{}__to_{}", original.name, name(dtype)), dtype,
            dimsOf(value));
        GraphBuilder::NodeSpec spec{.opType = "Cast",
            .name = std::format("{}__to_{}", original.name, name(dtype)),
            .inputs = {m_valueOf[value]},
            .outputs = {result},
            .attributes = {{"to", std::int64_t{onnxDataType(dtype)}}}};
        if (original.producer.isValid()) {
            spec.phase = m_graph.node(original.producer).phase;
            spec.origin = mapped(m_graph.node(original.producer).origin);
        } else if (!m_graph.uses(value).empty()) {
            spec.phase = m_graph.node(m_graph.uses(value).front().node).phase;
        }
        addNode(std::move(spec), original.producer);
        return result;
    }

    const Decisions& m_decisions;
    const Graph& m_graph;
    GraphBuilder m_builder;
    IdMap<ValueId, bool> m_isPublic;
    IdMap<ValueId, ValueId> m_valueOf;
    IdMap<NodeId, NodeId> m_nodeOf;
    std::vector<NodeId> m_origins; // by the ids of the new graph
    std::map<std::pair<ValueId, DType>, ValueId> m_castOf;
    std::vector<std::pair<NodeId, ValueId>> m_bodyReads;
    std::size_t m_nextRead = 0;
    std::unordered_set<std::string_view> m_names;
};

}

MixedGraph insertCasts(const Decisions& decisions)
{
    return CastInserter(decisions).run();
}

}
