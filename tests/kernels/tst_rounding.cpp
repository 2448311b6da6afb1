// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether rounding gives the right numbers: every pattern of both formats, every midpoint between neighbours,
// and one float out of every 256. What the passes count is the matter of tst_roundstats.cpp.
#include "tests/kernels/kerneltest.h"

#include <stdfloat>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

using namespace halftone::kernels;
using namespace halftone::test;

namespace {

std::vector<std::uint16_t> allPatterns()
{
    std::vector<std::uint16_t> patterns(65536);
    for (std::size_t i = 0; i < patterns.size(); ++i)
        patterns[i] = static_cast<std::uint16_t>(i);
    return patterns;
}

std::vector<std::uint16_t> rounded(std::span<const float> values, Format16 format)
{
    std::vector<std::uint16_t> result(values.size());
    roundTo16(values, result, {.format = format});
    return result;
}

std::vector<float> widened(std::span<const std::uint16_t> patterns, Format16 format)
{
    std::vector<float> result(patterns.size());
    widen(patterns, result, format);
    return result;
}

constexpr std::uint32_t kSamples = 1u << 24;
constexpr std::uint32_t kChunk = 1u << 20;

std::vector<float> sampleChunk(std::uint32_t start)
{
    std::vector<float> values(kChunk);
    for (std::uint32_t i = 0; i < kChunk; ++i)
        values[i] = denseSample(start + i);
    return values;
}

}

class TestRounding : public QObject
{
    Q_OBJECT

private slots:
    void everyPatternWidensAsTheScalarFunctionSays_data() { addTargetAndFormatRows(); }
    void everyPatternWidensAsTheScalarFunctionSays()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const std::vector<std::uint16_t> patterns = allPatterns();
        const std::vector<float> floats = widened(patterns, format);
        for (std::size_t i = 0; i < patterns.size(); ++i)
            QCOMPARE(bitsOf(floats[i]), bitsOf(reference(format).widen(patterns[i])));
    }

    void everyPatternSurvivesTheRoundTrip_data() { addTargetAndFormatRows(); }
    void everyPatternSurvivesTheRoundTrip()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const FormatReference ref = reference(format);
        const std::vector<std::uint16_t> patterns = allPatterns();
        const std::vector<std::uint16_t> back = rounded(widened(patterns, format), format);
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            const bool isNan = (patterns[i] & 0x7fff) > ref.infinity;
            QCOMPARE(back[i], isNan ? patterns[i] | ref.quietBit : patterns[i]);
        }
    }

    /// Midpoints have an even and an odd neighbour; one float step to either side decides for that side.
    void midpointsGoToEvenAndTheirNeighboursToTheNearest_data() { addTargetAndFormatRows(); }
    void midpointsGoToEvenAndTheirNeighboursToTheNearest()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const FormatReference ref = reference(format);
        std::vector<float> values;
        std::vector<std::uint16_t> expected;
        for (std::uint16_t lower = 0; lower < ref.infinity; ++lower) {
            const auto upper = static_cast<std::uint16_t>(lower + 1);
            const std::uint16_t even = lower % 2 == 0 ? lower : upper;
            // The step above the largest value is as wide as the one below it: infinity stands for the next
            // number.
            const double above = upper == ref.infinity
                ? 2.0 * ref.widen(lower) - ref.widen(static_cast<std::uint16_t>(lower - 1))
                : ref.widen(upper);
            const auto middle = static_cast<float>((ref.widen(lower) + above) / 2);
            for (const std::uint16_t sign : {std::uint16_t{0}, std::uint16_t{0x8000}}) {
                const float signedMiddle = sign != 0 ? -middle : middle;
                values.insert(values.end(),
                    {std::nextafter(signedMiddle, 0.0f), signedMiddle,
                        std::nextafter(signedMiddle, sign != 0 ? -INFINITY : INFINITY)});
                for (const std::uint16_t magnitude : {lower, even, upper})
                    expected.push_back(magnitude | sign);
            }
        }
        const std::vector<std::uint16_t> actual = rounded(values, format);
        for (std::size_t i = 0; i < values.size(); ++i)
            QVERIFY2(actual[i] == expected[i], qPrintable(QString::number(values[i], 'g', 9)));
    }

    void roundingIsMonotone_data() { addTargetAndFormatRows(); }
    void roundingIsMonotone()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        std::vector<float> ascending; // Every 509th pattern from 0 to infinity.
        for (std::uint32_t bits = 0; bits <= 0x7f800000u; bits += 509)
            ascending.push_back(floatOf(bits));
        const std::vector<std::uint16_t> patterns = rounded(ascending, format);
        QVERIFY(std::ranges::is_sorted(patterns));
    }

    void denseSampleEqualsTheScalarFunctionBitByBit_data() { addTargetAndFormatRows(); }
    void denseSampleEqualsTheScalarFunctionBitByBit()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const FormatReference ref = reference(format);
        for (std::uint32_t start = 0; start < kSamples; start += kChunk) {
            const std::vector<float> values = sampleChunk(start);
            const std::vector<std::uint16_t> actual = rounded(values, format);
            std::size_t i = 0;
            while (i < values.size() && actual[i] == ref.narrow(values[i]))
                ++i;
            QVERIFY2(i == values.size(), qPrintable(QString::number(bitsOf(values[i % values.size()]), 16)));
        }
    }

    /// The compiler's run-time library is the second, independent opinion. NaNs need only stay NaNs there.
    void scalarFunctionsEqualTheCompilersConversions()
    {
#if defined(__STDCPP_FLOAT16_T__) && defined(__STDCPP_BFLOAT16_T__)
        for (std::uint32_t i = 0; i < kSamples; ++i) {
            const float value = denseSample(i);
            const auto f16 = std::bit_cast<std::uint16_t>(static_cast<std::float16_t>(value));
            const auto bf16 = std::bit_cast<std::uint16_t>(static_cast<std::bfloat16_t>(value));
            if (std::isnan(value)) {
                QVERIFY((f16FromF32(value) & 0x7fff) > 0x7c00 && (bf16FromF32(value) & 0x7fff) > 0x7f80);
                continue;
            }
            QVERIFY2(f16FromF32(value) == f16 && bf16FromF32(value) == bf16,
                qPrintable(QString::number(bitsOf(value), 16)));
        }
#else
        QSKIP("this compiler has no 16-bit floating-point types");
#endif
    }

    void inPlaceIsRoundingAndWidening_data() { addTargetAndFormatRows(); }
    void inPlaceIsRoundingAndWidening()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        std::vector<float> values = sampleChunk(0);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = denseSample(static_cast<std::uint32_t>(i) * 16 + 5);
        const std::vector<float> expected = widened(rounded(values, format), format);
        roundInPlace(values, {.format = format});
        QVERIFY(sameBits(values, expected));
    }

    void roundingInPlaceTwiceChangesNothing_data() { addTargetAndFormatRows(); }
    void roundingInPlaceTwiceChangesNothing()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        std::vector<float> once = mixedFloats(5000);
        roundInPlace(once, {.format = format});
        std::vector<float> twice = once;
        roundInPlace(twice, {.format = format});
        QVERIFY(sameBits(once, twice));
    }

    void saturationReplacesOnlyInfinitiesAndNans_data() { addTargetAndFormatRows(); }
    void saturationReplacesOnlyInfinitiesAndNans()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const FormatReference ref = reference(format);
        const std::vector<float> values = mixedFloats(4099);
        std::vector<std::uint16_t> actual(values.size());
        roundTo16(values, actual, {.format = format, .onOverflow = OnOverflow::Saturate});
        std::vector<float> inPlace = values;
        roundInPlace(inPlace, {.format = format, .onOverflow = OnOverflow::Saturate});
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::uint16_t expected = ref.narrow(values[i]);
            if (std::isnan(values[i]))
                expected = 0;
            else if ((expected & 0x7fff) == ref.infinity)
                --expected;
            QCOMPARE(actual[i], expected);
            QCOMPARE(bitsOf(inPlace[i]), bitsOf(ref.widen(expected)));
        }
    }

    void everyLengthAndAlignmentRoundsExactlyItsElements_data() { addTargetAndFormatRows(); }
    void everyLengthAndAlignmentRoundsExactlyItsElements()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const FormatReference ref = reference(format);
        forEachPlace([&](std::size_t size, std::size_t leading, std::size_t trailing) {
            const std::vector<float> values = mixedFloats(size, static_cast<std::uint32_t>(size));
            Placed<float> src(values, leading, trailing);
            Placed<std::uint16_t> dst(size, leading, trailing);
            Placed<float> back(size, trailing % 3, leading);
            Placed<float> apart(size, leading, trailing % 3);
            const RoundStats stats = roundTo16(src.span(), dst.span(), {.format = format});
            widen(dst.span(), back.span(), format);
            QVERIFY(roundToFloats(src.span(), apart.span(), {.format = format}) == stats);
            QVERIFY(sameBits(apart.span(), back.span()));
            roundInPlace(src.span(), {.format = format});
            QVERIFY(dst.guardsAreIntact() && back.guardsAreIntact() && src.guardsAreIntact() &&
                apart.guardsAreIntact());
            for (std::size_t i = 0; i < size; ++i) {
                QCOMPARE(dst.span()[i], ref.narrow(values[i]));
                QCOMPARE(bitsOf(back.span()[i]), bitsOf(ref.widen(ref.narrow(values[i]))));
                QCOMPARE(bitsOf(src.span()[i]), bitsOf(back.span()[i]));
            }
        });
    }

    /// Training libraries switch these modes on for speed; bfloat16 shares float's range, so both show in it.
    void flushToZeroModesChangeNothing_data() { addTargetAndFormatRows(); }
    void flushToZeroModesChangeNothing()
    {
#if defined(__x86_64__)
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        std::vector<float> values;
        for (std::uint32_t bits = 1; bits < 0x40000000u; bits += 0x12345)
            values.insert(values.end(), {floatOf(bits), floatOf(bits | 0x80000000u)});
        const RoundStats expectedStats = recount(values, format);
        std::vector<std::uint16_t> expected(values.size());
        std::ranges::transform(values, expected.begin(), reference(format).narrow);
        const std::vector<float> expectedBack = widened(expected, format);

        const unsigned before = _mm_getcsr();
        _mm_setcsr(before | 0x8040); // Flush to zero, and subnormals are zero.
        std::vector<std::uint16_t> actual(values.size());
        const RoundStats stats = roundTo16(values, actual, {.format = format});
        const std::vector<float> back = widened(actual, format);
        _mm_setcsr(before);

        QVERIFY(actual == expected);
        QVERIFY(sameBits(back, expectedBack));
        QVERIFY(stats == expectedStats);
#else
        QSKIP("the control register is that of x86-64");
#endif
    }
};

QTEST_APPLESS_MAIN(TestRounding)
#include "tst_rounding.moc"
