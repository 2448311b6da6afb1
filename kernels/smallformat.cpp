// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/smallformat.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace halftone::kernels {
namespace {

enum class Special : std::uint8_t {
    None,
    Ieee, ///< The largest exponent holds infinity and NaNs.
    NanAtTheEnd, ///< NaN is the last pattern.
    NanIsMinusZero,
};

/// The bits of a floating-point format with a sign.
struct FloatBits
{
    int exponent;
    int mantissa;
    int bias;
    Special special;

    int signBit() const { return 1 << (exponent + mantissa); }
    int last() const { return signBit() - 1; }
    int infinity() const { return last() - (1 << mantissa) + 1; }
    int largest() const
    {
        return special == Special::Ieee       ? infinity() - 1
            : special == Special::NanAtTheEnd ? last() - 1
                                              : last();
    }
    int nan() const
    {
        return special == Special::None || special == Special::NanIsMinusZero ? signBit() : last();
    }
    int beyondLargest() const { return special == Special::Ieee ? infinity() : nan(); }
};

constexpr int kPowerBias = 127; // of F8E8M0
constexpr int kPowerNan = 0xff;

constexpr auto kFloats = std::to_array<FloatBits>({
    {4, 3, 7, Special::NanAtTheEnd},
    {4, 3, 8, Special::NanIsMinusZero},
    {5, 2, 15, Special::Ieee},
    {5, 2, 16, Special::NanIsMinusZero},
    {8, 0, kPowerBias, Special::NanAtTheEnd}, // without a sign, so only its bits count here
    {2, 1, 1, Special::None},
});

const FloatBits& bitsOfFloat(SmallFormat format)
{
    return kFloats[static_cast<std::size_t>(format)];
}

bool isSigned(SmallFormat format)
{
    return format == SmallFormat::Int4 || format == SmallFormat::Int2;
}

float integerOf(int pattern, SmallFormat format)
{
    const int range = 1 << bitsOf(format);
    return static_cast<float>(isSigned(format) && pattern >= range / 2 ? pattern - range : pattern);
}

float powerOf(int pattern)
{
    return pattern == kPowerNan ? std::numeric_limits<float>::quiet_NaN()
                                : std::ldexp(1.0f, pattern - kPowerBias);
}

std::uint8_t powerPattern(double value, SmallRounding rounding)
{
    const int beyond = rounding.saturate ? kPowerNan - 1 : kPowerNan;
    if (std::isnan(value))
        return kPowerNan;
    if (std::isinf(value))
        return static_cast<std::uint8_t>(beyond);
    if (value == 0)
        return 0;
    int exponent = 0;
    const double fraction = 2 * std::frexp(std::abs(value), &exponent); // from 1 to 2
    const bool isNext = rounding.power == PowerRounding::Up ? fraction > 1
        : rounding.power == PowerRounding::Nearest          ? fraction >= 1.5
                                                            : false;
    const int pattern = exponent - 1 + (isNext ? 1 : 0) + kPowerBias;
    return static_cast<std::uint8_t>(pattern >= kPowerNan ? beyond : std::max(pattern, 0));
}

void put(std::span<std::byte> packed, std::size_t index, int bits, int pattern)
{
    const std::size_t perByte = 8 / static_cast<std::size_t>(bits);
    const auto shift = static_cast<int>(index % perByte) * bits;
    if (shift == 0)
        packed[index / perByte] = {};
    packed[index / perByte] |= static_cast<std::byte>(pattern << shift);
}

}

int bitsOf(SmallFormat format)
{
    if (format <= SmallFormat::F8E8M0)
        return 8;
    return format == SmallFormat::Int2 || format == SmallFormat::UInt2 ? 2 : 4;
}

bool isInteger(SmallFormat format)
{
    return format >= SmallFormat::Int4;
}

float valueOf(std::uint8_t pattern, SmallFormat format)
{
    const int code = pattern & ((1 << bitsOf(format)) - 1);
    if (isInteger(format))
        return integerOf(code, format);
    if (format == SmallFormat::F8E8M0)
        return powerOf(code);
    const FloatBits& bits = bitsOfFloat(format);
    const int magnitude = code & bits.last();
    const bool isNegative = (code & bits.signBit()) != 0;
    if (bits.special == Special::NanIsMinusZero && code == bits.nan())
        return std::numeric_limits<float>::quiet_NaN();
    if (magnitude > bits.largest()) {
        const bool isInfinite = bits.special == Special::Ieee && magnitude == bits.infinity();
        const float value =
            isInfinite ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
        return isNegative ? -value : value;
    }
    const int exponent = magnitude >> bits.mantissa;
    const int fraction = magnitude & ((1 << bits.mantissa) - 1);
    const int units = exponent == 0 ? fraction : fraction + (1 << bits.mantissa);
    const float value =
        std::ldexp(static_cast<float>(units), std::max(exponent, 1) - bits.bias - bits.mantissa);
    return isNegative ? -value : value;
}

std::uint8_t patternOf(double value, SmallFormat format, SmallRounding rounding)
{
    if (format == SmallFormat::F8E8M0)
        return powerPattern(value, rounding);
    const FloatBits& bits = bitsOfFloat(format);
    if (std::isnan(value))
        return static_cast<std::uint8_t>(bits.nan());
    const double magnitude = std::abs(value);
    int pattern = bits.largest() + 1;
    if (magnitude < 0x1p32) { // far beyond every format, and small enough for the integers here
        // In units of the last place of its own binade, or of the smallest one where it is subnormal.
        const int exponent = magnitude == 0 ? 1 - bits.bias : std::max(std::ilogb(magnitude), 1 - bits.bias);
        const auto units = static_cast<int>(std::nearbyint(std::ldexp(magnitude, bits.mantissa - exponent)));
        pattern = ((exponent + bits.bias - 1) << bits.mantissa) + units;
    }
    const bool isBeyond = pattern > bits.largest();
    if (isBeyond)
        pattern = rounding.saturate || bits.special == Special::None ? bits.largest() : bits.beyondLargest();
    const bool hasNoSign = bits.special == Special::NanIsMinusZero && (pattern == 0 || pattern == bits.nan());
    return static_cast<std::uint8_t>(std::signbit(value) && !hasNoSign ? pattern | bits.signBit() : pattern);
}

void unpack(std::span<const std::byte> packed, SmallFormat format, std::span<float> elements)
{
    const int bits = bitsOf(format);
    const std::size_t perByte = 8 / static_cast<std::size_t>(bits);
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const int shift = static_cast<int>(i % perByte) * bits;
        elements[i] = valueOf(static_cast<std::uint8_t>(packed[i / perByte] >> shift), format);
    }
}

void packFloats(
    std::span<const double> elements, SmallFormat format, SmallRounding rounding, std::span<std::byte> packed)
{
    for (std::size_t i = 0; i < elements.size(); ++i)
        put(packed, i, bitsOf(format), patternOf(elements[i], format, rounding));
}

void packIntegers(std::span<const std::int64_t> elements, SmallFormat format, std::span<std::byte> packed)
{
    const int bits = bitsOf(format);
    for (std::size_t i = 0; i < elements.size(); ++i)
        put(packed, i, bits, static_cast<int>(elements[i] & ((1 << bits) - 1)));
}

}
