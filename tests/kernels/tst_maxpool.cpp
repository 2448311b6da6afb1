// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/maxpool.h"
#include "tests/kernels/kerneltest.h"

using namespace halftone::kernels;
using namespace halftone::test;

namespace {

/// Calls visit(index in Y, index in X, place in the window) for all pairs of a window and an element in it.
template <typename Visit>
void forEachPair(const MaxPool& p, const Visit& visit)
{
    for (std::size_t out = 0; out < p.outputs(); ++out) {
        const std::size_t lane = out % p.lanes, x = out / p.lanes % p.outputWidth;
        const std::size_t y = out / p.lanes / p.outputWidth % p.outputHeight;
        const std::size_t plane = out / p.lanes / p.outputWidth / p.outputHeight;
        for (std::size_t place = 0; place < p.kernelHeight * p.kernelWidth; ++place) {
            const std::size_t row = y * p.strideY + place / p.kernelWidth - p.padTop;
            const std::size_t column = x * p.strideX + place % p.kernelWidth - p.padLeft;
            if (row < p.height && column < p.width) // below zero wraps around
                visit(out, ((plane * p.height + row) * p.width + column) * p.lanes + lane, place);
        }
    }
}

bool isLarger(float value, float best)
{
    return value > best || (std::isnan(value) && !std::isnan(best));
}

struct Expected
{
    std::vector<std::size_t> from; ///< Indices in X.
    std::vector<std::uint8_t> places;
};

Expected expected(const MaxPool& pool, std::span<const float> x)
{
    constexpr std::size_t kNone = ~std::size_t{0};
    Expected result{
        std::vector<std::size_t>(pool.outputs(), kNone), std::vector<std::uint8_t>(pool.outputs())};
    forEachPair(pool, [&](std::size_t out, std::size_t in, std::size_t place) {
        if (result.from[out] != kNone && !isLarger(x[in], x[result.from[out]]))
            return;
        result.from[out] = in;
        result.places[out] = static_cast<std::uint8_t>(place);
    });
    return result;
}

void addPoolRows()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<MaxPool>("pool");
    const std::pair<const char*, MaxPool> kPools[] = {
        {"squares of 2", {3, 8, 6, 8, 3, 4, 2, 2, 2, 2}},
        {"squares of 2, blocks of 16, a row and a column left over", {2, 16, 7, 5, 3, 2, 2, 2, 2, 2}},
        {"squares of 2, sizes rounded up", {1, 8, 5, 5, 3, 3, 2, 2, 2, 2}},
        {"squares of 3 that overlap, padded", {2, 16, 8, 7, 4, 4, 3, 3, 2, 2, 1, 1}},
        {"squares of 3 that leave pixels out", {1, 8, 11, 11, 3, 3, 3, 3, 4, 4}},
        {"wide windows, padded", {2, 8, 6, 9, 3, 4, 2, 4, 2, 3, 1, 2}},
        {"the whole image", {2, 8, 15, 17, 1, 1, 15, 17, 1, 1}},
    };
    for (const std::string_view target : availableTargets()) {
        for (const auto& [name, pool] : kPools)
            QTest::newRow((std::string(target) + ", " + name).c_str()) << toQString(target) << pool;
    }
}

}

class TestMaxPool : public QObject
{
    Q_OBJECT

private slots:
    void theFirstLargestElementIsFound_data() { addPoolRows(); }
    void theFirstLargestElementIsFound()
    {
        HALFTONE_USE_TARGET();
        QFETCH(MaxPool, pool);
        // Zeros of both signs, infinities and NaNs are among them, and many equal ones.
        const std::vector<float> x = mixedFloats(pool.inputs());
        const Expected wanted = expected(pool, x);
        std::vector<float> y(pool.outputs());
        std::vector<std::uint8_t> places(y.size());
        maxPool(pool, x, y, places);
        for (std::size_t i = 0; i < y.size(); ++i) {
            QCOMPARE(places[i], wanted.places[i]);
            QCOMPARE(bitsOf(y[i]), bitsOf(x[wanted.from[i]]));
        }
    }

    void patternsCompareAsTheirNumbers_data() { addPoolRows(); }
    void patternsCompareAsTheirNumbers()
    {
        HALFTONE_USE_TARGET();
        QFETCH(MaxPool, pool);
        for (const Format16 format : {Format16::F16, Format16::Bf16}) {
            const FormatReference ref = reference(format);
            std::vector<std::uint16_t> x(pool.inputs());
            std::ranges::transform(mixedFloats(x.size()), x.begin(), ref.narrow);
            std::vector<float> wide(x.size());
            std::ranges::transform(x, wide.begin(), ref.widenPattern);
            const Expected wanted = expected(pool, wide);
            std::vector<std::uint16_t> y(pool.outputs());
            std::vector<std::uint8_t> places(y.size());
            maxPool(pool, x, y, places, format);
            for (std::size_t i = 0; i < y.size(); ++i) {
                QCOMPARE(places[i], wanted.places[i]);
                QCOMPARE(y[i], x[wanted.from[i]]);
            }
        }
    }

    void gradientsGoWhereTheLargestWere_data() { addPoolRows(); }
    void gradientsGoWhereTheLargestWere()
    {
        HALFTONE_USE_TARGET();
        QFETCH(MaxPool, pool);
        const Expected wanted = expected(pool, mixedFloats(pool.inputs()));
        std::vector<float> gradient(pool.outputs());
        std::vector<std::uint16_t> patterns(gradient.size());
        for (std::size_t i = 0; i < gradient.size(); ++i) {
            gradient[i] = static_cast<float>(i % 1021 + 1); // sums of a few are exact
            patterns[i] = static_cast<std::uint16_t>(i % 65521 + 1);
        }
        std::vector<float> sums(pool.inputs(), 0.0f);
        std::vector<std::uint16_t> copies(pool.inputs(), 0);
        for (std::size_t i = 0; i < gradient.size(); ++i) {
            sums[wanted.from[i]] += gradient[i];
            copies[wanted.from[i]] = patterns[i];
        }
        std::vector<float> actual(pool.inputs(), NAN);
        maxPoolGradient(pool, gradient, wanted.places, actual);
        QCOMPARE(actual, sums);
        if (!pool.isDisjoint())
            return;
        std::vector<std::uint16_t> actualPatterns(pool.inputs(), 0xffff);
        maxPoolGradient(pool, patterns, wanted.places, actualPatterns);
        QCOMPARE(actualPatterns, copies);
    }
};

QTEST_APPLESS_MAIN(TestMaxPool)
#include "tst_maxpool.moc"
