// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cutting samples into batches: their shape, their order and their end.
#include "executor/data/batches.h"
#include "executor/train/modeldata.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <set>

using namespace halftone;

namespace {

/// count samples of the shape; sample i is all bytes i % 256 and has the label i.
Dataset numbered(std::size_t count, std::vector<std::int64_t> shape)
{
    Dataset dataset{.name = "numbered", .sampleShape = std::move(shape)};
    const auto elements = static_cast<std::size_t>(std::accumulate(
        dataset.sampleShape.begin(), dataset.sampleShape.end(), std::int64_t{1}, std::multiplies{}));
    for (std::size_t i = 0; i < count; ++i) {
        dataset.samples.insert(dataset.samples.end(), elements, static_cast<std::uint8_t>(i));
        dataset.labels.push_back(static_cast<std::int64_t>(i));
    }
    return dataset;
}

/// One sample with the bytes 1, 2, 3, ..., so that each element shows where it went.
Dataset counting(std::vector<std::int64_t> shape)
{
    Dataset dataset = numbered(1, std::move(shape));
    std::iota(dataset.samples.begin(), dataset.samples.end(), std::uint8_t{1});
    return dataset;
}

Batches batchesOf(const Dataset& dataset, std::vector<std::int64_t> inputShape,
    Batches::Order order = Batches::Order::File, std::uint64_t seed = 0)
{
    return Batches::make(dataset, std::move(inputShape), dataset.classCount(), order, seed).value();
}

std::vector<float> firstBatch(const Batches& batches)
{
    std::vector<float> samples(batches.elementsPerBatch(), -1.0f);
    std::vector<std::int64_t> labels(batches.batchSize());
    batches.fill(0, samples, labels);
    return samples;
}

/// The labels of one epoch of numbered samples: the order they came in.
std::vector<std::int64_t> orderOf(const Batches& batches, std::size_t epoch)
{
    std::vector<float> samples(batches.elementsPerBatch());
    std::vector<std::int64_t> labels(batches.batchSize());
    std::vector<std::int64_t> order;
    for (std::size_t i = 0; i < batches.batchesPerEpoch(); ++i) {
        batches.fill(epoch * batches.batchesPerEpoch() + i, samples, labels);
        order.insert(order.end(), labels.begin(), labels.end());
    }
    return order;
}

struct Misfit
{
    const char* name;
    Dataset dataset;
    std::vector<std::int64_t> input;
    std::int64_t classes;
    const char* what;
};

const std::vector<Misfit>& misfits()
{
    static const std::vector<Misfit> rows = {
        {"an input without a batch", numbered(4, {2, 2}), {4}, 4, "no batch dimension"},
        {"a batch of 0", numbered(4, {2, 2}), {0, 2, 2}, 4, "no batch dimension"},
        {"a border of half a pixel", numbered(4, {2, 2}), {1, 3, 3}, 4, "Samples of 2×2 do not fit"},
        {"another border above than beside", numbered(4, {2, 3}), {1, 4, 4}, 4, "2×3 do not fit"},
        {"samples larger than the input", numbered(4, {4, 4}), {1, 2, 2}, 4, "4×4 do not fit"},
        {"another number of channels", numbered(4, {3, 2, 2}), {1, 1, 4, 4}, 4, "3×2×2 do not fit"},
        {"channels on the other side", numbered(4, {3, 2, 2}), {1, 2, 2, 3}, 4, "input of 2×2×3"},
        {"as many elements in another shape", numbered(4, {2, 6}), {1, 3, 4}, 4, "2×6 do not fit"},
        {"a flat input of another size", numbered(4, {2, 2}), {1, 16}, 4, "2×2 do not fit"},
        {"labels beyond the classes", numbered(4, {2, 2}), {1, 2, 2}, 3,
            "The labels go up to 3, and the model has 3 classes"},
        {"a batch larger than the data", numbered(4, {2, 2}), {5, 2, 2}, 4,
            "A batch of 5 is larger than the 4 samples"},
    };
    return rows;
}

struct Fit
{
    const char* name;
    std::vector<std::int64_t> sample;
    std::vector<std::int64_t> input;
    std::vector<float> expected; ///< Of the one sample 1, 2, 3, ...
    const char* note;
};

const std::vector<Fit>& fits()
{
    static const std::vector<Fit> rows = {
        {"the same shape", {2, 2}, {1, 2, 2}, {1, 2, 3, 4}, ""},
        {"one channel more", {2, 2}, {1, 1, 2, 2}, {1, 2, 3, 4}, ""},
        {"a flat input", {2, 2}, {1, 4}, {1, 2, 3, 4}, ""},
        {"flat samples", {4}, {1, 1, 2, 2}, {1, 2, 3, 4}, ""},
        {"a border of one", {2, 2}, {1, 1, 4, 4}, {0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 0},
            "Samples of 2×2 are centred on 1×4×4 with a border of 1 zeros."},
        {"a border around each channel", {2, 1, 1}, {1, 2, 3, 3},
            {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0},
            "Samples of 2×1×1 are centred on 2×3×3 with a border of 1 zeros."},
        {"a border around a wide sample", {1, 2}, {1, 3, 4}, {0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0},
            "Samples of 1×2 are centred on 3×4 with a border of 1 zeros."},
    };
    return rows;
}

}

class TestBatches : public QObject
{
    Q_OBJECT

private slots:
    void trainingsBeginWithDataThatFit_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("areDigits");
        QTest::newRow("images with a border") << "input x: f32[N,1,32,32]\n" << true;
        QTest::newRow("flat") << "input x: f32[8,784]\n" << true;
        QTest::newRow("colours") << "input x: f32[N,3,32,32]\n" << false;
        QTest::newRow("words") << "input x: i64[N,16]\n" << false;
        QTest::newRow("images of any size") << "input x: f32[N,1,H,W]\n" << false;
        QTest::newRow("no input") << "weight x: f32[1]\n" << false;
    }
    void trainingsBeginWithDataThatFit()
    {
        QFETCH(const QString, model);
        QFETCH(const bool, areDigits);
        const GraphPtr graph = test::textGraph((model + "y = Neg(x)\noutput y\n").toStdString());
        QVERIFY(suitableData(*graph) == (areDigits ? kSampleDigits : kSyntheticData));
    }
    void samplesTakeTheShapeOfTheInput_data()
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < fits().size(); ++i)
            QTest::newRow(fits()[i].name) << i;
    }
    void samplesTakeTheShapeOfTheInput()
    {
        QFETCH(std::size_t, index);
        const Fit& row = fits()[index];
        Dataset dataset = counting(row.sample);
        const Batches batches = batchesOf(dataset, row.input);
        QCOMPARE(batches.elementsPerBatch(), row.expected.size());
        QCOMPARE(firstBatch(batches), row.expected);
        QCOMPARE(batches.note(), std::string(row.note));

        dataset.divisor = 4; // A power of two, so that quotients are exact.
        std::vector<float> quarters = row.expected;
        for (float& value : quarters)
            value /= 4;
        QCOMPARE(firstBatch(batchesOf(dataset, row.input)), quarters);
    }

    void dataThatDoesNotFitIsRefused_data()
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < misfits().size(); ++i)
            QTest::newRow(misfits()[i].name) << i;
    }
    void dataThatDoesNotFitIsRefused()
    {
        QFETCH(std::size_t, index);
        const Misfit& row = misfits()[index];
        const auto batches = Batches::make(row.dataset, row.input, row.classes);
        QVERIFY(!batches);
        QVERIFY2(batches.error().what.contains(row.what), describe(batches.error()).c_str());
        QCOMPARE(batches.error().code, std::string("E-DATA"));
        QCOMPARE(batches.error().where, std::string("numbered"));
        QVERIFY(batches.error().remedy.ends_with('.'));
    }

    void wholeBatchesFillAnEpochInFileOrder()
    {
        const Dataset dataset = numbered(7, {2});
        const Batches batches = batchesOf(dataset, {3, 2});
        QCOMPARE(batches.batchSize(), std::size_t(3));
        QCOMPARE(batches.batchesPerEpoch(), std::size_t(2));
        QCOMPARE(orderOf(batches, 0), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}));
        QCOMPARE(orderOf(batches, 1), orderOf(batches, 0));
        QCOMPARE(batchesOf(dataset, {7, 2}).batchesPerEpoch(), std::size_t(1));
    }

    void shufflingIsAPermutation()
    {
        const Dataset dataset = numbered(200, {2});
        const Batches batches = batchesOf(dataset, {20, 2}, Batches::Order::Shuffled, 1);
        std::vector<std::int64_t> order = orderOf(batches, 0);
        QVERIFY(order != dataset.labels);
        std::ranges::sort(order);
        QCOMPARE(order, dataset.labels);
    }

    void shufflingMovesSamplesWithTheirLabels()
    {
        const Dataset dataset = numbered(200, {2, 2});
        const Batches batches = batchesOf(dataset, {50, 1, 4, 4}, Batches::Order::Shuffled, 1);
        std::vector<float> samples(batches.elementsPerBatch());
        std::vector<std::int64_t> labels(batches.batchSize());
        batches.fill(2, samples, labels);
        for (std::size_t i = 0; i < labels.size(); ++i)
            QCOMPARE(samples[i * 16 + 5], static_cast<float>(labels[i]));
    }

    void seedAndEpochSetTheOrder()
    {
        const Dataset dataset = numbered(50, {2});
        std::set<std::vector<std::int64_t>> orders;
        // 2^32 and 1: all bits of the seed count.
        for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1} << 32}) {
            const Batches batches = batchesOf(dataset, {5, 2}, Batches::Order::Shuffled, seed);
            for (std::size_t epoch = 0; epoch < 4; ++epoch) {
                const std::vector<std::int64_t> order = orderOf(batches, epoch);
                QCOMPARE(orderOf(batchesOf(dataset, {5, 2}, Batches::Order::Shuffled, seed), epoch), order);
                // Above all, the epochs of seed 1 are not those of seed 0, one earlier.
                QVERIFY2(orders.insert(order).second, "two epochs are alike");
            }
        }
    }

    void batchesCanBeTakenInAnyOrder()
    {
        const Dataset dataset = numbered(12, {2});
        const Batches batches = batchesOf(dataset, {4, 2}, Batches::Order::Shuffled, 3);
        const std::vector<std::int64_t> first = orderOf(batches, 0);
        orderOf(batches, 5);
        QCOMPARE(orderOf(batches, 0), first);
    }

    // Runs name their seed, so its order is part of what a release promises, on any machine.
    void orderOfASeedIsTheSameEverywhere()
    {
        const Dataset dataset = numbered(8, {1});
        const Batches batches = batchesOf(dataset, {8, 1}, Batches::Order::Shuffled, 1);
        QCOMPARE(orderOf(batches, 0), (std::vector<std::int64_t>{7, 6, 0, 5, 2, 3, 1, 4}));
    }

    void lastBatchEndsInZeros()
    {
        const Dataset dataset = numbered(5, {2});
        const Batches batches = batchesOf(dataset, {3, 2}, Batches::Order::Shuffled, 1);
        std::vector<float> samples(6, -1.0f);
        std::vector<std::int64_t> labels(3, -1);
        QCOMPARE(batches.fillFrom(0, samples, labels), std::size_t(3));
        QCOMPARE(labels, (std::vector<std::int64_t>{0, 1, 2}));
        QCOMPARE(batches.fillFrom(3, samples, labels), std::size_t(2));
        QCOMPARE(labels, (std::vector<std::int64_t>{3, 4, 0}));
        QCOMPARE(samples, (std::vector<float>{3, 3, 4, 4, 0, 0}));
        for (const std::size_t beyond : {5, 6}) {
            QCOMPARE(batches.fillFrom(beyond, samples, labels), std::size_t(0));
            QCOMPARE(labels, (std::vector<std::int64_t>{0, 0, 0}));
        }
    }
};

QTEST_APPLESS_MAIN(TestBatches)
#include "tst_batches.moc"
