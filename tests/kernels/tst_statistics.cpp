// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels/statistics.h"
#include "tests/kernels/kerneltest.h"

using namespace halftone::kernels;
using namespace halftone::test;

namespace {

/// The statistics without the mean, which is compared by a tolerance.
TensorStats countedStats(std::span<const float> values, long double& sum, long double& absSum)
{
    TensorStats stats{.count = values.size()};
    bool isFirst = true;
    for (const float value : values) {
        stats.nans += std::isnan(value) ? 1 : 0;
        stats.infinities += std::isinf(value) ? 1 : 0;
        stats.zeros += value == 0 ? 1 : 0;
        if (!std::isfinite(value))
            continue;
        stats.absMax = std::max(stats.absMax, std::abs(value));
        stats.min = isFirst ? value : std::min(stats.min, value);
        stats.max = isFirst ? value : std::max(stats.max, value);
        isFirst = false;
        sum += value;
        absSum += std::abs(value);
    }
    return stats;
}

ConversionPreview countedPreview(std::span<const float> values, Format16 format)
{
    const FormatReference ref = reference(format);
    ConversionPreview preview{.count = values.size()};
    for (const float value : values) {
        const float after = ref.widen(ref.narrow(value));
        preview.overflows += std::isfinite(value) && std::isinf(after) ? 1 : 0;
        preview.flushedToZero += value != 0 && after == 0 ? 1 : 0;
        preview.subnormals += after != 0 && std::abs(after) < ref.minNormal ? 1 : 0;
        preview.unchanged += value == after || std::isnan(value) ? 1 : 0;
    }
    return preview;
}

}

class TestStatistics : public QObject
{
    Q_OBJECT

private slots:
    void statsEqualARecountAtEveryLength_data() { addTargetRows(); }
    void statsEqualARecountAtEveryLength()
    {
        HALFTONE_USE_TARGET();
        forEachPlace([](std::size_t size, std::size_t leading, std::size_t trailing) {
            Placed<float> values(mixedFloats(size, 21), leading, trailing);
            long double sum = 0;
            long double absSum = 0;
            TensorStats expected = countedStats(values.span(), sum, absSum);
            TensorStats actual = tensorStats(values.span());
            const auto finite = static_cast<long double>(size - expected.nans - expected.infinities);
            const long double mean = finite == 0 ? 0 : sum / finite;
            // One rounding of double an addition, relative to the magnitudes; and the division.
            const long double tolerance = finite == 0 ? 0 : 1.2e-16L * (finite + 1) * absSum / finite;
            QVERIFY(std::abs(actual.mean - mean) <= tolerance);
            actual.mean = expected.mean = 0;
            QVERIFY(actual == expected);
        });
    }

    void nothingFiniteLeavesZeros_data() { addTargetRows(); }
    void nothingFiniteLeavesZeros()
    {
        HALFTONE_USE_TARGET();
        QVERIFY(tensorStats({}) == TensorStats());
        const std::vector<float> values{NAN, INFINITY, -INFINITY};
        QVERIFY(tensorStats(values) == (TensorStats{.count = 3, .nans = 1, .infinities = 2}));
    }

    void theLargestMagnitudeMayBeNegative_data() { addTargetRows(); }
    void theLargestMagnitudeMayBeNegative()
    {
        HALFTONE_USE_TARGET();
        const std::vector<float> values{-8, 1, 2};
        const TensorStats stats = tensorStats(values);
        QCOMPARE(stats.absMax, 8.0f);
        QCOMPARE(stats.min, -8.0f);
        QCOMPARE(stats.max, 2.0f);
        QCOMPARE(stats.mean, -5.0 / 3);
    }

    void previewEqualsARecountAtEveryLength_data() { addTargetAndFormatRows(); }
    void previewEqualsARecountAtEveryLength()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        forEachPlace([&](std::size_t size, std::size_t leading, std::size_t trailing) {
            Placed<float> values(mixedFloats(size, 22), leading, trailing);
            QVERIFY(previewConversion(values.span(), format) == countedPreview(values.span(), format));
        });
    }

    void previewEqualsARecountOfADenseSample_data() { addTargetAndFormatRows(); }
    void previewEqualsARecountOfADenseSample()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        std::vector<float> values(1u << 20);
        for (std::uint32_t i = 0; i < values.size(); ++i)
            values[i] = denseSample(i * 16 + 9);
        QVERIFY(previewConversion(values, format) == countedPreview(values, format));
    }

    void everyValueHasOneFate_data() { addTargetRows(); }
    void everyValueHasOneFate()
    {
        HALFTONE_USE_TARGET();
        const std::vector<float> values{1e6f, 1e-9f, 0.1f, 0x1p-24f, 1e-7f, 2.0f, 0.0f, NAN, -INFINITY};
        const ConversionPreview preview = previewConversion(values, Format16::F16);
        QCOMPARE(preview.overflows, 1u);
        QCOMPARE(preview.flushedToZero, 1u);
        QCOMPARE(preview.subnormals, 2u); // 2^-24 is one and exact; 1e-7 moves.
        QCOMPARE(preview.unchanged, 5u);
        QCOMPARE(preview.rounded(), 2u);
    }
};

QTEST_APPLESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
