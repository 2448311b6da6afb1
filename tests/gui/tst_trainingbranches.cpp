// SPDX-License-Identifier: GPL-3.0-or-later
//
// Going on from where a run stands: as a branch under other settings, or from a checkpoint in a file.
#include "gui/training/runevents.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingmessage.h"
#include "tests/gui/trainingviews.h"

#include <QAction>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <bit>

using namespace halftone;
using namespace halftone::test;

class TestTrainingBranches : public QObject
{
    Q_OBJECT

private slots:
    void branchGoesOnFromWhereTheRunStands();
    void branchNeedsStepsThatAreLeft();
    void branchTrainsWithTheListAsItIsNow();
    void branchCountsCleanStepsOfItsParent();
    void checkpointIsSavedAndTakenUpAgain();
    void checkpointNeedsItsModelAndRoom();
};

void TestTrainingBranches::branchGoesOnFromWhereTheRunStands()
{
    const auto view = makeMixedView(40);
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

void TestTrainingBranches::branchNeedsStepsThatAreLeft()
{
    const auto view = makeMixedView(5);
    view->start();
    WAIT_FOR_END(*view);
    QTRY_VERIFY(control<QToolButton>(*view, "runBranch1").isEnabled());
    QTest::mouseClick(&control<QToolButton>(*view, "runBranch1"), Qt::LeftButton);
    auto& message = control<TrainingMessage>(*view, "trainingMessage");
    QTRY_VERIFY_WITH_TIMEOUT(message.isVisible(), 20000);
    QVERIFY2(message.text().contains("larger length"), qPrintable(message.text()));
}

// Between two steps, and with the same weights: the operators of the type are in FP32 from there on.
void TestTrainingBranches::branchTrainsWithTheListAsItIsNow()
{
    const auto view = makeMixedView(40);
    view->start();
    const TrainingRun& parent = lastRun(*view);
    WAIT_FOR_STEPS(parent, 5u);
    control<QAction>(*view, "trainingPause").trigger();
    QTRY_VERIFY_WITH_TIMEOUT(stands(parent), 20000);
    Policy window;
    window.mixlist.entries.push_back({.opType = "Conv2D", .list = List::Black});
    view->setPolicy(window);
    QTRY_VERIFY(control<QToolButton>(*view, "runBranch1").isEnabled());
    QTest::mouseClick(&control<QToolButton>(*view, "runBranch1"), Qt::LeftButton);
    QTRY_COMPARE(view->runs()->runs().size(), 3u);
    const TrainingRun& child = lastRun(*view);
    QTRY_VERIFY_WITH_TIMEOUT(!child.isActive(), 60000);
    const auto typeOfConv = [](const TrainingRun& run) {
        const Graph& graph = *run.history().info->graph;
        for (NodeId node : graph.nodes()) {
            if (graph.node(node).opType == "Conv")
                return graph.value(graph.outputs(node)[0]).dtype;
        }
        return DType::Undefined;
    };
    QCOMPARE(typeOfConv(parent), DType::Float16);
    QCOMPARE(typeOfConv(child), DType::Float32);
    QTest::mouseClick(&control<QToolButton>(*view, "runStart1"), Qt::LeftButton); // the parent goes on, too
    WAIT_FOR_END(*view);
    QCOMPARE(parent.history().steps.size(), 40u);
}

// Its window was half full: the scale grows when the parent's would have grown, and the label says so.
void TestTrainingBranches::branchCountsCleanStepsOfItsParent()
{
    const auto view = makeMixedView(60);
    control<QComboBox>(*view, "trainingInitialScale").setEditText("2^10");
    control<QSpinBox>(*view, "trainingWindow").setValue(40);
    view->start();
    const TrainingRun& parent = lastRun(*view);
    WAIT_FOR_STEPS(parent, 5u);
    control<QAction>(*view, "trainingPause").trigger();
    QTRY_VERIFY_WITH_TIMEOUT(stands(parent), 20000);
    QTRY_VERIFY(control<QToolButton>(*view, "runBranch1").isEnabled());
    QTest::mouseClick(&control<QToolButton>(*view, "runBranch1"), Qt::LeftButton);
    QTRY_COMPARE(view->runs()->runs().size(), 3u);
    QTRY_VERIFY_WITH_TIMEOUT(!lastRun(*view).isActive(), 60000);
    QStringList growths;
    for (int row = 0; row < view->events()->rowCount(); ++row)
        growths << view->events()->index(row, RunEventModel::What).data().toString();
    QVERIFY2(growths.contains("Growth (clean steps: 40): scale 1024 → 2048"), qPrintable(growths.join('\n')));
    view->stop();
    WAIT_FOR_END(*view);
}

void TestTrainingBranches::checkpointIsSavedAndTakenUpAgain()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("half.checkpoint");
    const auto makeView = [] {
        auto view = makeMixedView(20);
        control<QSpinBox>(*view, "trainingThreads").setValue(1); // sums depend on their number
        return view;
    };
    std::vector<StepDone> whole;
    {
        const auto view = makeView();
        view->start();
        WAIT_FOR_END(*view);
        whole = lastRun(*view).history().steps;
    }
    {
        const auto view = makeView();
        auto& save = control<QToolButton>(*view, "runSave1");
        QVERIFY(!save.isEnabled());
        view->start();
        WAIT_FOR_STEPS(lastRun(*view), 3u);
        QVERIFY(!save.isEnabled()); // it does not stand
        QVERIFY(!view->saveCheckpoint(lastRun(*view).number(), path));
        control<QAction>(*view, "trainingPause").trigger();
        QTRY_VERIFY_WITH_TIMEOUT(save.isEnabled(), 20000);
        QSignalSpy wanted(view.get(), &TrainingView::checkpointRequested);
        QTest::mouseClick(&save, Qt::LeftButton);
        QCOMPARE(wanted.size(), 1);
        QVERIFY(view->checkpointName(lastRun(*view)).endsWith(".checkpoint"));
        QVERIFY(view->saveCheckpoint(lastRun(*view).number(), path));
    }
    const auto view = makeView();
    view->openRuns({path});
    QTRY_VERIFY_WITH_TIMEOUT(lastRun(*view).hasBegun(), 20000);
    WAIT_FOR_END(*view);
    QVERIFY2(control<TrainingMessage>(*view, "trainingMessage").text().isEmpty(),
        qPrintable(control<TrainingMessage>(*view, "trainingMessage").text()));
    const std::vector<StepDone>& rest = lastRun(*view).history().steps;
    QVERIFY(!rest.empty() && rest.size() < whole.size());
    for (const StepDone& step : rest) // to the bit, as if nothing had been in between
        QCOMPARE(
            std::bit_cast<std::uint32_t>(step.loss), std::bit_cast<std::uint32_t>(whole[step.step - 1].loss));
    QCOMPARE(rest.back().step, 20u);
}

void TestTrainingBranches::checkpointNeedsItsModelAndRoom()
{
    const auto from = std::make_shared<Checkpoint>();
    TrainingView empty;
    empty.goOnFrom("half", from);
    auto& message = control<TrainingMessage>(empty, "trainingMessage");
    QVERIFY2(message.text().contains("Open the model"), qPrintable(message.text()));
    const auto view = makeMixedView(5);
    view->goOnFrom("half", from); // of another model
    WAIT_FOR_END(*view);
    const QString said = control<TrainingMessage>(*view, "trainingMessage").text();
    QVERIFY2(said.contains("other weights"), qPrintable(said));
}

QTEST_MAIN(TestTrainingBranches)
#include "tst_trainingbranches.moc"
