// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/columns.h"

#include <algorithm>
#include <map>

namespace halftone {
namespace {

bool keepIfAny(ColumnSet& left, const auto& isWanted)
{
    if (std::ranges::none_of(left, isWanted))
        return false;
    std::erase_if(left, [&](std::uint32_t column) { return !isWanted(column); });
    return true;
}

// Where a column of \p dtype sorts when fp32 is reduced: bf16 before fp16. 0: no reduction. (GraphEngine's
// numbers; only their distance of 1 has an effect, below.)
int reductionKey(DType expected, DType dtype)
{
    constexpr int kBf16FromFp32 = 100000;
    constexpr int kFp16FromFp32 = 100001;
    constexpr int kFp16FromBf16 = 1;
    if (dtype == DType::Float16)
        return expected == DType::Float32 ? kFp16FromFp32 : expected == DType::BFloat16 ? kFp16FromBf16 : 0;
    return dtype == DType::BFloat16 && expected == DType::Float32 ? kBf16FromFp32 : 0;
}

}

bool matchRise(ColumnSet& left, const ColumnView& tensor, DType expected, Forbidden forbidden)
{
    const auto has = [&](DType dtype) {
        return dtype != forbidden &&
            keepIfAny(left, [&](std::uint32_t column) { return tensor.at(column) == dtype; });
    };
    return has(expected) || (isLowPrecision(expected) && has(DType::Float32));
}

// GraphEngine sorts the columns in a map by key. A taken key moves up by the number of clashes so far, and
// when that place is taken too the column is lost; this is kept, because it decides which column comes first.
bool matchReduce(ColumnSet& left, const ColumnView& tensor, DType expected, Forbidden forbidden)
{
    if (!isReducibleFloat(expected))
        return matchRise(left, tensor, expected, forbidden);
    std::map<int, std::uint32_t> byKey;
    int clashes = 0;
    for (std::uint32_t column : left) {
        int key = reductionKey(expected, tensor.at(column));
        if (key == 0 || tensor.at(column) == forbidden)
            continue;
        if (byKey.contains(key))
            key += ++clashes;
        byKey.emplace(key, column);
    }
    if (byKey.empty())
        return false;
    left.clear();
    for (const auto& [key, column] : byKey)
        left.push_back(column);
    return true;
}

bool matchMix(ColumnSet& left, const ColumnView& tensor, Forbidden forbidden)
{
    if (forbidden != kNothingForbidden)
        std::erase_if(left, [&](std::uint32_t column) { return tensor.at(column) == forbidden; });
    return keepIfAny(left, [&](std::uint32_t column) { return isLowPrecision(tensor.at(column)); });
}

bool matchExact(ColumnSet& left, const ColumnView& tensor, DType expected)
{
    return keepIfAny(left, [&](std::uint32_t column) { return tensor.at(column) == expected; });
}

bool matchFirstOf(ColumnSet& left, const ColumnView& tensor, std::span<const DType> wanted)
{
    return std::ranges::any_of(wanted, [&](DType dtype) { return matchExact(left, tensor, dtype); });
}

}
