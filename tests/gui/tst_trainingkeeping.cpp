// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of the training view that come from files, and those that were not over when the window went.
#include "executor/files/modelfile.h"
#include "executor/telemetry/runfile.h"
#include "gui/training/runopener.h"
#include "gui/training/runplots.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingmessage.h"
#include "tests/gui/trainingviews.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <csignal>
#include <ctime>

using namespace halftone;
using namespace halftone::test;

namespace {

GraphPtr sampleGraph()
{
    return openModel(kSampleModel, {.dims = {{"N", 1}}}).value().graph;
}

QStringList files(const QTemporaryDir& folder, const QString& pattern)
{
    return QDir(folder.path()).entryList({pattern}, QDir::Files);
}

// A run that is not over when its window goes.
bool leaveRunBehind(const QTemporaryDir& folder)
{
    const auto view = makeMixedView(100000);
    view->keepRunsIn(folder.path());
    view->start();
    return QTest::qWaitFor([&] { return lastRun(*view).history().steps.size() > 2; }, 60000);
}

// What this program does as another process.
constexpr QLatin1StringView kTrainUntilKilled("--train-until-killed");

int trainUntilKilled(const QString& folder)
{
    const auto view = makeMixedView(100000);
    view->keepRunsIn(folder);
    view->start();
    return QApplication::exec();
}

}

class TestTrainingKeeping : public QObject
{
    Q_OBJECT

private slots:
    void runsAreKeptWhileTheyGoOn();
    void runThatWasNotOverGoesOn();
    void runOfAKilledProgramGoesOn();
    void runThatWasNotOverIsDiscarded();
    void runThatAnotherWindowTookUpIsLeftAlone();
    void recordedRunsStandBesideTheOthers();
    void fileThatIsNoRunIsSaidInline();
    void millionStepsOpenAndZoomQuickly();
};

void TestTrainingKeeping::runsAreKeptWhileTheyGoOn()
{
    const QTemporaryDir folder;
    const auto view = makeMixedView(20);
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
        const auto view = makeMixedView(60);
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

    const auto view = makeMixedView(10);
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

void TestTrainingKeeping::runOfAKilledProgramGoesOn()
{
    const QTemporaryDir folder;
    QProcess program;
    program.setProcessChannelMode(QProcess::ForwardedChannels);
    program.start(QCoreApplication::applicationFilePath(), {kTrainUntilKilled, folder.path()});
    QVERIFY(program.waitForStarted());
    const auto written = [&] {
        const QStringList runs = files(folder, "*.run");
        const auto history =
            runs.isEmpty() ? Result<RunHistory>() : readHistory(folder.filePath(runs.front()));
        return history ? history->steps.size() : 0;
    };
    QTRY_VERIFY_WITH_TIMEOUT(written() > 30, 60000);
    ::kill(static_cast<pid_t>(program.processId()), SIGKILL);
    QVERIFY(program.waitForFinished());
    QVERIFY(written() > 30); // also after the crash

    const auto view = makeMixedView(10);
    view->keepRunsIn(folder.path());
    QTest::mouseClick(&control<QPushButton>(*view, "trainingMessageRemedy"), Qt::LeftButton); // Go On
    QTRY_VERIFY_WITH_TIMEOUT(view->isRunning(), 20000);
    const auto runs = view->histories();
    QCOMPARE(runs.size(), 1u);
    const std::vector<StepDone>& steps = runs.front().history->steps;
    QTRY_VERIFY_WITH_TIMEOUT(steps.size() > 30, 60000);
    for (std::size_t i = 0; i < steps.size(); ++i)
        QCOMPARE(steps[i].step, i + 1);
    QCOMPARE(control<QDoubleSpinBox>(*view, "trainingLength").value(), 100000.0);
    view->stop();
    WAIT_FOR_END(*view);
}

void TestTrainingKeeping::runThatWasNotOverIsDiscarded()
{
    const QTemporaryDir folder;
    QVERIFY(leaveRunBehind(folder));
    const auto view = makeMixedView(10);
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
    const auto view = makeMixedView(10);
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
    const auto view = makeMixedView(5);
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
    const auto view = makeMixedView(5);
    view->openRuns({file.fileName()});
    auto& message = control<TrainingMessage>(*view, "trainingMessage");
    QTRY_VERIFY(message.isVisible());
    QVERIFY2(message.text().contains("no.run"), qPrintable(message.text()));
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
    const auto view = makeMixedView(5);
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

int main(int argc, char* argv[])
{
    QApplication application(argc, argv);
    if (argc > 2 && argv[1] == kTrainUntilKilled)
        return trainUntilKilled(QString::fromLocal8Bit(argv[2]));
    TestTrainingKeeping test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_trainingkeeping.moc"
