// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a training will take, before it starts.
#include "executor/files/modelfile.h"
#include "executor/train/estimate.h"

#include <QTest>

using namespace halftone;

namespace {

const DatasetPair& digits()
{
    static const DatasetPair pair = *sampleDigits();
    return pair;
}

Trainer trainerFor(std::size_t batch, const std::optional<Precision>& precision = std::nullopt)
{
    auto trainer = Trainer::create(
        kSampleModel, {}, digits(), {.batch = batch, .epochs = 2, .threads = 1, .precision = precision});
    if (!trainer)
        qFatal("%s", describe(trainer.error()).c_str());
    return *std::move(trainer);
}

}

class TestEstimate : public QObject
{
    Q_OBJECT

private slots:
    void memoryIsThatOfThePlan();
    void stepsFollowFromDataAndBatch();
    void timeIsThatOfSteps();
    void trialKeepsItsLimits();
    void stopEndsTheTrial();
    void trialDoesNotOverflow();
};

void TestEstimate::memoryIsThatOfThePlan()
{
    Trainer trainer = trainerFor(64, Precision());
    const TrainingEstimate estimate = estimateTraining(trainer);
    QCOMPARE(estimate.memoryBytes, trainer.program().memoryBytes());
    QCOMPARE(estimate.activationBytes, trainer.program().activationBytes());
    // Weights, their momentum and one batch of 28 x 28 float32 samples at the least.
    const std::uint64_t parameters = trainer.info().parameters;
    QVERIFY(estimate.memoryBytes - estimate.activationBytes >= 2 * 4 * parameters + 64 * 28 * 28 * 4);
    Trainer large = trainerFor(128, Precision());
    QVERIFY(estimateTraining(large).activationBytes > estimate.activationBytes);
}

void TestEstimate::stepsFollowFromDataAndBatch()
{
    Trainer trainer = trainerFor(64);
    const TrainingEstimate estimate = estimateTraining(trainer);
    QCOMPARE(estimate.stepsPerEpoch, digits().train.count() / 64);
    QCOMPARE(estimate.steps, 2 * estimate.stepsPerEpoch);
}

// Of a batch eight times as large: a step takes longer, if not eight times.
void TestEstimate::timeIsThatOfSteps()
{
    Trainer small = trainerFor(16);
    Trainer large = trainerFor(128);
    const TrainingEstimate little = estimateTraining(small);
    const TrainingEstimate much = estimateTraining(large);
    QVERIFY(little.secondsPerStep > 0);
    QVERIFY2(much.secondsPerStep > 2 * little.secondsPerStep,
        qPrintable(QString("%1 %2").arg(much.secondsPerStep).arg(little.secondsPerStep)));
    QCOMPARE(little.seconds(), little.secondsPerStep * static_cast<double>(little.steps));
}

void TestEstimate::trialKeepsItsLimits()
{
    Trainer few = trainerFor(16);
    QCOMPARE(estimateTraining(few, {.time = std::chrono::hours(1), .steps = 7}).triedSteps, 7);
    Trainer brief = trainerFor(16);
    QCOMPARE(estimateTraining(brief, {.time = std::chrono::milliseconds(0)}).triedSteps, 2);
}

void TestEstimate::stopEndsTheTrial()
{
    std::stop_source stop;
    stop.request_stop();
    Trainer trainer = trainerFor(16);
    const TrainingEstimate estimate = estimateTraining(trainer, {}, stop.get_token());
    QCOMPARE(estimate.triedSteps, 0);
    QCOMPARE(estimate.secondsPerStep, 0.0);
    QVERIFY(estimate.memoryBytes > 0);
}

// With the 2^24 that the rule begins with the first steps of the sample do.
void TestEstimate::trialDoesNotOverflow()
{
    TrainSettings settings{.batch = 16, .steps = 8, .threads = 1, .precision = Precision()};
    auto plain = Trainer::create(kSampleModel, {}, digits(), settings);
    QVERIFY(plain && plain->step().overflow);
    auto trial = Trainer::create(kSampleModel, {}, digits(), settingsForTrial(settings));
    QVERIFY(trial && !trial->step().overflow);
    settings.precision->lossScale = LossScaleParameters{.initial = 8};
    QCOMPARE(settingsForTrial(settings).precision->lossScale->initial, 8.0);
    QVERIFY(!settingsForTrial({}).precision);
}

QTEST_APPLESS_MAIN(TestEstimate)
#include "tst_estimate.moc"
