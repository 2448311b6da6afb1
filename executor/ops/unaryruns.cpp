// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of one number and their gradients. They run over memory in whatever layout it has; only functions
// that make something else of the zeros in the padding need row-major memory there.
#include "executor/ops/elementloop.h"
#include "executor/ops/families.h"
#include "kernels/elementwise.h"
#include "kernels/scalar.h"
#include "kernels/unary.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <initializer_list>
#include <limits>

namespace halftone {
namespace {

using kernels::Unary;

struct Parameter
{
    std::string_view attribute = {};
    float fallback = 0;
};

struct UnaryRow
{
    std::string_view name;
    Unary function;
    bool keepsZero = true; ///< f(0) = 0 and a finite slope there.
    Parameter alpha = {};
    Parameter beta = {};
};

// ONNX's attributes and their defaults.
constexpr UnaryRow kUnaryRows[] = {
    {"Abs", Unary::Abs},
    {"Ceil", Unary::Ceil},
    {"Celu", Unary::Celu, true, {"alpha", 1.0f}},
    {"Clip", Unary::Clip, false, {"min", std::numeric_limits<float>::lowest()},
        {"max", std::numeric_limits<float>::max()}},
    {"Elu", Unary::Elu, true, {"alpha", 1.0f}},
    {"Erf", Unary::Erf},
    {"Exp", Unary::Exp, false},
    {"Floor", Unary::Floor},
    {"Gelu", Unary::Gelu},
    {"HardSigmoid", Unary::HardSigmoid, false, {"alpha", 0.2f}, {"beta", 0.5f}},
    {"HardSwish", Unary::HardSwish},
    {"LeakyRelu", Unary::LeakyRelu, true, {"alpha", 0.01f}},
    {"Log", Unary::Log, false},
    {"Mish", Unary::Mish},
    {"Neg", Unary::Neg},
    {"Reciprocal", Unary::Reciprocal, false},
    {"Round", Unary::Round},
    {"Selu", Unary::Selu, true, {"alpha", 1.67326319217681884765625f}, {"gamma", 1.05070102214813232421875f}},
    {"Sigmoid", Unary::Sigmoid, false},
    {"Sign", Unary::Sign},
    {"Softplus", Unary::Softplus, false},
    {"Softsign", Unary::Softsign},
    {"Sqrt", Unary::Sqrt, false},
    {"Swish", Unary::Swish, true, {"alpha", 1.0f}},
    {"Tanh", Unary::Tanh},
    {"ThresholdedRelu", Unary::ThresholdedRelu, false, {"alpha", 1.0f}},
};

const UnaryRow& rowOf(const ProgramBuilder& b)
{
    std::string_view type = b.graph().node(b.node()).opType;
    if (b.graph().node(b.node()).domain == kTrainingDomain)
        type.remove_suffix(std::string_view("Grad").size());
    return *std::ranges::find(kUnaryRows, type, &UnaryRow::name);
}

float parameterOf(const ProgramBuilder& b, const Parameter& parameter)
{
    return parameter.attribute.empty() ? 0.0f
                                       : b.attribute(std::string(parameter.attribute), parameter.fallback);
}

/// A function with its parameters, some of which may be values of the graph (the bounds of Clip).
struct Function
{
    Unary function;
    kernels::UnaryParameters parameters;
    BufferId alpha = {};
    BufferId beta = {};

    kernels::UnaryParameters at(const StepContext& context) const
    {
        kernels::UnaryParameters now = parameters;
        if (alpha.isValid())
            now.alpha = *context.arena.data<const float>(alpha);
        if (beta.isValid())
            now.beta = *context.arena.data<const float>(beta);
        return now;
    }
    void addReads(std::vector<BufferId>& reads) const
    {
        for (const BufferId id : {alpha, beta}) {
            if (id.isValid())
                reads.push_back(id);
        }
    }
};

Function functionOf(ProgramBuilder& b, const UnaryRow& row, std::size_t firstBound)
{
    Function result{row.function, {parameterOf(b, row.alpha), parameterOf(b, row.beta)}};
    if (row.function == Unary::Gelu && b.attribute("approximate", std::string("none")) == "tanh")
        result.function = Unary::GeluTanh;
    if (row.function != Unary::Clip)
        return result;
    if (b.input(firstBound).isValid())
        result.alpha = b.readFloat(b.input(firstBound), Layout::Plain).buffer;
    if (b.input(firstBound + 1).isValid())
        result.beta = b.readFloat(b.input(firstBound + 1), Layout::Plain).buffer;
    return result;
}

// The layout of the operand, unless its padding would not stay zero.
Layout layoutFor(const ProgramBuilder& b, const UnaryRow& row, ValueId id)
{
    const StoredValue& value = b.stored(id);
    const bool hasPadding = value.elements() != countOf(value.dims);
    return row.keepsZero || !hasPadding ? value.layout : Layout::Plain;
}

/// Whether Clip gives nothing but 16-bit numbers: its bounds must be such numbers themselves, or none.
bool hasExactBounds(const ProgramBuilder& b, const UnaryRow& row)
{
    const DType dtype = b.stored(b.output()).dtype;
    const auto isExact = [&](std::size_t slot, const Parameter& parameter) {
        if (b.input(slot).isValid())
            return b.stored(b.input(slot)).dtype == dtype;
        const float bound = parameterOf(b, parameter);
        const bool isNone = std::abs(bound) >= std::numeric_limits<float>::max();
        return isNone || kernels::rounded(bound, lowFormat(dtype)) == bound;
    };
    return isExact(1, row.alpha) && isExact(2, row.beta);
}

/// Whether this is Clip, or its gradient, of 16-bit numbers that all lie in that layout.
bool isClip16(
    const ProgramBuilder& b, const UnaryRow& row, std::initializer_list<std::size_t> slots, Layout layout)
{
    const DType dtype = b.stored(b.output()).dtype;
    return row.function == Unary::Clip && isLowPrecision(dtype) &&
        std::ranges::all_of(slots, [&](std::size_t slot) {
            const StoredValue& value = b.stored(b.input(slot));
            return value.dtype == dtype && value.layout == layout;
        });
}

Result<void> compileClip16(ProgramBuilder& b, const UnaryRow& row, Layout layout)
{
    const BufferId x = b.readStored(b.input(0));
    const Function function = functionOf(b, row, 1);
    const BufferId y = b.writeStored(b.output(), layout).buffer;
    std::vector<BufferId> reads{x};
    function.addReads(reads);
    b.addLoop("own clip 16", std::move(reads), {y},
        [=, count = b.stored(b.input(0)).elements(), format = lowFormat(b.stored(b.output()).dtype)](
            StepContext& context) {
            const auto [low, high] = function.at(context);
            kernels::clip(context.arena.span<const std::uint16_t>(x, count),
                context.arena.span<std::uint16_t>(y, count), format, low, high);
        });
    b.mayWorkInPlace();
    return {};
}

// Inputs: dY, X, bounds. Whatever the bounds are, it gives dY or zero.
Result<void> compileClipGradient16(ProgramBuilder& b, const UnaryRow& row, Layout layout)
{
    const BufferId dy = b.readStored(b.input(0)), x = b.readStored(b.input(1));
    const Function function = functionOf(b, row, 2);
    const BufferId dx = b.writeStored(b.output(), layout).buffer;
    std::vector<BufferId> reads{dy, x};
    function.addReads(reads);
    b.addLoop("own clip gradient 16", std::move(reads), {dx},
        [=, count = b.stored(b.input(1)).elements(), format = lowFormat(b.stored(b.output()).dtype)](
            StepContext& context) {
            const auto [low, high] = function.at(context);
            kernels::clipGradient(context.arena.span<const std::uint16_t>(dy, count),
                context.arena.span<const std::uint16_t>(x, count),
                context.arena.span<std::uint16_t>(dx, count), format, low, high);
        });
    b.mayWorkInPlace();
    return {};
}

/// Functions of float64 that models use beside float32.
double (*float64Function(Unary function))(double)
{
    switch (function) {
    case Unary::Exp:
        return [](double x) { return std::exp(x); };
    case Unary::Log:
        return [](double x) { return std::log(x); };
    case Unary::Sqrt:
        return [](double x) { return std::sqrt(x); };
    case Unary::Ceil:
        return [](double x) { return std::ceil(x); };
    case Unary::Floor:
        return [](double x) { return std::floor(x); };
    default:
        return nullptr;
    }
}

/// Integers and float64: functions that need no more than comparisons and signs, and a few more for float64.
Result<void> compileTyped(ProgramBuilder& b, const UnaryRow& row)
{
    const Elements x = readElements(b, b.input(0));
    const Elements y = writeElements(b, b.output());
    const Elements low =
        row.function == Unary::Clip && b.input(1).isValid() ? readElements(b, b.input(1)) : Elements{};
    const Elements high =
        row.function == Unary::Clip && b.input(2).isValid() ? readElements(b, b.input(2)) : Elements{};
    std::vector<BufferId> reads{x.buffer};
    for (const Elements& bound : {low, high}) {
        if (bound.buffer.isValid())
            reads.push_back(bound.buffer);
    }
    bool isKnown = true;
    withType(x.dtype, [&]<typename T>() {
        using Apply = T (*)(T);
        Apply apply = nullptr;
        if (row.function == Unary::Abs)
            apply = [](T value) { return static_cast<T>(value < T{} ? -value : value); };
        else if (row.function == Unary::Neg)
            apply = [](T value) { return static_cast<T>(-value); };
        else if (row.function == Unary::Sign)
            apply = [](T value) { return static_cast<T>((value > T{}) - (value < T{})); };
        else if (row.function == Unary::Clip)
            apply = [](T value) { return value; };
        if constexpr (std::is_same_v<T, double>)
            apply = apply ? apply : float64Function(row.function);
        isKnown = apply != nullptr;
        if (!isKnown)
            return;
        b.addLoop("own typed loop", reads, {y.buffer}, [=, count = x.count](StepContext& context) {
            const T* src = context.arena.data<const T>(x.buffer);
            T* dst = context.arena.data<T>(y.buffer);
            for (std::size_t i = 0; i < count; ++i) {
                T value = apply(src[i]);
                if (low.buffer.isValid())
                    value = std::max(value, *context.arena.data<const T>(low.buffer));
                if (high.buffer.isValid())
                    value = std::min(value, *context.arena.data<const T>(high.buffer));
                dst[i] = value;
            }
        });
    });
    if (!isKnown)
        return b.refuse("This function is supported for float32, float16 and bfloat16 only.");
    return {};
}

Result<void> compileUnary(ProgramBuilder& b)
{
    const UnaryRow& row = rowOf(b);
    const ValueId x = b.input(0);
    if (!isReducibleFloat(b.stored(x).dtype))
        return compileTyped(b, row);
    const Layout layout = layoutFor(b, row, x);
    if (isClip16(b, row, {0}, layout) && hasExactBounds(b, row))
        return compileClip16(b, row, layout);
    const Function function = functionOf(b, row, 1);
    ElementLoop loop{.name = "own function",
        .operands = {x},
        .compute = [function](const StepContext& context, const auto& operands, std::span<float> results) {
            kernels::unary(function.function, operands[0], results, function.at(context));
        }};
    function.addReads(loop.moreReads);
    addElementLoop(b, loop, layout);
    return {};
}

// Inputs: dY, X or Y, and for Clip its bounds.
Result<void> compileUnaryGradient(ProgramBuilder& b)
{
    const UnaryRow& row = rowOf(b);
    const ValueId operand = b.input(1);
    const Layout layout = layoutFor(b, row, operand);
    if (isClip16(b, row, {0, 1}, layout))
        return compileClipGradient16(b, row, layout);
    const Function function = functionOf(b, row, 2);
    ElementLoop loop{.name = "own gradient",
        .operands = {b.input(0), operand},
        .compute = [function](const StepContext& context, const auto& operands, std::span<float> results) {
            kernels::unaryGradient(
                function.function, operands[0], operands[1], results, function.at(context));
        }};
    function.addReads(loop.moreReads);
    addElementLoop(b, loop, layout);
    return {};
}

constexpr Unary kWithoutSlope[] = {Unary::Ceil, Unary::Floor, Unary::Round, Unary::Sign};

std::vector<OpRun> makeRows()
{
    static std::deque<std::string> gradientNames; // Rows refer to them for good.
    std::vector<OpRun> rows;
    for (const UnaryRow& row : kUnaryRows) {
        rows.push_back({.name = row.name, .compile = compileUnary});
        if (std::ranges::contains(kWithoutSlope, row.function))
            continue;
        gradientNames.push_back(std::string(row.name) + "Grad");
        rows.push_back(
            {.name = gradientNames.back(), .domain = kTrainingDomain, .compile = compileUnaryGradient});
    }
    return rows;
}

}

std::span<const OpRun> unaryRuns()
{
    static const std::vector<OpRun> rows = makeRows();
    return rows;
}

}
