// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the training view says about runs that go wrong, while they do, and what the buttons beside it change.
#include "analysis/graph/graphbuilder.h"
#include "executor/telemetry/runfile.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingmessage.h"
#include "tests/gui/pictures.h"
#include "tests/gui/trainingviews.h"

#include <QAction>
#include <QCheckBox>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace halftone;
using namespace halftone::test;

namespace {

TrainingMessage& messageOf(TrainingView& view)
{
    return control<TrainingMessage>(view, "trainingMessage");
}

/// Null where none comes. A line that takes the place of an older one is shown a moment after it is made.
QPushButton* remedy(TrainingView& view, const QString& start)
{
    QPushButton* found = nullptr;
    (void)QTest::qWaitFor(
        [&] {
            for (auto* button : view.findChildren<QPushButton*>("trainingMessageRemedy")) {
                if (button->isVisible() && button->text().startsWith(start))
                    found = button;
            }
            return found != nullptr;
        },
        1000);
    return found;
}

}

class TestTrainingAdvice : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { test::useScheme(Scheme::Light); }
    void adviceComesWhileTheRunGoesOn();
    void remedyReplacesARuleOfTheRunsOwn();
    void windowIsMadeLonger();
    void divergedTrainingGetsALowerRate();
    void recordedRunIsJudgedWhenItIsOpened();
};

void TestTrainingAdvice::adviceComesWhileTheRunGoesOn()
{
    const auto view = makeMixedView(100000);
    view->form()->setLossScaleRule("ms_fixed_loss_scale_manager");
    control<QComboBox>(*view, "trainingInitialScale").setEditText("2^40");
    view->start();
    TrainingMessage& message = messageOf(*view);
    QTRY_VERIFY_WITH_TIMEOUT(message.isVisible(), 60000);
    QVERIFY(view->isRunning());
    QVERIFY2(message.text().contains("stays at 2^40"), qPrintable(message.text()));
    QVERIFY2(message.text().contains("first in grad/"), qPrintable(message.text()));
    QPushButton* button = remedy(*view, "Use MindSpore dynamic");
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(!message.isVisible());
    QCOMPARE(
        control<QComboBox>(*view, "trainingScaleRule").currentData(), "ms_dynamic_loss_scale_update_cell");
    QVERIFY2(
        !QTest::qWaitFor([&] { return message.isVisible(); }, 2500), "what was answered is not said again");
    view->stop();
    WAIT_FOR_END(*view);
    fillSteps(*view, 40);
    view->start();
    WAIT_FOR_END(*view);
    QVERIFY2(!message.isVisible(), qPrintable(message.text()));
    const std::vector<StepDone>& steps = view->histories().front().history->steps;
    QVERIFY(!steps.back().skipped);
}

// Apex begins with 2^32, which costs more than ten steps here.
void TestTrainingAdvice::remedyReplacesARuleOfTheRunsOwn()
{
    const auto view = makeMixedView(60);
    auto& own = control<QComboBox>(*view, "runRule1");
    own.setCurrentIndex(own.findData("apex_fp16_utils_dynamic"));
    emit own.activated(own.currentIndex());
    view->start();
    WAIT_FOR_END(*view);
    const auto firstApplied = [&] {
        const std::vector<StepDone>& steps = view->histories().front().history->steps;
        return std::ranges::find(steps, false, &StepDone::skipped) - steps.begin();
    };
    QVERIFY(firstApplied() >= 10);
    QPushButton* button = remedy(*view, "Begin with 2^");
    QVERIFY2(button, qPrintable(messageOf(*view).text()));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(control<QComboBox>(*view, "trainingScaleRule").currentData(), "apex_fp16_utils_dynamic");
    QCOMPARE(own.currentIndex(), 0); // as above, where the new scale stands
    view->start();
    WAIT_FOR_END(*view);
    QVERIFY2(firstApplied() < 10, "the remedy has an effect");
}

void TestTrainingAdvice::windowIsMadeLonger()
{
    const auto view = makeMixedView(120);
    control<QComboBox>(*view, "trainingInitialScale").setEditText("2^16");
    control<QSpinBox>(*view, "trainingWindow").setValue(3);
    view->start();
    WAIT_FOR_END(*view);
    QPushButton* button = remedy(*view, "Grow after 2000");
    QVERIFY2(button, qPrintable(messageOf(*view).text()));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(control<QSpinBox>(*view, "trainingWindow").value(), 2000);
    QVERIFY(control<QSpinBox>(*view, "trainingWindow").hasFocus());
}

void TestTrainingAdvice::divergedTrainingGetsALowerRate()
{
    const auto view = makeTrainingView(60);
    control<QCheckBox>(*view, "runUse1").setChecked(false); // FP32 alone
    control<QComboBox>(*view, "trainingLoss").setCurrentText("mse"); // squares of logits that run away
    control<QDoubleSpinBox>(*view, "trainingLearningRate").setValue(1000);
    view->start();
    WAIT_FOR_END(*view);
    QVERIFY2(messageOf(*view).text().contains("no matter of precision"), qPrintable(messageOf(*view).text()));
    QPushButton* button = remedy(*view, "Learning Rate 100");
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(control<QDoubleSpinBox>(*view, "trainingLearningRate").value(), 100.0);
}

void TestTrainingAdvice::recordedRunIsJudgedWhenItIsOpened()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("old.run");
    {
        GraphBuilder builder;
        const ValueId input =
            builder.addInput("x", DType::Float32, fixedDims(std::vector<std::int64_t>{2, 2}));
        const ValueId output = builder.addValueLike("y", input);
        builder.addNode({.opType = "Exp", .name = "exp", .inputs = {input}, .outputs = {output}});
        builder.markOutput(output);
        auto sink = FileSink::create(path.toStdString());
        QVERIFY(sink);
        (*sink)->begin({.model = "m",
            .precision = "O2",
            .path = "emulated",
            .plannedSteps = 30,
            .graph = std::move(builder).finish().value().graph});
        for (std::uint64_t i = 1; i <= 30; ++i) {
            StepDone done = overflowing(i, 1);
            done.scaleAfter = 1;
            done.cause = ScaleCause::AtFloor;
            done.firstOverflow = {NodeId{0}, output, 0};
            (*sink)->consume(done);
        }
    }
    TrainingView view;
    view.show();
    view.openRuns({path});
    QTRY_VERIFY(messageOf(view).isVisible());
    QVERIFY2(messageOf(view).text().startsWith("old: 20 of the last 20 steps"),
        qPrintable(messageOf(view).text()));
    QVERIFY(remedy(view, "Move exp to the Black List"));
    QTest::mouseClick(view.findChild<QToolButton*>("runRemove2"), Qt::LeftButton);
    QTRY_VERIFY(!messageOf(view).isVisible());
}

QTEST_MAIN(TestTrainingAdvice)
#include "tst_trainingadvice.moc"
