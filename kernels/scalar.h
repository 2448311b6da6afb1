// SPDX-License-Identifier: GPL-3.0-or-later
//
// Conversions of single numbers, bit by bit: the reference that the SIMD loops are tested against, and the
// tool for constants and single values. constexpr, so tables can be made from them.
#pragma once

#include "kernels/format16.h"

#include <bit>
#include <cstdint>

namespace halftone::kernels {

/// The value of an IEEE binary16 pattern. Exact: every half is a float. NaN payloads move up unchanged.
constexpr float f32FromF16(std::uint16_t half)
{
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1fu;
    const std::uint32_t mantissa = half & 0x3ffu;
    if (exponent == 0x1f)
        return std::bit_cast<float>(sign | 0x7f800000u | (mantissa << 13));
    if (exponent == 0) {
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
        return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(magnitude));
    }
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

/// Rounds to the nearest IEEE binary16, ties to even. From 65520 on (65504 and half a step) the result is
/// infinite; magnitudes up to 2^-25 become zero of the same sign; NaN becomes a quiet NaN.
constexpr std::uint16_t f16FromF32(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16) & 0x8000u;
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return static_cast<std::uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x3ffu));
    if (magnitude >= 0x477ff000u) // 65520
        return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (magnitude < 0x38800000u) { // below 2^-14: subnormal, in units of 2^-24
        // Adding 0.5 leaves the units of 2^-24 in the lowest mantissa bits, rounded by the addition itself.
        const float shifted = std::bit_cast<float>(magnitude) + 0.5f;
        return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u));
    }
    const std::uint32_t lowestKeptBit = (magnitude >> 13) & 1u;
    const std::uint32_t rounded = magnitude - 0x38000000u + 0xfffu + lowestKeptBit;
    return static_cast<std::uint16_t>(sign | (rounded >> 13));
}

/// The value of a bfloat16 pattern. Exact.
constexpr float f32FromBf16(std::uint16_t pattern)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(pattern) << 16);
}

/// Rounds to the nearest bfloat16, ties to even. NaN becomes a quiet NaN; overflow gives infinity.
constexpr std::uint16_t bf16FromF32(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return static_cast<std::uint16_t>(
            (bits >> 16) | 0x0040u); // Truncating alone could turn a NaN into infinity.
    const std::uint32_t lowestKeptBit = (bits >> 16) & 1u;
    return static_cast<std::uint16_t>((bits + 0x7fffu + lowestKeptBit) >> 16);
}

/// The nearest number of the format.
constexpr float rounded(float value, Format16 format)
{
    return format == Format16::F16 ? f32FromF16(f16FromF32(value)) : f32FromBf16(bf16FromF32(value));
}

inline constexpr float kF16Max = 65504.0f;
inline constexpr float kF16MinNormal = 0x1p-14f;
inline constexpr float kF16MinSubnormal = 0x1p-24f;

}
