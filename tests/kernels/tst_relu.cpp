// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/elementwise.h"
#include "kernels/unary.h"
#include "tests/kernels/kerneltest.h"

#include <utility>

using namespace halftone::kernels;
using namespace halftone::test;

namespace {

float expectedRelu(float value)
{
    return std::isnan(value) || value > 0 ? value : 0.0f;
}
float expectedGradient(float gradient, float result)
{
    return result > 0 ? gradient : 0.0f;
}

std::vector<std::uint16_t> allPatterns()
{
    std::vector<std::uint16_t> patterns(65536);
    for (std::size_t i = 0; i < patterns.size(); ++i)
        patterns[i] = static_cast<std::uint16_t>(i);
    return patterns;
}

}

class TestRelu : public QObject
{
    Q_OBJECT

private slots:
    void reluOfEveryPatternIsThatOfItsValue_data() { addTargetAndFormatRows(); }
    void reluOfEveryPatternIsThatOfItsValue()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const FormatReference ref = reference(format);
        const std::vector<std::uint16_t> patterns = allPatterns();
        std::vector<std::uint16_t> actual(patterns.size());
        relu(patterns, actual, format);
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            const float value = ref.widenPattern(patterns[i]);
            QCOMPARE(actual[i], std::isnan(value) ? patterns[i] : ref.narrow(expectedRelu(value)));
        }
    }

    void reluTreatsSpecialFloatsByTheContract_data() { addTargetRows(); }
    void reluTreatsSpecialFloatsByTheContract()
    {
        HALFTONE_USE_TARGET();
        const std::vector<float> values{0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, 1e-45f, -1e-45f,
            floatOf(0x7fc12345), floatOf(0xffc12345), floatOf(0x7f800001), floatOf(0xff800001)};
        const std::vector<float> expected{0.0f, 0.0f, 1.0f, 0.0f, INFINITY, 0.0f, 1e-45f, 0.0f,
            floatOf(0x7fc12345), floatOf(0xffc12345), floatOf(0x7f800001), floatOf(0xff800001)};
        std::vector<float> actual(values.size());
        relu(values, actual);
        QVERIFY(sameBits(actual, expected));
    }

    void gradientPassesWhereTheResultIsPositive_data() { addTargetAndFormatRows(); }
    void gradientPassesWhereTheResultIsPositive()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const FormatReference ref = reference(format);
        const std::vector<std::uint16_t> results = allPatterns();
        std::vector<std::uint16_t> gradients(results.size());
        for (std::size_t i = 0; i < gradients.size(); ++i) // NaNs, zeros and all the rest in another order.
            gradients[i] = static_cast<std::uint16_t>(i * 40503u + 1);
        std::vector<std::uint16_t> actual(results.size());
        reluGradient(gradients, results, actual, format);
        for (std::size_t i = 0; i < results.size(); ++i)
            QCOMPARE(actual[i], ref.widen(results[i]) > 0 ? gradients[i] : 0);
    }

    void everyLengthAndAlignmentIsExact_data() { addTargetAndFormatRows(); }
    void everyLengthAndAlignmentIsExact()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const FormatReference ref = reference(format);
        forEachPlace([&](std::size_t size, std::size_t leading, std::size_t trailing) {
            Placed<float> values(mixedFloats(size, 3), leading, trailing);
            Placed<float> gradients(mixedFloats(size, 4), trailing % 3, trailing);
            Placed<float> dst(size, leading, trailing);
            Placed<std::uint16_t> halves(size, leading, trailing);
            Placed<std::uint16_t> halfDst(size, leading, trailing);
            std::ranges::transform(values.span(), halves.span().begin(), ref.narrow);

            relu(values.span(), dst.span());
            relu(halves.span(), halfDst.span(), format);
            for (std::size_t i = 0; i < size; ++i) {
                QCOMPARE(bitsOf(dst.span()[i]), bitsOf(expectedRelu(values.span()[i])));
                QCOMPARE(halfDst.span()[i], ref.narrow(expectedRelu(values.span()[i])));
            }
            reluGradient(gradients.span(), values.span(), dst.span());
            reluGradient(halves.span(), halves.span(), halfDst.span(), format);
            for (std::size_t i = 0; i < size; ++i) {
                QCOMPARE(
                    bitsOf(dst.span()[i]), bitsOf(expectedGradient(gradients.span()[i], values.span()[i])));
                const bool passes = ref.widen(halves.span()[i]) > 0;
                QCOMPARE(halfDst.span()[i], passes ? halves.span()[i] : 0);
            }
            QVERIFY(dst.guardsAreIntact() && halfDst.guardsAreIntact());
        });
    }

    /// As Unary::Clip and its gradient, for each number of the format, with bounds of the format and with
    /// none.
    void clipIsThatOfTheNumber_data() { addTargetAndFormatRows(); }
    void clipIsThatOfTheNumber()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const FormatReference ref = reference(format);
        const std::vector<std::uint16_t> operands = allPatterns();
        std::vector<std::uint16_t> gradients(operands.size());
        for (std::size_t i = 0; i < gradients.size(); ++i)
            gradients[i] = static_cast<std::uint16_t>(i * 40503u + 1);
        std::vector<float> x(operands.size()), dy(operands.size()), y(operands.size()), dx(operands.size());
        std::ranges::transform(operands, x.begin(), [&](std::uint16_t p) { return ref.widen(p); });
        std::ranges::transform(gradients, dy.begin(), [&](std::uint16_t p) { return ref.widen(p); });
        std::vector<std::uint16_t> actual(operands.size()), actualGradient(operands.size());
        for (const auto& [low, high] : {std::pair{0.0f, 6.0f}, {-1.5f, INFINITY}, {-INFINITY, INFINITY}}) {
            unary(Unary::Clip, x, y, {low, high});
            unaryGradient(Unary::Clip, dy, x, dx, {low, high});
            clip(operands, actual, format, low, high);
            clipGradient(gradients, operands, actualGradient, format, low, high);
            for (std::size_t i = 0; i < operands.size(); ++i) {
                QCOMPARE(actual[i], ref.narrow(y[i]));
                // Of two NaNs any comes through.
                QVERIFY(actualGradient[i] == ref.narrow(dx[i]) ||
                    (std::isnan(dx[i]) && std::isnan(ref.widen(actualGradient[i]))));
            }
        }
    }

    void sourceAndDestinationMayBeTheSame_data() { addTargetRows(); }
    void sourceAndDestinationMayBeTheSame()
    {
        HALFTONE_USE_TARGET();
        const std::vector<float> values = mixedFloats(333);
        std::vector<float> apart(values.size());
        relu(values, apart);
        std::vector<float> inPlace = values;
        relu(inPlace, inPlace);
        QVERIFY(sameBits(apart, inPlace));
    }
};

QTEST_APPLESS_MAIN(TestRelu)
#include "tst_relu.moc"
