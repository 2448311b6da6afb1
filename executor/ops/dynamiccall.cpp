// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/ops/dynamiccall.h"

#include "executor/ops/operands.h"

#include <cstring>
#include <format>

namespace halftone {

std::unexpected<Error> DynamicCall::refuse(std::string what) const
{
    return std::unexpected(Error{ErrorKind::Unsupported, "E-RUN", std::move(what),
        std::format("node \"{}\" ({})", graph.displayName(node), graph.node(node).opType),
        "Check its inputs, or export the model again."});
}

TensorData partAt(const TensorData& tensor, std::size_t axis, std::int64_t index)
{
    std::vector<std::int64_t> dims = tensor.dims;
    const std::size_t outer = countOf(std::span(dims).first(axis));
    const std::size_t inner = countOf(std::span(dims).subspan(axis + 1)) * bitsPerElement(tensor.dtype) / 8;
    const auto size = static_cast<std::size_t>(dims[axis]);
    std::vector<std::byte> bytes(outer * inner);
    for (std::size_t i = 0; i < outer && inner > 0; ++i)
        std::memcpy(bytes.data() + i * inner,
            tensor.bytes.data() + (i * size + static_cast<std::size_t>(index)) * inner, inner);
    dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
    return TensorData::of(tensor.dtype, std::move(dims), std::move(bytes));
}

TensorData stacked(const std::vector<TensorData>& parts, std::size_t axis, const TensorData& shape)
{
    std::vector<std::int64_t> dims = shape.dims;
    const std::size_t outer = countOf(std::span(dims).first(axis));
    const std::size_t inner = countOf(std::span(dims).subspan(axis)) * bitsPerElement(shape.dtype) / 8;
    std::vector<std::byte> bytes(outer * inner * parts.size());
    for (std::size_t i = 0; i < outer && inner > 0; ++i) {
        for (std::size_t k = 0; k < parts.size(); ++k)
            std::memcpy(
                bytes.data() + (i * parts.size() + k) * inner, parts[k].bytes.data() + i * inner, inner);
    }
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(axis), static_cast<std::int64_t>(parts.size()));
    return TensorData::of(shape.dtype, std::move(dims), std::move(bytes));
}

bool isTrue(const TensorData& condition)
{
    return !condition.bytes.empty() && condition.bytes[0] != std::byte{0};
}

}
