// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/onnx/tensorimport.h"

#include "analysis/onnx/onnxdtype.h"

#include <onnx/onnx_pb.h>

#include <charconv>
#include <filesystem>
#include <format>
#include <limits>

namespace halftone {
namespace {

std::string quoted(const onnx::TensorProto& tensor)
{
    return std::format("tensor \"{}\"", tensor.name());
}

std::unexpected<Error> malformed(const onnx::TensorProto& tensor, std::string what)
{
    return std::unexpected(
        Error{ErrorKind::Format, "E-TENSOR", std::move(what), quoted(tensor), "Export the model again."});
}

/// The number of elements, or an error when a size is negative or the product does not fit.
Result<std::int64_t> checkedElementCount(const onnx::TensorProto& tensor)
{
    std::int64_t count = 1;
    for (std::int64_t size : tensor.dims()) {
        if (size < 0)
            return malformed(tensor, std::format("A dimension is negative ({}).", size));
        if (size != 0 && count > std::numeric_limits<std::int64_t>::max() / 16 / size)
            return malformed(
                tensor, std::format("A dimension of {} gives more elements than any machine holds.", size));
        count *= size;
    }
    return count;
}

Result<std::int64_t> numberEntry(
    const onnx::TensorProto& tensor, const std::string& key, const std::string& text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 0)
        return malformed(
            tensor, std::format("The external {} \"{}\" is not a position in a file.", key, text));
    return number;
}

// A model from a stranger must not read files outside its own folder.
bool leavesFolder(const std::string& location)
{
    const std::filesystem::path path = std::filesystem::path(location).lexically_normal();
    return location.empty() || path.is_absolute() || *path.begin() == "..";
}

Result<TensorData> importExternal(const onnx::TensorProto& tensor, TensorData data, std::int64_t size,
    const ImportOptions& options, std::vector<Finding>& findings)
{
    std::string location;
    std::int64_t offset = 0;
    for (const auto& entry : tensor.external_data()) {
        if (entry.key() == "location")
            location = entry.value();
        if (entry.key() == "offset") {
            const auto number = numberEntry(tensor, entry.key(), entry.value());
            if (!number)
                return std::unexpected(number.error());
            offset = *number;
        }
    }
    if (leavesFolder(location)) {
        return std::unexpected(Error{ErrorKind::Format, "E-EXTERNAL-PATH",
            std::format("Its data file \"{}\" lies outside the model's folder.", location), quoted(tensor),
            "Put the data beside the model and export it with a plain file name."});
    }
    auto bytes = options.readExternal
        ? options.readExternal(location)
        : Result<ExternalBytes>(std::unexpected(Error{ErrorKind::File, "E-EXTERNAL-MISSING",
              std::format("Its data lies in the file \"{}\", which is not at hand.", location),
              quoted(tensor), "Open the model as a file, with its data beside it."}));
    if (!bytes) {
        if (options.missingData == ImportOptions::MissingData::Refuse) {
            Error error = bytes.error();
            error.where = quoted(tensor);
            return std::unexpected(error);
        }
        findings.push_back({"graph.needs-values", tensor.name(), bytes.error().what, {}});
        return data;
    }
    const auto available = static_cast<std::int64_t>(bytes->bytes.size());
    if (offset > available || size > available - offset) {
        return malformed(tensor,
            std::format("It needs bytes {} to {} of \"{}\", which has {}.", offset, offset + size, location,
                available));
    }
    data.bytes = bytes->bytes.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
    data.owner = bytes->owner;
    return data;
}

template <typename T>
std::span<const std::byte> bytesOf(const google::protobuf::RepeatedField<T>& field)
{
    return std::as_bytes(std::span(field.data(), static_cast<std::size_t>(field.size())));
}

// Types narrower than 32 bits are stored one to an int32 (uint32 one to a uint64).
template <typename T, typename Stored>
TensorData narrowed(TensorData data, const google::protobuf::RepeatedField<Stored>& field)
{
    std::vector<T> values;
    values.reserve(static_cast<std::size_t>(field.size()));
    for (const Stored value : field)
        values.push_back(static_cast<T>(value));
    return TensorData::of(data.dtype, std::move(data.dims), std::move(values));
}

TensorData importTyped(const onnx::TensorProto& tensor, TensorData data)
{
    switch (data.dtype) {
    case DType::Float32:
    case DType::Complex64:
        data.bytes = bytesOf(tensor.float_data());
        return data;
    case DType::Float64:
    case DType::Complex128:
        data.bytes = bytesOf(tensor.double_data());
        return data;
    case DType::Int64:
        data.bytes = bytesOf(tensor.int64_data());
        return data;
    case DType::UInt64:
        data.bytes = bytesOf(tensor.uint64_data());
        return data;
    case DType::Int32:
        data.bytes = bytesOf(tensor.int32_data());
        return data;
    case DType::UInt32:
        return narrowed<std::uint32_t>(std::move(data), tensor.uint64_data());
    case DType::Float16:
    case DType::BFloat16:
    case DType::Int16:
    case DType::UInt16:
        return narrowed<std::uint16_t>(std::move(data), tensor.int32_data());
    default:
        return narrowed<std::uint8_t>(std::move(data), tensor.int32_data());
    }
}

}

Result<TensorData> importTensor(const onnx::TensorProto& tensor, const std::shared_ptr<const void>& owner,
    const ImportOptions& options, std::vector<Finding>& findings)
{
    const auto count = checkedElementCount(tensor);
    if (!count)
        return std::unexpected(count.error());
    TensorData data{
        dtypeFromOnnx(tensor.data_type()), {tensor.dims().begin(), tensor.dims().end()}, {}, owner};
    if (bitsPerElement(data.dtype) == 0)
        return data; // Strings and types without a size: shown by name and shape only.
    const auto size =
        static_cast<std::int64_t>(storageBytes(data.dtype, static_cast<std::size_t>(*count)));
    if (tensor.data_location() == onnx::TensorProto::EXTERNAL)
        return importExternal(tensor, std::move(data), size, options, findings);
    if (tensor.has_raw_data())
        data.bytes = std::as_bytes(std::span(tensor.raw_data()));
    else
        data = importTyped(tensor, std::move(data));
    if (static_cast<std::int64_t>(data.bytes.size()) != size) {
        return malformed(tensor,
            std::format("Its shape needs {} bytes of data, and there are {}.", size, data.bytes.size()));
    }
    return data;
}

}
