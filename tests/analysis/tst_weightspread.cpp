// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/weights/weightpreview.h"
#include "analysis/weights/weightspread.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numeric>

using namespace halftone;

namespace {

TensorData tensor(std::vector<float> values)
{
    const auto count = static_cast<std::int64_t>(values.size());
    return TensorData::of(DType::Float32, {count}, std::move(values));
}

std::uint64_t atExponent(const WeightSpread& spread, int exponent)
{
    return spread.exponents[static_cast<std::size_t>(exponent - WeightSpread::kLowestExponent)];
}

}

class TestWeightSpread : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreMeasured();
    void exponentsAreCounted();
    void whatLiesBeyondIsInTheLastBins();
    void valuesAreCountedInEqualBins();
    void equalValuesHaveNoDeviation();
    void specialNumbersAreSetApart();
    void otherTypesGiveNothing();
    void blocksJoin();
    void oneWeightIsPreviewedAsAllAre();
};

void TestWeightSpread::numbersAreMeasured()
{
    const WeightSpread spread = spreadOf(tensor({1, 2, 3, 4}));
    QCOMPARE(spread.count, 4u);
    QCOMPARE(spread.min, 1.0F);
    QCOMPARE(spread.max, 4.0F);
    QCOMPARE(spread.mean, 2.5);
    QCOMPARE(spread.deviation, std::sqrt(1.25));
}

void TestWeightSpread::exponentsAreCounted()
{
    const WeightSpread spread = spreadOf(tensor({1, -1.5F, 2, 0.75F, 0}));
    QCOMPARE(atExponent(spread, 0), 2u);
    QCOMPARE(atExponent(spread, 1), 1u);
    QCOMPARE(atExponent(spread, -1), 1u);
    QCOMPARE(spread.zeros, 1u);
    QCOMPARE(std::accumulate(spread.exponents.begin(), spread.exponents.end(), std::uint64_t(0)), 4u);
}

void TestWeightSpread::whatLiesBeyondIsInTheLastBins()
{
    const WeightSpread spread = spreadOf(tensor({1e-30F, 1e30F, std::numeric_limits<float>::denorm_min()}));
    QCOMPARE(spread.exponents.front(), 2u);
    QCOMPARE(spread.exponents.back(), 1u);
}

void TestWeightSpread::valuesAreCountedInEqualBins()
{
    std::vector<float> values;
    for (std::size_t i = 0; i < WeightSpread::kBins; ++i)
        values.push_back(static_cast<float>(i) + 0.5F);
    values.insert(values.end(), {0, static_cast<float>(WeightSpread::kBins)});
    const WeightSpread spread = spreadOf(tensor(values));
    QCOMPARE(spread.bins.front(), 2u);
    QCOMPARE(spread.bins[7], 1u);
    QCOMPARE(spread.bins.back(), 2u);
}

void TestWeightSpread::equalValuesHaveNoDeviation()
{
    const WeightSpread spread = spreadOf(tensor(std::vector(1000, 0.1F)));
    QCOMPARE(spread.deviation, 0.0);
    QCOMPARE(spread.bins.front(), 1000u);
}

void TestWeightSpread::specialNumbersAreSetApart()
{
    const float infinity = std::numeric_limits<float>::infinity();
    const WeightSpread spread = spreadOf(tensor({infinity, -infinity, std::nanf(""), 2}));
    QCOMPARE(spread.notFinite, 3u);
    QCOMPARE(spread.min, 2.0F);
    QCOMPARE(spread.max, 2.0F);
    const WeightSpread nothing = spreadOf(tensor({infinity}));
    QCOMPARE(nothing.min, 0.0F);
    QCOMPARE(nothing.mean, 0.0);
}

void TestWeightSpread::otherTypesGiveNothing()
{
    QCOMPARE(spreadOf(TensorData::of<std::int64_t>(DType::Int64, {2}, {1, 2})), WeightSpread());
    QCOMPARE(spreadOf({.dtype = DType::Float32, .dims = {4}}).count, 0u);
}

void TestWeightSpread::blocksJoin()
{
    std::vector<float> values(200'000, 1.0F);
    values.back() = 3;
    const WeightSpread spread = spreadOf(tensor(values));
    QCOMPARE(spread.count, 200'000u);
    QCOMPARE(spread.max, 3.0F);
    QCOMPARE(atExponent(spread, 0), 199'999u);
    QCOMPARE(spread.bins.back(), 1u);
}

void TestWeightSpread::oneWeightIsPreviewedAsAllAre()
{
    const WeightPreview preview = previewWeight(tensor({1e6F, 1e-9F, 1e-6F, 2049, 1}));
    QCOMPARE(preview.count, 5u);
    QCOMPARE(preview.float16.overflows, 1u);
    QCOMPARE(preview.float16.flushedToZero, 1u);
    QCOMPARE(preview.float16.subnormals, 1u);
    QCOMPARE(preview.float16.inexactIntegers, 1u);
    QCOMPARE(preview.bfloat16.overflows, 0u);
    QCOMPARE(previewWeight(TensorData::of<std::int64_t>(DType::Int64, {1}, {7})).count, 0u);
}

QTEST_APPLESS_MAIN(TestWeightSpread)
#include "tst_weightspread.moc"
