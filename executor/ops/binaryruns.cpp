// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arithmetic on two and more operands, with broadcasting. Float32 (and 16-bit floats through it) runs on our
// vector loops, in any layout when the shapes are equal; other types on plain loops.
#include "executor/ops/broadcast.h"
#include "executor/ops/families.h"
#include "executor/ops/operands.h"
#include "kernels/binary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace halftone {
namespace {

using kernels::Binary;

template <typename T>
T applied(Binary function, T a, T b)
{
    switch (function) {
    case Binary::Add:
        return static_cast<T>(a + b);
    case Binary::Sub:
        return static_cast<T>(a - b);
    case Binary::Mul:
        return static_cast<T>(a * b);
    case Binary::Div:
        if constexpr (std::is_integral_v<T>)
            return b == T{} ? T{} : static_cast<T>(a / b); // x86 would trap.
        else
            return a / b;
    case Binary::Min:
        return b < a || b != b ? b : a;
    case Binary::Max:
        return b > a || b != b ? b : a;
    }
    return {};
}

/// Adds result = f(left, right), all row-major in one type.
template <typename T, typename R = T, typename Function>
void addRows(ProgramBuilder& b, const Broadcast& rows, BufferId left, BufferId right, BufferId result,
    const Function& function)
{
    b.addLoop("own typed loop", {left, right}, {result}, [=](StepContext& context) {
        const T* p = context.arena.data<const T>(left);
        const T* q = context.arena.data<const T>(right);
        R* to = context.arena.data<R>(result);
        rows.forEachRow([&](std::size_t at, const auto& offsets) {
            for (std::size_t i = 0; i < rows.rowLength(); ++i)
                to[at + i] = function(p[offsets[0] + i * rows.step(0)], q[offsets[1] + i * rows.step(1)]);
        });
    });
}

void addFloatRows(
    ProgramBuilder& b, Binary function, const Broadcast& rows, BufferId left, BufferId right, BufferId result)
{
    b.addLoop("own arithmetic", {left, right}, {result}, [=](StepContext& context) {
        const float* p = context.arena.data<const float>(left);
        const float* q = context.arena.data<const float>(right);
        float* to = context.arena.data<float>(result);
        rows.forEachRow([&](std::size_t at, const auto& offsets) {
            kernels::binary(function, {p + offsets[0], rows.step(0)}, {q + offsets[1], rows.step(1)},
                {to + at, rows.rowLength()});
        });
    });
}

void addArithmetic(ProgramBuilder& b, Binary function, const Broadcast& rows, const Elements& left,
    const Elements& right, const Elements& result)
{
    if (result.dtype == DType::Float32)
        return addFloatRows(b, function, rows, left.buffer, right.buffer, result.buffer);
    withType(result.dtype, [&]<typename T>() {
        addRows<T>(b, rows, left.buffer, right.buffer, result.buffer,
            [function](T x, T y) { return applied(function, x, y); });
    });
}

// Padding stays zero under these, and 0 / 0 would be NaN.
bool keepsPadding(Binary function)
{
    return function != Binary::Div;
}

bool haveShapeOfResult(const ProgramBuilder& b)
{
    return b.dims(b.input(0)) == b.dims(b.output()) && b.dims(b.input(1)) == b.dims(b.output());
}

/// Two operands and a result of one 16-bit type, which are computed without a detour through memory.
struct HalfOperation
{
    Binary function;
    Broadcast rows;
    BufferId left;
    BufferId right;
    BufferId result;
    std::size_t count; // elements of the result

    kernels::RoundStats run(const Arena& arena, const kernels::Rounding& rounding) const
    {
        kernels::RoundStats stats;
        const std::size_t length = rows.rowLength();
        rows.forEachRun([&](std::size_t at, const auto& offsets, const Broadcast::Rows& run) {
            const auto operand = [&](BufferId id, std::size_t i) {
                return kernels::HalfRows{
                    arena.data<const std::uint16_t>(id) + offsets[i], rows.step(i), run.strides[i]};
            };
            stats += kernels::binary16(function, operand(left, 0), operand(right, 1),
                {arena.data<std::uint16_t>(result) + at, run.count * length}, length, rounding);
        });
        return stats;
    }

    /// The results before they are rounded.
    std::vector<float> wide(const Arena& arena, kernels::Format16 format) const
    {
        const auto number = [&](BufferId id, std::size_t at) {
            float value = 0;
            kernels::widen({arena.data<const std::uint16_t>(id) + at, 1}, {&value, 1}, format);
            return value;
        };
        std::vector<float> numbers(count);
        rows.forEachRow([&](std::size_t at, const auto& offsets) {
            for (std::size_t i = 0; i < rows.rowLength(); ++i)
                numbers[at + i] = applied(function, number(left, offsets[0] + i * rows.step(0)),
                    number(right, offsets[1] + i * rows.step(1)));
        });
        return numbers;
    }
};

void addHalfArithmetic(ProgramBuilder& b, Binary function, const Broadcast& rows, Layout layout)
{
    const BufferId result = b.writeStored(b.output(), layout).buffer;
    const HalfOperation operation{function, rows, b.readStored(b.input(0)), b.readStored(b.input(1)), result,
        paddedElements(b.dims(b.output()), layout)};
    b.addLoop("own arithmetic 16", {operation.left, operation.right}, {result},
        [operation, output = b.rounded(b.output())](StepContext& context) {
            const kernels::RoundStats stats = operation.run(context.arena, output.rounding());
            output.note(context.state, stats,
                [&] { return operation.wide(context.arena, output.rounding().format); });
        });
}

/// Whether both operands lie in the output's 16-bit type and in \p layout.
bool areHalves(const ProgramBuilder& b, Layout layout)
{
    const DType dtype = b.stored(b.output()).dtype;
    return isLowPrecision(dtype) && std::ranges::all_of(std::array{0, 1}, [&](std::size_t slot) {
        const StoredValue& operand = b.stored(b.input(slot));
        return operand.dtype == dtype && areAlike(operand.dims, operand.layout, layout);
    });
}

/// Min and Max round nothing.
constexpr bool isRounded(Binary function)
{
    return function != Binary::Min && function != Binary::Max;
}

template <Binary function>
Result<void> compileBinary(ProgramBuilder& b)
{
    const ValueId left = b.input(0), right = b.input(1), y = b.output();
    const bool isFloat = isReducibleFloat(b.stored(y).dtype) && isReducibleFloat(b.stored(left).dtype);
    if (isFloat && haveShapeOfResult(b) && keepsPadding(function)) {
        const Layout layout = b.stored(left).layout;
        if (isRounded(function) && areHalves(b, layout)) {
            addHalfArithmetic(b, function, Broadcast(paddedElements(b.dims(y), layout)), layout);
            return {};
        }
        const Operand first = b.readFloat(left, layout), second = b.readFloat(right, layout);
        const Operand out = b.writeFloat(y, layout);
        addFloatRows(b, function, Broadcast(paddedElements(b.dims(y), layout)), first.buffer, second.buffer,
            out.buffer);
        b.mayWorkInPlace();
        return {};
    }
    const std::vector<std::int64_t> dims[] = {b.dims(left), b.dims(right)};
    if (isRounded(function) && areHalves(b, Layout::Plain)) {
        addHalfArithmetic(b, function, Broadcast(b.dims(y), dims), Layout::Plain);
        return {};
    }
    const Elements first = readElements(b, left), second = readElements(b, right);
    const Elements out = writeElements(b, y);
    if (first.dtype != out.dtype || second.dtype != out.dtype)
        return b.refuse("The operands have types that do not go together.");
    addArithmetic(b, function, Broadcast(b.dims(y), dims), first, second, out);
    if (dims[0] == b.dims(y))
        b.mayWorkInPlace();
    return {};
}

// One, two or more operands: a chain of steps over the result.
template <Binary function>
Result<void> compileMany(ProgramBuilder& b)
{
    const std::size_t count = b.graph().inputs(b.node()).size();
    const ValueId y = b.output();
    if (count == 2)
        return compileBinary<function>(b);
    std::vector<Elements> operands;
    for (std::size_t slot = 0; slot < count; ++slot)
        operands.push_back(readElements(b, b.input(slot)));
    const Elements out = writeElements(b, y);
    if (count == 1) {
        addConversion(b, operands[0], out);
        return {};
    }
    for (std::size_t slot = 1; slot < count; ++slot) {
        const std::vector<std::int64_t> leftDims = slot == 1 ? b.dims(b.input(0)) : b.dims(y);
        const std::vector<std::int64_t> dims[] = {leftDims, b.dims(b.input(slot))};
        addArithmetic(
            b, function, Broadcast(b.dims(y), dims), slot == 1 ? operands[0] : out, operands[slot], out);
    }
    return {};
}

Result<void> compileMean(ProgramBuilder& b)
{
    const std::size_t count = b.graph().inputs(b.node()).size();
    if (auto summed = compileMany<Binary::Add>(b); !summed)
        return summed;
    const ValueId y = b.output();
    if (b.stored(y).dtype != DType::Float32)
        return b.refuse("Mean is supported for float32 only.");
    const Layout layout = b.stored(y).layout;
    b.addLoop("own mean", {b.stored(y).buffer}, {b.stored(y).buffer},
        [at = b.stored(y).buffer, elements = paddedElements(b.dims(y), layout), count](StepContext& context) {
            for (float& element : context.arena.span<float>(at, elements))
                element /= static_cast<float>(count);
        });
    return {};
}

template <typename T>
T power(T base, double exponent)
{
    if constexpr (std::is_same_v<T, float>) {
        if (exponent == 2.0)
            return base * base;
        return static_cast<float>(std::pow(static_cast<double>(base), exponent));
    } else {
        return static_cast<T>(std::pow(static_cast<double>(base), exponent));
    }
}

// The exponent may be of another type than the base.
Result<void> compilePow(ProgramBuilder& b)
{
    const Elements base = readElements(b, b.input(0));
    const Elements exponent = readElementsAs(b, b.input(1), DType::Float64);
    const Elements out = writeElements(b, b.output());
    const std::vector<std::int64_t> dims[] = {b.dims(b.input(0)), b.dims(b.input(1))};
    const Broadcast rows(b.dims(b.output()), dims);
    withType(base.dtype, [&]<typename T>() {
        b.addLoop("own power", {base.buffer, exponent.buffer}, {out.buffer}, [=](StepContext& context) {
            const T* p = context.arena.data<const T>(base.buffer);
            const double* q = context.arena.data<const double>(exponent.buffer);
            T* to = context.arena.data<T>(out.buffer);
            rows.forEachRow([&](std::size_t at, const auto& offsets) {
                for (std::size_t i = 0; i < rows.rowLength(); ++i)
                    to[at + i] = power(p[offsets[0] + i * rows.step(0)], q[offsets[1] + i * rows.step(1)]);
            });
        });
    });
    return {};
}

// Python's remainder has the sign of the divisor, C's that of the dividend.
template <typename T>
T remainder(T a, T b, bool isC)
{
    if (b == T{})
        return std::is_integral_v<T> ? T{} : std::numeric_limits<T>::quiet_NaN();
    if constexpr (std::is_integral_v<T>) {
        const T rest = static_cast<T>(a % b);
        return !isC && rest != 0 && (rest < 0) != (b < 0) ? static_cast<T>(rest + b) : rest;
    } else {
        const T rest = std::fmod(a, b);
        return !isC && rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    }
}

Result<void> compileMod(ProgramBuilder& b)
{
    const bool isC = b.attribute("fmod", std::int64_t{0}) != 0;
    const Elements left = readElements(b, b.input(0)), right = readElements(b, b.input(1));
    const Elements out = writeElements(b, b.output());
    const std::vector<std::int64_t> dims[] = {b.dims(b.input(0)), b.dims(b.input(1))};
    withType(left.dtype, [&]<typename T>() {
        if constexpr (!std::is_same_v<T, bool>)
            addRows<T>(b, Broadcast(b.dims(b.output()), dims), left.buffer, right.buffer, out.buffer,
                [isC](T x, T y) { return remainder(x, y, isC); });
    });
    return {};
}

// Inputs: X, slope; the slope is broadcast to X.
Result<void> compilePRelu(ProgramBuilder& b)
{
    const Elements x = readElements(b, b.input(0)), slope = readElements(b, b.input(1));
    const Elements out = writeElements(b, b.output());
    const std::vector<std::int64_t> dims[] = {b.dims(b.input(0)), b.dims(b.input(1))};
    addRows<float>(b, Broadcast(b.dims(b.output()), dims), x.buffer, slope.buffer, out.buffer,
        [](float value, float factor) { return value < 0 ? value * factor : value; });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Add", .compile = compileBinary<Binary::Add>},
    {.name = "Div", .compile = compileBinary<Binary::Div>},
    {.name = "Max", .compile = compileMany<Binary::Max>},
    {.name = "Mean", .compile = compileMean},
    {.name = "Min", .compile = compileMany<Binary::Min>},
    {.name = "Mod", .compile = compileMod},
    {.name = "Mul", .compile = compileBinary<Binary::Mul>},
    {.name = "PRelu", .compile = compilePRelu},
    {.name = "Pow", .compile = compilePow},
    {.name = "Sub", .compile = compileBinary<Binary::Sub>},
    {.name = "Sum", .compile = compileMany<Binary::Add>},
};

}

std::span<const OpRun> binaryRuns()
{
    return kRows;
}

}
