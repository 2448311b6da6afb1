// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/graphimport.h"

#include "analysis/graph/graphbuilder.h"
#include "analysis/onnx/onnxdtype.h"
#include "analysis/onnx/statedtypes.h"
#include "analysis/onnx/tensorimport.h"

#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <format>
#include <set>
#include <utility>

namespace halftone {
namespace {

constexpr int kDeepestBody = 64;

std::unexpected<Error> badGraph(std::string code, std::string what, std::string where, std::string remedy)
{
    return std::unexpected(
        Error{ErrorKind::Format, std::move(code), std::move(what), std::move(where), std::move(remedy)});
}

class GraphReader
{
public:
    GraphReader(const onnx::GraphProto& proto, ImportContext& context, bool isBody)
        : m_proto(proto)
        , m_context(context)
        , m_isBody(isBody)
    {
    }

    Result<GraphPtr> read()
    {
        m_builder.reserve(static_cast<std::size_t>(m_proto.node_size()));
        using Step = std::optional<Error> (GraphReader::*)();
        for (const Step step : {&GraphReader::readInitializers, &GraphReader::readInputs,
                 &GraphReader::readOutputsOfNodes, &GraphReader::readNodes, &GraphReader::readOutputs}) {
            if (auto error = (this->*step)())
                return std::unexpected(std::move(*error));
        }
        if (!m_isBody)
            keepFolded();
        m_builder.setName(m_proto.name());
        if (const auto opset = m_context.opsets.find(""); opset != m_context.opsets.end())
            m_builder.setOpset(static_cast<int>(opset->second));
        auto finished = std::move(m_builder).finish();
        if (!finished)
            return std::unexpected(finished.error());
        if (!m_isBody)
            reportOddities(*finished->graph);
        return finished->graph;
    }

private:
    using Dims = std::optional<std::vector<Dim>>;

    struct Type
    {
        DType dtype = DType::Undefined;
        Dims dims;
    };

    Type readType(const onnx::TypeProto& type)
    {
        if (!type.has_tensor_type())
            return {};
        Type result{dtypeFromOnnx(type.tensor_type().elem_type()), std::nullopt};
        if (!type.tensor_type().has_shape())
            return result;
        result.dims.emplace();
        for (const auto& dim : type.tensor_type().shape().dim()) {
            Dim read;
            if (dim.has_dim_value())
                read.size = dim.dim_value();
            else if (!dim.dim_param().empty())
                read.symbol = m_builder.addSymbol(dim.dim_param());
            result.dims->push_back(read);
        }
        return result;
    }

    std::optional<Error> readInitializers()
    {
        for (const onnx::TensorProto& tensor : m_proto.initializer()) {
            if (m_builder.findValue(tensor.name()).isValid())
                return definedTwice(tensor.name(), "initializers");
            auto data = importTensor(tensor, m_context.owner, m_context.options, m_context.findings);
            if (!data)
                return data.error();
            m_builder.addInitializer(tensor.name(), *std::move(data));
        }
        return std::nullopt;
    }

    // Before IR version 4 initializers were listed among the inputs, too; they stay constants here.
    std::optional<Error> readInputs()
    {
        std::set<std::string_view> seen;
        for (const onnx::ValueInfoProto& input : m_proto.input()) {
            if (!seen.insert(input.name()).second)
                return definedTwice(input.name(), "inputs");
            if (m_builder.findValue(input.name()).isValid())
                continue;
            Type type = readType(input.type());
            for (const Dim& dim : type.dims.value_or(std::vector<Dim>{})) {
                if (dim.symbol.isValid() || dim.size >= -1)
                    continue;
                return Error{ErrorKind::Format, "E-SHAPE",
                    std::format("A dimension is negative ({}).", dim.size),
                    std::format("input \"{}\"", input.name()), "Export the model again."};
            }
            if (type.dtype == DType::Undefined && !m_isBody)
                m_context.findings.push_back(
                    {"graph.untyped-input", input.name(), "The input has no tensor type.", {}});
            m_builder.addInput(input.name(), type.dtype, std::move(type.dims));
        }
        return std::nullopt;
    }

    // All outputs exist before the first node is read, because nodes may stand in any order.
    std::optional<Error> readOutputsOfNodes()
    {
        StatedTypes types(m_proto);
        m_outputs.reserve(static_cast<std::size_t>(m_proto.node_size()));
        for (const onnx::NodeProto& node : m_proto.node()) {
            for (const std::string& output : node.output()) {
                ValueId id;
                if (!output.empty()) {
                    const onnx::TypeProto* stated = types.find(output);
                    Type type = stated ? readType(*stated) : Type{};
                    id = m_builder.addValue(output, type.dtype, std::move(type.dims));
                    if (m_builder.value(id).name != output)
                        return definedTwice(output, std::format("node \"{}\"", node.name()));
                }
                m_outputs.push_back(id);
            }
        }
        return std::nullopt;
    }

    std::optional<Error> readNodes()
    {
        std::size_t nextOutput = 0;
        for (const onnx::NodeProto& node : m_proto.node()) {
            GraphBuilder::NodeSpec spec{.opType = node.op_type(), .name = node.name()};
            if (node.domain() != "ai.onnx")
                spec.domain = node.domain();
            for (const std::string& input : node.input()) {
                const auto id = input.empty() ? Result<ValueId>(ValueId{}) : resolve(input, node);
                if (!id)
                    return id.error();
                spec.inputs.push_back(*id);
            }
            const auto outputs =
                std::span(m_outputs).subspan(nextOutput, static_cast<std::size_t>(node.output_size()));
            spec.outputs.assign(outputs.begin(), outputs.end());
            nextOutput += outputs.size();
            if (auto error = readAttributes(node, spec))
                return error;
            keepConstant(spec);
            reportUnknown(node);
            reportUnknownType(spec);
            m_builder.addNode(std::move(spec));
        }
        return std::nullopt;
    }

    std::optional<Error> readOutputs()
    {
        for (const onnx::ValueInfoProto& output : m_proto.output()) {
            ValueId id = m_builder.findValue(output.name());
            if (!id.isValid() && m_isBody)
                id = m_builder.addCaptured(output.name(), DType::Undefined);
            if (!id.isValid())
                return Error{ErrorKind::Format, "E-GRAPH-UNDEFINED",
                    std::format("No node makes the output \"{}\".", output.name()), m_proto.name(),
                    "Export the model again."};
            m_builder.markOutput(id);
        }
        return std::nullopt;
    }

    Result<ValueId> resolve(const std::string& name, const onnx::NodeProto& node)
    {
        if (const ValueId id = m_builder.findValue(name); id.isValid())
            return id;
        if (m_isBody)
            return m_builder.addCaptured(name, DType::Undefined);
        return badGraph("E-GRAPH-UNDEFINED",
            std::format("The tensor \"{}\" is used but never defined.", name),
            std::format("node \"{}\" ({})", node.name(), node.op_type()),
            "Add it as an input or initializer, or export the model again.");
    }

    std::optional<Error> readAttributes(const onnx::NodeProto& node, GraphBuilder::NodeSpec& spec)
    {
        for (const onnx::AttributeProto& attribute : node.attribute()) {
            using Proto = onnx::AttributeProto;
            switch (attribute.type()) {
            case Proto::INT:
                spec.attributes.push_back({attribute.name(), attribute.i()});
                break;
            case Proto::FLOAT:
                spec.attributes.push_back({attribute.name(), attribute.f()});
                break;
            case Proto::STRING:
                spec.attributes.push_back({attribute.name(), attribute.s()});
                break;
            case Proto::INTS:
                spec.attributes.push_back({attribute.name(),
                    std::vector<std::int64_t>(attribute.ints().begin(), attribute.ints().end())});
                break;
            case Proto::FLOATS:
                spec.attributes.push_back({attribute.name(),
                    std::vector<float>(attribute.floats().begin(), attribute.floats().end())});
                break;
            case Proto::STRINGS:
                spec.attributes.push_back({attribute.name(),
                    std::vector<std::string>(attribute.strings().begin(), attribute.strings().end())});
                break;
            case Proto::TENSOR: {
                auto data =
                    importTensor(attribute.t(), m_context.owner, m_context.options, m_context.findings);
                if (!data)
                    return data.error();
                spec.attributes.push_back({attribute.name(), *std::move(data)});
                break;
            }
            case Proto::GRAPH:
                if (auto error = readBody(node, attribute.name(), attribute.g(), spec))
                    return error;
                break;
            default:
                break; // Types, sparse tensors and lists of graphs: no operator that we know reads them.
            }
        }
        return std::nullopt;
    }

    std::optional<Error> readBody(const onnx::NodeProto& node, const std::string& attribute,
        const onnx::GraphProto& graph, GraphBuilder::NodeSpec& spec)
    {
        if (m_context.depth >= kDeepestBody)
            return Error{ErrorKind::Format, "E-GRAPH-DEPTH", "Graphs are nested too deep.",
                std::format("node \"{}\"", node.name()), "Check how the model was exported."};
        ++m_context.depth;
        auto body = importGraph(graph, m_context, true);
        --m_context.depth;
        if (!body)
            return body.error();
        // What a body takes from outside its own enclosing graph, that graph must pass on.
        for (ValueId id : (*body)->values()) {
            const Value& value = (*body)->value(id);
            if (value.kind != ValueKind::Captured || m_builder.findValue(value.name).isValid())
                continue;
            if (!m_isBody)
                return Error{ErrorKind::Format, "E-GRAPH-UNDEFINED",
                    std::format("The tensor \"{}\" is used but never defined.", value.name),
                    std::format("node \"{}\" ({}), {}", node.name(), node.op_type(), attribute),
                    "Add it as an input or initializer, or export the model again."};
            m_builder.addCaptured(value.name, DType::Undefined);
        }
        spec.bodies.push_back({attribute, *body});
        return std::nullopt;
    }

    // The value of a Constant node is known like an initializer's.
    void keepConstant(const GraphBuilder::NodeSpec& spec)
    {
        if (spec.opType != "Constant" || !spec.domain.empty() || spec.outputs.empty() ||
            spec.attributes.empty())
            return;
        const AttributeValue& value = spec.attributes.front().value;
        const auto count = [](const auto& list) { return static_cast<std::int64_t>(list.size()); };
        if (const auto* tensor = std::get_if<TensorData>(&value))
            m_builder.setData(spec.outputs[0], *tensor);
        else if (const auto* integer = std::get_if<std::int64_t>(&value))
            m_builder.setData(spec.outputs[0], TensorData::of(DType::Int64, {}, std::vector{*integer}));
        else if (const auto* number = std::get_if<float>(&value))
            m_builder.setData(spec.outputs[0], TensorData::of(DType::Float32, {}, std::vector{*number}));
        else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value))
            m_builder.setData(spec.outputs[0], TensorData::of(DType::Int64, {count(*integers)}, *integers));
        else if (const auto* numbers = std::get_if<std::vector<float>>(&value))
            m_builder.setData(spec.outputs[0], TensorData::of(DType::Float32, {count(*numbers)}, *numbers));
    }

    void keepFolded()
    {
        for (const auto& [name, data] : m_context.folded) {
            const ValueId id = m_builder.findValue(name);
            if (!id.isValid() || m_builder.value(id).data != Id<void>::kNone)
                continue;
            if (m_builder.value(id).dtype == DType::Undefined)
                m_builder.setType(id, data.dtype, fixedDims(data.dims));
            m_builder.setData(id, data);
        }
    }

    void reportUnknown(const onnx::NodeProto& node)
    {
        const std::string domain = node.domain() == "ai.onnx" ? std::string() : node.domain();
        const auto opset = m_context.opsets.find(domain);
        const int version = opset == m_context.opsets.end() ? 1 : static_cast<int>(opset->second);
        const auto [known, isNew] = m_isKnown.try_emplace({node.domain(), node.op_type()});
        if (isNew)
            known->second = onnx::OpSchemaRegistry::Schema(node.op_type(), version, domain) != nullptr;
        if (known->second)
            return;
        const bool isStandardDomain = domain.empty() || domain.starts_with("ai.onnx");
        const std::string where = node.name().empty() ? node.op_type() : node.name();
        if (isStandardDomain)
            m_context.findings.push_back({"graph.unknown-op", where,
                std::format("{} is not an operator of ONNX opset {}.", node.op_type(), version), {}});
        else
            m_context.findings.push_back({"graph.unknown-domain", where,
                std::format("{} belongs to the domain {}, which is not known here.", node.op_type(), domain),
                {}});
    }

    void reportUnknownType(const GraphBuilder::NodeSpec& spec)
    {
        if (spec.opType != "Cast" || !spec.domain.empty())
            return;
        const auto to = std::ranges::find(spec.attributes, "to", &Attribute::name);
        const auto* number = to == spec.attributes.end() ? nullptr : std::get_if<std::int64_t>(&to->value);
        if (number &&
            (!std::in_range<int>(*number) || dtypeFromOnnx(static_cast<int>(*number)) == DType::Other))
            m_context.findings.push_back({"graph.unknown-type", spec.name.empty() ? spec.opType : spec.name,
                std::format("ONNX has no element type {}, which the Cast is for.", *number), {}});
    }

    void reportOddities(const Graph& graph)
    {
        std::unordered_map<std::string_view, int> names;
        names.reserve(graph.nodeCount());
        std::size_t bodies = 0;
        for (NodeId id : graph.nodes()) {
            const Node& node = graph.node(id);
            bodies += node.bodies.size();
            if (!node.name.empty() && ++names[node.name] == 2)
                m_context.findings.push_back({"graph.repeated-name", node.name,
                    std::format("Several nodes are named \"{}\".", node.name), id});
        }
        if (bodies > 0)
            m_context.findings.push_back({"graph.subgraphs", graph.name(),
                std::format("The model has {} subgraphs (If, Loop or Scan bodies).", bodies), {}});
        if (graph.nodeCount() == 0)
            m_context.findings.push_back({"graph.empty", graph.name(), "The graph has no nodes.", {}});
        for (ValueId id : graph.values()) {
            const Value& value = graph.value(id);
            if (value.kind == ValueKind::Initializer && graph.uses(id).empty() &&
                std::ranges::find(graph.graphOutputs(), id) == graph.graphOutputs().end())
                m_context.findings.push_back(
                    {"graph.unused-initializer", value.name, "No node reads this initializer.", {}});
            if (value.kind != ValueKind::Input)
                continue;
            for (const Dim& dim : graph.dims(id)) {
                if (dim.size == 0)
                    m_context.findings.push_back(
                        {"graph.zero-dim", value.name, "The input has a dimension of size 0.", {}});
            }
        }
    }

    static std::optional<Error> definedTwice(const std::string& name, std::string where)
    {
        return Error{ErrorKind::Format, "E-GRAPH-DEFINED-TWICE",
            std::format("The tensor \"{}\" is defined twice.", name), std::move(where),
            "Give one of the two another name."};
    }

    const onnx::GraphProto& m_proto;
    ImportContext& m_context;
    bool m_isBody;
    GraphBuilder m_builder;
    std::vector<ValueId> m_outputs; ///< Of all nodes, one behind the other.
    std::map<std::pair<std::string_view, std::string_view>, bool> m_isKnown; ///< By domain and type.
};

}

Result<GraphPtr> importGraph(const onnx::GraphProto& proto, ImportContext& context, bool isBody)
{
    return GraphReader(proto, context, isBody).read();
}

}
