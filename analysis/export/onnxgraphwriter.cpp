// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/onnxgraphwriter.h"

#include "analysis/export/constantfolding.h"
#include "analysis/export/onnxdeclarations.h"
#include "analysis/export/onnxnodes.h"
#include "analysis/export/onnxtypes.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <format>
#include <iterator>

namespace halftone {
namespace {

class GraphWriter
{
public:
    GraphWriter(onnx::GraphProto& proto, const OnnxGraphPair& pair, OnnxWriteContext& context)
        : m_proto(proto)
        , m_pair(pair)
        , m_context(context)
        , m_original(*pair.original)
        , m_mixed(*pair.mixed)
    {
        for (ValueId value : m_original.values())
            m_originalOf.emplace(m_original.value(value).name, value);
        for (const onnx::ValueInfoProto& input : proto.input())
            m_inputNames.insert(input.name());
    }

    void run()
    {
        m_folding = foldConstants(
            m_mixed, [this](NodeId node) { return !m_pair.sameAs[node].isValid(); },
            [this](ValueId value) { return isPublicDefault(value); });
        nameValues();
        writeNodes();
        rewriteDeclarations(m_proto, {m_mixed, m_folding, m_names, m_byName}, m_context);
    }

private:
    // From IR version 4 on, an initializer that is also listed as an input is a default that callers replace.
    bool isPublicDefault(ValueId value) const
    {
        return m_context.irVersion >= 4 && m_mixed.value(value).kind == ValueKind::Initializer &&
            m_inputNames.contains(m_mixed.value(value).name);
    }

    void nameValues()
    {
        m_names = IdMap<ValueId, std::string>(m_mixed.valueCount());
        for (const FoldedCast& cast : m_folding.casts) {
            if (cast.takesName)
                m_names[cast.result] = m_mixed.value(cast.source).name;
        }
        for (ValueId value : m_mixed.values()) {
            const std::string& name = m_mixed.value(value).name;
            if (m_names[value].empty())
                m_names[value] = m_originalOf.contains(name) ? name : m_context.uniqueName(name);
        }
        for (ValueId value : m_mixed.values()) {
            if (!isGone(value))
                m_byName.emplace(m_names[value], value);
        }
    }

    // Initializers and Constant nodes whose copies in other types are all that is read.
    bool isGone(ValueId value) const
    {
        const NodeId producer = m_mixed.value(value).producer;
        return m_folding.isDropped[value] ||
            (producer.isValid() && m_folding.isLeftOut[producer] && m_pair.sameAs[producer].isValid());
    }

    void writeNodes()
    {
        google::protobuf::RepeatedPtrField<onnx::NodeProto> before;
        before.Swap(m_proto.mutable_node());
        std::map<std::string, onnx::NodeProto*> byOutput; // Names of its own: those of a node change with it.
        std::vector<onnx::NodeProto*> withoutOutput;
        for (onnx::NodeProto& node : before) {
            const auto output =
                std::ranges::find_if(node.output(), [](const auto& name) { return !name.empty(); });
            if (output == node.output().end())
                withoutOutput.push_back(&node);
            else
                byOutput.emplace(*output, &node);
        }
        std::size_t next = 0;
        for (NodeId node : m_mixed.nodes()) {
            if (m_folding.isLeftOut[node])
                continue;
            const NodeId same = m_pair.sameAs[node];
            if (!same.isValid()) {
                writeInserted(node);
                continue;
            }
            const auto output = std::ranges::find_if(m_original.outputs(same), &ValueId::isValid);
            writeOriginal(node,
                output == m_original.outputs(same).end() ? *withoutOutput.at(next++)
                                                         : *byOutput.at(m_original.value(*output).name));
        }
    }

    void writeInserted(NodeId node)
    {
        onnx::NodeProto proto = insertedNode(m_mixed, node, m_context.opset());
        setTensors(proto, node);
        m_proto.add_node()->Swap(&proto);
        m_context.noteTypes(m_mixed, m_mixed.outputs(node));
    }

    void setTensors(onnx::NodeProto& proto, NodeId node)
    {
        proto.clear_input();
        for (ValueId input : m_mixed.inputs(node))
            proto.add_input(input.isValid() ? m_names[input] : std::string());
        proto.clear_output();
        for (ValueId output : m_mixed.outputs(node))
            proto.add_output(output.isValid() ? m_names[output] : std::string());
    }

    void writeOriginal(NodeId node, onnx::NodeProto& proto)
    {
        const NodeId same = m_pair.sameAs[node];
        setTensors(proto, node);
        writeBodies(proto, node);
        keepAttributeTensors(proto, m_original.node(same), *m_context.weights);
        SlotTypes decided = typesOf(m_mixed, node);
        const SlotTypes written = typesAsWritten(same);
        if (proto.op_type() == "Cast" && proto.domain().empty() && decided.outputs != written.outputs) {
            setCastType(proto, decided.outputs.front(), m_context.opset());
            m_proto.add_node()->Swap(&proto);
            return;
        }
        const SlotTypes fitted = proto.op_type() == "Cast" || !m_original.node(same).bodies.empty()
            ? decided
            : typesInOnnx(operatorOf(proto), decided, written);
        if (fitted != decided)
            noteAsWritten(node);
        writeFitted(proto, node, decided, fitted);
    }

    // The node itself computes in \p fitted; Casts around it make that the decided types.
    void writeFitted(onnx::NodeProto& proto, NodeId node, const SlotTypes& decided, const SlotTypes& fitted)
    {
        for (std::size_t slot = 0; slot < fitted.inputs.size(); ++slot) {
            if (fitted.inputs[slot] != decided.inputs[slot])
                proto.set_input(
                    static_cast<int>(slot), castTo(m_mixed.inputs(node)[slot], fitted.inputs[slot]));
        }
        std::vector<onnx::NodeProto> behind;
        for (std::size_t slot = 0; slot < fitted.outputs.size(); ++slot) {
            if (fitted.outputs[slot] == decided.outputs[slot])
                continue;
            std::string& output = *proto.mutable_output(static_cast<int>(slot));
            const std::string raw =
                m_context.uniqueName(std::format("{}__{}", output, name(fitted.outputs[slot])));
            behind.push_back(castNode(raw, output, decided.outputs[slot], m_context.opset()));
            output = raw;
        }
        m_proto.add_node()->Swap(&proto);
        for (onnx::NodeProto& cast : behind)
            m_proto.add_node()->Swap(&cast);
        m_context.noteTypes(m_mixed, m_mixed.outputs(node));
    }

    std::string castTo(ValueId value, DType dtype)
    {
        std::string& name = m_casts[{value, dtype}];
        if (name.empty()) {
            name = m_context.uniqueName(std::format("{}__to_{}", m_names[value], halftone::name(dtype)));
            onnx::NodeProto cast = castNode(m_names[value], name, dtype, m_context.opset());
            m_proto.add_node()->Swap(&cast);
        }
        return name;
    }

    void writeBodies(onnx::NodeProto& proto, NodeId node)
    {
        const NodeId same = m_pair.sameAs[node];
        const std::vector<Body>& bodies = m_original.node(same).bodies;
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            for (onnx::AttributeProto& attribute : *proto.mutable_attribute()) {
                if (attribute.name() == bodies[i].attribute && attribute.has_g())
                    rewriteGraph(*attribute.mutable_g(), bodyPair(same, i, *bodies[i].graph), m_context);
            }
        }
    }

    OnnxGraphPair bodyPair(NodeId same, std::size_t index, const Graph& body) const
    {
        if (m_pair.bodies) {
            for (const MixedBody& mixed : *m_pair.bodies) {
                if (mixed.node == same && mixed.index == index)
                    return OnnxGraphPair::of(body, mixed.mixed);
            }
        }
        return OnnxGraphPair::unchanged(body);
    }

    OnnxOperator operatorOf(const onnx::NodeProto& proto) const
    {
        const std::string domain = proto.domain() == "ai.onnx" ? std::string() : proto.domain();
        const auto opset = m_context.opsets.find(domain);
        return {proto.op_type(), domain, opset == m_context.opsets.end() ? 1 : opset->second};
    }

    static SlotTypes typesOf(const Graph& graph, NodeId node)
    {
        const auto type = [&graph](ValueId value) {
            return value.isValid() ? graph.value(value).dtype : DType::Undefined;
        };
        SlotTypes types;
        std::ranges::transform(graph.inputs(node), std::back_inserter(types.inputs), type);
        std::ranges::transform(graph.outputs(node), std::back_inserter(types.outputs), type);
        return types;
    }

    // A body does not say the types of what it captures; the mixed graph has them, and they do not change.
    SlotTypes typesAsWritten(NodeId node) const
    {
        SlotTypes types = typesOf(m_original, node);
        for (std::size_t slot = 0; slot < types.inputs.size(); ++slot) {
            const ValueId input = m_original.inputs(node)[slot];
            if (!input.isValid() || types.inputs[slot] != DType::Undefined)
                continue;
            if (const auto found = m_byName.find(m_original.value(input).name); found != m_byName.end())
                types.inputs[slot] = m_mixed.value(found->second).dtype;
        }
        return types;
    }

    void noteAsWritten(NodeId node)
    {
        if (m_context.computedAsWritten++ == 0)
            m_context.firstAsWritten = m_mixed.displayName(node);
    }

    onnx::GraphProto& m_proto;
    const OnnxGraphPair& m_pair;
    OnnxWriteContext& m_context;
    const Graph& m_original;
    const Graph& m_mixed;
    std::map<std::string_view, ValueId> m_originalOf;
    std::unordered_set<std::string> m_inputNames;
    ConstantFolding m_folding;
    IdMap<ValueId, std::string> m_names; // in the file, of the mixed graph
    std::map<std::string_view, ValueId> m_byName; // the inverse
    std::map<std::pair<ValueId, DType>, std::string> m_casts;
};

}

int OnnxWriteContext::opset() const
{
    const auto found = opsets.find("");
    return found == opsets.end() ? 0 : found->second;
}

std::string OnnxWriteContext::uniqueName(std::string name)
{
    while (!names.insert(name).second)
        name += '_';
    return name;
}

void OnnxWriteContext::noteTypes(const Graph& graph, std::span<const ValueId> values)
{
    for (ValueId value : values) {
        const DType dtype = value.isValid() ? graph.value(value).dtype : DType::Undefined;
        usesBf16 = usesBf16 || dtype == DType::BFloat16;
        if (dtype == DType::HiFloat8)
            unwritable = dtype;
    }
}

OnnxGraphPair OnnxGraphPair::of(const Graph& original, const MixedGraph& mixed)
{
    return {&original, mixed.graph.get(), mixed.sameAs(), &mixed.bodies};
}

OnnxGraphPair OnnxGraphPair::unchanged(const Graph& graph)
{
    IdMap<NodeId, NodeId> same(graph.nodeCount());
    for (NodeId node : graph.nodes())
        same[node] = node;
    return {&graph, &graph, std::move(same), nullptr};
}

void collectNames(const onnx::GraphProto& proto, std::unordered_set<std::string>& names)
{
    for (const onnx::ValueInfoProto& input : proto.input())
        names.insert(input.name());
    for (const onnx::TensorProto& tensor : proto.initializer())
        names.insert(tensor.name());
    for (const onnx::NodeProto& node : proto.node()) {
        names.insert(node.output().begin(), node.output().end());
        for (const onnx::AttributeProto& attribute : node.attribute()) {
            if (attribute.has_g())
                collectNames(attribute.g(), names);
        }
    }
}

void rewriteGraph(onnx::GraphProto& proto, const OnnxGraphPair& pair, OnnxWriteContext& context)
{
    GraphWriter(proto, pair, context).run();
}

}
