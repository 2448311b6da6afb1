// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/channelnorm.h"
#include "kernels/reduce.h"
#include "kernels/round.h"
#include "tests/kernels/kerneltest.h"

#include <limits>

using namespace halftone::kernels;
using namespace halftone::test;

namespace {

std::vector<float> smoothValues(std::size_t size)
{
    std::vector<float> values(size);
    for (std::size_t i = 0; i < size; ++i)
        values[i] = 1 + std::sin(static_cast<float>(i * i % 4099));
    return values;
}

std::int64_t expectedArgmax(std::span<const float> row)
{
    std::size_t best = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (std::isnan(row[i]))
            return -1;
        if (row[i] > row[best])
            best = i;
    }
    return static_cast<std::int64_t>(best);
}

}

class TestReduce : public QObject
{
    Q_OBJECT

private slots:
    /// The sum in double is exact to far less than a float's digits: one rounding remains.
    void channelSumsAreRoundedOnce_data() { addTargetRows(); }
    void channelSumsAreRoundedOnce()
    {
        HALFTONE_USE_TARGET();
        for (const std::size_t batch : {0u, 1u, 2u, 33u}) {
            for (const std::size_t channels : {1u, 2u, 3u, 10u, 16u, 31u, 255u, 256u, 257u, 600u}) {
                for (const std::size_t inner : {1u, 2u, 7u, 16u, 33u})
                    verifyChannelSum({batch, channels, inner});
            }
        }
    }

    void blocksOfChannelsAddUpAlike_data() { addTargetRows(); }
    void blocksOfChannelsAddUpAlike()
    {
        HALFTONE_USE_TARGET();
        for (const std::size_t lanes : {1u, 2u, 8u, 13u, 16u}) {
            const ChannelBlocks shape{
                .samples = 3, .blocks = 2, .pixels = 7, .lanes = lanes, .channels = 2 * lanes - lanes / 3};
            std::vector<float> src(shape.elements());
            std::vector<double> expected(2 * lanes, 0.0);
            for (std::size_t i = 0; i < src.size(); ++i) {
                src[i] = static_cast<float>(i * i % 8191) * 0x1p-6f; // sums in double are exact
                expected[i / (lanes * shape.pixels) % 2 * lanes + i % lanes] += static_cast<double>(src[i]);
            }
            std::vector<float> sums(shape.channels);
            channelSums(shape, src, sums);
            for (std::size_t channel = 0; channel < sums.size(); ++channel)
                QCOMPARE(sums[channel], static_cast<float>(expected[channel]));
            verifyNarrow(src, sums.size(),
                [&](const FloatSource& source, std::span<float> dst) { channelSums(shape, source, dst); });
        }
    }

    /// In float32 a running sum of ones stops at 2^24.
    void longSumsDoNotStopGrowing_data() { addTargetRows(); }
    void longSumsDoNotStopGrowing()
    {
        HALFTONE_USE_TARGET();
        constexpr std::size_t kLength = (1u << 24) + 4;
        const std::vector<float> ones(kLength, 1.0f);
        float sum = 0;
        channelSum(ones, {1, 1, kLength}, {&sum, 1});
        QCOMPARE(sum, static_cast<float>(kLength));
        channelSum(ones, {kLength, 1, 1}, {&sum, 1});
        QCOMPARE(sum, static_cast<float>(kLength));
    }

    void infinitiesAndNansReachOnlyTheirChannel_data() { addTargetRows(); }
    void infinitiesAndNansReachOnlyTheirChannel()
    {
        HALFTONE_USE_TARGET();
        const std::vector<float> src{1, INFINITY, NAN, 3e38f, 1, 1, 1, 3e38f};
        std::vector<float> sums(4);
        channelSum(src, {2, 4, 1}, sums);
        QCOMPARE(sums[0], 2.0f);
        QCOMPARE(sums[1], INFINITY);
        QVERIFY(std::isnan(sums[2]));
        QCOMPARE(sums[3], INFINITY); // Beyond the range of float.
    }

    void argmaxFindsTheFirstLargest_data() { addTargetRows(); }
    void argmaxFindsTheFirstLargest()
    {
        HALFTONE_USE_TARGET();
        for (std::size_t columns = 1; columns <= 70; ++columns) {
            std::vector<float> values = smoothValues(columns * 20);
            for (float& value : values)
                value = std::floor(value * 4) - 20; // Few different values, all negative.
            verifyArgmax(values, columns);
        }
    }

    void argmaxFindsALonePeakAtEveryColumn_data() { addTargetRows(); }
    void argmaxFindsALonePeakAtEveryColumn()
    {
        HALFTONE_USE_TARGET();
        for (const std::size_t columns : {1u, 5u, 16u, 40u, 67u}) {
            std::vector<float> values(columns * columns, -INFINITY);
            for (std::size_t row = 0; row < columns; ++row)
                values[row * columns + row] = row % 2 != 0 ? INFINITY : -3e38f;
            verifyArgmax(values, columns);
        }
    }

    void argmaxOfEqualsIsTheFirst_data() { addTargetRows(); }
    void argmaxOfEqualsIsTheFirst()
    {
        HALFTONE_USE_TARGET();
        for (const float value : {0.0f, -INFINITY, INFINITY, -1.0f})
            verifyArgmax(std::vector<float>(37, value), 37);
        verifyArgmax({-0.0f, 0.0f}, 2);
    }

    void aRowWithANanHasNoArgmax_data() { addTargetRows(); }
    void aRowWithANanHasNoArgmax()
    {
        HALFTONE_USE_TARGET();
        constexpr std::size_t kColumns = 37;
        for (std::size_t column = 0; column < kColumns; ++column) {
            std::vector<float> values(2 * kColumns, 1.0f);
            values[kColumns + column] = NAN;
            verifyArgmax(values, kColumns);
        }
    }

    void noRowsHaveNoArgmax() { argmaxRows({}, {}); }

private:
    /// Sums of 16-bit numbers are those of the floats that they are.
    template <typename Sum>
    static void verifyNarrow(std::span<const float> src, std::size_t channels, const Sum& sum)
    {
        for (const Format16 format : {Format16::F16, Format16::Bf16}) {
            std::vector<std::uint16_t> narrow(src.size());
            std::vector<float> wide(src.size()), expected(channels), actual(channels);
            roundTo16(src, narrow, {.format = format});
            widen(narrow, wide, format);
            sum(wide, expected);
            sum({narrow, format}, actual);
            QVERIFY(sameBits(actual, expected));
        }
    }

    static void verifyChannelSum(ChannelShape shape)
    {
        Placed<float> src(smoothValues(shape.batch * shape.channels * shape.inner), 1, 0);
        Placed<float> dst(shape.channels, 1, 3);
        std::vector<double> exact(shape.channels);
        std::size_t next = 0;
        for (std::size_t run = 0; run < shape.batch * shape.channels; ++run) {
            for (std::size_t i = 0; i < shape.inner; ++i)
                exact[run % shape.channels] += static_cast<double>(src.span()[next++]);
        }
        channelSum(src.span(), shape, dst.span());
        QVERIFY(dst.guardsAreIntact());
        verifyNarrow(src.span(), shape.channels,
            [&](const FloatSource& source, std::span<float> sums) { channelSum(source, shape, sums); });
        for (std::size_t i = 0; i < shape.channels; ++i) {
            const double tolerance = std::numeric_limits<float>::epsilon() / 1.99 * std::abs(exact[i]);
            QVERIFY(std::abs(dst.span()[i] - exact[i]) <= tolerance);
        }
    }

    static void verifyArgmax(const std::vector<float>& values, std::size_t columns)
    {
        Placed<std::int64_t> actual(values.size() / columns, 1, 2);
        argmaxRows(values, actual.span());
        QVERIFY(actual.guardsAreIntact());
        for (std::size_t row = 0; row < actual.span().size(); ++row)
            QCOMPARE(actual.span()[row], expectedArgmax(std::span(values).subspan(row * columns, columns)));
    }
};

QTEST_APPLESS_MAIN(TestReduce)
#include "tst_reduce.moc"
