// SPDX-License-Identifier: GPL-3.0-or-later
//
// Starting, pausing, stepping and stopping runs, one and several at once.
#include "gui/training/runplots.h"
#include "gui/training/trainingform.h"
#include "tests/gui/pictures.h"
#include "tests/gui/trainingviews.h"
#include "tests/support/shared.h"

#include <QAction>
#include <QCheckBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include <cmath>

using namespace halftone;
using namespace halftone::test;

class TestTrainingTransport : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { test::useScheme(Scheme::Light); }
    void fourRunsTrainAtOnce();
    void eachRunIsStartedAndStoppedAlone();
    void pausedRunMakesSingleSteps();
    void pauseStopsTheStepCounter();
    void stopEndsWithinASecond();
    void closingWhileTrainingIsQuick();
    void accuracyNeedNotBeWaitedFor_data();
    void accuracyNeedNotBeWaitedFor();
    void endDoesNotWaitForTheTwin();
    void secondRunStartsAfresh();
};

void TestTrainingTransport::fourRunsTrainAtOnce()
{
    const auto view = makeTrainingView(12);
    auto& add = control<QPushButton>(*view, "runAdd");
    QTest::mouseClick(&add, Qt::LeftButton);
    QTest::mouseClick(&add, Qt::LeftButton);
    QVERIFY(!add.isEnabled()); // four at most
    const auto choose = [&](const char* name, const QString& way) {
        auto& combo = control<QComboBox>(*view, name);
        combo.setCurrentText(way);
        emit combo.activated(combo.currentIndex());
    };
    choose("runWay2", "MindSpore O2");
    choose("runWay3", "PyTorch autocast bfloat16");
    view->start();
    WAIT_FOR_END(*view);
    const auto histories = view->histories();
    QCOMPARE(histories.size(), 4u);
    QStringList labels;
    for (const NamedHistory& run : histories) {
        QCOMPARE(run.history->steps.size(), 12u);
        QVERIFY(run.history->finished);
        labels << run.name;
    }
    QCOMPARE(labels,
        QStringList({"FP32", "allow_mix_precision_fp16", "MindSpore O2", "PyTorch autocast bfloat16"}));
    QCOMPARE(view->plots()->series().size(), 4u);
    QTest::mouseClick(&control<QToolButton>(*view, "runRemove1"), Qt::LeftButton);
    QTRY_COMPARE(view->plots()->series().size(), 3u);
    QTRY_VERIFY(!view->findChild<QToolButton*>("runRemove1"));
    QVERIFY(add.isEnabled());
}

void TestTrainingTransport::eachRunIsStartedAndStoppedAlone()
{
    const auto view = makeTrainingView(100000);
    QTest::mouseClick(&control<QToolButton>(*view, "runStart1"), Qt::LeftButton);
    const auto& runs = view->runs()->runs();
    QTRY_VERIFY_WITH_TIMEOUT(runs[1]->history().steps.size() > 3, 60000);
    QVERIFY(!runs[0]->hasBegun());
    QTest::mouseClick(&control<QToolButton>(*view, "runStart0"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(runs[0]->history().steps.size() > 3, 60000);
    QTest::mouseClick(&control<QToolButton>(*view, "runStop1"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!runs[1]->isActive(), 20000);
    QVERIFY(runs[0]->isActive());
    view->stop();
    WAIT_FOR_END(*view);
}

void TestTrainingTransport::pausedRunMakesSingleSteps()
{
    const auto view = makeTrainingView(100000);
    control<QCheckBox>(*view, "runUse1").setChecked(false);
    view->start();
    const TrainingRun& run = *view->runs()->runs().front();
    QTRY_VERIFY_WITH_TIMEOUT(run.history().steps.size() > 3, 60000);
    control<QAction>(*view, "trainingPause").trigger();
    // The step in hand may end yet.
    std::size_t seen = 0;
    QTRY_VERIFY_WITH_TIMEOUT(std::exchange(seen, run.history().steps.size()) == run.history().steps.size() &&
            !QTest::qWaitFor([&] { return seen != run.history().steps.size(); }, 300),
        20000);
    for (std::size_t i = 1; i <= 2; ++i) {
        QTest::mouseClick(&control<QToolButton>(*view, "runStep0"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(run.history().steps.size(), seen + i, 20000);
    }
    QVERIFY(!QTest::qWaitFor([&] { return run.history().steps.size() != seen + 2; }, 300));
    QTest::mouseClick(&control<QToolButton>(*view, "runStart0"), Qt::LeftButton); // goes on
    QTRY_VERIFY_WITH_TIMEOUT(run.history().steps.size() > seen + 4, 20000);
    view->stop();
    WAIT_FOR_END(*view);
}

void TestTrainingTransport::pauseStopsTheStepCounter()
{
    const auto view = makeTrainingView(100000);
    control<QCheckBox>(*view, "runUse1").setChecked(false);
    view->start();
    const RunHistory& history = *view->histories().front().history;
    QTRY_VERIFY_WITH_TIMEOUT(history.steps.size() > 3, 60000);
    auto& pause = control<QAction>(*view, "trainingPause");
    pause.trigger();
    QCOMPARE(pause.text(), "Continue");
    // The step in hand may end yet; after it nothing moves.
    std::size_t seen = 0;
    QTRY_VERIFY_WITH_TIMEOUT(std::exchange(seen, history.steps.size()) == history.steps.size() &&
            QTest::qWaitFor([] { return false; }, 200) == false && seen == history.steps.size(),
        20000);
    QVERIFY(view->isRunning());
    pause.trigger();
    QCOMPARE(pause.text(), "Pause");
    QTRY_VERIFY_WITH_TIMEOUT(history.steps.size() > seen + 2, 60000);
    view->stop();
    WAIT_FOR_END(*view);
}

void TestTrainingTransport::stopEndsWithinASecond()
{
    const auto view = makeTrainingView(100000);
    view->start();
    QTRY_VERIFY_WITH_TIMEOUT(view->histories().back().history->steps.size() > 3, 60000);
    QElapsedTimer timer;
    timer.start();
    control<QAction>(*view, "trainingStop").trigger();
    WAIT_FOR_END(*view);
    qInfo("stopped after %lld ms", timer.elapsed());
    QVERIFY(timer.elapsed() < 1000);
    for (const NamedHistory& run : view->histories())
        QCOMPARE(run.history->finished->why, RunFinished::Why::Stopped);
    QVERIFY(control<QLabel>(*view, "runSummary").text().contains("stopped"));
}

void TestTrainingTransport::closingWhileTrainingIsQuick()
{
    auto view = makeTrainingView(100000);
    view->start();
    QTRY_VERIFY_WITH_TIMEOUT(view->histories().back().history->steps.size() > 3, 60000);
    QElapsedTimer timer;
    timer.start();
    view.reset();
    qInfo("closed after %lld ms", timer.elapsed());
    QVERIFY(timer.elapsed() < 1000);
}

void TestTrainingTransport::accuracyNeedNotBeWaitedFor_data()
{
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("stops");
    QTest::newRow("stopped twice") << 100000 << 2;
    QTest::newRow("stopped while it is measured") << 3 << 1;
}

// Ten thousand samples of MNIST, which take LeNet-5 half a second and larger models minutes.
void TestTrainingTransport::accuracyNeedNotBeWaitedFor()
{
    HALFTONE_NEED_SHARED("corpus/data/mnist");
    HALFTONE_NEED_SHARED("corpus/train_models/lenet5_mnist28.onnx");
    QFETCH(const int, steps);
    QFETCH(const int, stops);
    const auto view = makeMixedView(steps);
    view->setModel(sharedPath("corpus/train_models/lenet5_mnist28.onnx"), {});
    view->form()->setData(sharedPath("corpus/data/mnist"));
    control<QSpinBox>(*view, "trainingBatch").setValue(1); // the slowest way through the test data
    view->start();
    const TrainingRun& run = lastRun(*view);
    WAIT_FOR_STEPS(run, 2u);
    auto& stop = control<QToolButton>(*view, "runStop1");
    for (int i = 0; i < stops; ++i) {
        QTRY_VERIFY(stop.isEnabled());
        QTest::mouseClick(&stop, Qt::LeftButton);
    }
    WAIT_FOR_END(*view);
    QVERIFY(run.history().finished);
    QVERIFY(std::isnan(run.history().finished->accuracy));
    QVERIFY(run.controller()->checkpoint());
}

// What is in hand then of a larger model takes longer than the end of the run may.
void TestTrainingTransport::endDoesNotWaitForTheTwin()
{
    HALFTONE_NEED_SHARED("corpus/data/cifar10_jpeg_subset");
    HALFTONE_NEED_SHARED("corpus/train_models/resnet18_w16_cifar.onnx");
    const auto view = makeMixedView(100000);
    view->setModel(sharedPath("corpus/train_models/resnet18_w16_cifar.onnx"), {});
    view->form()->setData(sharedPath("corpus/data/cifar10_jpeg_subset"));
    view->start();
    const TrainingRun& run = lastRun(*view);
    run.controller()->followTwin(true);
    WAIT_FOR_STEPS(run, 2u); // A comparison is in hand: it plans two programs first.
    QElapsedTimer timer;
    run.controller()->stop();
    run.controller()->stop(); // without the accuracy
    QTRY_VERIFY_WITH_TIMEOUT(run.history().finished.has_value(), 60000);
    timer.start();
    WAIT_FOR_END(*view);
    qInfo("%lld ms behind the last event", timer.elapsed());
    QVERIFY(timer.elapsed() < 500);
}

void TestTrainingTransport::secondRunStartsAfresh()
{
    const auto view = makeTrainingView(5);
    control<QCheckBox>(*view, "runUse1").setChecked(false);
    view->start();
    WAIT_FOR_END(*view);
    fillSteps(*view, 3);
    view->start();
    WAIT_FOR_END(*view);
    QCOMPARE(view->histories().size(), 1u);
    QCOMPARE(view->histories().front().history->steps.size(), 3u);
    QCOMPARE(view->plots()->series().size(), 1u);
    QCOMPARE(view->plots()->series()[0]->raw()->dataCount(), 3);
}

QTEST_MAIN(TestTrainingTransport)
#include "tst_trainingtransport.moc"
