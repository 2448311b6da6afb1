// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/weightsexport.h"

#include "analysis/onnx/inlinebranches.h"
#include "analysis/onnx/onnxdtype.h"
#include "kernels/scalar.h"

#include <onnx/onnx_pb.h>

#include <algorithm>
#include <format>

namespace halftone {
namespace {

using Initializers = std::map<std::string, onnx::TensorProto*>;

/// Those of bodies stand under the names that they have where the body is in the place of its node.
void collect(onnx::GraphProto& graph, const std::string& prefix, Initializers& initializers)
{
    for (onnx::TensorProto& tensor : *graph.mutable_initializer())
        initializers[prefix + tensor.name()] = &tensor;
    for (onnx::NodeProto& node : *graph.mutable_node()) {
        for (onnx::AttributeProto& attribute : *node.mutable_attribute()) {
            if (attribute.has_g())
                collect(*attribute.mutable_g(), prefix + branchPrefix(node, attribute), initializers);
        }
    }
}

/// In the type that the tensor has, rounded once where that has 16 bits.
void setValues(onnx::TensorProto& tensor, const std::vector<float>& values)
{
    if (tensor.data_type() == onnx::TensorProto::FLOAT) {
        tensor.set_raw_data(values.data(), values.size() * sizeof(float));
        return;
    }
    const bool isHalf = tensor.data_type() == onnx::TensorProto::FLOAT16;
    std::vector<std::uint16_t> bits(values.size());
    std::ranges::transform(values, bits.begin(),
        [isHalf](float value) { return isHalf ? kernels::f16FromF32(value) : kernels::bf16FromF32(value); });
    tensor.set_raw_data(bits.data(), bits.size() * sizeof(std::uint16_t));
}

}

Result<std::string> withWeights(std::span<const std::byte> model, const std::string& fileName,
    const std::map<std::string, std::vector<float>>& weights)
{
    const auto failed = [&fileName](std::string what) {
        return std::unexpected(Error{ErrorKind::Format, "E-EXPORT", std::move(what), fileName,
            "Export the weights into the model that they were trained from."});
    };
    onnx::ModelProto proto;
    if (!proto.ParseFromArray(model.data(), static_cast<int>(model.size())))
        return failed("The model cannot be parsed.");
    Initializers initializers;
    collect(*proto.mutable_graph(), {}, initializers);
    for (const auto& [name, values] : weights) {
        const auto found = initializers.find(name);
        if (found == initializers.end() || !isReducibleFloat(dtypeFromOnnx(found->second->data_type())))
            return failed(
                std::format("The model has no weight \"{}\" of float32, float16 or bfloat16.", name));
        onnx::TensorProto& tensor = *found->second;
        std::int64_t count = 1;
        for (const std::int64_t size : tensor.dims())
            count *= size;
        if (count != static_cast<std::int64_t>(values.size()))
            return failed(std::format("\"{}\" has {} elements, not {}.", name, count, values.size()));
        tensor.clear_float_data();
        tensor.clear_int32_data();
        tensor.clear_external_data();
        tensor.clear_data_location();
        setValues(tensor, values);
    }
    return proto.SerializeAsString();
}

}
