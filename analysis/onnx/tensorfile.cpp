// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/tensorfile.h"

#include "analysis/onnx/tensorimport.h"

#include <onnx/onnx_pb.h>

#include <limits>

namespace halftone {

Result<TensorData> parseTensorProto(std::span<const std::byte> bytes, const std::string& name)
{
    auto message = std::make_shared<onnx::TensorProto>();
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()) ||
        !message->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return std::unexpected(
            Error{ErrorKind::Format, "E-TENSOR", "The file holds no ONNX tensor, or it is cut off.", name,
                "Give a serialized TensorProto (*.pb)."});
    }
    std::vector<Finding> findings;
    auto tensor = importTensor(*message, message, {}, findings);
    if (!tensor)
        return std::unexpected(tensor.error());
    if (tensor->bytes.empty() && tensor->elementCount() > 0)
        return std::unexpected(Error{ErrorKind::Format, "E-TENSOR",
            "The tensor's values are not in the file.", name, "Give a file that holds its values itself."});
    return tensor;
}

}
