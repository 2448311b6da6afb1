// SPDX-License-Identifier: GPL-3.0-or-later
//
// Element types of 2 to 8 bits, number by number: they are stored and converted, never computed with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace halftone::kernels {

/// This is an element type of at most 8 bits, by the layouts of ONNX
/// (docs/docsgen/source/technical/float8.md, int4.md, float4.md) and the OCP formats behind them. Types of 4
/// and 2 bits lie packed, the first element in the lowest bits of a byte.
enum class SmallFormat : std::uint8_t {
    F8E4M3, ///< No infinity, NaN where all bits but the sign are set; largest value 448.
    F8E4M3Fnuz, ///< As above with bias 8; its only NaN stands where -0 would; largest value 240.
    F8E5M2, ///< As IEEE would have it, with infinities; largest value 57344.
    F8E5M2Fnuz, ///< Bias 16; its only NaN stands where -0 would, no infinity; largest value 57344.
    F8E8M0, ///< A power of two from 2^-127 to 2^127 without a sign; 0xff is NaN.
    F4E2M1, ///< 0, 0.5, 1, 1.5, 2, 3, 4 and 6 with a sign; neither infinity nor NaN.
    Int4,
    UInt4,
    Int2,
    UInt2,
};

/// How a power of two is chosen for F8E8M0.
enum class PowerRounding : std::uint8_t { Up, Down, Nearest };

/// What becomes of numbers that a format does not hold.
struct SmallRounding
{
    /// Beyond the largest value: that value, or else infinity, or NaN where the format has no infinity.
    bool saturate = true;
    PowerRounding power = PowerRounding::Up;
};

/// 8, 4 or 2.
int bitsOf(SmallFormat format);
bool isInteger(SmallFormat format);

/// The value of one pattern, which may be NaN or infinite; bits above bitsOf() are ignored. Exact: every
/// value of every format is a float.
float valueOf(std::uint8_t pattern, SmallFormat format);

/// Rounds to the nearest value of a floating-point format, ties to even. F8E8M0 ignores the sign, rounds as
/// \p rounding says, and holds nothing below 2^-127. NaN becomes -0 in F4E2M1, which has none.
std::uint8_t patternOf(double value, SmallFormat format, SmallRounding rounding = {});

/// Unpacks elements.size() elements; \p packed holds at least as many.
void unpack(std::span<const std::byte> packed, SmallFormat format, std::span<float> elements);

/// Rounds and packs to a floating-point format; bits behind the last element are zero.
void packFloats(std::span<const double> elements, SmallFormat format, SmallRounding rounding,
    std::span<std::byte> packed);

/// Packs the lowest bits of each integer, as a conversion in C++ does.
void packIntegers(std::span<const std::int64_t> elements, SmallFormat format, std::span<std::byte> packed);

}
