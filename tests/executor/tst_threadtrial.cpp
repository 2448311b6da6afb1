// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/files/modelfile.h"
#include "executor/train/settingstext.h"
#include "executor/train/threadtrial.h"
#include "executor/train/trainer.h"

#include <QTest>

using namespace halftone;

namespace {

/// LeNet-5 on the built-in digits in mixed FP16, a batch that is large enough for a trial.
Trainer largeTrainer(int threads)
{
    static const DatasetPair digits = *sampleDigits();
    auto trainer = Trainer::create(kSampleModel, {}, digits,
        {.batch = 256, .steps = 3, .learningRate = 0.05f, .threads = threads, .precision = Precision{}});
    if (!trainer)
        qFatal("%s", describe(trainer.error()).c_str());
    return *std::move(trainer);
}

}

class TestThreadTrial : public QObject
{
    Q_OBJECT

private slots:
    void fasterThreadsAreTaken_data();
    void fasterThreadsAreTaken();
    void trialLeavesNothingBehind();
};

void TestThreadTrial::fasterThreadsAreTaken_data()
{
    QTest::addColumn<double>("single");
    QTest::addColumn<double>("several");
    QTest::addColumn<int>("threads");
    QTest::addColumn<int>("steps");
    QTest::newRow("a machine to itself") << 0.010 << 0.006 << 4 << 6;
    QTest::newRow("a machine in use") << 0.010 << 0.070 << 1 << 6;
    QTest::newRow("hardly faster") << 0.010 << 0.0095 << 1 << 6;
    QTest::newRow("large steps are tried once") << 2.0 << 1.1 << 4 << 2;
}

void TestThreadTrial::fasterThreadsAreTaken()
{
    QFETCH(double, single);
    QFETCH(double, several);
    int steps = 0;
    const int threads = fasterThreads(4, [&](int count) {
        ++steps;
        return count == 1 ? single : several;
    });
    QTEST(threads, "threads");
    QTEST(steps, "steps");
}

// A run trains to the bit as with the number that the trial chose; a resumed run takes the number of the
// checkpoint, unless another was asked for.
void TestThreadTrial::trialLeavesNothingBehind()
{
    Trainer tried = largeTrainer(0);
    const int threads = threadsOf(tried.checkpoint().settings);
    QVERIFY(threads >= 1);
    Trainer asked = largeTrainer(threads);
    for (int i = 0; i < 3; ++i) {
        const StepDone expected = asked.step(), actual = tried.step();
        QCOMPARE(actual.loss, expected.loss);
        QCOMPARE(actual.firstOverflow.element, expected.firstOverflow.element);
    }
    QVERIFY(tried.checkpoint() == asked.checkpoint());

    Trainer others = largeTrainer(threads + 1);
    others.step();
    QVERIFY(!asked.restore(others.checkpoint()));
    QVERIFY(tried.restore(others.checkpoint()));
    QVERIFY(tried.checkpoint() == others.checkpoint());
}

QTEST_APPLESS_MAIN(TestThreadTrial)
#include "tst_threadtrial.moc"
