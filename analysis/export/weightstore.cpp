// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/export/weightstore.h"

#include "analysis/graph/tensorconversion.h"
#include "analysis/onnx/onnxdtype.h"

#include <onnx/onnx_pb.h>

namespace halftone {
namespace {

constexpr std::uint64_t kSmall = 1024; // Not worth a stretch of its own: shapes, scalars, biases.
constexpr std::uint64_t kPage = 4096; // Runtimes map stretches that start at a page.

std::uint64_t byteCount(const TensorData& data, DType dtype)
{
    if (data.dtype == dtype)
        return data.bytes.size();
    return storageBytes(dtype, static_cast<std::size_t>(data.elementCount()));
}

void clearContents(onnx::TensorProto& tensor)
{
    tensor.clear_raw_data();
    tensor.clear_float_data();
    tensor.clear_int32_data();
    tensor.clear_int64_data();
    tensor.clear_double_data();
    tensor.clear_uint64_data();
    tensor.clear_external_data();
    tensor.clear_data_location();
}

void addEntry(onnx::TensorProto& tensor, const char* key, std::string value)
{
    auto* entry = tensor.add_external_data();
    entry->set_key(key);
    entry->set_value(std::move(value));
}

}

bool WeightStore::fitsInside(std::uint64_t bytes)
{
    return bytes <= kSmall || m_bytesInside + bytes <= m_roomInside;
}

void WeightStore::put(onnx::TensorProto& tensor, const TensorData& data, DType dtype, Place place)
{
    clearContents(tensor);
    tensor.set_data_type(onnxDataType(dtype));
    tensor.mutable_dims()->Assign(data.dims.begin(), data.dims.end());
    const std::uint64_t bytes = byteCount(data, dtype);
    if ((place == Place::AsItFits || bytes <= kSmall) && fitsInside(bytes))
        putInside(tensor, data, dtype);
    else
        putBeside(tensor, data, dtype);
}

void WeightStore::keep(onnx::TensorProto& tensor, const TensorData& data)
{
    if (tensor.data_location() == onnx::TensorProto::EXTERNAL) {
        put(tensor, data, data.dtype, Place::Beside);
    } else if (!fitsInside(data.bytes.size())) {
        clearContents(tensor);
        putBeside(tensor, data, data.dtype);
    } else {
        m_bytesInside += data.bytes.size();
    }
}

void WeightStore::putInside(onnx::TensorProto& tensor, const TensorData& data, DType dtype)
{
    std::string& raw = *tensor.mutable_raw_data();
    raw.reserve(byteCount(data, dtype));
    const auto stats = convertElements(data, dtype, [&raw](std::span<const std::byte> bytes) {
        raw.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return true;
    });
    m_overflows += stats->newOverflows();
    m_bytesInside += raw.size();
}

void WeightStore::putBeside(onnx::TensorProto& tensor, const TensorData& data, DType dtype)
{
    const std::uint64_t offset = (m_end + kPage - 1) / kPage * kPage;
    const std::uint64_t bytes = byteCount(data, dtype);
    m_end = offset + bytes;
    m_external.push_back({offset, data, dtype});
    tensor.set_data_location(onnx::TensorProto::EXTERNAL);
    addEntry(tensor, "location", m_fileName);
    addEntry(tensor, "offset", std::to_string(offset));
    addEntry(tensor, "length", std::to_string(bytes));
}

}
