// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/weightsexport.h"

#include <onnx/onnx_pb.h>

#include <format>

namespace halftone {

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
    std::map<std::string_view, onnx::TensorProto*> initializers;
    for (onnx::TensorProto& tensor : *proto.mutable_graph()->mutable_initializer())
        initializers[tensor.name()] = &tensor;
    for (const auto& [name, values] : weights) {
        const auto found = initializers.find(name);
        if (found == initializers.end() || found->second->data_type() != onnx::TensorProto::FLOAT)
            return failed(std::format("The model has no float32 initializer \"{}\".", name));
        onnx::TensorProto& tensor = *found->second;
        std::int64_t count = 1;
        for (const std::int64_t size : tensor.dims())
            count *= size;
        if (count != static_cast<std::int64_t>(values.size()))
            return failed(std::format("\"{}\" has {} elements, not {}.", name, count, values.size()));
        tensor.clear_float_data();
        tensor.clear_external_data();
        tensor.clear_data_location();
        tensor.set_raw_data(values.data(), values.size() * sizeof(float));
    }
    return proto.SerializeAsString();
}

}
