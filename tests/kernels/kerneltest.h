// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the kernel tests share: rows for every instruction set, memory with guards, and scalar references.
#pragma once

#include "kernels/round.h"
#include "kernels/scalar.h"
#include "kernels/target.h"

#include <QString>
#include <QTest>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

/// Runs the rest of the test function with the instruction set of its row.
#define HALFTONE_USE_TARGET()                                                                                \
    QFETCH(QString, target);                                                                                 \
    const halftone::kernels::TargetOverride targetOverride(target.toStdString())

namespace halftone::test {

using kernels::Format16;

inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// One row per instruction set that this machine can run, by its name.
inline void addTargetRows()
{
    QTest::addColumn<QString>("target");
    for (const std::string_view target : kernels::availableTargets())
        QTest::newRow(std::string(target).c_str()) << toQString(target);
}

/// The same for each 16-bit format: "AVX2, bf16".
inline void addTargetAndFormatRows()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<Format16>("format");
    for (const std::string_view target : kernels::availableTargets()) {
        QTest::newRow((std::string(target) + ", f16").c_str()) << toQString(target) << Format16::F16;
        QTest::newRow((std::string(target) + ", bf16").c_str()) << toQString(target) << Format16::Bf16;
    }
}

/// What the scalar functions of one format say.
struct FormatReference
{
    std::uint16_t (*narrow)(float);
    float (*widenPattern)(std::uint16_t);
    std::uint16_t infinity;
    std::uint16_t quietBit;
    float minNormal;

    /// Exact; signalling NaNs of f16 come out quiet, as from the conversion instruction.
    float widen(std::uint16_t pattern) const
    {
        const bool quietens = infinity == 0x7c00 && (pattern & 0x7fff) > infinity;
        return widenPattern(quietens ? static_cast<std::uint16_t>(pattern | quietBit) : pattern);
    }
};

inline FormatReference reference(Format16 format)
{
    if (format == Format16::F16)
        return {kernels::f16FromF32, kernels::f32FromF16, 0x7c00, 0x0200, kernels::kF16MinNormal};
    return {kernels::bf16FromF32, kernels::f32FromBf16, 0x7f80, 0x0040, 0x1p-126f};
}

inline std::uint32_t bitsOf(float value)
{
    return std::bit_cast<std::uint32_t>(value);
}
inline float floatOf(std::uint32_t bits)
{
    return std::bit_cast<float>(bits);
}

/// The counts of one pass, taken value by value.
inline kernels::RoundStats recount(std::span<const float> values, Format16 format)
{
    const FormatReference ref = reference(format);
    kernels::RoundStats stats{.count = values.size()};
    for (const float value : values) {
        const float rounded = ref.widen(ref.narrow(value));
        stats.overflows += std::isfinite(rounded) ? 0 : 1;
        stats.inherited += std::isfinite(value) ? 0 : 1;
        stats.nans += std::isnan(rounded) ? 1 : 0;
        stats.underflows += value != 0 && rounded == 0 ? 1 : 0;
        stats.subnormals += rounded != 0 && std::abs(rounded) < ref.minNormal ? 1 : 0;
        if (std::isfinite(value) && std::abs(value) > stats.absMax)
            stats.absMax = std::abs(value);
    }
    return stats;
}

/// A float for each index whose patterns, for 2^24 indices, fall once into every 256th part of all patterns.
inline float denseSample(std::uint32_t index)
{
    return floatOf(index * 256u + ((index * 0x9e3779b1u) >> 24));
}

/// Normal and tiny numbers, both zeros, infinities, NaNs and the edges of f16, in an order without pattern.
inline std::vector<float> mixedFloats(std::size_t size, std::uint32_t seed = 1)
{
    static constexpr auto kEdges =
        std::to_array<float>({0.0f, -0.0f, 65504.0f, 65519.0f, -65520.0f, 1e9f, 0x1p-14f, 0x1p-24f, 0x1p-25f,
            -0x1p-149f, 1e-40f, 3e38f, INFINITY, -INFINITY, NAN, -NAN, 1.0f, -1.0f});
    std::vector<float> values(size);
    std::uint32_t state = seed * 2654435761u + 12345u;
    for (float& value : values) {
        state = state * 1664525u + 1013904223u;
        const std::uint32_t pick = state >> 20;
        if (pick % 4 == 0)
            value = kEdges[(pick / 4) % kEdges.size()];
        else // Between 2^-30 and 2^18, either sign: around the range of f16.
            value =
                floatOf((state & 0x80000000u) | ((97 + pick % 48) << 23) | (state * 2246822519u & 0x7fffffu));
    }
    return values;
}

/// This is memory at an odd place: leading elements before it, and either a guard or the end of the
/// allocation, which address sanitizers watch, right behind it.
template <class T>
class Placed
{
public:
    Placed(std::size_t size, std::size_t leading, std::size_t trailing)
        : m_storage(leading + size + trailing, kGuard)
        , m_leading(leading)
        , m_size(size)
    {
    }

    Placed(std::span<const T> values, std::size_t leading, std::size_t trailing)
        : m_leading(leading)
        , m_size(values.size())
    {
        m_storage.reserve(leading + m_size + trailing); // Exactly: sanitizers do not watch spare capacity.
        m_storage.assign(leading, kGuard);
        m_storage.insert(m_storage.end(), values.begin(), values.end());
        m_storage.insert(m_storage.end(), trailing, kGuard);
    }

    std::span<T> span() { return std::span(m_storage).subspan(m_leading, m_size); }

    bool guardsAreIntact() const
    {
        for (std::size_t i = 0; i < m_storage.size(); ++i) {
            if ((i < m_leading || i >= m_leading + m_size) && m_storage[i] != kGuard)
                return false;
        }
        return true;
    }

private:
    static constexpr T kGuard = T(77);
    std::vector<T> m_storage;
    std::size_t m_leading;
    std::size_t m_size;
};

/// Calls body(size, leading, trailing) for every size up to three vectors and one element (of the widest
/// vectors, 32 lanes of 16 bits) at aligned and unaligned places, with and without room behind.
template <class Body>
void forEachPlace(Body body)
{
    for (std::size_t size = 0; size <= 3 * 32 + 1; ++size) {
        for (const std::size_t leading : {std::size_t{0}, std::size_t{1}, std::size_t{3}}) {
            body(size, leading, std::size_t{0});
            body(size, leading, std::size_t{40});
        }
    }
}

/// The float result of an exact double operation: what float32 arithmetic gives when nothing is fused.
constexpr float f32(double value)
{
    return static_cast<float>(value);
}

inline bool sameBits(std::span<const float> a, std::span<const float> b)
{
    return std::ranges::equal(a, b, {}, bitsOf, bitsOf);
}

}

Q_DECLARE_METATYPE(halftone::kernels::Format16)
