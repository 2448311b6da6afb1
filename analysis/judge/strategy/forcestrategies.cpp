// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/rules.h"
#include "analysis/judge/strategy/strategies.h"

#include <array>

namespace halftone {
namespace {

// Whether the library has a kernel of the operator that takes FP16 and gives FP32.
bool hasFp16InFp32Out(const NarrowingInput& op)
{
    if (op.inputs.empty() || op.outputs.empty() || !op.inputs[0].columns.exists() ||
        !op.outputs[0].columns.exists())
        return false;
    for (std::uint32_t column = 0; column < op.columnCount; ++column) {
        if (op.inputs[0].columns.at(column) == DType::Float16 &&
            op.outputs[0].columns.at(column) == DType::Float32)
            return true;
    }
    return false;
}

}

StrategyResult forceFp16(ColumnSet& left, const StrategyInput& in)
{
    const DType original = in.tensor.original;
    const bool lowers = original == DType::Float32 || original == DType::BFloat16;
    return {
        .matched = matchRise(left, in.tensor.columns, lowers ? DType::Float16 : original, DType::BFloat16),
        .rule = rules::kForceFp16};
}

StrategyResult forceFp32(ColumnSet& left, const StrategyInput& in)
{
    const DType original = in.tensor.original;
    const bool isFirstInput = !in.isOutput && in.index == 0;
    const bool takesFp16 =
        in.op.isCube && isFirstInput && isReducibleFloat(original) && hasFp16InFp32Out(in.op);
    const DType expected = takesFp16 ? DType::Float16
        : isReducibleFloat(original) ? DType::Float32
                                     : original;
    return {.matched = matchRise(left, in.tensor.columns, expected, DType::BFloat16) ||
            matchReduce(left, in.tensor.columns, expected, DType::BFloat16),
        .rule = takesFp16 ? rules::kForceFp32Cube : rules::kForceFp32};
}

StrategyResult forceLowerPrecision(ColumnSet& left, const StrategyInput& in)
{
    constexpr auto kFromFp32 = std::to_array({DType::BFloat16, DType::Float16, DType::Float32});
    constexpr auto kFromFp16 = std::to_array({DType::Float16, DType::Float32});
    const DType original = in.tensor.original;
    const std::span<const DType> wanted = original == DType::Float16 ? std::span<const DType>(kFromFp16)
        : isReducibleFloat(original)                                 ? std::span<const DType>(kFromFp32)
                                                                     : std::span(&original, 1);
    return {.matched = matchFirstOf(left, in.tensor.columns, wanted), .rule = rules::kForceLowerPrecision};
}

}
