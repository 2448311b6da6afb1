// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/rules.h"
#include "analysis/judge/strategy/strategies.h"

namespace halftone {
namespace {

// The original type where a column has it or a wider one; else a narrower one.
StrategyResult allowReduction(
    ColumnSet& left, const StrategyInput& in, Forbidden forbidden, std::string_view rule)
{
    const DType original = in.tensor.original;
    if (matchRise(left, in.tensor.columns, original, forbidden))
        return {.matched = true, .rule = rule};
    const bool mayReduce = original == DType::Float32 || original == DType::BFloat16;
    const bool matched = mayReduce && matchReduce(left, in.tensor.columns, original, forbidden);
    return {.matched = matched, .rule = rule, .reduced = matched && original == DType::Float32};
}

// Matrix operators count as FP16 operators: their FP32 tensors go to FP16 where a column has it.
StrategyResult allowFp16(ColumnSet& left, const StrategyInput& in, Forbidden forbidden, std::string_view rule)
{
    if (in.op.isCube && in.tensor.original == DType::Float32)
        return {.matched = matchRise(left, in.tensor.columns, DType::Float16, forbidden),
            .rule = rules::kAllowFp16Cube};
    return allowReduction(left, in, forbidden, rule);
}

}

StrategyResult allowFp32ToFp16(ColumnSet& left, const StrategyInput& in)
{
    return allowFp16(left, in, forbidUnlessOriginal(DType::BFloat16, in.tensor), rules::kAllowFp16);
}

StrategyResult allowFp32ToBf16(ColumnSet& left, const StrategyInput& in)
{
    return allowReduction(left, in, forbidUnlessOriginal(DType::Float16, in.tensor), rules::kAllowBf16);
}

StrategyResult allowFp32ToLowPrecision(ColumnSet& left, const StrategyInput& in)
{
    return allowFp16(left, in, kNothingForbidden, rules::kAllowLowPrecision);
}

StrategyResult allowReductionOnly(ColumnSet& left, const StrategyInput& in)
{
    return allowReduction(left, in, kNothingForbidden, rules::kKeepDType);
}

StrategyResult keepOrigin(ColumnSet& left, const StrategyInput& in)
{
    return {.matched = matchRise(left, in.tensor.columns, in.tensor.original, kNothingForbidden),
        .rule = rules::kKeepOrigin};
}

}
