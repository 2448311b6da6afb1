// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/tensordata.h"

#include "analysis/graph/smalltype.h"
#include "kernels/scalar.h"

#include <cstring>

namespace halftone {
namespace {

// memcpy because a mapped file gives no promise about alignment.
template <typename T, typename Convert>
void append(std::vector<double>& out, std::span<const std::byte> bytes, const Convert& convert)
{
    for (std::size_t offset = 0; offset + sizeof(T) <= bytes.size(); offset += sizeof(T)) {
        T element;
        std::memcpy(&element, bytes.data() + offset, sizeof(T));
        out.push_back(static_cast<double>(convert(element)));
    }
}

template <typename T>
void append(std::vector<double>& out, std::span<const std::byte> bytes)
{
    append<T>(out, bytes, [](T element) { return element; });
}

template <typename T>
void appendIntegers(std::vector<std::int64_t>& out, std::span<const std::byte> bytes)
{
    for (std::size_t offset = 0; offset + sizeof(T) <= bytes.size(); offset += sizeof(T)) {
        T element;
        std::memcpy(&element, bytes.data() + offset, sizeof(T));
        out.push_back(static_cast<std::int64_t>(element));
    }
}

// Types of at most 8 bits, by way of float32, which holds all their values.
std::vector<float> smallElements(const TensorData& data)
{
    const auto format = smallFormat(data.dtype);
    const auto count = format ? static_cast<std::size_t>(data.elementCount()) : 0;
    if (data.bytes.size() < storageBytes(data.dtype, count))
        return {}; // its values are not at hand
    std::vector<float> elements(count);
    if (format)
        kernels::unpack(data.bytes, *format, elements);
    return elements;
}

}

std::int64_t TensorData::elementCount() const
{
    std::int64_t count = 1;
    for (std::int64_t size : dims)
        count *= size;
    return count;
}

std::vector<double> toDoubles(const TensorData& data)
{
    std::vector<double> out;
    switch (data.dtype) {
    case DType::Float32:
        append<float>(out, data.bytes);
        break;
    case DType::Float64:
        append<double>(out, data.bytes);
        break;
    case DType::Float16:
        append<std::uint16_t>(out, data.bytes, kernels::f32FromF16);
        break;
    case DType::BFloat16:
        append<std::uint16_t>(out, data.bytes, kernels::f32FromBf16);
        break;
    default:
        if (smallFormat(data.dtype)) {
            const std::vector<float> elements = smallElements(data);
            return {elements.begin(), elements.end()};
        }
        for (std::int64_t value : toIntegers(data))
            out.push_back(static_cast<double>(value));
        break;
    }
    return out;
}

std::vector<std::int64_t> toIntegers(const TensorData& data)
{
    std::vector<std::int64_t> out;
    switch (data.dtype) {
    case DType::Int64:
        appendIntegers<std::int64_t>(out, data.bytes);
        break;
    case DType::Int32:
        appendIntegers<std::int32_t>(out, data.bytes);
        break;
    case DType::Int16:
        appendIntegers<std::int16_t>(out, data.bytes);
        break;
    case DType::Int8:
        appendIntegers<std::int8_t>(out, data.bytes);
        break;
    case DType::UInt64:
        appendIntegers<std::uint64_t>(out, data.bytes);
        break;
    case DType::UInt32:
        appendIntegers<std::uint32_t>(out, data.bytes);
        break;
    case DType::UInt16:
        appendIntegers<std::uint16_t>(out, data.bytes);
        break;
    case DType::UInt8:
    case DType::Bool:
        appendIntegers<std::uint8_t>(out, data.bytes);
        break;
    case DType::Int4:
    case DType::UInt4:
    case DType::Int2:
    case DType::UInt2:
        for (const float value : smallElements(data))
            out.push_back(static_cast<std::int64_t>(value));
        break;
    default:
        break;
    }
    return out;
}

}
