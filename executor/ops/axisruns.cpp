// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators that look along one axis: the largest element and its place, the k largest, running sums.
#include "executor/ops/families.h"
#include "executor/ops/operands.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace halftone {
namespace {

/// The rows along one axis: a row starts at start(i) and steps by `inner`.
struct Rows
{
    std::size_t count = 1;
    std::size_t length = 1;
    std::size_t inner = 1;

    Rows(std::span<const std::int64_t> dims, std::size_t axis)
        : count(countOf(dims.first(axis)) * countOf(dims.subspan(axis + 1)))
        , length(static_cast<std::size_t>(dims[axis]))
        , inner(countOf(dims.subspan(axis + 1)))
    {
    }
    /// In a tensor whose rows have \p ofLength elements.
    std::size_t start(std::size_t row, std::size_t ofLength) const
    {
        return row / inner * ofLength * inner + row % inner;
    }
};

// Whether a stands before b in the wanted order. NaN counts as larger than everything, as with PyTorch.
template <typename T>
bool isBefore(T a, T b, bool largest)
{
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(a) || std::isnan(b))
            return largest ? std::isnan(a) && !std::isnan(b) : std::isnan(b) && !std::isnan(a);
    }
    return largest ? a > b : a < b;
}

template <bool largest>
Result<void> compileArg(ProgramBuilder& b)
{
    const std::vector<std::int64_t> dims = b.dims(b.input(0));
    const Rows rows(dims, axisFromFront(b.attribute("axis", std::int64_t{0}), dims.size()));
    const bool takesLast = b.attribute("select_last_index", std::int64_t{0}) != 0;
    const Elements x = readElements(b, b.input(0));
    const Elements y = writeElements(b, b.output());
    withType(x.dtype, [&]<typename T>() {
        b.addLoop("own argmax", {x.buffer}, {y.buffer}, [=](StepContext& context) {
            const T* src = context.arena.data<const T>(x.buffer);
            std::int64_t* dst = context.arena.data<std::int64_t>(y.buffer);
            for (std::size_t row = 0; row < rows.count; ++row) {
                const T* first = src + rows.start(row, rows.length);
                std::size_t best = 0;
                for (std::size_t i = 1; i < rows.length; ++i) {
                    const T value = first[i * rows.inner], record = first[best * rows.inner];
                    if (isBefore(value, record, largest) || (takesLast && value == record))
                        best = i;
                }
                dst[row] = static_cast<std::int64_t>(best);
            }
        });
    });
    return {};
}

Result<void> compileTopK(ProgramBuilder& b)
{
    const std::vector<std::int64_t> dims = b.dims(b.input(0));
    const std::size_t axis = axisFromFront(b.attribute("axis", std::int64_t{-1}), dims.size());
    const Rows rows(dims, axis);
    const auto k = static_cast<std::size_t>(b.dims(b.output())[axis]);
    const bool largest = b.attribute("largest", std::int64_t{1}) != 0;
    const Elements x = readElements(b, b.input(0));
    const Elements values = writeElements(b, b.output());
    const Elements places = b.hasOutput(1)
        ? writeElements(b, b.output(1))
        : Elements{b.scratchBytes(values.count * sizeof(std::int64_t)), DType::Int64};
    const BufferId order = b.scratchBytes(rows.length * sizeof(std::uint32_t));
    withType(x.dtype, [&]<typename T>() {
        b.addLoop("own top k", {x.buffer}, {values.buffer, places.buffer, order}, [=](StepContext& context) {
            const std::span<std::uint32_t> ranks = context.arena.span<std::uint32_t>(order, rows.length);
            for (std::size_t row = 0; row < rows.count; ++row) {
                const T* first = context.arena.data<const T>(x.buffer) + rows.start(row, rows.length);
                std::iota(ranks.begin(), ranks.end(), 0u);
                const auto before = [&](std::uint32_t p, std::uint32_t q) {
                    const T a = first[p * rows.inner], other = first[q * rows.inner];
                    return isBefore(a, other, largest) || (!isBefore(other, a, largest) && p < q);
                };
                std::ranges::partial_sort(ranks, ranks.begin() + static_cast<std::ptrdiff_t>(k), before);
                const std::size_t to = rows.start(row, k);
                for (std::size_t i = 0; i < k; ++i) {
                    context.arena.data<T>(values.buffer)[to + i * rows.inner] = first[ranks[i] * rows.inner];
                    context.arena.data<std::int64_t>(places.buffer)[to + i * rows.inner] = ranks[i];
                }
            }
        });
    });
    return {};
}

// Inputs: X, axis.
Result<void> compileCumSum(ProgramBuilder& b)
{
    const auto axis = integersOf(b, 1, "axis");
    if (!axis || axis->empty())
        return b.refuse("The axis of CumSum must be a constant.");
    const std::vector<std::int64_t> dims = b.dims(b.input(0));
    const Rows rows(dims, axisFromFront(axis->front(), dims.size()));
    const bool isExclusive = b.attribute("exclusive", std::int64_t{0}) != 0;
    const bool isReverse = b.attribute("reverse", std::int64_t{0}) != 0;
    const Elements x = readElements(b, b.input(0));
    const Elements y = writeElements(b, b.output());
    withType(x.dtype, [&]<typename T>() {
        b.addLoop("own running sum", {x.buffer}, {y.buffer}, [=](StepContext& context) {
            for (std::size_t row = 0; row < rows.count; ++row) {
                const std::size_t start = rows.start(row, rows.length);
                T sum{};
                for (std::size_t i = 0; i < rows.length; ++i) {
                    const std::size_t at = start + (isReverse ? rows.length - 1 - i : i) * rows.inner;
                    const T before = sum;
                    sum = static_cast<T>(sum + context.arena.data<const T>(x.buffer)[at]);
                    context.arena.data<T>(y.buffer)[at] = isExclusive ? before : sum;
                }
            }
        });
    });
    return {};
}

// Inputs: X [..., rows, columns], diagonal (a scalar, 0 where absent).
Result<void> compileTrilu(ProgramBuilder& b)
{
    const bool isUpper = b.attribute("upper", std::int64_t{1}) != 0;
    const std::vector<std::int64_t> dims = b.dims(b.input(0));
    const std::int64_t columns = dims.back(), height = dims[dims.size() - 2];
    const Elements x = readElements(b, b.input(0));
    const Elements y = writeElements(b, b.output());
    const bool hasDiagonal = b.input(1).isValid();
    const Elements diagonal =
        hasDiagonal ? readElementsAs(b, b.input(1), DType::Int64) : Elements{b.scratchBytes(8)};
    withType(x.dtype, [&]<typename T>() {
        b.addLoop("own triangle", {x.buffer, diagonal.buffer}, {y.buffer}, [=](StepContext& context) {
            const std::int64_t k = hasDiagonal ? *context.arena.data<const std::int64_t>(diagonal.buffer) : 0;
            for (std::size_t at = 0; at < x.count; ++at) {
                const std::int64_t column = static_cast<std::int64_t>(at) % columns;
                const std::int64_t row = static_cast<std::int64_t>(at) / columns % height;
                const bool isKept = isUpper ? column >= row + k : column <= row + k;
                context.arena.data<T>(y.buffer)[at] =
                    isKept ? context.arena.data<const T>(x.buffer)[at] : T{};
            }
        });
    });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "ArgMax", .compile = compileArg<true>},
    {.name = "ArgMin", .compile = compileArg<false>},
    {.name = "CumSum", .compile = compileCumSum, .constants = slots({1})},
    {.name = "TopK", .compile = compileTopK},
    {.name = "Trilu", .compile = compileTrilu},
};

}

std::span<const OpRun> axisRuns()
{
    return kRows;
}

}
