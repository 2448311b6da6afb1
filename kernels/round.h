// SPDX-License-Identifier: GPL-3.0-or-later
//
// float32 to the 16-bit formats and back, with the counts that telemetry shows. Every function takes any
// length (also none) and any alignment, gives the same bits on every instruction set, and works on integers
// where the processor's flush-to-zero modes could reach. The rounding mode must be the default one.
#pragma once

#include "kernels/format16.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace halftone::kernels {

/// This is what becomes of values beyond the largest finite one.
enum class OnOverflow : std::uint8_t {
    Infinity, ///< IEEE: infinity of the same sign; NaN stays NaN.
    Saturate, ///< As older Ascend chips do: the largest finite value of the same sign, also for infinity; NaN
              ///< becomes +0.
};

/// Off exists to measure what counting costs; the counts returned are then all zero.
enum class Counting : std::uint8_t { On, Off };

/// This is how to round; always to nearest, ties to even.
struct Rounding
{
    Format16 format = Format16::F16;
    OnOverflow onOverflow = OnOverflow::Infinity;
    Counting counting = Counting::On;
};

/// This is what one rounding pass, or several merged with +=, did to the numbers.
/// The counts do not depend on OnOverflow: saturated values count as what they would have been.
struct RoundStats
{
    std::uint64_t count = 0; ///< Elements rounded.
    std::uint64_t overflows = 0; ///< Results that are infinite or NaN, wherever that came from.
    std::uint64_t inherited = 0; ///< Of the overflows, those whose source was already infinite or NaN.
    std::uint64_t nans = 0; ///< Of the overflows, those that are NaN. Rounding makes none: all are inherited.
    std::uint64_t underflows = 0; ///< Sources other than zero whose result is zero.
    std::uint64_t subnormals = 0; ///< Results other than zero below the format's smallest normal value.
    float absMax = 0; ///< Largest finite magnitude among the sources; 0 where there is none.

    /// Finite sources that did not fit: where an infinity is born, and not only passed on.
    constexpr std::uint64_t newOverflows() const { return overflows - inherited; }

    constexpr RoundStats& operator+=(const RoundStats& other)
    {
        count += other.count;
        overflows += other.overflows;
        inherited += other.inherited;
        nans += other.nans;
        underflows += other.underflows;
        subnormals += other.subnormals;
        absMax = absMax < other.absMax ? other.absMax : absMax;
        return *this;
    }

    bool operator==(const RoundStats&) const = default;
};

/// Rounds each float of src to the 16-bit pattern in dst, of the same length. NaN becomes a quiet NaN that
/// keeps the upper payload bits.
RoundStats roundTo16(
    std::span<const float> src, std::span<std::uint16_t> dst, Rounding rounding = {}) noexcept;

/// The same, but dst, which must not overlap src, gets the floats with the values of the rounded 16-bit
/// numbers.
RoundStats roundToFloats(std::span<const float> src, std::span<float> dst, Rounding rounding = {}) noexcept;
/// The same in place.
RoundStats roundInPlace(std::span<float> values, Rounding rounding = {}) noexcept;

/// The exact float of each 16-bit number of src into dst, of the same length. Signalling binary16 NaNs become
/// quiet, as conversion instructions make them.
void widen(std::span<const std::uint16_t> src, std::span<float> dst, Format16 format) noexcept;

/// What firstNonFinite() gives when every element is finite.
inline constexpr std::size_t kNotFound = static_cast<std::size_t>(-1);

/// The index of the first infinity or NaN, else kNotFound.
std::size_t firstNonFinite(std::span<const float> values) noexcept;
std::size_t firstNonFinite(std::span<const std::uint16_t> values, Format16 format) noexcept;

/// True if no element is infinite or NaN; true for an empty span. Reads everything: the usual answer is yes.
bool allFinite(std::span<const float> values) noexcept;

}
