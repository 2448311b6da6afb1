// SPDX-License-Identifier: GPL-3.0-or-later
//
// What each mode asks for one tensor (ascend.md, sections 2.3 to 2.5). Only narrowing.cpp and the strategies
// themselves include this header.
#pragma once

#include "analysis/judge/narrowing.h"

namespace halftone {

/// This is the tensor whose turn it is.
struct StrategyInput
{
    const NarrowingInput& op;
    const JudgedTensor& tensor;
    std::size_t index = 0;
    bool isOutput = false;
};

struct StrategyResult
{
    bool matched = false;
    std::string_view rule;
    Followed followed = Followed::Nothing;
    bool reduced = false; ///< An fp32 tensor had to go down.
};

using Strategy = StrategyResult (*)(ColumnSet&, const StrategyInput&);

StrategyResult forceFp16(ColumnSet& left, const StrategyInput& in);
StrategyResult forceFp32(ColumnSet& left, const StrategyInput& in);
StrategyResult forceLowerPrecision(ColumnSet& left, const StrategyInput& in);
StrategyResult keepOrigin(ColumnSet& left, const StrategyInput& in);
StrategyResult allowFp32ToFp16(ColumnSet& left, const StrategyInput& in);
StrategyResult allowFp32ToBf16(ColumnSet& left, const StrategyInput& in);
StrategyResult allowFp32ToLowPrecision(ColumnSet& left, const StrategyInput& in);
/// allowFp32ToLowPrecision() without its rule for matrix operators: for operators that keep_dtype names.
StrategyResult allowReductionOnly(ColumnSet& left, const StrategyInput& in);
StrategyResult mixFp16(ColumnSet& left, const StrategyInput& in);
StrategyResult mixBf16(ColumnSet& left, const StrategyInput& in);
/// mixFp16() with nothing forbidden: for operators without a kernel.
StrategyResult mixFreely(ColumnSet& left, const StrategyInput& in);
StrategyResult cubeHif8(ColumnSet& left, const StrategyInput& in);
StrategyResult mixHif8(ColumnSet& left, const StrategyInput& in);

/// \p low unless the tensor already has it.
inline Forbidden forbidUnlessOriginal(DType low, const JudgedTensor& tensor)
{
    return tensor.original == low ? kNothingForbidden : low;
}

}
