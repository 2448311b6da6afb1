// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/promotion.h"

#include <algorithm>
#include <array>
#include <utility>

namespace halftone {
namespace {

using enum DType;

// From narrow to wide. Neighbours that hold different values (uint8 and int8, fp16 and bf16) share a rank.
struct RankRow
{
    DType dtype;
    int rank;
};
constexpr auto kRanks = std::to_array<RankRow>({
    {Bool, 0},
    {UInt8, 1},
    {Int8, 1},
    {Int16, 2},
    {Int32, 3},
    {Int64, 4},
    {Float16, 5},
    {BFloat16, 5},
    {Float32, 6},
    {Float64, 7},
    {Complex32, 8},
    {Complex64, 9},
    {Complex128, 10},
});

const RankRow* rankRow(DType dtype)
{
    const auto found = std::ranges::find(kRanks, dtype, &RankRow::dtype);
    return found == kRanks.end() ? nullptr : &*found;
}

// The narrowest complex type whose parts hold \p dtype.
DType complexFor(DType dtype)
{
    if (dtype == Float64 || dtype == Complex128)
        return Complex128;
    return dtype == Float32 || dtype == BFloat16 || dtype == Complex64 ? Complex64 : Complex32;
}

}

DType promotedType(DType left, DType right)
{
    const RankRow* a = rankRow(left);
    const RankRow* b = rankRow(right);
    if (!a || !b)
        return Undefined;
    if (left == right)
        return left;
    if (isComplex(left) || isComplex(right)) {
        const DType forLeft = complexFor(left);
        const DType forRight = complexFor(right);
        return rankRow(forLeft)->rank > rankRow(forRight)->rank ? forLeft : forRight;
    }
    if (a->rank == b->rank)
        return left == UInt8 || left == Int8 ? Int16 : Float32;
    return a->rank > b->rank ? left : right;
}

}
