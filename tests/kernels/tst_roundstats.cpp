// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kernels/kerneltest.h"

using namespace halftone::kernels;
using namespace halftone::test;

namespace {

/// All ways to round, which must count alike.
std::vector<RoundStats> everyWayToCount(std::span<const float> values, Format16 format)
{
    std::vector<RoundStats> all;
    for (const OnOverflow onOverflow : {OnOverflow::Infinity, OnOverflow::Saturate}) {
        std::vector<std::uint16_t> patterns(values.size());
        std::vector<float> inPlace(values.begin(), values.end());
        all.push_back(roundTo16(values, patterns, {.format = format, .onOverflow = onOverflow}));
        std::vector<float> floats(values.size());
        all.push_back(roundToFloats(values, floats, {.format = format, .onOverflow = onOverflow}));
        all.push_back(roundInPlace(inPlace, {.format = format, .onOverflow = onOverflow}));
    }
    return all;
}

bool countsEqualARecount(std::span<const float> values, Format16 format)
{
    const RoundStats expected = recount(values, format);
    const std::vector<RoundStats> all = everyWayToCount(values, format);
    return std::ranges::all_of(all, [&](const RoundStats& stats) { return stats == expected; });
}

}

class TestRoundStats : public QObject
{
    Q_OBJECT

private slots:
    void nothingRoundedIsNothingCounted_data() { addTargetAndFormatRows(); }
    void nothingRoundedIsNothingCounted()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        for (const RoundStats& stats : everyWayToCount({}, format))
            QVERIFY(stats == RoundStats());
    }

    void countsEqualARecountAtEveryLength_data() { addTargetAndFormatRows(); }
    void countsEqualARecountAtEveryLength()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        for (std::size_t size = 0; size <= 200; ++size)
            QVERIFY(countsEqualARecount(mixedFloats(size, static_cast<std::uint32_t>(size) + 7), format));
    }

    void countsEqualARecountOfADenseSample_data() { addTargetAndFormatRows(); }
    void countsEqualARecountOfADenseSample()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        std::vector<float> values(1u << 20);
        for (std::uint32_t i = 0; i < values.size(); ++i)
            values[i] = denseSample(i * 16 + 3);
        QVERIFY(countsEqualARecount(values, format));
    }

    /// Long ones are counted a stretch at a time: some with zeros, some that overflow, some with neither.
    void stretchesOfSeveralKindsAddUp_data() { addTargetAndFormatRows(); }
    void stretchesOfSeveralKindsAddUp()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        constexpr std::size_t kStretch = 1u << 14;
        std::vector<float> values(5 * kStretch + 77, 1.5f);
        const std::vector<float> mixed = mixedFloats(kStretch / 2);
        std::ranges::copy(mixed, values.begin() + kStretch + 100);
        std::ranges::fill_n(values.begin() + 3 * kStretch - 50, 100, 0.0f);
        std::ranges::fill_n(values.begin() + 3 * kStretch + 500, 300, 0x1p-140f);
        values[2 * kStretch] = 3e38f;
        values.back() = -0.0f;
        QVERIFY(countsEqualARecount(values, format));
    }

    /// Counters of 16 bits wrap at 65536 per lane: one number of each kind, more often than that.
    void countersDoNotWrap_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<Format16>("format");
        QTest::addColumn<float>("value");
        const auto kinds =
            std::to_array<std::pair<const char*, float>>({{"zeros", 0.0f}, {"negative zeros", -0.0f},
                {"underflows", 1e-45f}, {"subnormals", 0x1p-20f}, {"f32 subnormals", 1e-39f},
                {"overflows", 3.4028235e38f}, {"infinities", -INFINITY}, {"NaNs", NAN}, {"ones", 1.0f}});
        for (const std::string_view target : availableTargets()) {
            for (const auto& [kind, value] : kinds) {
                const std::string name = std::string(target) + ", " + kind;
                QTest::newRow((name + ", f16").c_str()) << toQString(target) << Format16::F16 << value;
                QTest::newRow((name + ", bf16").c_str()) << toQString(target) << Format16::Bf16 << value;
            }
        }
    }
    void countersDoNotWrap()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        QFETCH(float, value);
        constexpr std::uint64_t kTimes = 65536 * 32 + 4321;
        const RoundStats one = recount({&value, 1}, format);
        const RoundStats expected{.count = kTimes,
            .overflows = kTimes * one.overflows,
            .inherited = kTimes * one.inherited,
            .nans = kTimes * one.nans,
            .underflows = kTimes * one.underflows,
            .subnormals = kTimes * one.subnormals,
            .absMax = one.absMax};
        for (const RoundStats& stats : everyWayToCount(std::vector<float>(kTimes, value), format))
            QVERIFY(stats == expected);
    }

    void newAndInheritedOverflowsAreToldApart()
    {
        const std::vector<float> values{1e9f, -1e9f, INFINITY, -INFINITY, NAN, 1.0f};
        std::vector<std::uint16_t> patterns(values.size());
        const RoundStats stats = roundTo16(values, patterns);
        QCOMPARE(stats.overflows, 5u);
        QCOMPARE(stats.newOverflows(), 2u);
        QCOMPARE(stats.inherited, 3u);
        QCOMPARE(stats.nans, 1u);
        QCOMPARE(stats.absMax, 1e9f);
    }

    void absMaxIsZeroWhereNothingIsFinite()
    {
        std::vector<float> values{INFINITY, NAN, -INFINITY};
        QCOMPARE(roundInPlace(values).absMax, 0.0f);
    }

    void countingOffChangesNoNumber_data() { addTargetAndFormatRows(); }
    void countingOffChangesNoNumber()
    {
        HALFTONE_USE_TARGET();
        QFETCH(Format16, format);
        const std::vector<float> values = mixedFloats(1003);
        std::vector<std::uint16_t> counted(values.size());
        std::vector<std::uint16_t> uncounted(values.size());
        roundTo16(values, counted, {.format = format});
        const Rounding off{.format = format, .counting = Counting::Off};
        QVERIFY(roundTo16(values, uncounted, off) == RoundStats());
        QVERIFY(counted == uncounted);
    }

    void partsMergeToTheWhole()
    {
        const std::vector<float> values = mixedFloats(999);
        std::vector<std::uint16_t> patterns(values.size());
        const RoundStats whole = roundTo16(values, patterns);
        const std::span<const float> all(values);
        RoundStats merged = roundTo16(all.first(100), std::span(patterns).first(100));
        merged += roundTo16(all.subspan(100), std::span(patterns).subspan(100));
        QVERIFY(merged == whole);
    }
};

QTEST_APPLESS_MAIN(TestRoundStats)
#include "tst_roundstats.moc"
