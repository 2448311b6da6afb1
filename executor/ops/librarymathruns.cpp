// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions that no net spends time in: computed by the C library, element by element.
#include "executor/ops/families.h"
#include "executor/ops/operands.h"

#include <bit>
#include <cmath>

namespace halftone {
namespace {

using Function = double (*)(double);

// In float64 and rounded once, so that float32 and 16-bit results are the correctly rounded ones.
template <Function function>
Result<void> compileFunction(ProgramBuilder& b)
{
    const Elements x = readElements(b, b.input(0));
    const Elements y = writeElements(b, b.output());
    const bool isKnown = x.dtype == y.dtype && withType(x.dtype, [&]<typename T>() {
        b.addLoop("C library", {x.buffer}, {y.buffer}, [=](StepContext& context) {
            const T* src = context.arena.data<const T>(x.buffer);
            T* dst = context.arena.data<T>(y.buffer);
            for (std::size_t i = 0; i < x.count; ++i)
                dst[i] = static_cast<T>(function(static_cast<double>(src[i])));
        });
    });
    if (!isKnown)
        return b.refuse("This function is supported for numbers only.");
    return {};
}

double detectInfinity(double value, bool positive, bool negative)
{
    return std::isinf(value) && (value > 0 ? positive : negative) ? 1.0 : 0.0;
}

Result<void> compileIsInf(ProgramBuilder& b)
{
    const Elements x = readElementsAs(b, b.input(0), DType::Float64);
    const Elements y = writeElements(b, b.output());
    const bool positive = b.attribute("detect_positive", std::int64_t{1}) != 0;
    const bool negative = b.attribute("detect_negative", std::int64_t{1}) != 0;
    b.addLoop("own typed loop", {x.buffer}, {y.buffer}, [=](StepContext& context) {
        const double* src = context.arena.data<const double>(x.buffer);
        bool* dst = context.arena.data<bool>(y.buffer);
        for (std::size_t i = 0; i < x.count; ++i)
            dst[i] = detectInfinity(src[i], positive, negative) != 0;
    });
    return {};
}

Result<void> compileIsNan(ProgramBuilder& b)
{
    const Elements x = readElementsAs(b, b.input(0), DType::Float64);
    const Elements y = writeElements(b, b.output());
    b.addLoop("own typed loop", {x.buffer}, {y.buffer}, [=](StepContext& context) {
        const double* src = context.arena.data<const double>(x.buffer);
        bool* dst = context.arena.data<bool>(y.buffer);
        for (std::size_t i = 0; i < x.count; ++i)
            dst[i] = std::isnan(src[i]);
    });
    return {};
}

template <bool onBits>
Result<void> compileNot(ProgramBuilder& b)
{
    const Elements x = readElements(b, b.input(0));
    const Elements y = writeElements(b, b.output());
    withType(x.dtype, [&]<typename T>() {
        b.addLoop("own typed loop", {x.buffer}, {y.buffer}, [=](StepContext& context) {
            const T* src = context.arena.data<const T>(x.buffer);
            T* dst = context.arena.data<T>(y.buffer);
            for (std::size_t i = 0; i < x.count; ++i) {
                if constexpr (onBits && std::is_integral_v<T> && !std::is_same_v<T, bool>)
                    dst[i] = static_cast<T>(~src[i]);
                else
                    dst[i] = static_cast<T>(src[i] == T{});
            }
        });
    });
    return {};
}

// y = x - bias beyond lambd, x + bias below -lambd, else 0.
Result<void> compileShrink(ProgramBuilder& b)
{
    const double bias = static_cast<double>(b.attribute("bias", 0.0f));
    const double lambda = static_cast<double>(b.attribute("lambd", 0.5f));
    const Elements x = readElements(b, b.input(0));
    const Elements y = writeElements(b, b.output());
    withType(x.dtype, [&]<typename T>() {
        b.addLoop("own typed loop", {x.buffer}, {y.buffer}, [=](StepContext& context) {
            const T* src = context.arena.data<const T>(x.buffer);
            T* dst = context.arena.data<T>(y.buffer);
            for (std::size_t i = 0; i < x.count; ++i) {
                const auto value = static_cast<double>(src[i]);
                dst[i] = static_cast<T>(value < -lambda ? value + bias : value > lambda ? value - bias : 0.0);
            }
        });
    });
    return {};
}

constexpr OpRun kRows[] = {
    {.name = "Acos", .compile = compileFunction<std::acos>},
    {.name = "Acosh", .compile = compileFunction<std::acosh>},
    {.name = "Asin", .compile = compileFunction<std::asin>},
    {.name = "Asinh", .compile = compileFunction<std::asinh>},
    {.name = "Atan", .compile = compileFunction<std::atan>},
    {.name = "Atanh", .compile = compileFunction<std::atanh>},
    {.name = "BitwiseNot", .compile = compileNot<true>},
    {.name = "Cos", .compile = compileFunction<std::cos>},
    {.name = "Cosh", .compile = compileFunction<std::cosh>},
    {.name = "IsInf", .compile = compileIsInf},
    {.name = "IsNaN", .compile = compileIsNan},
    {.name = "Not", .compile = compileNot<false>},
    {.name = "Shrink", .compile = compileShrink},
    {.name = "Sin", .compile = compileFunction<std::sin>},
    {.name = "Sinh", .compile = compileFunction<std::sinh>},
    {.name = "Tan", .compile = compileFunction<std::tan>},
};

}

std::span<const OpRun> libraryMathRuns()
{
    return kRows;
}

}
