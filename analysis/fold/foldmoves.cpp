// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shapes, and what picks, joins and rearranges their elements.
#include "analysis/fold/foldrules.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace halftone {
namespace {

using Integers = std::vector<std::int64_t>;

std::int64_t countOf(std::span<const std::int64_t> dims)
{
    return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies{});
}

Integers integersOf(const FoldedValue& value)
{
    Integers numbers;
    for (const double number : value.values)
        numbers.push_back(static_cast<std::int64_t>(number));
    return numbers;
}

FoldedValue vectorOf(const Integers& numbers)
{
    return {DType::Int64, {static_cast<std::int64_t>(numbers.size())}, {numbers.begin(), numbers.end()}};
}

template <typename T>
T attribute(const FoldCall& call, std::string_view name, T fallback)
{
    return attributeOr(call.attributes, name, std::move(fallback));
}

std::int64_t fromFront(std::int64_t axis, std::size_t rank)
{
    return axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis;
}

/// The integers of an input or, before they were inputs, of an attribute.
std::optional<Integers> operand(const FoldCall& call, std::size_t slot, std::string_view name)
{
    if (const FoldedValue* value = inputOf(call, slot))
        return integersOf(*value);
    for (const Attribute& candidate : call.attributes) {
        if (const auto* list = std::get_if<Integers>(&candidate.value); list && candidate.name == name)
            return *list;
    }
    return std::nullopt;
}

}

Folded foldShape(const FoldCall& call)
{
    if (!call.firstShape)
        return std::nullopt;
    const auto rank = static_cast<std::int64_t>(call.firstShape->size());
    const auto bound = [rank](std::int64_t at) {
        return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank);
    };
    const std::int64_t first = bound(attribute(call, "start", std::int64_t{0}));
    const std::int64_t last = std::max(first, bound(attribute(call, "end", rank)));
    return vectorOf({call.firstShape->begin() + first, call.firstShape->begin() + last});
}

Folded foldSize(const FoldCall& call)
{
    if (!call.firstShape)
        return std::nullopt;
    return FoldedValue{DType::Int64, {}, {static_cast<double>(countOf(*call.firstShape))}};
}

// Along axis 0 of a vector, which is what shapes are.
Folded foldGather(const FoldCall& call)
{
    const FoldedValue& data = *call.inputs[0];
    const FoldedValue* indices = inputOf(call, 1);
    if (!indices || data.dims.size() != 1)
        return std::nullopt;
    FoldedValue result{data.dtype, indices->dims, {}};
    for (std::int64_t index : integersOf(*indices)) {
        index = fromFront(index, data.values.size());
        if (index < 0 || index >= static_cast<std::int64_t>(data.values.size()))
            return std::nullopt;
        result.values.push_back(data.values[static_cast<std::size_t>(index)]);
    }
    return result;
}

namespace {

/// For each axis of a result, where along the source its elements come from.
using Offsets = std::vector<Integers>;

Integers progression(std::int64_t count, std::int64_t step, std::int64_t first = 0)
{
    Integers offsets;
    for (std::int64_t i = 0; i < count; ++i)
        offsets.push_back(first + i * step);
    return offsets;
}

Integers stridesOf(const Integers& dims)
{
    Integers strides(dims.size(), 1);
    for (std::size_t axis = dims.size(); axis-- > 1;)
        strides[axis - 1] = strides[axis] * dims[axis];
    return strides;
}

FoldedValue moved(const FoldedValue& data, const Offsets& offsets)
{
    FoldedValue result{data.dtype, {}, {}};
    for (const Integers& axis : offsets)
        result.dims.push_back(static_cast<std::int64_t>(axis.size()));
    const Integers strides = stridesOf(result.dims);
    for (std::int64_t position = 0; position < countOf(result.dims); ++position) {
        std::int64_t at = 0;
        for (std::size_t axis = 0; axis < offsets.size(); ++axis)
            at += offsets[axis][static_cast<std::size_t>(position / strides[axis] % result.dims[axis])];
        result.values.push_back(data.values[static_cast<std::size_t>(at)]);
    }
    return result;
}

Integers slicedAxis(std::int64_t size, std::int64_t start, std::int64_t end, std::int64_t step)
{
    const auto bound = [size](std::int64_t at, std::int64_t low, std::int64_t high) {
        return std::clamp(at < 0 ? at + size : at, low, high);
    };
    const bool isForward = step > 0;
    const std::int64_t first = isForward ? bound(start, 0, size) : bound(start, 0, size - 1);
    const std::int64_t last = isForward ? bound(end, 0, size) : bound(end, -1, size - 1);
    Integers kept;
    for (std::int64_t at = first; isForward ? at < last : at > last; at += step)
        kept.push_back(at);
    return kept;
}

}

Folded foldSlice(const FoldCall& call)
{
    const FoldedValue& data = *call.inputs[0];
    const auto starts = operand(call, 1, "starts"), ends = operand(call, 2, "ends");
    if (!starts || !ends || starts->size() != ends->size() || countOf(data.dims) == 0)
        return std::nullopt;
    const bool hasUnknown =
        (call.inputs.size() > 3 && !inputOf(call, 3)) || (call.inputs.size() > 4 && !inputOf(call, 4));
    const Integers axes =
        operand(call, 3, "axes").value_or(progression(static_cast<std::int64_t>(starts->size()), 1));
    const Integers steps = operand(call, 4, "").value_or(Integers(starts->size(), 1));
    if (hasUnknown || axes.size() != starts->size() || steps.size() != starts->size())
        return std::nullopt;
    Offsets kept;
    for (const std::int64_t size : data.dims)
        kept.push_back(progression(size, 1));
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::int64_t axis = fromFront(axes[i], data.dims.size());
        if (axis < 0 || axis >= static_cast<std::int64_t>(data.dims.size()) || steps[i] == 0)
            return std::nullopt;
        kept[static_cast<std::size_t>(axis)] =
            slicedAxis(data.dims[static_cast<std::size_t>(axis)], (*starts)[i], (*ends)[i], steps[i]);
    }
    const Integers strides = stridesOf(data.dims);
    for (std::size_t axis = 0; axis < kept.size(); ++axis) {
        for (std::int64_t& at : kept[axis])
            at *= strides[axis];
    }
    return moved(data, kept);
}

Folded foldTranspose(const FoldCall& call)
{
    const FoldedValue& data = *call.inputs[0];
    Integers order = progression(static_cast<std::int64_t>(data.dims.size()), 1);
    std::ranges::reverse(order);
    order = attribute(call, "perm", order);
    const Integers strides = stridesOf(data.dims);
    Offsets offsets;
    for (const std::int64_t axis : order) {
        if (axis < 0 || axis >= static_cast<std::int64_t>(data.dims.size()))
            return std::nullopt;
        offsets.push_back(
            progression(data.dims[static_cast<std::size_t>(axis)], strides[static_cast<std::size_t>(axis)]));
    }
    return moved(data, offsets);
}

Folded foldConcat(const FoldCall& call)
{
    FoldedValue result{call.inputs[0]->dtype, {0}, {}};
    for (const FoldedValue* part : call.inputs) {
        if (!part || part->dims.size() != 1)
            return std::nullopt;
        result.values.insert(result.values.end(), part->values.begin(), part->values.end());
    }
    result.dims[0] = static_cast<std::int64_t>(result.values.size());
    return result;
}

Folded foldUnsqueeze(const FoldCall& call)
{
    auto axes = operand(call, 1, "axes");
    if (!axes)
        return std::nullopt;
    FoldedValue result = *call.inputs[0];
    for (std::int64_t& axis : *axes)
        axis = fromFront(axis, result.dims.size() + axes->size());
    std::ranges::sort(*axes);
    for (const std::int64_t axis : *axes) {
        if (axis < 0 || axis > static_cast<std::int64_t>(result.dims.size()))
            return std::nullopt;
        result.dims.insert(result.dims.begin() + axis, 1);
    }
    return result;
}

Folded foldSqueeze(const FoldCall& call)
{
    if (call.inputs.size() > 1 && !inputOf(call, 1))
        return std::nullopt;
    FoldedValue result = *call.inputs[0];
    const std::size_t rank = result.dims.size();
    const Integers axes = operand(call, 1, "axes").value_or(Integers{});
    Integers kept;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        const bool isNamed = std::ranges::any_of(
            axes, [&](std::int64_t a) { return fromFront(a, rank) == static_cast<std::int64_t>(axis); });
        if (axes.empty() ? result.dims[axis] != 1 : !isNamed)
            kept.push_back(result.dims[axis]);
    }
    if (countOf(kept) != countOf(result.dims))
        return std::nullopt;
    result.dims = kept;
    return result;
}

Folded foldReshape(const FoldCall& call)
{
    auto dims = operand(call, 1, "shape");
    if (!dims)
        return std::nullopt;
    FoldedValue result = *call.inputs[0];
    std::int64_t known = 1;
    for (std::size_t axis = 0; axis < dims->size(); ++axis) {
        if ((*dims)[axis] == 0 && axis < result.dims.size())
            (*dims)[axis] = result.dims[axis];
        known *= (*dims)[axis] > 0 ? (*dims)[axis] : 1;
    }
    for (std::int64_t& size : *dims) {
        if (size < 0)
            size = countOf(result.dims) / known;
    }
    if (countOf(*dims) != countOf(result.dims))
        return std::nullopt;
    result.dims = *dims;
    return result;
}

Folded foldRange(const FoldCall& call)
{
    const FoldedValue &start = *call.inputs[0], *limit = inputOf(call, 1), *step = inputOf(call, 2);
    if (!limit || !step || step->values.empty() || step->values[0] == 0 || start.values.empty() ||
        limit->values.empty())
        return std::nullopt;
    const double count = std::ceil((limit->values[0] - start.values[0]) / step->values[0]);
    if (count > static_cast<double>(kMostFoldedElements))
        return std::nullopt;
    FoldedValue result{start.dtype, {static_cast<std::int64_t>(std::max(0.0, count))}, {}};
    for (double i = 0; i < count; ++i)
        result.values.push_back(start.values[0] + i * step->values[0]);
    return result;
}

namespace {

Folded filled(const Integers& dims, DType dtype, double value)
{
    if (std::ranges::any_of(dims, [](std::int64_t size) { return size < 0 || size > kMostFoldedElements; }) ||
        countOf(dims) > kMostFoldedElements)
        return std::nullopt;
    return FoldedValue{dtype, dims, std::vector<double>(static_cast<std::size_t>(countOf(dims)), value)};
}

}

Folded foldConstantOfShape(const FoldCall& call)
{
    const TensorData zero = TensorData::of(DType::Float32, {1}, std::vector{0.0f});
    const auto value = foldedValue(attribute(call, "value", zero));
    if (!value || value->values.size() != 1)
        return std::nullopt;
    return filled(integersOf(*call.inputs[0]), value->dtype, value->values[0]);
}

// Of a single number, to a shape.
Folded foldExpand(const FoldCall& call)
{
    const FoldedValue* shape = inputOf(call, 1);
    if (!shape || call.inputs[0]->values.size() != 1 || shape->values.size() < call.inputs[0]->dims.size())
        return std::nullopt;
    return filled(integersOf(*shape), call.inputs[0]->dtype, call.inputs[0]->values[0]);
}

}
