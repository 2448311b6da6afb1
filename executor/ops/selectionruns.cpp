// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators whose results are as long as their inputs make them: what is not zero, what is chosen, what is
// different, which boxes stay.
#include "executor/ops/dynamiccall.h"
#include "executor/ops/families.h"
#include "executor/ops/operands.h"

#include <algorithm>
#include <cmath>
#include <compare>
#include <functional>
#include <map>
#include <numeric>

namespace halftone {
namespace {

using Tensors = std::vector<TensorData>;

TensorData integers(std::vector<std::int64_t> dims, std::vector<std::int64_t> values)
{
    return TensorData::of(DType::Int64, std::move(dims), std::move(values));
}

// Row k of the result: the positions along axis k.
Result<Tensors> evaluateNonZero(const DynamicCall& call)
{
    const TensorData& x = *call.inputs[0];
    std::vector<std::int64_t> places;
    const std::vector<double> values = toDoubles(x);
    for (std::size_t at = 0; at < values.size(); ++at) {
        if (values[at] != 0)
            places.push_back(static_cast<std::int64_t>(at));
    }
    const auto count = static_cast<std::int64_t>(places.size());
    const std::size_t rank = x.dims.size();
    std::vector<std::int64_t> rows(rank * places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        for (std::size_t axis = rank; axis-- > 0; places[i] /= x.dims[axis])
            rows[axis * places.size() + i] = places[i] % x.dims[axis];
    }
    return Tensors{integers({static_cast<std::int64_t>(rank), count}, std::move(rows))};
}

TensorData flattened(TensorData tensor)
{
    tensor.dims = {tensor.elementCount()};
    return tensor;
}

/// The slices of \p tensor at those places of an axis.
TensorData picked(const TensorData& tensor, std::size_t axis, const std::vector<std::int64_t>& places)
{
    TensorData shape = tensor;
    shape.dims.erase(shape.dims.begin() + static_cast<std::ptrdiff_t>(axis));
    Tensors slices;
    for (const std::int64_t place : places)
        slices.push_back(partAt(tensor, axis, place));
    return stacked(slices, axis, shape);
}

Result<Tensors> evaluateCompress(const DynamicCall& call)
{
    constexpr std::int64_t kFlat = std::numeric_limits<std::int64_t>::min();
    const std::int64_t stated = call.attribute("axis", kFlat);
    const TensorData x = stated == kFlat ? flattened(*call.inputs[0]) : *call.inputs[0];
    const std::size_t axis = stated == kFlat ? 0 : axisFromFront(stated, x.dims.size());
    if (axis >= x.dims.size())
        return call.refuse("Its axis is not one of the operand's.");
    const TensorData& condition = *call.inputs[1];
    std::vector<std::int64_t> places;
    const std::int64_t length = std::min(condition.elementCount(), x.dims[axis]);
    for (std::int64_t i = 0; i < length; ++i) {
        if (condition.bytes[static_cast<std::size_t>(i)] != std::byte{0})
            places.push_back(i);
    }
    return Tensors{picked(x, axis, places)};
}

/// The different slices along an axis.
struct Differences
{
    std::vector<std::int64_t> firsts; ///< Where each stands first.
    std::vector<std::int64_t> counts;
    std::vector<std::int64_t> inverse; ///< For each slice, which of them it is.
};

// NaNs are the largest, and all alike: a map needs an order.
struct InOrder
{
    bool operator()(const std::vector<double>& a, const std::vector<double>& b) const
    {
        return std::ranges::lexicographical_compare(
            a, b, [](double x, double y) { return std::isnan(y) ? !std::isnan(x) : x < y; });
    }
};

/// \p keyOf gives the elements of a slice in a type that tells all of them apart.
template <typename Order, typename KeyOf>
Differences differencesOf(const TensorData& x, std::size_t axis, bool isSorted, const KeyOf& keyOf)
{
    Differences result;
    std::map<decltype(keyOf(x)), std::int64_t, Order> seen;
    for (std::int64_t i = 0; i < x.dims[axis]; ++i) {
        const auto next = static_cast<std::int64_t>(result.firsts.size());
        const auto [found, isNew] = seen.try_emplace(keyOf(partAt(x, axis, i)), next);
        if (isNew) {
            result.firsts.push_back(i);
            result.counts.push_back(0);
        }
        ++result.counts[static_cast<std::size_t>(found->second)];
        result.inverse.push_back(found->second);
    }
    if (!isSorted)
        return result;
    std::vector<std::int64_t> placeOf(result.firsts.size());
    Differences sorted;
    for (const auto& [slice, number] : seen) {
        const auto at = static_cast<std::size_t>(number);
        placeOf[at] = static_cast<std::int64_t>(sorted.firsts.size());
        sorted.firsts.push_back(result.firsts[at]);
        sorted.counts.push_back(result.counts[at]);
    }
    for (const std::int64_t number : result.inverse)
        sorted.inverse.push_back(placeOf[static_cast<std::size_t>(number)]);
    return sorted;
}

Result<Tensors> evaluateUnique(const DynamicCall& call)
{
    constexpr std::int64_t kFlat = std::numeric_limits<std::int64_t>::min();
    const std::int64_t stated = call.attribute("axis", kFlat);
    const TensorData x = stated == kFlat ? flattened(*call.inputs[0]) : *call.inputs[0];
    const std::size_t axis = stated == kFlat ? 0 : axisFromFront(stated, x.dims.size());
    if (axis >= x.dims.size())
        return call.refuse("Its axis is not one of the operand's.");
    if (x.dtype == DType::String)
        return call.refuse("It compares strings, which are not computed here.");
    const bool isSorted = call.attribute("sorted", std::int64_t{1}) != 0;
    const bool isInteger = x.dtype == DType::Int64 || x.dtype == DType::UInt64; // wider than a double holds
    Differences found = isInteger ? differencesOf<std::less<>>(x, axis, isSorted, toIntegers)
                                  : differencesOf<InOrder>(x, axis, isSorted, toDoubles);
    TensorData different = picked(x, axis, found.firsts);
    const auto count = static_cast<std::int64_t>(found.firsts.size());
    return Tensors{std::move(different), integers({count}, std::move(found.firsts)),
        integers({x.dims[axis]}, std::move(found.inverse)), integers({count}, std::move(found.counts))};
}

/// A box as its corners in order, whichever two of them the file gives.
struct Box
{
    double top, left, bottom, right;

    Box(const double* numbers, bool isCentred)
    {
        if (isCentred) { // x, y, width, height
            top = numbers[1] - numbers[3] / 2, bottom = numbers[1] + numbers[3] / 2;
            left = numbers[0] - numbers[2] / 2, right = numbers[0] + numbers[2] / 2;
        } else {
            top = std::min(numbers[0], numbers[2]), bottom = std::max(numbers[0], numbers[2]);
            left = std::min(numbers[1], numbers[3]), right = std::max(numbers[1], numbers[3]);
        }
    }
    double area() const { return (bottom - top) * (right - left); }
    double overlap(const Box& other) const
    {
        const double height = std::min(bottom, other.bottom) - std::max(top, other.top);
        const double width = std::min(right, other.right) - std::max(left, other.left);
        const double shared = std::max(height, 0.0) * std::max(width, 0.0);
        const double whole = area() + other.area() - shared;
        return whole > 0 ? shared / whole : 0;
    }
};

double numberOr(const TensorData* tensor, double fallback)
{
    const std::vector<double> values = tensor ? toDoubles(*tensor) : std::vector<double>{};
    return values.empty() ? fallback : values[0];
}

/// The boxes of one class that stay: the best first, none that overlaps a better one by more than the limit.
std::vector<std::size_t> keptBoxes(
    const std::vector<Box>& boxes, const double* scores, std::size_t most, double limit, double least)
{
    std::vector<std::size_t> order(boxes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t box) { return !(scores[box] > least); });
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t box) { return scores[box]; });
    std::vector<std::size_t> kept;
    for (const std::size_t box : order) {
        if (kept.size() == most)
            break;
        if (std::ranges::none_of(
                kept, [&](std::size_t better) { return boxes[box].overlap(boxes[better]) > limit; }))
            kept.push_back(box);
    }
    return kept;
}

// Inputs: boxes [N, B, 4], scores [N, C, B], the most boxes of a class, the limit of overlap, the least
// score.
Result<Tensors> evaluateNonMaxSuppression(const DynamicCall& call)
{
    const std::vector<std::int64_t>&boxDims = call.inputs[0]->dims, &scoreDims = call.inputs[1]->dims;
    if (boxDims.size() != 3 || scoreDims.size() != 3 || boxDims[2] != 4 || boxDims[0] != scoreDims[0] ||
        boxDims[1] != scoreDims[2])
        return call.refuse("Its boxes and scores do not fit each other.");
    const std::vector<double> corners = toDoubles(*call.inputs[0]), scores = toDoubles(*call.inputs[1]);
    const auto most = static_cast<std::size_t>(std::max(numberOr(call.input(2), 0), 0.0));
    const double limit = numberOr(call.input(3), 0);
    const double least = numberOr(call.input(4), -std::numeric_limits<double>::infinity());
    const bool isCentred = call.attribute("center_point_box", std::int64_t{0}) != 0;
    const auto count = static_cast<std::size_t>(boxDims[1]);
    std::vector<std::int64_t> rows;
    for (std::int64_t sample = 0; sample < boxDims[0]; ++sample) {
        std::vector<Box> boxes;
        for (std::size_t i = 0; i < count; ++i)
            boxes.emplace_back(&corners[(static_cast<std::size_t>(sample) * count + i) * 4], isCentred);
        for (std::int64_t kind = 0; kind < scoreDims[1]; ++kind) {
            const auto row = static_cast<std::size_t>(sample * scoreDims[1] + kind);
            for (const std::size_t box : keptBoxes(boxes, scores.data() + row * count, most, limit, least))
                rows.insert(rows.end(), {sample, kind, static_cast<std::int64_t>(box)});
        }
    }
    const auto kept = static_cast<std::int64_t>(rows.size() / 3);
    return Tensors{integers({kept, 3}, std::move(rows))};
}

constexpr OpRun kRows[] = {
    {.name = "Compress", .evaluate = evaluateCompress, .required = slots({0, 1})},
    {.name = "NonMaxSuppression", .evaluate = evaluateNonMaxSuppression, .required = slots({0, 1})},
    {.name = "NonZero", .evaluate = evaluateNonZero, .required = slots({0})},
    {.name = "Unique", .evaluate = evaluateUnique, .required = slots({0})},
};

}

std::span<const OpRun> selectionRuns()
{
    return kRows;
}

}
