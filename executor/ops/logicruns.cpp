// SPDX-License-Identifier: GPL-3.0-or-later
//
// Comparisons, logic and bits on two operands with broadcasting, and selection by a condition.
#include "executor/ops/broadcast.h"
#include "executor/ops/families.h"
#include "executor/ops/operands.h"
#include "kernels/movement.h"

#include <format>
#include <functional>

namespace halftone {
namespace {

template <typename T, typename R, typename Function>
void addRows(ProgramBuilder& b, const Elements& left, const Elements& right, const Elements& result,
    const Function& function)
{
    const std::vector<std::int64_t> dims[] = {b.dims(b.input(0)), b.dims(b.input(1))};
    b.addLoop("own typed loop", {left.buffer, right.buffer}, {result.buffer},
        [=, rows = Broadcast(b.dims(b.output()), dims)](StepContext& context) {
            const T* p = context.arena.data<const T>(left.buffer);
            const T* q = context.arena.data<const T>(right.buffer);
            R* to = context.arena.data<R>(result.buffer);
            rows.forEachRow([&](std::size_t at, const auto& offsets) {
                for (std::size_t i = 0; i < rows.rowLength(); ++i)
                    to[at + i] = function(p[offsets[0] + i * rows.step(0)], q[offsets[1] + i * rows.step(1)]);
            });
        });
}

template <typename Relation>
Result<void> compileComparison(ProgramBuilder& b)
{
    const Elements left = readElements(b, b.input(0)), right = readElements(b, b.input(1));
    const Elements out = writeElements(b, b.output());
    const bool isKnown = left.dtype == right.dtype && withType(left.dtype, [&]<typename T>() {
        addRows<T, bool>(b, left, right, out, [](T x, T y) { return Relation()(x, y); });
    });
    if (!isKnown)
        return b.refuse(
            std::format("A comparison of {} and {} is not supported.", name(left.dtype), name(right.dtype)));
    return {};
}

template <typename Operation>
Result<void> compileBits(ProgramBuilder& b)
{
    const Elements left = readElements(b, b.input(0)), right = readElements(b, b.input(1));
    const Elements out = writeElements(b, b.output());
    withType(left.dtype, [&]<typename T>() {
        if constexpr (std::is_integral_v<T>)
            addRows<T, T>(b, left, right, out, [](T x, T y) { return static_cast<T>(Operation()(x, y)); });
    });
    return {};
}

Result<void> compileShift(ProgramBuilder& b)
{
    const bool isLeft = b.attribute("direction", std::string()) == "LEFT";
    const Elements left = readElements(b, b.input(0)), right = readElements(b, b.input(1));
    const Elements out = writeElements(b, b.output());
    withType(left.dtype, [&]<typename T>() {
        if constexpr (std::is_unsigned_v<T> && !std::is_same_v<T, bool>)
            addRows<T, T>(b, left, right, out, [isLeft](T x, T y) {
                constexpr std::uint64_t kBits = 8 * sizeof(T); // A shift by more has no meaning in C++.
                const auto wide = static_cast<std::uint64_t>(x);
                const auto steps = static_cast<std::uint64_t>(y);
                return static_cast<T>(steps >= kBits ? 0 : isLeft ? wide << steps : wide >> steps);
            });
    });
    return {};
}

template <typename T>
void addSelection(
    ProgramBuilder& b, const Broadcast& rows, BufferId condition, BufferId yes, BufferId no, BufferId out)
{
    b.addLoop("own selection", {condition, yes, no}, {out}, [=](StepContext& context) {
        const bool* which = context.arena.data<const bool>(condition);
        const T* p = context.arena.data<const T>(yes);
        const T* q = context.arena.data<const T>(no);
        T* to = context.arena.data<T>(out);
        rows.forEachRow([&](std::size_t at, const auto& offsets) {
            for (std::size_t i = 0; i < rows.rowLength(); ++i)
                to[at + i] = which[offsets[0] + i * rows.step(0)] ? p[offsets[1] + i * rows.step(1)]
                                                                  : q[offsets[2] + i * rows.step(2)];
        });
    });
}

// Values of one type are selected as bits; 16-bit floats beside float32 are widened.
Result<void> compileWhere(ProgramBuilder& b)
{
    const ValueId yes = b.input(1), no = b.input(2), y = b.output();
    const std::vector<std::int64_t> dims[] = {b.dims(b.input(0)), b.dims(yes), b.dims(no)};
    const Broadcast rows(b.dims(y), dims);
    const BufferId condition = b.readStored(b.input(0));
    const DType dtype = b.stored(y).dtype;
    if (b.stored(yes).dtype != dtype || b.stored(no).dtype != dtype) {
        const Elements p = readElements(b, yes), q = readElements(b, no);
        addSelection<float>(b, rows, condition, p.buffer, q.buffer, writeElements(b, y).buffer);
        return {};
    }
    const BufferId p = readBits(b, yes), q = readBits(b, no);
    const BufferId out = writeBits(b, y);
    switch (bytesPerElement(b, y)) {
    case 1:
        addSelection<std::uint8_t>(b, rows, condition, p, q, out);
        return {};
    case 2:
        addSelection<std::uint16_t>(b, rows, condition, p, q, out);
        return {};
    case 4:
        addSelection<std::uint32_t>(b, rows, condition, p, q, out);
        return {};
    case 8:
        addSelection<std::uint64_t>(b, rows, condition, p, q, out);
        return {};
    default:
        return b.refuse("A selection between values of this type is not supported.");
    }
}

constexpr OpRun kRows[] = {
    {.name = "And", .compile = compileBits<std::bit_and<>>},
    {.name = "BitShift", .compile = compileShift},
    {.name = "BitwiseAnd", .compile = compileBits<std::bit_and<>>},
    {.name = "BitwiseOr", .compile = compileBits<std::bit_or<>>},
    {.name = "BitwiseXor", .compile = compileBits<std::bit_xor<>>},
    {.name = "Equal", .compile = compileComparison<std::equal_to<>>},
    {.name = "Greater", .compile = compileComparison<std::greater<>>},
    {.name = "GreaterOrEqual", .compile = compileComparison<std::greater_equal<>>},
    {.name = "Less", .compile = compileComparison<std::less<>>},
    {.name = "LessOrEqual", .compile = compileComparison<std::less_equal<>>},
    {.name = "Or", .compile = compileBits<std::bit_or<>>},
    {.name = "Where", .compile = compileWhere},
    {.name = "Xor", .compile = compileBits<std::bit_xor<>>},
};

}

std::span<const OpRun> logicRuns()
{
    return kRows;
}

}
