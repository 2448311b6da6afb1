// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/binary.h"
#include "kernels/elementwise.h"
#include "tests/kernels/kerneltest.h"

#include <stdfloat>

using namespace halftone::kernels;
using namespace halftone::test;

namespace {

/// A float32 operation, as one rounding of the exact result: products and sums of floats are exact in double,
/// or so close that rounding twice is rounding once.
float exactSum(float a, float b)
{
    return f32(static_cast<double>(a) + b);
}
float exactProduct(float a, float b)
{
    return f32(static_cast<double>(a) * b);
}

std::vector<std::uint16_t> patternsOf(std::size_t size, Format16 format, std::uint32_t seed)
{
    std::vector<std::uint16_t> patterns(size);
    const std::vector<float> values = mixedFloats(size, seed);
    std::ranges::transform(values, patterns.begin(), reference(format).narrow);
    return patterns;
}

bool sameNumber(float a, float b)
{
    return bitsOf(a) == bitsOf(b) || (std::isnan(a) && std::isnan(b));
}

float exactDifference(float a, float b)
{
    return exactSum(a, -b);
}
/// Rounding twice is rounding once here as well (Figueroa, "When is double rounding innocuous?", 1995).
float exactQuotient(float a, float b)
{
    return f32(static_cast<double>(a) / static_cast<double>(b));
}

/// One 16-bit operation and what it must do.
struct Operation
{
    Binary function;
    float (*expected)(float, float);
};

constexpr auto kOperations = std::to_array<Operation>({{Binary::Add, exactSum},
    {Binary::Sub, exactDifference}, {Binary::Mul, exactProduct}, {Binary::Div, exactQuotient}});

RoundStats oneRow(Binary function, std::span<const std::uint16_t> a, std::span<const std::uint16_t> b,
    std::span<std::uint16_t> dst, Rounding rounding)
{
    return binary16(function, {a.data()}, {b.data()}, dst, dst.size(), rounding);
}

}

class TestArithmetic : public QObject
{
    Q_OBJECT

private slots:
    void floatSumsAndProductsAreRoundedOnce_data() { addTargetRows(); }
    void floatSumsAndProductsAreRoundedOnce()
    {
        HALFTONE_USE_TARGET();
        forEachPlace([](std::size_t size, std::size_t leading, std::size_t trailing) {
            Placed<float> a(mixedFloats(size, 5), leading, trailing);
            Placed<float> b(mixedFloats(size, 6), trailing % 3, trailing);
            Placed<float> sum(size, leading, trailing);
            Placed<float> product(size, leading, trailing);
            binary(Binary::Add, {a.span().data()}, {b.span().data()}, sum.span());
            binary(Binary::Mul, {a.span().data()}, {b.span().data()}, product.span());
            for (std::size_t i = 0; i < size; ++i) {
                QVERIFY(sameNumber(sum.span()[i], exactSum(a.span()[i], b.span()[i])));
                QVERIFY(sameNumber(product.span()[i], exactProduct(a.span()[i], b.span()[i])));
            }
            QVERIFY(sum.guardsAreIntact() && product.guardsAreIntact());
        });
    }

    void sixteenBitResultsAndCountsAreThoseOfOneRounding_data() { addTargetAndFormatRows(); }
    void sixteenBitResultsAndCountsAreThoseOfOneRounding()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const FormatReference ref = reference(format);
        for (const Operation& operation : kOperations) {
            forEachPlace([&](std::size_t size, std::size_t leading, std::size_t trailing) {
                Placed<std::uint16_t> a(patternsOf(size, format, 8), leading, trailing);
                Placed<std::uint16_t> b(patternsOf(size, format, 9), trailing % 3, trailing);
                Placed<std::uint16_t> dst(size, leading, trailing);
                std::vector<float> exact(size);
                for (std::size_t i = 0; i < size; ++i)
                    exact[i] = operation.expected(ref.widen(a.span()[i]), ref.widen(b.span()[i]));
                const RoundStats stats =
                    oneRow(operation.function, a.span(), b.span(), dst.span(), {.format = format});
                for (std::size_t i = 0; i < size; ++i)
                    QVERIFY(sameNumber(ref.widen(dst.span()[i]), ref.widen(ref.narrow(exact[i]))));
                QVERIFY(dst.guardsAreIntact());
                QVERIFY(stats == recount(exact, format));
            });
        }
    }

    /// Every number of f16 with a sample of partners, against the compiler's own half arithmetic.
    void f16SumsAndProductsAreIeeeHalfArithmetic()
    {
#if defined(__STDCPP_FLOAT16_T__)
        std::vector<std::uint16_t> a(65536);
        std::vector<std::uint16_t> b(65536);
        std::vector<std::uint16_t> sums(65536);
        std::vector<std::uint16_t> products(65536);
        for (std::uint32_t round = 0; round < 40; ++round) {
            for (std::uint32_t i = 0; i < a.size(); ++i) {
                a[i] = static_cast<std::uint16_t>(i);
                b[i] = static_cast<std::uint16_t>(i * 40503u + round * 7919u);
            }
            oneRow(Binary::Add, a, b, sums, {});
            oneRow(Binary::Mul, a, b, products, {});
            for (std::size_t i = 0; i < a.size(); ++i) {
                const auto left = std::bit_cast<std::float16_t>(a[i]);
                const auto right = std::bit_cast<std::float16_t>(b[i]);
                QVERIFY(sameNumber(
                    f32FromF16(sums[i]), static_cast<float>(static_cast<std::float16_t>(left + right))));
                QVERIFY(sameNumber(
                    f32FromF16(products[i]), static_cast<float>(static_cast<std::float16_t>(left * right))));
            }
        }
#else
        QSKIP("this compiler has no half type");
#endif
    }

    void saturatingSumsStayFinite_data() { addTargetRows(); }
    void saturatingSumsStayFinite()
    {
        HALFTONE_USE_TARGET();
        const std::vector<std::uint16_t> a{0x7bff, 0xfbff, 0x7c00, 0x7e00};
        const std::vector<std::uint16_t> b{0x7bff, 0xfbff, 0xfc00, 0x3c00};
        std::vector<std::uint16_t> dst(4);
        const RoundStats stats = oneRow(Binary::Add, a, b, dst, {.onOverflow = OnOverflow::Saturate});
        QCOMPARE(dst, (std::vector<std::uint16_t>{0x7bff, 0xfbff, 0, 0}));
        QCOMPARE(stats.newOverflows(), 2u);
        QCOMPARE(stats.nans, 2u);
    }

    void aSourceMayBeTheDestination_data() { addTargetRows(); }
    void aSourceMayBeTheDestination()
    {
        HALFTONE_USE_TARGET();
        const std::vector<std::uint16_t> a = patternsOf(333, Format16::F16, 1);
        const std::vector<std::uint16_t> b = patternsOf(333, Format16::F16, 2);
        std::vector<std::uint16_t> apart(a.size());
        oneRow(Binary::Add, a, b, apart, {});
        std::vector<std::uint16_t> inPlace = a;
        oneRow(Binary::Add, inPlace, b, inPlace, {});
        QVERIFY(apart == inPlace);
    }

    /// Rows of any length, operands that repeat by row or by element, and more rows than a counter counts.
    void rowsGiveWhatTheirElementsGive_data() { addTargetAndFormatRows(); }
    void rowsGiveWhatTheirElementsGive()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const FormatReference ref = reference(format);
        struct Shape
        {
            std::size_t rows, length;
        };
        for (const Shape shape : {Shape{7, 1}, {5, 3}, {4, 33}, {300'000, 1}, {3, 140'000}}) {
            const std::vector<std::uint16_t> a = patternsOf(shape.rows * shape.length, format, 3);
            const std::vector<std::uint16_t> row = patternsOf(shape.length, format, 4);
            const std::vector<std::uint16_t> column = patternsOf(shape.rows, format, 5);
            const HalfRows all{a.data(), 1, shape.length};
            const auto verify = [&](HalfRows left, HalfRows right) {
                Placed<std::uint16_t> dst(a.size(), 1, 2);
                std::vector<float> exact(a.size());
                const auto number = [&](const HalfRows& operand, std::size_t i) {
                    return ref.widen(operand
                            .first[i / shape.length * operand.rowStride + i % shape.length * operand.step]);
                };
                for (std::size_t i = 0; i < a.size(); ++i)
                    exact[i] = exactDifference(number(left, i), number(right, i));
                const RoundStats stats =
                    binary16(Binary::Sub, left, right, dst.span(), shape.length, {.format = format});
                for (std::size_t i = 0; i < a.size(); ++i)
                    QVERIFY(sameNumber(ref.widen(dst.span()[i]), ref.widen(ref.narrow(exact[i]))));
                QVERIFY(dst.guardsAreIntact());
                QVERIFY(stats == recount(exact, format));
            };
            verify(all, {row.data(), 1, 0});
            verify({row.data(), 1, 0}, all);
            verify(all, {column.data(), 0, 1});
            verify({column.data(), 0, 1}, all);
            verify(all, {column.data(), 0, 0});
        }
    }

    void unscaleMultipliesAndTellsWhetherAllIsFinite_data() { addTargetRows(); }
    void unscaleMultipliesAndTellsWhetherAllIsFinite()
    {
        HALFTONE_USE_TARGET();
        for (const float factor : {1.0f, 1.0f / 1024, 1.0f / 3, 1e30f}) {
            forEachPlace([&](std::size_t size, std::size_t leading, std::size_t trailing) {
                const std::vector<float> before = mixedFloats(size, 11);
                Placed<float> gradient(before, leading, trailing);
                bool isFinite = true;
                const bool answer = unscale(gradient.span(), factor);
                for (std::size_t i = 0; i < size; ++i) {
                    QVERIFY(sameNumber(gradient.span()[i], exactProduct(before[i], factor)));
                    isFinite = isFinite && std::isfinite(gradient.span()[i]);
                }
                QCOMPARE(answer, isFinite);
                QVERIFY(gradient.guardsAreIntact());
            });
        }
    }

    void unscaleOfSixteenBitsIsThatOfTheirFloats_data() { addTargetAndFormatRows(); }
    void unscaleOfSixteenBitsIsThatOfTheirFloats()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const FormatReference ref = reference(format);
        for (const float factor : {1.0f, 1.0f / 1024, 1e30f}) {
            forEachPlace([&](std::size_t size, std::size_t leading, std::size_t trailing) {
                Placed<std::uint16_t> gradient(patternsOf(size, format, 11), leading, trailing);
                std::vector<float> expected(size);
                std::ranges::transform(
                    gradient.span(), expected.begin(), [&](std::uint16_t p) { return ref.widen(p); });
                const bool isFinite = unscale(expected, factor);
                Placed<float> actual(size, trailing % 3, trailing);
                QCOMPARE(unscale({gradient.span(), format}, factor, actual.span()), isFinite);
                QVERIFY(std::ranges::equal(actual.span(), expected, sameNumber));
                QVERIFY(actual.guardsAreIntact());
            });
        }
    }

    void unscaleRoundedIsRoundingAndUnscaling_data() { addTargetAndFormatRows(); }
    void unscaleRoundedIsRoundingAndUnscaling()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        for (const OnOverflow onOverflow : {OnOverflow::Infinity, OnOverflow::Saturate}) {
            const Rounding rounding{.format = format, .onOverflow = onOverflow};
            forEachPlace([&](std::size_t size, std::size_t leading, std::size_t trailing) {
                Placed<float> gradient(
                    mixedFloats(size, static_cast<std::uint32_t>(size)), leading, trailing);
                std::vector<float> expected(size);
                const RoundStats stats = roundToFloats(gradient.span(), expected, rounding);
                const bool isFinite = unscale(expected, 0.125f);
                Placed<float> actual(size, trailing % 3, trailing);
                bool areFinite = true;
                QVERIFY(unscaleRounded(gradient.span(), 0.125f, actual.span(), rounding, areFinite) == stats);
                QCOMPARE(areFinite, isFinite);
                QVERIFY(std::ranges::equal(actual.span(), expected, sameNumber));
                QVERIFY(actual.guardsAreIntact());
                areFinite = false;
                unscaleRounded(gradient.span(), 0.125f, actual.span(), rounding, areFinite);
                QVERIFY2(!areFinite, "what is not finite stays so");
            });
        }
    }

    void unscaleFindsOneBadGradientAnywhere_data() { addTargetRows(); }
    void unscaleFindsOneBadGradientAnywhere()
    {
        HALFTONE_USE_TARGET();
        for (std::size_t bad = 0; bad < 97; ++bad) {
            std::vector<float> gradient(97, 2.0f);
            QVERIFY(unscale(gradient, 0.5f));
            gradient[bad] = bad % 2 != 0 ? NAN : -INFINITY;
            QVERIFY(!unscale(gradient, 0.5f));
        }
    }

    /// The order matters: a factor that overflows is an overflow, one that rescues cannot rescue an infinity.
    void unscaleTestsTheProduct_data() { addTargetRows(); }
    void unscaleTestsTheProduct()
    {
        HALFTONE_USE_TARGET();
        std::vector<float> gradient{3e38f};
        QVERIFY(!unscale(gradient, 2.0f));
        QVERIFY(!unscale(gradient, 0.0f));
    }
};

QTEST_APPLESS_MAIN(TestArithmetic)
#include "tst_arithmetic.moc"
