// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/shapes/nodeinference.h"

#include "analysis/onnx/onnxdtype.h"
#include "analysis/shapes/shapeschemas.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <format>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace halftone {
namespace {

void setTensor(onnx::TensorProto& proto, const TensorData& data)
{
    proto.set_data_type(onnxDataType(data.dtype));
    for (const std::int64_t size : data.dims)
        proto.add_dims(size);
    proto.set_raw_data(data.bytes.data(), data.bytes.size());
}

onnx::AttributeProto attributeProto(const Attribute& attribute)
{
    using Proto = onnx::AttributeProto;
    Proto proto;
    proto.set_name(attribute.name);
    if (const auto* integer = std::get_if<std::int64_t>(&attribute.value)) {
        proto.set_type(Proto::INT);
        proto.set_i(*integer);
    } else if (const auto* number = std::get_if<float>(&attribute.value)) {
        proto.set_type(Proto::FLOAT);
        proto.set_f(*number);
    } else if (const auto* text = std::get_if<std::string>(&attribute.value)) {
        proto.set_type(Proto::STRING);
        proto.set_s(*text);
    } else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&attribute.value)) {
        proto.set_type(Proto::INTS);
        proto.mutable_ints()->Add(integers->begin(), integers->end());
    } else if (const auto* numbers = std::get_if<std::vector<float>>(&attribute.value)) {
        proto.set_type(Proto::FLOATS);
        proto.mutable_floats()->Add(numbers->begin(), numbers->end());
    } else if (const auto* texts = std::get_if<std::vector<std::string>>(&attribute.value)) {
        proto.set_type(Proto::STRINGS);
        for (const std::string& entry : *texts)
            proto.add_strings(entry);
    } else if (const auto* tensor = std::get_if<TensorData>(&attribute.value)) {
        proto.set_type(Proto::TENSOR);
        setTensor(*proto.mutable_t(), *tensor);
    }
    return proto;
}

/// Whether 16-bit floats are shown to ONNX as what they are.
enum class Show : std::uint8_t { AsTheyAre, AsFloat32 };

/// This is a node as ONNX's inference functions want to see it.
class NodeView final : public onnx::InferenceContext
{
public:
    NodeView(const Graph& graph, NodeId node, std::span<const KnownTensor* const> inputs, Show show)
        : m_inputs(inputs)
        , m_types(inputs.size())
        , m_outputs(graph.outputs(node).size())
    {
        for (const Attribute& attribute : graph.node(node).attributes)
            m_attributes.emplace(attribute.name, attributeProto(attribute));
        for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
            if (inputs[slot])
                setType(m_types[slot], *inputs[slot], show);
        }
    }

    const onnx::AttributeProto* getAttribute(const std::string& name) const override
    {
        const auto found = m_attributes.find(name);
        return found == m_attributes.end() ? nullptr : &found->second;
    }
    std::size_t getNumInputs() const override { return m_inputs.size(); }
    const onnx::TypeProto* getInputType(std::size_t slot) const override
    {
        return slot < m_inputs.size() && m_inputs[slot] ? &m_types[slot] : nullptr;
    }
    const onnx::TensorProto* getInputData(std::size_t slot) const override
    {
        if (slot >= m_inputs.size() || !m_inputs[slot])
            return nullptr;
        if (!m_inputs[slot]->data) {
            m_wanted.push_back(static_cast<std::uint32_t>(slot));
            return nullptr;
        }
        const auto [found, isNew] = m_data.try_emplace(slot);
        if (isNew)
            setTensor(found->second, *m_inputs[slot]->data);
        return &found->second;
    }
    std::size_t getNumOutputs() const override { return m_outputs.size(); }
    onnx::TypeProto* getOutputType(std::size_t slot) override { return &m_outputs.at(slot); }
    onnx::GraphInferencer* getGraphAttributeInferencer(const std::string&) override { return nullptr; }
    const onnx::SparseTensorProto* getInputSparseData(std::size_t) const override { return nullptr; }
    const onnx::TensorShapeProto* getSymbolicInput(std::size_t) const override { return nullptr; }

    const std::vector<onnx::TypeProto>& outputs() const { return m_outputs; }
    std::vector<std::uint32_t> wanted() const
    {
        std::vector<std::uint32_t> slots = m_wanted;
        std::ranges::sort(slots);
        const auto repeated = std::ranges::unique(slots);
        slots.erase(repeated.begin(), repeated.end());
        return slots;
    }

private:
    static void setType(onnx::TypeProto& type, const KnownTensor& tensor, Show show)
    {
        const bool isHidden = show == Show::AsFloat32 && isLowPrecision(tensor.dtype);
        auto& shown = *type.mutable_tensor_type();
        shown.set_elem_type(onnxDataType(isHidden ? DType::Float32 : tensor.dtype));
        if (!tensor.dims)
            return;
        shown.mutable_shape();
        for (const std::int64_t size : *tensor.dims)
            shown.mutable_shape()->add_dim()->set_dim_value(size);
    }

    std::span<const KnownTensor* const> m_inputs;
    std::vector<onnx::TypeProto> m_types;
    std::vector<onnx::TypeProto> m_outputs;
    std::map<std::string, onnx::AttributeProto> m_attributes;
    mutable std::map<std::size_t, onnx::TensorProto> m_data; // made where it is asked for
    mutable std::vector<std::uint32_t> m_wanted;
};

KnownTensor knownFrom(const onnx::TypeProto& type)
{
    KnownTensor known;
    if (!type.has_tensor_type())
        return known;
    known.dtype = dtypeFromOnnx(type.tensor_type().elem_type());
    if (!type.tensor_type().has_shape())
        return known;
    std::vector<std::int64_t> dims;
    for (const auto& dim : type.tensor_type().shape().dim()) {
        if (!dim.has_dim_value() || dim.dim_value() < 0)
            return known;
        dims.push_back(dim.dim_value());
    }
    known.dims = std::move(dims);
    return known;
}

// "[ShapeInferenceError] Ranks differ.\n...": the sentence.
std::string faultOf(const std::exception& exception)
{
    std::string_view text = exception.what();
    text = text.substr(0, text.find('\n'));
    if (text.starts_with('['))
        text.remove_prefix(std::min(text.find("] ") + 2, text.size()));
    return std::string(text);
}

NodeInference inferShown(
    const Graph& graph, NodeId node, std::span<const KnownTensor* const> inputs, Show show)
{
    const Node& row = graph.node(node);
    NodeInference result{std::vector<KnownTensor>(graph.outputs(node).size()), {}, {}};
    const int version =
        row.domain.empty() && graph.opset() > 0 ? graph.opset() : std::numeric_limits<int>::max();
    const onnx::OpSchema* schema = shapeSchemas().GetSchema(row.opType, version, row.domain);
    if (!schema || !schema->has_type_and_shape_inference_function())
        return result;
    NodeView view(graph, node, inputs, show);
    try {
        schema->GetTypeAndShapeInferenceFunction()(view);
        std::ranges::transform(view.outputs(), result.outputs.begin(), knownFrom);
    } catch (const std::exception& exception) {
        result.fault = faultOf(exception);
    }
    result.wanted = view.wanted();
    return result;
}

/// Conversions go also to types that are newer than the installed libonnx.
std::optional<NodeInference> inferConversion(
    const Graph& graph, NodeId node, std::span<const KnownTensor* const> inputs)
{
    const Node& row = graph.node(node);
    if (!row.domain.empty() || inputs.empty() || !inputs[0] || graph.outputs(node).size() != 1)
        return std::nullopt;
    KnownTensor result{.dims = inputs[0]->dims};
    if (row.opType == "Cast") {
        const auto to = std::ranges::find(row.attributes, "to", &Attribute::name);
        const auto* number = to == row.attributes.end() ? nullptr : std::get_if<std::int64_t>(&to->value);
        if (!number)
            return std::nullopt;
        result.dtype = std::in_range<int>(*number) ? dtypeFromOnnx(static_cast<int>(*number)) : DType::Other;
        if (result.dtype == DType::Other)
            return NodeInference{{KnownTensor{}}, {}, std::format("ONNX has no element type {}.", *number)};
    } else if (row.opType == "CastLike" && inputs.size() == 2 && inputs[1]) {
        result.dtype = inputs[1]->dtype;
    }
    if (result.dtype == DType::Undefined || result.dtype == DType::Other)
        return std::nullopt;
    return NodeInference{{std::move(result)}, {}, {}};
}

}

NodeInference inferNode(const Graph& graph, NodeId node, std::span<const KnownTensor* const> inputs)
{
    if (auto converted = inferConversion(graph, node, inputs))
        return *std::move(converted);
    NodeInference result = inferShown(graph, node, inputs, Show::AsTheyAre);
    return result.fault.empty() ? result : inferShown(graph, node, inputs, Show::AsFloat32);
}

}
