// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace halftone {

/// This is the element type of a tensor: every type that ONNX files or Ascend op libraries name.
enum class DType : std::uint8_t {
    Undefined, ///< Not known, or no tensor (an absent optional input).
    Float32,
    Float16,
    BFloat16,
    Float64,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Bool,
    String,
    Complex32,
    Complex64,
    Complex128,
    HiFloat8,
    Float8E4M3, ///< ONNX's FLOAT8E4M3FN: finite but for NaN.
    Float8E4M3Fnuz, ///< Finite, unsigned zero.
    Float8E5M2,
    Float8E5M2Fnuz,
    Float8E8M0,
    Float4E2M1,
    Float4E1M2,
    Int4,
    UInt4,
    Int2,
    UInt2,
    UInt1,
    QInt8,
    QInt32,
    QUInt8,
    Other, ///< Named in a library but without meaning here (resource, variant, dual types).
};

/// Spelled as in our JSON and in CANN's libraries: "float32", "float16", "bfloat16", "int64"; "" for
/// Undefined.
std::string_view name(DType dtype);

/// The inverse of name(); also reads the spellings "float" and "double". Unknown text gives nullopt.
std::optional<DType> parseDType(std::string_view text);

/// The letters that views put beside colours: "32", "16", "B", "i64".
std::string_view shortName(DType dtype);

/// Storage of one element in bits; 0 where the size is not fixed (String) or not known.
std::size_t bitsPerElement(DType dtype);

/// Bytes that \p elements fill, the last one perhaps in part: types of fewer than 8 bits lie packed.
std::size_t storageBytes(DType dtype, std::size_t elements);

/// True for fp32, fp16 and bf16 and nothing else: the only types that Ascend's precision modes move between.
constexpr bool isReducibleFloat(DType dtype)
{
    return dtype == DType::Float32 || dtype == DType::Float16 || dtype == DType::BFloat16;
}

constexpr bool isLowPrecision(DType dtype)
{
    return dtype == DType::Float16 || dtype == DType::BFloat16;
}

constexpr bool isComplex(DType dtype)
{
    return dtype == DType::Complex32 || dtype == DType::Complex64 || dtype == DType::Complex128;
}

}
