// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory and time of a training, said before it starts.
#include "analysis/graph/graphbuilder.h"
#include "gui/training/elidedlabel.h"
#include "gui/training/runestimator.h"
#include "gui/training/trainingview.h"
#include "tests/gui/pictures.h"
#include "tests/gui/runs.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace halftone;

class TestEstimates : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { test::useScheme(Scheme::Light); }
    void lineTellsEveryRun();
    void runsShareTheCores();
    void firstErrorIsSaid();
    void formTellsMemoryAndTime();
    void changesAreTriedAnew();
    void startEndsTheTrial();
    void hiddenViewTriesNothing();
    void largeModelIsTriedOnRequest();
    void windowStaysQuickWhileStepsAreTried();
};

namespace {

std::unique_ptr<TrainingView> makeView()
{
    auto view = std::make_unique<TrainingView>();
    view->resize(1280, 800);
    view->setModel("sample:lenet5", {});
    return view;
}

QString lineOf(TrainingView& view)
{
    return test::control<QLabel>(view, "trainingEstimate").text();
}

TrainingEstimate estimateOf(double seconds, int threads)
{
    return {.memoryBytes = 3 << 20,
        .activationBytes = 1 << 20,
        .stepsPerEpoch = 50,
        .steps = 100,
        .secondsPerStep = seconds,
        .triedSteps = 5,
        .threads = threads};
}

}

void TestEstimates::lineTellsEveryRun()
{
    const std::vector<RunEstimate> runs{{"FP32", estimateOf(0.2, 1)}, {"O2", estimateOf(0.012, 1)}};
    const QString line = estimateLine(runs, 2);
    QVERIFY2(line.contains("FP32: 3.0 MiB, 200 ms a step"), qPrintable(line));
    QVERIFY2(line.contains("O2: 3.0 MiB, 12 ms a step"), qPrintable(line));
    QVERIFY2(line.endsWith("about 0:20 for 100 steps"), qPrintable(line));
    const QString details = estimateDetails(runs);
    QVERIFY2(details.startsWith("FP32: 1.0 MiB of activations, 2.0 MiB of weights"), qPrintable(details));
    QVERIFY(details.contains("an epoch of 50 steps takes about 0:10"));
}

void TestEstimates::runsShareTheCores()
{
    const std::vector<RunEstimate> runs{{"A", estimateOf(0.1, 2)}, {"B", estimateOf(0.1, 2)}};
    QVERIFY(estimateLine(runs, 4).contains("about 0:10 "));
    QVERIFY(estimateLine(runs, 2).contains("about 0:20 "));
}

void TestEstimates::firstErrorIsSaid()
{
    const std::vector<RunEstimate> runs{{"A", estimateOf(0.1, 2)},
        {"B", std::unexpected(Error{ErrorKind::Usage, "E-DATA", "The data does not fit.", "x", "Choose."})}};
    QCOMPARE(estimateLine(runs, 4), QString("No estimate for B: The data does not fit."));
}

void TestEstimates::formTellsMemoryAndTime()
{
    const auto view = makeView();
    view->show();
    QTRY_VERIFY_WITH_TIMEOUT(lineOf(*view).contains("MiB"), 60000);
    QVERIFY2(lineOf(*view).startsWith("FP32: "), qPrintable(lineOf(*view)));
    QVERIFY(lineOf(*view).contains("allow_mix_precision_fp16: "));
    QVERIFY(test::control<QLabel>(*view, "trainingEstimate").toolTip().contains("activations"));
    QVERIFY(!test::control<QPushButton>(*view, "runEstimate").isVisible());
    if (test::savesPictures())
        test::savePicture(*view, "estimate");
}

void TestEstimates::changesAreTriedAnew()
{
    const auto view = makeView();
    view->show();
    test::control<QCheckBox>(*view, "runUse1").click();
    QTRY_VERIFY_WITH_TIMEOUT(lineOf(*view).contains("MiB"), 60000);
    const QString before = lineOf(*view);
    QVERIFY(!before.contains("allow_mix"));
    QSignalSpy estimated(&view->estimator(), &RunEstimator::estimated);
    auto& batch = test::control<QSpinBox>(*view, "trainingBatch");
    batch.setFocus();
    batch.selectAll();
    QTest::keyClicks(&batch, "128");
    QVERIFY2(!lineOf(*view).contains("MiB"), "what is not true any more is not shown");
    QTRY_VERIFY_WITH_TIMEOUT(lineOf(*view).contains("MiB"), 60000);
    QVERIFY(lineOf(*view) != before);
    QCOMPARE(estimated.size(), 1); // not one for each digit
}

void TestEstimates::startEndsTheTrial()
{
    const auto view = makeView();
    view->show();
    QTRY_VERIFY(view->estimator().isBusy());
    test::control<QDoubleSpinBox>(*view, "trainingLength").setValue(1);
    view->start();
    QVERIFY(view->isRunning());
    QVERIFY(!view->estimator().isBusy());
    view->stop();
    QTRY_VERIFY_WITH_TIMEOUT(!view->isRunning(), 60000);
}

void TestEstimates::hiddenViewTriesNothing()
{
    const auto view = makeView();
    test::control<QSpinBox>(*view, "trainingBatch").setValue(32);
    QVERIFY(!view->estimator().isBusy());
    view->show();
    QVERIFY(view->estimator().isBusy());
}

void TestEstimates::largeModelIsTriedOnRequest()
{
    GraphBuilder builder;
    builder.addInitializer(
        "w", TensorData::of(DType::Float32, {6144, 6144}, std::vector<float>(6144 * 6144)));
    const GraphPtr graph = std::move(builder).finish()->graph;
    QCOMPARE(weightBytes(*graph), std::size_t{6144} * 6144 * 4);
    TrainingView view;
    view.resize(1280, 800);
    view.setModel("sample:lenet5", {}, graph); // says that it is large
    view.show();
    auto& button = test::control<QPushButton>(view, "runEstimate");
    QTRY_VERIFY(button.isVisible());
    QVERIFY(!view.estimator().isBusy());
    QTest::mouseClick(&button, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(lineOf(view).contains("MiB"), 60000);
    QVERIFY(!button.isVisible());
}

void TestEstimates::windowStaysQuickWhileStepsAreTried()
{
    const auto view = makeView();
    view->show();
    QTRY_VERIFY(view->estimator().jobs().isBusy());
    // Ten turns of the event loop while a trial goes on; a trial in this thread would take 400 ms.
    QElapsedTimer timer;
    timer.start();
    QCoreApplication::processEvents();
    QVERIFY2(timer.elapsed() < 300, qPrintable(QString::number(timer.elapsed())));
    QTRY_VERIFY_WITH_TIMEOUT(lineOf(*view).contains("MiB"), 60000);
}

QTEST_MAIN(TestEstimates)
#include "tst_estimates.moc"
