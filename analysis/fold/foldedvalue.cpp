// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/fold/foldedvalue.h"

#include <algorithm>

namespace halftone {
namespace {

template <typename T>
TensorData converted(const FoldedValue& value)
{
    std::vector<T> elements;
    for (const double number : value.values)
        elements.push_back(static_cast<T>(number));
    return TensorData::of(value.dtype, value.dims, std::move(elements));
}

}

bool FoldedValue::isInteger() const
{
    return dtype == DType::Int64 || dtype == DType::Int32 || dtype == DType::Bool || dtype == DType::UInt8 ||
        dtype == DType::Int8;
}

std::optional<FoldedValue> foldedValue(const TensorData& data)
{
    if (data.elementCount() > kMostFoldedElements)
        return std::nullopt;
    FoldedValue value{data.dtype, data.dims, toDoubles(data)};
    if (static_cast<std::int64_t>(value.values.size()) != data.elementCount())
        return std::nullopt;
    return value;
}

std::optional<TensorData> tensorData(const FoldedValue& value)
{
    switch (value.dtype) {
    case DType::Int64:
        return converted<std::int64_t>(value);
    case DType::Int32:
        return converted<std::int32_t>(value);
    case DType::Bool:
    case DType::UInt8:
        return converted<std::uint8_t>(value);
    case DType::Int8:
        return converted<std::int8_t>(value);
    case DType::Float32:
        return converted<float>(value);
    case DType::Float64:
        return converted<double>(value);
    default:
        return std::nullopt;
    }
}

}
