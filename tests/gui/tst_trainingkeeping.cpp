// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of the training view that come from elsewhere: files, branches, and what was not over when the window
// went.
#include "executor/files/modelfile.h"
#include "executor/telemetry/runfile.h"
#include "gui/training/runopener.h"
#include "gui/training/runplots.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingview.h"
#include "tests/gui/runs.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <ctime>

using namespace halftone;
using namespace halftone::test;

namespace {

std::unique_ptr<TrainingView> makeView(int steps)
{
    auto view = std::make_unique<TrainingView>();
    view->resize(1280, 800);
    view->setModel("sample:lenet5", {});
    control<QComboBox>(*view, "trainingLengthUnit").setCurrentIndex(1);
    control<QDoubleSpinBox>(*view, "trainingLength").setValue(steps);
    control<QCheckBox>(*view, "runUse0").setChecked(false); // FP32
    view->show();
    return view;
}

GraphPtr sampleGraph()
{
    return openModel(kSampleModel, {.dims = {{"N", 1}}}).value().graph;
}

QStringList files(const QTemporaryDir& folder, const QString& pattern)
{
    return QDir(folder.path()).entryList({pattern}, QDir::Files);
}

const TrainingRun& lastRun(const TrainingView& view)
{
    return *view.runs()->runs().back();
}

// A run that is not over when its window goes.
bool leaveRunBehind(const QTemporaryDir& folder)
{
    const auto view = makeView(100000);
    view->keepRunsIn(folder.path());
    view->start();
    return QTest::qWaitFor([&] { return lastRun(*view).history().steps.size() > 2; }, 60000);
}

bool stands(const TrainingRun& run)
{
    return run.state() == RunController::State::Paused && run.controller()->checkpoint() != nullptr;
}

}

#define WAIT_FOR_END(view) QTRY_VERIFY_WITH_TIMEOUT(!(view).isRunning(), 120000)
#define WAIT_FOR_STEPS(run, count) QTRY_VERIFY_WITH_TIMEOUT((run).history().steps.size() > (count), 60000)

class TestTrainingKeeping : public QObject
{
    Q_OBJECT

private slots:
    void runsAreKeptWhileTheyGoOn();
    void runThatWasNotOverGoesOn();
    void runThatWasNotOverIsDiscarded();
    void runThatAnotherWindowTookUpIsLeftAlone();
    void recordedRunsStandBesideTheOthers();
    void fileThatIsNoRunIsSaidInline();
    void branchGoesOnFromWhereTheRunStands();
    void branchNeedsStepsThatAreLeft();
    void millionStepsOpenAndZoomQuickly();
};

void TestTrainingKeeping::runsAreKeptWhileTheyGoOn()
{
    const QTemporaryDir folder;
    const auto view = makeView(20);
    view->keepRunsIn(folder.path());
    view->start();
    QTRY_COMPARE_WITH_TIMEOUT(files(folder, "*.run.json").size(), 1, 20000);
    WAIT_FOR_END(*view);
    QCOMPARE(files(folder, "*.run.json").size(), 0); // It needs no rescue.
    const QStringList runs = files(folder, "*.run");
    QCOMPARE(runs.size(), 1);
    const auto history = readHistory(folder.filePath(runs.front()));
    QVERIFY(history);
    QCOMPARE(history->steps.size(), 20u);
    QVERIFY(history->finished);
}

void TestTrainingKeeping::runThatWasNotOverGoesOn()
{
    const QTemporaryDir folder;
    std::size_t seen = 0;
    {
        const auto view = makeView(60);
        view->keepRunsIn(folder.path());
        control<QDoubleSpinBox>(*view, "trainingLearningRate").setValue(0.02);
        view->start();
        WAIT_FOR_STEPS(lastRun(*view), 5u);
        control<QAction>(*view, "trainingPause").trigger();
        QTRY_VERIFY_WITH_TIMEOUT(stands(lastRun(*view)), 20000);
        seen = lastRun(*view).history().steps.size();
    } // as when the window is closed
    QCOMPARE(files(folder, "*.run.json").size(), 1);
    QVERIFY(seen < 60);

    const auto view = makeView(10);
    view->keepRunsIn(folder.path());
    auto& message = control<TrainingMessage>(*view, "trainingMessage");
    QVERIFY2(message.text().contains("Not over when Halftone ended"), qPrintable(message.text()));
    auto& goOn = control<QPushButton>(*view, "trainingMessageRemedy");
    QCOMPARE(goOn.text(), "Go On");
    QTest::mouseClick(&goOn, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(view->isRunning(), 20000);
    WAIT_FOR_END(*view);
    QVERIFY2(message.text().isEmpty(), qPrintable(message.text()));
    QCOMPARE(control<QDoubleSpinBox>(*view, "trainingLearningRate").value(), 0.02);
    const auto runs = view->histories();
    QCOMPARE(runs.size(), 1u);
    const std::vector<StepDone>& steps = runs.front().history->steps;
    QCOMPARE(steps.size(), 60u);
    for (std::uint64_t i = 0; i < 60; ++i)
        QCOMPARE(steps[i].step, i + 1); // Nothing twice, nothing missing.
    QCOMPARE(files(folder, "*.run.json").size(), 0);
    QCOMPARE(readHistory(folder.filePath(files(folder, "*.run").front()))->steps.size(), 60u);
}

void TestTrainingKeeping::runThatWasNotOverIsDiscarded()
{
    const QTemporaryDir folder;
    QVERIFY(leaveRunBehind(folder));
    const auto view = makeView(10);
    view->keepRunsIn(folder.path());
    const auto remedies = view->findChildren<QPushButton*>("trainingMessageRemedy");
    QCOMPARE(remedies.size(), 3);
    QTest::mouseClick(remedies[2], Qt::LeftButton);
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestTrainingKeeping::runThatAnotherWindowTookUpIsLeftAlone()
{
    const QTemporaryDir folder;
    QVERIFY(leaveRunBehind(folder));
    const auto view = makeView(10);
    view->keepRunsIn(folder.path());
    const QStringList before = files(folder, "*.run*");
    QVERIFY(before.size() >= 2);
    const KeptRun other(folder.filePath(files(folder, "*.run").front()));
    QVERIFY(other.isLocked());
    const auto remedies = view->findChildren<QPushButton*>("trainingMessageRemedy");
    QCOMPARE(remedies.size(), 3);
    QTest::mouseClick(remedies[2], Qt::LeftButton);
    for (const QString& name : before)
        QVERIFY2(QFile::exists(folder.filePath(name)), qPrintable(name));
}

void TestTrainingKeeping::recordedRunsStandBesideTheOthers()
{
    const QTemporaryDir folder;
    for (const char* name : {"first.run", "second.run"}) {
        auto sink = FileSink::create(folder.filePath(name).toStdString());
        QVERIFY(sink);
        (*sink)->begin(
            {.model = "m", .precision = "O2", .path = "emulated", .plannedSteps = 2, .graph = sampleGraph()});
        (*sink)->consume(step(1, 2, 65536));
        (*sink)->consume(overflowing(2, 65536));
    }
    const auto view = makeView(5);
    view->openRuns({folder.filePath("first.run"), folder.filePath("second.run")});
    QTRY_COMPARE(view->plots()->series().size(), 2u);
    view->start();
    WAIT_FOR_END(*view);
    const auto runs = view->histories();
    QCOMPARE(runs.size(), 3u);
    QCOMPARE(runs[1].name, "first");
    QCOMPARE(runs[2].name, "second");
    QCOMPARE(runs[1].history->steps.size(), 2u);
    auto& shown = control<QCheckBox>(*view, "runUse2");
    QTest::mouseClick(&shown, Qt::LeftButton, {}, {8, shown.height() / 2});
    QCOMPARE(view->plots()->series().size(), 2u); // out of sight, still in the list
    QTest::mouseClick(&control<QToolButton>(*view, "runRemove3"), Qt::LeftButton);
    QTRY_COMPARE(view->plots()->series().size(), 1u);
}

void TestTrainingKeeping::fileThatIsNoRunIsSaidInline()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath("no.run"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("nothing") > 0);
    file.close();
    const auto view = makeView(5);
    view->openRuns({file.fileName()});
    auto& message = control<TrainingMessage>(*view, "trainingMessage");
    QTRY_VERIFY(message.isVisible());
    QVERIFY2(message.text().contains("no.run"), qPrintable(message.text()));
}

void TestTrainingKeeping::branchGoesOnFromWhereTheRunStands()
{
    const auto view = makeView(40);
    view->start();
    const TrainingRun& parent = lastRun(*view);
    WAIT_FOR_STEPS(parent, 5u);
    auto& branch = control<QToolButton>(*view, "runBranch1");
    QVERIFY(!branch.isEnabled()); // not while it goes on
    control<QAction>(*view, "trainingPause").trigger();
    QTRY_VERIFY_WITH_TIMEOUT(branch.isEnabled(), 20000);
    const std::uint64_t stands = parent.controller()->checkpoint()->nextStep;
    Policy window;
    window.choice = findChoice("force_fp16");
    view->setPolicy(window);
    QTest::mouseClick(&branch, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(view->runs()->runs().size(), 3u, 20000);
    const TrainingRun& child = lastRun(*view);
    QTRY_VERIFY_WITH_TIMEOUT(!child.isActive(), 60000);
    QVERIFY2(!child.history().error, child.history().error ? describe(*child.history().error).c_str() : "");
    QCOMPARE(child.label(), QStringLiteral("force_fp16 from step %1").arg(stands));
    QCOMPARE(child.history().info->precision, "force_fp16");
    QCOMPARE(child.history().steps.front().step, stands + 1);
    QCOMPARE(child.history().steps.back().step, 40u);
    view->stop();
    WAIT_FOR_END(*view);
}

void TestTrainingKeeping::branchNeedsStepsThatAreLeft()
{
    const auto view = makeView(5);
    view->start();
    WAIT_FOR_END(*view);
    QTest::mouseClick(&control<QToolButton>(*view, "runBranch1"), Qt::LeftButton);
    auto& message = control<TrainingMessage>(*view, "trainingMessage");
    QTRY_VERIFY_WITH_TIMEOUT(message.isVisible(), 20000);
    QVERIFY2(message.text().contains("larger length"), qPrintable(message.text()));
}

// The goals are 1 s and 16 ms a frame in the release build; the guards leave room for a debug build. Counted
// is the time of the processor, which does not depend on who else uses the machine.
void TestTrainingKeeping::millionStepsOpenAndZoomQuickly()
{
    constexpr std::uint64_t kSteps = 1'000'000;
    const QTemporaryDir folder;
    const QString path = folder.filePath("long.run");
    {
        auto sink = FileSink::create(path.toStdString());
        QVERIFY(sink);
        (*sink)->begin({.model = "m",
            .precision = "O2",
            .path = "emulated",
            .plannedSteps = kSteps,
            .graph = sampleGraph()});
        std::uint32_t random = 1;
        for (std::uint64_t i = 1; i <= kSteps; ++i) {
            random = random * 1664525u + 1013904223u;
            const auto noise = static_cast<float>(random >> 8) / static_cast<float>(1 << 24);
            StepDone done = i % 1000 == 0 ? overflowing(i, 65536) : step(i, 1 + noise, 65536);
            done.gradientNorm = 1 + static_cast<double>(noise);
            (*sink)->consume(done);
        }
    }
    const auto view = makeView(5);
    const auto milliseconds = [](std::clock_t since) {
        return 1000.0 * static_cast<double>(std::clock() - since) / CLOCKS_PER_SEC;
    };
    std::clock_t start = std::clock();
    view->openRuns({path});
    QTRY_COMPARE_WITH_TIMEOUT(view->plots()->series().size(), 1u, 60000);
    view->plots()->plot()->replot();
    const double opening = milliseconds(start);
    qInfo("opened in %.0f ms", opening);
    QVERIFY(opening < 4000);
    QCOMPARE(lastRun(*view).history().steps.size(), kSteps);
    for (const double width : {1e6, 3e5, 1e5, 1e4, 1e3}) {
        start = std::clock();
        constexpr int kFrames = 10;
        for (int frame = 0; frame < kFrames; ++frame) {
            const double first = 1000.0 * frame;
            view->plots()->showSteps({first, first + width});
            view->plots()->plot()->replot(QCustomPlot::rpImmediateRefresh);
        }
        const double frameTime = milliseconds(start) / kFrames;
        qInfo("%.0f steps: %.1f ms a frame", width, frameTime);
        QVERIFY(frameTime < 80);
    }
}

QTEST_MAIN(TestTrainingKeeping)
#include "tst_trainingkeeping.moc"
