// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/core/dtype.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace halftone {
namespace {

struct DTypeRow
{
    DType dtype;
    std::string_view name;
    std::string_view shortName;
    std::size_t bits;
};

constexpr auto kRows = std::to_array<DTypeRow>({
    {DType::Undefined, "", "", 0},
    {DType::Float32, "float32", "32", 32},
    {DType::Float16, "float16", "16", 16},
    {DType::BFloat16, "bfloat16", "B", 16},
    {DType::Float64, "float64", "64", 64},
    {DType::Int8, "int8", "i8", 8},
    {DType::Int16, "int16", "i16", 16},
    {DType::Int32, "int32", "i32", 32},
    {DType::Int64, "int64", "i64", 64},
    {DType::UInt8, "uint8", "u8", 8},
    {DType::UInt16, "uint16", "u16", 16},
    {DType::UInt32, "uint32", "u32", 32},
    {DType::UInt64, "uint64", "u64", 64},
    {DType::Bool, "bool", "b", 8},
    {DType::String, "string", "s", 0},
    {DType::Complex32, "complex32", "c32", 32},
    {DType::Complex64, "complex64", "c64", 64},
    {DType::Complex128, "complex128", "c128", 128},
    {DType::HiFloat8, "hifloat8", "h8", 8},
    {DType::Float8E4M3, "float8_e4m3fn", "e4m3", 8},
    {DType::Float8E4M3Fnuz, "float8_e4m3fnuz", "e4m3z", 8},
    {DType::Float8E5M2, "float8_e5m2", "e5m2", 8},
    {DType::Float8E5M2Fnuz, "float8_e5m2fnuz", "e5m2z", 8},
    {DType::Float8E8M0, "float8_e8m0", "e8m0", 8},
    {DType::Float4E2M1, "float4_e2m1", "e2m1", 4},
    {DType::Float4E1M2, "float4_e1m2", "e1m2", 4},
    {DType::Int4, "int4", "i4", 4},
    {DType::UInt4, "uint4", "u4", 4},
    {DType::Int2, "int2", "i2", 2},
    {DType::UInt2, "uint2", "u2", 2},
    {DType::UInt1, "uint1", "u1", 1},
    {DType::QInt8, "qint8", "q8", 8},
    {DType::QInt32, "qint32", "q32", 32},
    {DType::QUInt8, "quint8", "qu8", 8},
    {DType::Other, "other", "?", 0},
});

constexpr bool rowsStandInEnumOrder()
{
    for (std::size_t i = 0; i < kRows.size(); ++i) {
        if (kRows[i].dtype != static_cast<DType>(i))
            return false;
    }
    return kRows.size() == static_cast<std::size_t>(DType::Other) + 1;
}
static_assert(rowsStandInEnumOrder(), "row() indexes by the enum");

const DTypeRow& row(DType dtype)
{
    return kRows[static_cast<std::size_t>(dtype)];
}

}

std::string_view name(DType dtype)
{
    return row(dtype).name;
}

std::string_view shortName(DType dtype)
{
    return row(dtype).shortName;
}

std::size_t bitsPerElement(DType dtype)
{
    return row(dtype).bits;
}

std::size_t storageBytes(DType dtype, std::size_t elements)
{
    return (elements * bitsPerElement(dtype) + 7) / 8;
}

std::optional<DType> parseDType(std::string_view text)
{
    if (text == "float")
        return DType::Float32;
    if (text == "double")
        return DType::Float64;
    const auto found = std::ranges::find(kRows, text, &DTypeRow::name);
    if (found == kRows.end() || text.empty())
        return std::nullopt;
    return found->dtype;
}

}
