// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/tensorfile.h"

#include "analysis/onnx/tensorimport.h"

#include <onnx/onnx_pb.h>

#include <limits>

namespace halftone {

Result<NamedTensor> parseTensorFile(std::span<const std::byte> file, const std::string& fileName)
{
    auto proto = std::make_shared<onnx::TensorProto>();
    const bool isParsed = file.size() <= static_cast<std::size_t>(std::numeric_limits<int>::max()) &&
        proto->ParseFromArray(file.data(), static_cast<int>(file.size()));
    if (!isParsed || proto->data_type() == onnx::TensorProto::UNDEFINED)
        return std::unexpected(Error{ErrorKind::Format, "E-TENSOR", "This is not a tensor file of ONNX.",
            fileName, "Give a serialised TensorProto (.pb)."});
    std::vector<Finding> findings;
    auto data = importTensor(*proto, proto, {}, findings);
    if (!data)
        return std::unexpected(data.error());
    if (data->bytes.empty() && data->elementCount() > 0)
        return std::unexpected(
            Error{ErrorKind::Format, "E-TENSOR", "The tensor's values are not in the file.", fileName,
                "Give a file that holds its values itself."});
    return NamedTensor{proto->name(), *std::move(data)};
}

}
