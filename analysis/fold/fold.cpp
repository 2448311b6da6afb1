// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/fold/foldrules.h"
#include "analysis/onnx/onnxdtype.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace halftone {
namespace {

std::int64_t countOf(std::span<const std::int64_t> dims)
{
    return std::accumulate(dims.begin(), dims.end(), std::int64_t{1}, std::multiplies{});
}

template <typename T>
T attribute(const FoldCall& call, std::string_view name, T fallback)
{
    return attributeOr(call.attributes, name, std::move(fallback));
}

Folded foldCast(const FoldCall& call)
{
    FoldedValue result = *call.inputs[0];
    result.dtype = dtypeFromOnnx(static_cast<int>(attribute(call, "to", std::int64_t{0})));
    for (double& value : result.values) {
        if (result.dtype == DType::Bool)
            value = value != 0 ? 1 : 0;
        else if (result.isInteger())
            value = std::trunc(value);
        else if (result.dtype == DType::Float32)
            value = static_cast<double>(static_cast<float>(value));
    }
    return result;
}

using Binary = double (*)(double, double);

// With one of the two a single number, or both of one shape: all that shape computations need.
Folded foldBinary(const FoldCall& call, Binary function, std::optional<DType> dtype)
{
    const FoldedValue& left = *call.inputs[0];
    const FoldedValue* right = inputOf(call, 1);
    if (!right)
        return std::nullopt;
    const bool repeatsLeft = left.values.size() == 1, repeatsRight = right->values.size() == 1;
    if (!repeatsLeft && !repeatsRight && left.dims != right->dims)
        return std::nullopt;
    const bool takesRight = repeatsLeft && right->dims.size() >= left.dims.size();
    if ((repeatsLeft && !takesRight && !repeatsRight) ||
        (!repeatsLeft && right->dims.size() > left.dims.size()))
        return std::nullopt;
    FoldedValue result{dtype.value_or(left.dtype), takesRight ? right->dims : left.dims, {}};
    const auto count = static_cast<std::size_t>(countOf(result.dims));
    for (std::size_t i = 0; i < count; ++i) {
        double value = function(left.values[repeatsLeft ? 0 : i], right->values[repeatsRight ? 0 : i]);
        if (result.isInteger())
            value = std::trunc(value);
        else if (result.dtype == DType::Float32)
            value = static_cast<double>(static_cast<float>(value));
        result.values.push_back(value);
    }
    return result;
}

template <Binary function>
Folded foldArithmetic(const FoldCall& call)
{
    return foldBinary(call, function, std::nullopt);
}

template <Binary function>
Folded foldComparison(const FoldCall& call)
{
    return foldBinary(call, function, DType::Bool);
}

template <double (*function)(double)>
Folded foldUnary(const FoldCall& call)
{
    FoldedValue result = *call.inputs[0];
    for (double& value : result.values)
        value = function(value);
    return result;
}

Folded foldWhere(const FoldCall& call)
{
    const FoldedValue &condition = *call.inputs[0], *yes = inputOf(call, 1), *no = inputOf(call, 2);
    if (!yes || !no)
        return std::nullopt;
    const FoldedValue& widest = yes->values.size() >= no->values.size() ? *yes : *no;
    const FoldedValue& shape = condition.values.size() > widest.values.size() ? condition : widest;
    FoldedValue result{yes->dtype, shape.dims, {}};
    const auto at = [](const FoldedValue& value, std::size_t i) {
        return value.values[value.values.size() == 1 ? 0 : i];
    };
    for (const FoldedValue* operand : {&condition, yes, no}) {
        if (operand->values.size() != 1 && operand->dims != shape.dims)
            return std::nullopt;
    }
    for (std::size_t i = 0; i < shape.values.size(); ++i)
        result.values.push_back(at(condition, i) != 0 ? at(*yes, i) : at(*no, i));
    return result;
}

// Over all elements of a vector.
template <Binary function>
Folded foldReduction(const FoldCall& call)
{
    const FoldedValue& data = *call.inputs[0];
    if (data.dims.size() > 1 || data.values.empty())
        return std::nullopt;
    FoldedValue result{data.dtype, {}, {data.values[0]}};
    for (std::size_t i = 1; i < data.values.size(); ++i)
        result.values[0] = function(result.values[0], data.values[i]);
    if (attribute(call, "keepdims", std::int64_t{1}) != 0)
        result.dims.assign(data.dims.size(), 1);
    return result;
}

struct FoldRow
{
    std::string_view opType;
    Folded (*apply)(const FoldCall&);
    bool readsShapeOnly = false;
};

constexpr Binary kPlus = [](double a, double b) { return a + b; };
constexpr Binary kTimes = [](double a, double b) { return a * b; };
constexpr Binary kLess = [](double a, double b) { return a < b ? 1.0 : 0.0; };
constexpr Binary kSmaller = [](double a, double b) { return std::min(a, b); };
constexpr Binary kLarger = [](double a, double b) { return std::max(a, b); };

constexpr FoldRow kRows[] = {
    {"Abs", foldUnary<[](double x) { return std::abs(x); }>},
    {"Add", foldArithmetic<kPlus>},
    {"And", foldComparison<[](double a, double b) { return a != 0 && b != 0 ? 1.0 : 0.0; }>},
    {"Cast", foldCast},
    {"Ceil", foldUnary<[](double x) { return std::ceil(x); }>},
    {"Concat", foldConcat},
    {"ConstantOfShape", foldConstantOfShape},
    {"Div",
        [](const FoldCall& call) -> Folded {
            const FoldedValue* divisor = inputOf(call, 1);
            if (!divisor || std::ranges::contains(divisor->values, 0.0))
                return std::nullopt;
            return foldBinary(call, [](double a, double b) { return a / b; }, std::nullopt);
        }},
    {"Equal", foldComparison<[](double a, double b) { return a == b ? 1.0 : 0.0; }>},
    {"Expand", foldExpand},
    {"Floor", foldUnary<[](double x) { return std::floor(x); }>},
    {"Gather", foldGather},
    {"Greater", foldComparison<[](double a, double b) { return kLess(b, a); }>},
    {"GreaterOrEqual", foldComparison<[](double a, double b) { return 1.0 - kLess(a, b); }>},
    {"Identity", [](const FoldCall& call) -> Folded { return *call.inputs[0]; }},
    {"Less", foldComparison<kLess>},
    {"LessOrEqual", foldComparison<[](double a, double b) { return 1.0 - kLess(b, a); }>},
    {"Max", foldArithmetic<kLarger>},
    {"Min", foldArithmetic<kSmaller>},
    {"Mul", foldArithmetic<kTimes>},
    {"Neg", foldUnary<[](double x) { return -x; }>},
    {"Not", foldUnary<[](double x) { return x == 0 ? 1.0 : 0.0; }>},
    {"Or", foldComparison<[](double a, double b) { return a != 0 || b != 0 ? 1.0 : 0.0; }>},
    {"Range", foldRange},
    {"ReduceMax", foldReduction<kLarger>},
    {"ReduceMin", foldReduction<kSmaller>},
    {"ReduceProd", foldReduction<kTimes>},
    {"ReduceSum", foldReduction<kPlus>},
    {"Reshape", foldReshape},
    {"Shape", foldShape, true},
    {"Size", foldSize, true},
    {"Slice", foldSlice},
    {"Sqrt", foldUnary<[](double x) { return std::sqrt(x); }>},
    {"Squeeze", foldSqueeze},
    {"Sub", foldArithmetic<[](double a, double b) { return a - b; }>},
    {"Transpose", foldTranspose},
    {"Unsqueeze", foldUnsqueeze},
    {"Where", foldWhere},
};

}

bool isFoldable(std::string_view opType)
{
    return std::ranges::contains(kRows, opType, &FoldRow::opType);
}

bool readsShapeOnly(std::string_view opType)
{
    const auto row = std::ranges::find(kRows, opType, &FoldRow::opType);
    return row != std::end(kRows) && row->readsShapeOnly;
}

std::optional<FoldedValue> fold(const FoldCall& call)
{
    const auto row = std::ranges::find(kRows, call.opType, &FoldRow::opType);
    if (row == std::end(kRows) || (!row->readsShapeOnly && (call.inputs.empty() || !call.inputs[0])))
        return std::nullopt;
    return row->apply(call);
}

}
