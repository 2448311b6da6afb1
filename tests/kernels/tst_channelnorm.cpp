// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/channelnorm.h"
#include "tests/kernels/kerneltest.h"

using namespace halftone::kernels;
using namespace halftone::test;

namespace {

ChannelBlocks blocks(std::size_t lanes)
{
    return {.samples = 3, .blocks = 2, .pixels = 29, .lanes = lanes, .channels = 2 * lanes - lanes / 3};
}

std::size_t channelOf(const ChannelBlocks& shape, std::size_t i)
{
    return i / (shape.lanes * shape.pixels) % shape.blocks * shape.lanes + i % shape.lanes;
}

/// Around \p mean, with a spread of one; zero in the padding.
std::vector<float> image(const ChannelBlocks& shape, float mean, std::uint32_t seed)
{
    std::vector<float> values(shape.elements());
    std::uint32_t state = seed;
    for (std::size_t i = 0; i < values.size(); ++i) {
        state = state * 1664525u + 1013904223u;
        if (channelOf(shape, i) < shape.channels)
            values[i] = mean + static_cast<float>(state >> 8) * 0x1p-23f - 1;
    }
    return values;
}

std::vector<float> perChannel(const ChannelBlocks& shape, std::uint32_t seed)
{
    std::vector<float> values(shape.channels);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>((i * 7 + seed) % 13) / 8 - 0.5f;
    return values;
}

struct Moments
{
    std::vector<double> means;
    std::vector<double> variances;
};

Moments exactMoments(const ChannelBlocks& shape, std::span<const float> values)
{
    Moments moments{std::vector<double>(shape.channels), std::vector<double>(shape.channels)};
    const auto count = static_cast<double>(shape.samples * shape.pixels);
    const auto addTo = [&](std::vector<double>& sums, const auto& term) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (const std::size_t channel = channelOf(shape, i); channel < shape.channels)
                sums[channel] += term(static_cast<double>(values[i]), channel) / count;
        }
    };
    addTo(moments.means, [](double x, std::size_t) { return x; });
    addTo(moments.variances, [&](double x, std::size_t channel) {
        return (x - moments.means[channel]) * (x - moments.means[channel]);
    });
    return moments;
}

std::vector<std::uint16_t> narrowed(std::span<const float> values, Format16 format)
{
    std::vector<std::uint16_t> patterns(values.size());
    std::ranges::transform(values, patterns.begin(), reference(format).narrow);
    return patterns;
}

std::vector<float> widened(std::span<const std::uint16_t> patterns, Format16 format)
{
    std::vector<float> values(patterns.size());
    std::ranges::transform(
        patterns, values.begin(), [format](std::uint16_t p) { return reference(format).widen(p); });
    return values;
}

constexpr std::size_t kLanes[] = {1, 2, 8, 13, 16, 24};

}

class TestChannelNorm : public QObject
{
    Q_OBJECT

private slots:
    /// All arithmetic is in double, so one rounding to float remains, also where the mean is a thousand times
    /// the spread.
    void momentsAreRoundedOnce_data() { addTargetRows(); }
    void momentsAreRoundedOnce()
    {
        HALFTONE_USE_TARGET();
        for (const std::size_t lanes : kLanes) {
            for (const float mean : {0.0f, 3.0f, -1000.0f}) {
                const ChannelBlocks shape = blocks(lanes);
                const std::vector<float> values = image(shape, mean, 7);
                const Moments exact = exactMoments(shape, values);
                std::vector<float> means(shape.channels), variances(shape.channels);
                channelMoments(shape, FloatSource(values), means, variances);
                for (std::size_t c = 0; c < shape.channels; ++c) {
                    // Half a step of a float, and the double's error of a sum whose terms cancel.
                    const double ofMean = std::abs(exact.means[c]) * 0x1p-24 + 1e-13;
                    QVERIFY(std::abs(static_cast<double>(means[c]) - exact.means[c]) <= ofMean);
                    QVERIFY(std::abs(static_cast<double>(variances[c]) - exact.variances[c]) <=
                        exact.variances[c] * 0x1p-24 + 1e-9);
                }
            }
        }
    }

    void momentsOfOneNumberHaveNoVariance_data() { addTargetRows(); }
    void momentsOfOneNumberHaveNoVariance()
    {
        HALFTONE_USE_TARGET();
        const ChannelBlocks shape = blocks(8);
        const std::vector<float> values(shape.elements(), 0.1f);
        std::vector<float> means(shape.channels), variances(shape.channels);
        channelMoments(shape, FloatSource(values), means, variances);
        for (std::size_t c = 0; c < shape.channels; ++c) {
            QCOMPARE(means[c], 0.1f);
            QCOMPARE(variances[c], 0.0f);
        }
    }

    /// A channel with an infinity has no variance, and the others do not notice.
    void infinitiesStayInTheirChannel_data() { addTargetRows(); }
    void infinitiesStayInTheirChannel()
    {
        HALFTONE_USE_TARGET();
        const ChannelBlocks shape = blocks(8);
        std::vector<float> values = image(shape, 0, 3);
        values[2] = INFINITY; // the first element of channel 2
        values[3 + 8] = -INFINITY; // another one of channel 3
        std::vector<float> means(shape.channels), variances(shape.channels);
        channelMoments(shape, FloatSource(values), means, variances);
        QCOMPARE(means[2], INFINITY);
        QCOMPARE(means[3], -INFINITY);
        for (std::size_t c = 0; c < shape.channels; ++c) {
            QCOMPARE(std::isnan(variances[c]), c == 2 || c == 3);
            QCOMPARE(std::isfinite(means[c]), c != 2 && c != 3);
        }
    }

    /// Widening is exact, so 16-bit numbers give the bits that the floats of the same value give.
    void sixteenBitsGiveTheBitsOfTheirFloats_data() { addTargetAndFormatRows(); }
    void sixteenBitsGiveTheBitsOfTheirFloats()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        for (const std::size_t lanes : kLanes) {
            const ChannelBlocks shape = blocks(lanes);
            const auto x16 = narrowed(image(shape, 2, 5), format), g16 = narrowed(image(shape, 0, 6), format);
            const auto x = widened(x16, format), g = widened(g16, format);
            const FloatSource narrowX(x16, format), narrowG(g16, format);
            std::vector<float> expected(shape.channels), alsoExpected(shape.channels);
            std::vector<float> actual(shape.channels), alsoActual(shape.channels);
            channelMoments(shape, FloatSource(x), expected, alsoExpected);
            channelMoments(shape, narrowX, actual, alsoActual);
            QVERIFY(sameBits(actual, expected));
            QVERIFY(sameBits(alsoActual, alsoExpected));

            const std::vector<float> means = expected;
            channelGradientSums(shape, FloatSource(g), FloatSource(x), means, expected, alsoExpected);
            channelGradientSums(shape, narrowG, narrowX, means, actual, alsoActual);
            QVERIFY(sameBits(actual, expected));
            QVERIFY(sameBits(alsoActual, alsoExpected));

            const auto scale = perChannel(shape, 1), weight = perChannel(shape, 2),
                       shift = perChannel(shape, 3);
            Placed<float> wide(shape.elements(), 0, 5), narrow(shape.elements(), 0, 5);
            channelAffine(shape, FloatSource(g), scale, FloatSource(x), weight, shift, wide.span());
            channelAffine(shape, narrowG, scale, narrowX, weight, shift, narrow.span());
            QVERIFY(sameBits(narrow.span(), wide.span()));
            channelAffine(shape, FloatSource(x), scale, {}, {}, shift, wide.span());
            channelAffine(shape, narrowX, scale, {}, {}, shift, narrow.span());
            QVERIFY(sameBits(narrow.span(), wide.span()));
            QVERIFY(wide.guardsAreIntact() && narrow.guardsAreIntact());
        }
    }

    void gradientSumsAreThoseOfTheFormula_data() { addTargetRows(); }
    void gradientSumsAreThoseOfTheFormula()
    {
        HALFTONE_USE_TARGET();
        for (const std::size_t lanes : kLanes) {
            const ChannelBlocks shape = blocks(lanes);
            const std::vector<float> x = image(shape, 2, 5), g = image(shape, 0, 6);
            const std::vector<float> means = perChannel(shape, 4);
            std::vector<double> sums(shape.channels), weighted(shape.channels), room(shape.channels);
            for (std::size_t i = 0; i < x.size(); ++i) {
                const std::size_t c = channelOf(shape, i);
                if (c >= shape.channels)
                    continue;
                const double term = static_cast<double>(g[i]) * static_cast<double>(x[i] - means[c]);
                sums[c] += static_cast<double>(g[i]);
                weighted[c] += term;
                room[c] += std::abs(term) * 0x1p-24; // Each product is rounded to a float.
            }
            std::vector<float> actual(shape.channels), alsoActual(shape.channels);
            channelGradientSums(shape, FloatSource(g), FloatSource(x), means, actual, alsoActual);
            for (std::size_t c = 0; c < shape.channels; ++c) {
                QVERIFY(std::abs(static_cast<double>(actual[c]) - sums[c]) <=
                    std::abs(sums[c]) * 0x1p-23 + 1e-12);
                QVERIFY(std::abs(static_cast<double>(alsoActual[c]) - weighted[c]) <=
                    room[c] + std::abs(weighted[c]) * 0x1p-23);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestChannelNorm)
#include "tst_channelnorm.moc"
