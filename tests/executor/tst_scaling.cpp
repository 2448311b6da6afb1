// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loss scale, micro-batches and what a skipped step leaves alone, in real runs of small models.
#include "executor/train/trainer.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <random>

using namespace halftone;
using namespace halftone::test;

namespace {

constexpr std::size_t kSamples = 64;

std::string randomNumbers(std::size_t count, unsigned seed)
{
    std::mt19937 generator(seed);
    std::string text = "=";
    for (std::size_t i = 0; i < count; ++i)
        text += " " + std::to_string(static_cast<double>(generator()) / 4294967296.0 - 0.5);
    return text;
}

/// Two layers, with a batch normalization between them if asked for.
ImportedModel model(std::size_t batch, bool hasNormalization = false)
{
    const std::string n = std::to_string(batch);
    std::string text = "input x: f32[" + n + ",4,2,2]\n weight w1: f32[8,4,2,2] " + randomNumbers(128, 1) +
        "\n weight w2: f32[8,3] " + randomNumbers(24, 2) + "\n h: f32[" + n + ",8,1,1] = Conv(x, w1)\n";
    std::string last = "h";
    if (hasNormalization) {
        text += "weight gamma: f32[8] = 1 1 1 1 1 1 1 1\n weight beta: f32[8]\n weight mean: f32[8]\n"
                "weight var: f32[8] = 1 1 1 1 1 1 1 1\n b: f32[" +
            n + ",8,1,1] = BatchNormalization(h, gamma, beta, mean, var)\n";
        last = "b";
    }
    text += "r: f32[" + n + ",8,1,1] = Relu(" + last + ")\n f: f32[" + n + ",8] = Flatten(r)\n y: f32[" + n +
        ",3] = MatMul(f, w2)\n output y";
    return {.graph = textGraph(text)};
}

DatasetPair makeSamples()
{
    DatasetPair data;
    std::mt19937 generator(7);
    for (Dataset* part : {&data.train, &data.test}) {
        part->name = "random";
        part->sampleShape = {4, 2, 2};
        part->divisor = 255;
        for (std::size_t i = 0; i < kSamples * 16; ++i)
            part->samples.push_back(static_cast<std::uint8_t>(generator()));
        for (std::size_t i = 0; i < kSamples; ++i)
            part->labels.push_back(static_cast<std::int64_t>(generator() % 3));
    }
    return data;
}

/// Trainers keep a reference.
const DatasetPair& samples()
{
    static const DatasetPair data = makeSamples();
    return data;
}

/// Only sample \p loud leaves the range of float16.
DatasetPair oneLoudSample(std::size_t loud)
{
    DatasetPair data = samples();
    std::ranges::fill(data.train.samples, std::uint8_t{0});
    data.train.samples[loud * 16] = 255;
    data.train.divisor = 1e-3f; // 255,000
    return data;
}

Trainer trainer(const ImportedModel& opened, const DatasetPair& data, TrainSettings settings)
{
    settings.threads = 1;
    settings.steps = std::max<std::size_t>(settings.steps, 1);
    auto made = Trainer::create(opened, "small", data, std::move(settings));
    if (!made)
        qFatal("%s", describe(made.error()).c_str());
    return *std::move(made);
}

Precision mixed(double scale)
{
    return {.lossScale = LossScaleParameters{.initial = scale}};
}

std::vector<float> read(Trainer& run, const char* name)
{
    return run.program().read(run.mixedGraph()->findValue(name));
}

}

class TestScaling : public QObject
{
    Q_OBJECT

private slots:
    void everyRuleMovesTheScaleOfARun_data();
    void everyRuleMovesTheScaleOfARun();
    void microBatchesEqualTheWholeBatch_data();
    void microBatchesEqualTheWholeBatch();
    void sumOfMicroBatchesIsTheirNumberTimesTheMean();
    void overflowInAnyMicroBatchSkipsTheStep_data();
    void overflowInAnyMicroBatchSkipsTheStep();
    void skippedStepLeavesStatisticsAlone_data();
    void skippedStepLeavesStatisticsAlone();
    void overflowLeavesNoTraceInTheNextStep();
    void skippedStepsDoNotAdvanceTheSchedule();
    void fixedScaleWithoutDropLeavesTheScaleToTheOptimizer();
    void batchThatCannotBeCutIsRefused();
    void labelsOfAnotherSizeAreRefused();
};

void TestScaling::everyRuleMovesTheScaleOfARun_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < lossScaleRules().size(); ++i)
        QTest::newRow(std::string(lossScaleRules()[i].id).c_str()) << static_cast<int>(i);
}

// 2^40 overflows a loss in FP16 for 25 steps; the window of 3 lets the scale grow again.
void TestScaling::everyRuleMovesTheScaleOfARun()
{
    QFETCH(int, index);
    const LossScaleRule& rule = lossScaleRules()[static_cast<std::size_t>(index)];
    LossScaleParameters parameters = rule.defaults;
    parameters.initial = 0x1p24;
    parameters.window = 3;
    Precision precision{.lossScaleRule = std::string(rule.id), .lossScale = parameters};
    Trainer run = trainer(model(16), samples(), {.batch = 16, .steps = 40, .precision = precision});
    LossScaleState state = *startLossScale(rule, parameters);
    bool overflowed = false;
    for (int i = 0; i < 40; ++i) {
        const StepDone done = run.step();
        const ScaleStep expected = rule.next(state, done.overflow, parameters);
        QCOMPARE(done.scaleUsed, state.scale);
        QCOMPARE(done.scaleAfter, expected.state.scale);
        QCOMPARE(done.skipped, !expected.isApplied);
        QVERIFY(done.cause == expected.cause);
        state = expected.state;
        overflowed = overflowed || done.overflow;
    }
    QVERIFY(overflowed);
}

void TestScaling::microBatchesEqualTheWholeBatch_data()
{
    QTest::addColumn<int>("parts");
    QTest::addColumn<bool>("isMixed");
    for (const int parts : {2, 4, 16}) {
        QTest::addRow("%d parts in FP32", parts) << parts << false;
        QTest::addRow("%d parts in mixed precision", parts) << parts << true;
    }
}

void TestScaling::microBatchesEqualTheWholeBatch()
{
    QFETCH(int, parts);
    QFETCH(bool, isMixed);
    TrainSettings settings{.batch = 16, .steps = 8, .learningRate = 0.1f};
    if (isMixed)
        settings.precision = mixed(1024);
    Trainer whole = trainer(model(16), samples(), settings);
    settings.microBatches = static_cast<std::size_t>(parts);
    const DatasetPair& data = samples();
    Trainer cut = trainer(model(16 / settings.microBatches), data, settings);
    for (int i = 0; i < 4; ++i) {
        const double a = static_cast<double>(whole.step().loss);
        const double b = static_cast<double>(cut.step().loss);
        // In FP32 only the order of sums differs; in FP16 each gradient of a part is rounded by itself.
        const double tolerance = isMixed ? 0x1p-9 : 64 * 0x1p-24;
        QVERIFY2(
            std::abs(a - b) <= tolerance * a, qPrintable(QString("step %1: %2 and %3").arg(i).arg(a).arg(b)));
    }
}

void TestScaling::sumOfMicroBatchesIsTheirNumberTimesTheMean()
{
    const DatasetPair& data = samples();
    TrainSettings settings{.batch = 16, .microBatches = 4, .steps = 1, .learningRate = 0.125f};
    Trainer mean = trainer(model(4), data, settings);
    settings.microBatchLoss = MicroBatchLoss::Sum;
    settings.learningRate /= 4;
    Trainer sum = trainer(model(4), data, settings);
    QCOMPARE(sum.step().loss, 4 * mean.step().loss); // powers of two: to the bit
    QCOMPARE(read(sum, "w1"), read(mean, "w1"));
}

void TestScaling::overflowInAnyMicroBatchSkipsTheStep_data()
{
    QTest::addColumn<int>("loud");
    QTest::newRow("none") << -1;
    QTest::newRow("in the first") << 1;
    QTest::newRow("in the second") << 6;
    QTest::newRow("in the last") << 15;
}

void TestScaling::overflowInAnyMicroBatchSkipsTheStep()
{
    QFETCH(int, loud);
    const DatasetPair data = loud < 0 ? samples() : oneLoudSample(static_cast<std::size_t>(loud));
    Trainer run =
        trainer(model(4), data, {.batch = 16, .microBatches = 4, .steps = 4, .precision = mixed(1024)});
    const std::vector<float> before = read(run, "w1");
    const StepDone done = run.step();
    QCOMPARE(done.overflow, loud >= 0);
    QCOMPARE(done.skipped, loud >= 0);
    QCOMPARE(done.firstOverflow.isValid(), loud >= 0);
    QCOMPARE(done.scaleAfter, loud >= 0 ? 512.0 : 1024.0); // once for the step, however many parts
    QCOMPARE(read(run, "w1") == before, loud >= 0);
}

void TestScaling::skippedStepLeavesStatisticsAlone_data()
{
    QTest::addColumn<int>("parts");
    QTest::newRow("whole batch") << 1;
    QTest::newRow("micro-batches") << 4;
}

void TestScaling::skippedStepLeavesStatisticsAlone()
{
    QFETCH(int, parts);
    const auto microBatches = static_cast<std::size_t>(parts);
    const DatasetPair loud = oneLoudSample(15);
    Trainer run = trainer(model(16 / microBatches, true), loud,
        {.batch = 16, .microBatches = microBatches, .steps = 4, .precision = mixed(1024)});
    const std::vector<float> mean = read(run, "mean");
    const std::vector<float> variance = read(run, "var");
    QVERIFY(run.step().skipped);
    QCOMPARE(read(run, "mean"), mean);
    QCOMPARE(read(run, "var"), variance);
    const StepDone clean = run.step(); // the next sixteen samples are silent
    QVERIFY(!clean.skipped);
    for (const float value : read(run, "var"))
        QVERIFY(std::isfinite(value));
    QVERIFY(read(run, "var") != variance);
}

// MindSpore clears an accumulator by multiplying it by zero, which keeps a NaN for ever.
void TestScaling::overflowLeavesNoTraceInTheNextStep()
{
    const DatasetPair loud = oneLoudSample(6);
    Trainer run =
        trainer(model(4), loud, {.batch = 16, .microBatches = 4, .steps = 4, .precision = mixed(1024)});
    QVERIFY(run.step().skipped);
    const StepDone next = run.step();
    QVERIFY(!next.overflow);
    QVERIFY(std::isfinite(next.gradientNorm));
}

void TestScaling::skippedStepsDoNotAdvanceTheSchedule()
{
    const DatasetPair& data = samples();
    Trainer run = trainer(model(16), data,
        {.batch = 16,
            .steps = 30,
            .learningRate = 0.1f,
            .schedule = {.warmUp = 4},
            .precision = mixed(0x1p20)});
    std::vector<float> rates;
    while (rates.size() < 6) {
        const StepDone done = run.step();
        if (done.skipped)
            QCOMPARE(done.learningRate, 0.025f);
        else
            rates.push_back(done.learningRate);
    }
    QCOMPARE(rates, (std::vector{0.025f, 0.05f, 0.075f, 0.1f, 0.1f, 0.1f}));
}

void TestScaling::fixedScaleWithoutDropLeavesTheScaleToTheOptimizer()
{
    const DatasetPair& data = samples();
    const auto weightAfter = [&](bool drops, float optimizerScale) {
        Precision precision{.policy = {.settings = AscendSettings{.modeName = "must_keep_origin_dtype"}},
            .lossScaleRule = "ms_fixed_loss_scale_manager",
            .lossScale = LossScaleParameters{.initial = 128, .skipsOverflow = drops}};
        Trainer run = trainer(model(16), data,
            {.batch = 16,
                .steps = 1,
                .differentiate = {.optimizerLossScale = optimizerScale},
                .precision = precision});
        const std::vector<float> before = read(run, "w2");
        run.step();
        std::vector<float> moved = read(run, "w2");
        for (std::size_t i = 0; i < moved.size(); ++i)
            moved[i] -= before[i];
        return moved;
    };
    const std::vector<float> usual = weightAfter(true, 1);
    QCOMPARE(weightAfter(false, 128), usual);
    const std::vector<float> forgotten = weightAfter(false, 1);
    for (std::size_t i = 0; i < usual.size(); ++i)
        QVERIFY(std::abs(forgotten[i] - 128 * usual[i]) <= 1e-4f * std::max(1.0f, std::abs(forgotten[i])));
}

void TestScaling::batchThatCannotBeCutIsRefused()
{
    const auto refused = Trainer::create("sample:lenet5", {}, samples(), {.batch = 10, .microBatches = 4});
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, std::string("E-DATA"));
}

void TestScaling::labelsOfAnotherSizeAreRefused()
{
    DatasetPair data = samples();
    data.train.targets.assign(kSamples * 2, 0.5f); // the loss reads three numbers
    const auto refused = Trainer::create(
        model(16), "small", data, {.batch = 16, .differentiate = {.loss = Loss::MeanSquaredError}});
    QVERIFY(!refused);
    QVERIFY(refused.error().what.contains("3 numbers"));
}

QTEST_APPLESS_MAIN(TestScaling)
#include "tst_scaling.moc"
