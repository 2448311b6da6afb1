// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators that give elements another shape or make tensors of nothing but a shape.
#include "executor/ops/families.h"
#include "executor/ops/operands.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

// The same elements in row-major order under another shape: no step at all when they lie so already.
Result<void> compileReshape(ProgramBuilder& b)
{
    const ValueId x = b.input(0), y = b.output();
    const DType from = b.stored(x).dtype;
    const DType to = b.stored(y).dtype;
    if (countOf(b.dims(x)) != countOf(b.dims(y)))
        return b.refuse("The shapes before and after have different numbers of elements.");
    if (from == to) {
        b.alias(y, readBits(b, x), Layout::Plain);
        return {};
    }
    if (!isReducibleFloat(from) || !isReducibleFloat(to))
        return b.refuse(std::format("A reshape from {} to {} is not supported.", name(from), name(to)));
    const Operand wide = b.readFloat(x, Layout::Plain);
    if (to == DType::Float32)
        b.alias(y, wide.buffer, Layout::Plain);
    else
        b.round(y, wide.buffer, Layout::Plain);
    return {};
}

// The memory itself under another name, in whatever layout it has.
Result<void> compileIdentity(ProgramBuilder& b)
{
    const StoredValue& x = b.stored(b.input(0));
    if (x.dtype != b.stored(b.output()).dtype)
        return compileReshape(b);
    b.alias(b.output(), x.buffer, x.layout);
    return {};
}

// The value was put in place when the program was built.
Result<void> compileConstant(ProgramBuilder&)
{
    return {};
}

// Results that the shapes alone decide are written by every run: memory is shared between values.
void addIntegers(ProgramBuilder& b, std::vector<std::int64_t> values)
{
    const Elements y = writeElements(b, b.output());
    b.addLoop("own shape", {}, {y.buffer}, [y, numbers = std::move(values)](StepContext& context) {
        std::ranges::copy(numbers, context.arena.data<std::int64_t>(y.buffer));
    });
}

Result<void> compileShape(ProgramBuilder& b)
{
    const std::vector<std::int64_t> dims = b.dims(b.input(0));
    const auto rank = static_cast<std::int64_t>(dims.size());
    const auto bound = [rank](std::int64_t axis) {
        return std::clamp<std::int64_t>(axis < 0 ? axis + rank : axis, 0, rank);
    };
    const std::int64_t first = bound(b.attribute("start", std::int64_t{0}));
    const std::int64_t last = std::max(first, bound(b.attribute("end", rank)));
    addIntegers(b, {dims.begin() + first, dims.begin() + last});
    return {};
}

Result<void> compileSize(ProgramBuilder& b)
{
    addIntegers(b, {static_cast<std::int64_t>(countOf(b.dims(b.input(0))))});
    return {};
}

Result<void> compileConstantOfShape(ProgramBuilder& b)
{
    const TensorData zero = TensorData::of(DType::Float32, {1}, std::vector{0.0f});
    const std::vector<double> value = toDoubles(b.attribute("value", zero));
    const Elements y = writeElements(b, b.output());
    withType(y.dtype, [&]<typename T>() {
        b.addLoop("own fill", {}, {y.buffer},
            [y, fill = static_cast<T>(value.empty() ? 0.0 : value[0])](
                StepContext& context) { std::fill_n(context.arena.data<T>(y.buffer), y.count, fill); });
    });
    return {};
}

Result<void> compileEyeLike(ProgramBuilder& b)
{
    const std::int64_t k = b.attribute("k", std::int64_t{0});
    const std::vector<std::int64_t> dims = b.dims(b.output());
    const Elements y = writeElements(b, b.output());
    withType(y.dtype, [&]<typename T>() {
        b.addLoop("own fill", {}, {y.buffer}, [=](StepContext& context) {
            T* dst = context.arena.data<T>(y.buffer);
            for (std::size_t at = 0; at < y.count; ++at) {
                const auto position = static_cast<std::int64_t>(at);
                dst[at] = static_cast<T>(position % dims[1] == position / dims[1] + k ? 1 : 0);
            }
        });
    });
    return {};
}

// Inputs: start, limit, step. The number of elements is settled by the shape.
Result<void> compileRange(ProgramBuilder& b)
{
    const Elements start = readElements(b, b.input(0)), step = readElements(b, b.input(2));
    const Elements y = writeElements(b, b.output());
    withType(y.dtype, [&]<typename T>() {
        b.addLoop("own range", {start.buffer, step.buffer}, {y.buffer}, [=](StepContext& context) {
            T value = *context.arena.data<const T>(start.buffer);
            for (T& element : context.arena.span<T>(y.buffer, y.count)) {
                element = value;
                value = static_cast<T>(value + *context.arena.data<const T>(step.buffer));
            }
        });
    });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Constant", .compile = compileConstant, .takesPacked = true},
    {.name = "ConstantOfShape", .compile = compileConstantOfShape},
    {.name = "EyeLike", .compile = compileEyeLike},
    {.name = "Flatten", .compile = compileReshape, .takesPacked = true},
    {.name = "Identity", .compile = compileIdentity, .takesPacked = true},
    {.name = "Range", .compile = compileRange},
    {.name = "Reshape", .compile = compileReshape, .takesPacked = true},
    {.name = "Shape", .compile = compileShape, .takesPacked = true},
    {.name = "Size", .compile = compileSize, .takesPacked = true},
    {.name = "Squeeze", .compile = compileReshape, .takesPacked = true},
    {.name = "Unsqueeze", .compile = compileReshape, .takesPacked = true},
};

}

std::span<const OpRun> shapeRuns()
{
    return kRows;
}

}
