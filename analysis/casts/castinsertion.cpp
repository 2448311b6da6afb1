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
    /// The outputs of a model keep their original types, those of a body get what its owner gives on.
    enum class Outputs : std::uint8_t { Original, Delivered };

    CastInserter(const Decisions& decisions, Outputs outputs)
        : m_decisions(decisions)
        , m_outputs(outputs)
        , m_graph(*decisions.graph())
        , m_isPublic(m_graph.valueCount())
        , m_valueOf(m_graph.valueCount())
        , m_nodeOf(m_graph.nodeCount())
        , m_bodyReads(bodyReads(m_graph))
    {
        for (const InnerCast& cast : decisions.innerCasts())
            m_innerCasts.emplace(cast.node, cast);
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
        const std::span<const ValueId> outputs = m_graph.graphOutputs();
        for (std::size_t i = 0; i < outputs.size(); ++i)
            m_builder.markOutput(valueAs(outputs[i],
                m_outputs == Outputs::Delivered ? m_decisions.delivered(i)
                                                : m_decisions.original(outputs[i])));

        Result<GraphBuilder::Finished> finished = std::move(m_builder).finish();
        assert(finished && finished->wasSorted && "the nodes were added in topological order");
        assert(verify(*finished->graph).empty());
        for (const auto& [value, raw] : m_rawOf)
            m_valueOf[value] = raw;
        MixedGraph mixed{.graph = std::move(finished->graph),
            .valueOf = std::move(m_valueOf),
            .nodeOf = std::move(m_nodeOf),
            .originOf = IdMap<NodeId, NodeId>(m_origins.size())};
        std::ranges::copy(m_origins, mixed.originOf.begin());
        mixed.bodies = std::move(m_mixedBodies);
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
        const DType original = m_decisions.original(value);
        return m_decisions.produced(value) != original && original != DType::Undefined;
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
            return m_builder.addCaptured(value.name, m_decisions.original(id));
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

    // The name of a tensor as consumers meet it: its own, unless a Cast of an output needs that.
    std::string innerName(ValueId value) const
    {
        const std::string& own = m_graph.value(value).name;
        return m_isPublic[value] && isMoved(value) ? nameWith(value, name(m_decisions.produced(value))) : own;
    }

    // "y__float16", with underscores behind it until no tensor of the graph has the name.
    std::string nameWith(ValueId value, std::string_view suffix) const
    {
        std::string longer = std::format("{}__{}", m_graph.value(value).name, suffix);
        while (m_names.contains(longer))
            longer += '_';
        return longer;
    }

    void copyNode(NodeId id)
    {
        const Node& node = m_graph.node(id);
        GraphBuilder::NodeSpec spec{.opType = node.opType,
            .name = node.name,
            .domain = node.domain,
            .attributes = node.attributes,
            .bodies = mixedBodies(id),
            .phase = node.phase,
            .origin = mapped(node.origin)};
        castForBodies(id);
        const std::span<const ValueId> inputs = m_graph.inputs(id);
        const std::span<const DType> wanted = m_decisions.inputDTypes(id);
        for (std::size_t slot = 0; slot < inputs.size(); ++slot)
            spec.inputs.push_back(inputs[slot].isValid() ? valueAs(inputs[slot], wanted[slot]) : ValueId{});
        const std::span<const ValueId> outputs = m_graph.outputs(id);
        for (std::size_t slot = 0; slot < outputs.size(); ++slot)
            spec.outputs.push_back(outputs[slot].isValid() ? madeOutput(id, slot) : ValueId{});
        const auto inner = m_innerCasts.find(id);
        m_nodeOf[id] = inner == m_innerCasts.end() ? addNode(std::move(spec), id)
                                                   : addProductAndBias(std::move(spec), inner->second);
        addCastsBehind(id);
    }

    // The tensor that the node itself makes: where a Cast stands right behind it, another one than consumers
    // read.
    ValueId madeOutput(NodeId node, std::size_t slot)
    {
        const ValueId output = m_graph.outputs(node)[slot];
        const DType made = m_decisions.outputDTypes(node)[slot];
        if (made == m_decisions.produced(output))
            return m_valueOf[output];
        const ValueId raw = m_builder.addValue(nameWith(output, name(made)), made, dimsOf(output));
        m_rawOf.emplace(output, raw);
        return raw;
    }

    void addCastsBehind(NodeId id)
    {
        for (ValueId output : m_graph.outputs(id)) {
            if (const auto raw = m_rawOf.find(output); raw != m_rawOf.end())
                addCastNode(id, raw->second, m_valueOf[output],
                    std::format("{}__to_{}", m_graph.value(output).name, name(m_decisions.produced(output))));
        }
    }

    // Conv and Gemm with a bias: the product in one type, the sum in another.
    NodeId addProductAndBias(GraphBuilder::NodeSpec spec, const InnerCast& cast)
    {
        const NodeId id = cast.node;
        const ValueId output = m_graph.outputs(id)[0];
        const ValueId sum = spec.outputs[0];
        const float beta = attributeOr(spec.attributes, "beta", 1.0f);
        const ValueId bias = scaledBias(id, spacedBias(id, spec.inputs[2]), beta);
        spec.inputs.resize(2);
        const ValueId product = m_builder.addValue(nameWith(output, "product"), cast.from, dimsOf(output));
        const ValueId wide = m_builder.addValue(
            nameWith(output, std::format("product__to_{}", name(cast.to))), cast.to, dimsOf(output));
        spec.outputs = {product};
        const NodeId node = addNode(std::move(spec), id);
        addCastNode(id, product, wide, m_builder.value(wide).name);
        addHelper(id, "Add", "bias", {wide, bias}, sum);
        return node;
    }

    // A bias of Conv lies along the second dimension of the result: [C] becomes [1, C, 1, 1].
    ValueId spacedBias(NodeId id, ValueId bias)
    {
        if (m_graph.node(id).opType == "Gemm")
            return bias;
        constexpr std::size_t kImageRank =
            4; // Where the weight's rank is not known, or none of a convolution.
        const std::size_t weightRank = m_graph.dims(m_graph.inputs(id)[1]).size();
        const std::size_t rank = weightRank > 2 ? weightRank : kImageRank;
        std::vector<std::int64_t> sizes(rank, 1);
        sizes[1] = -1;
        const auto count = static_cast<std::int64_t>(rank);
        const ValueId shape =
            m_builder.addInitializer(std::format("{}__bias_shape", m_builder.value(bias).name),
                TensorData::of(DType::Int64, {count}, sizes));
        std::vector<Dim> dims = fixedDims(sizes);
        dims[1] = m_builder.dims(bias).empty() ? Dim{} : m_builder.dims(bias)[0];
        const ValueId spaced = m_builder.addValue(std::format("{}__spaced", m_builder.value(bias).name),
            m_builder.value(bias).dtype, std::move(dims));
        addHelper(id, "Reshape", "bias_shape", {bias, shape}, spaced);
        return spaced;
    }

    ValueId scaledBias(NodeId id, ValueId bias, float beta)
    {
        if (beta == 1.0f)
            return bias;
        const ValueId factor = m_builder.addInitializer(std::format("{}__beta", m_builder.value(bias).name),
            TensorData::of(DType::Float32, {}, std::vector<float>{beta}));
        const ValueId scaled =
            m_builder.addValueLike(std::format("{}__scaled", m_builder.value(bias).name), bias);
        addHelper(id, "Mul", "beta", {bias, factor}, scaled);
        return scaled;
    }

    void addHelper(
        NodeId id, std::string opType, std::string_view purpose, std::vector<ValueId> inputs, ValueId output)
    {
        const Node& node = m_graph.node(id);
        addNode({.opType = std::move(opType),
                    .name = std::format("{}__{}", m_graph.displayName(id), purpose),
                    .inputs = std::move(inputs),
                    .outputs = {output},
                    .phase = node.phase,
                    .origin = mapped(node.origin)},
            id);
    }

    void addCastNode(NodeId producer, ValueId from, ValueId to, std::string name)
    {
        const Node& node = m_graph.node(producer);
        addNode({.opType = "Cast",
                    .name = std::move(name),
                    .inputs = {from},
                    .outputs = {to},
                    .attributes = {{"to", std::int64_t{onnxDataType(m_builder.value(to).dtype)}}},
                    .phase = node.phase,
                    .origin = mapped(node.origin)},
            producer);
    }

    // Bodies read by name, so the tensor of that name must exist before their node.
    void castForBodies(NodeId node)
    {
        for (; m_nextRead < m_bodyReads.size() && m_bodyReads[m_nextRead].first == node; ++m_nextRead) {
            const ValueId read = m_bodyReads[m_nextRead].second;
            valueAs(read, m_decisions.original(read));
        }
    }

    // A body in which nothing is to be cast stays the same object.
    std::vector<Body> mixedBodies(NodeId node)
    {
        std::vector<Body> bodies = m_graph.node(node).bodies;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const Decisions& decisions = m_decisions.body(node, i);
            const bool hasCasts = std::ranges::any_of(findAllCasts(decisions), [](const GraphCasts& graph) {
                return !graph.casts.empty() || !graph.decisions->innerCasts().empty();
            });
            if (!hasCasts)
                continue;
            m_mixedBodies.push_back({node, i, CastInserter(decisions, Outputs::Delivered).run()});
            bodies[i].graph = m_mixedBodies.back().mixed.graph;
        }
        return bodies;
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
    Outputs m_outputs;
    const Graph& m_graph;
    GraphBuilder m_builder;
    IdMap<ValueId, bool> m_isPublic;
    IdMap<ValueId, ValueId> m_valueOf; // as consumers meet it
    std::map<ValueId, ValueId> m_rawOf; // as its node makes it, where a Cast stands behind that
    std::map<NodeId, InnerCast> m_innerCasts;
    IdMap<NodeId, NodeId> m_nodeOf;
    std::vector<NodeId> m_origins; // by the ids of the new graph
    std::vector<MixedBody> m_mixedBodies;
    std::map<std::pair<ValueId, DType>, ValueId> m_castOf;
    std::vector<std::pair<NodeId, ValueId>> m_bodyReads;
    std::size_t m_nextRead = 0;
    std::unordered_set<std::string_view> m_names;
};

}

IdMap<NodeId, NodeId> MixedGraph::sameAs() const
{
    IdMap<NodeId, NodeId> same(graph->nodeCount());
    for (std::uint32_t original = 0; original < nodeOf.size(); ++original)
        same[nodeOf[{original}]] = {original};
    return same;
}

MixedGraph insertCasts(const Decisions& decisions)
{
    return CastInserter(decisions, CastInserter::Outputs::Original).run();
}

}
