// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/files/modelfile.h"
#include "gui/training/runevents.h"
#include "gui/training/runplots.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingmessage.h"
#include "gui/training/trainingview.h"
#include "tests/gui/pictures.h"
#include "tests/gui/runs.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace halftone;
using namespace halftone::test;

namespace {

void fillSteps(TrainingView& view, int steps)
{
    auto& unit = control<QComboBox>(view, "trainingLengthUnit");
    unit.setCurrentIndex(unit.findText("steps"));
    control<QDoubleSpinBox>(view, "trainingLength").setValue(steps);
}

std::unique_ptr<TrainingView> makeView(int steps)
{
    auto view = std::make_unique<TrainingView>();
    view->resize(1280, 800);
    view->setModel("sample:lenet5", {});
    fillSteps(*view, steps);
    view->show();
    return view;
}

}

#define WAIT_FOR_END(view) QTRY_VERIFY_WITH_TIMEOUT(!(view).isRunning(), 120000)

class TestTrainingView : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { test::useScheme(Scheme::Light); }
    void badScaleIsSaidInline();
    void everyControlHasANameForPeopleAndTests();
    void controlsFitIntoTheWindow_data();
    void controlsFitIntoTheWindow();
    void nothingStartsWithoutAModel();
    void bothPrecisionsTrainSideBySide();
    void fourRunsTrainAtOnce();
    void eachRunIsStartedAndStoppedAlone();
    void pausedRunMakesSingleSteps();
    void pauseStopsTheStepCounter();
    void stopEndsWithinASecond();
    void closingWhileTrainingIsQuick();
    void badFolderIsSaidInline();
    void ruleThatGivesUpIsSaidInline();
    void secondRunStartsAfresh();
    void clickOnAnEventAsksForTheOperator();
    void picturesForReview_data();
    void picturesForReview();
};

void TestTrainingView::badScaleIsSaidInline()
{
    const auto view = makeView(30);
    control<QComboBox>(*view, "trainingInitialScale").setEditText("2*32");
    view->start();
    QVERIFY(!view->isRunning());
    auto& message = control<TrainingMessage>(*view, "trainingMessage");
    QVERIFY(message.isVisible());
    QVERIFY(message.text().contains("\"2*32\" is no loss scale."));
    QTest::mouseClick(&control<QToolButton>(*view, "trainingMessageClose"), Qt::LeftButton);
    QVERIFY(!message.isVisible());
}

void TestTrainingView::everyControlHasANameForPeopleAndTests()
{
    const auto view = makeView(30);
    for (const QWidget* widget : view->findChildren<QWidget*>()) {
        const bool isInner = widget->objectName().startsWith("qt_") ||
            widget->parentWidget()->inherits("QComboBox") || widget->inherits("QListView") ||
            widget->parentWidget()->inherits("QAbstractSpinBox");
        if (widget->focusPolicy() == Qt::NoFocus || isInner || qobject_cast<const QLabel*>(widget))
            continue;
        const QString what =
            QStringLiteral("%1 %2").arg(widget->metaObject()->className(), widget->objectName());
        if (widget->inherits("QHeaderView"))
            continue;
        QVERIFY2(!widget->objectName().isEmpty(), qPrintable(what));
        QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(what));
    }
    for (const char* name : {"trainingStart", "trainingPause", "trainingStop"})
        QVERIFY(!control<QAction>(*view, name).shortcut().isEmpty());
}

void TestTrainingView::controlsFitIntoTheWindow_data()
{
    QTest::addColumn<int>("width");
    QTest::newRow("the smallest supported screen") << 1280;
    QTest::newRow("between docks") << 760;
}

void TestTrainingView::controlsFitIntoTheWindow()
{
    QFETCH(const int, width);
    const auto view = makeView(30);
    view->resize(width, 800);
    QVERIFY(QTest::qWaitForWindowExposed(view.get()));
    QCOMPARE(view->width(), width);
    auto& fields = control<QWidget>(*view, "trainingFields");
    const auto children = fields.findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
    QVERIFY(children.size() > 5);
    for (const QWidget* widget : children) {
        QVERIFY2(fields.rect().contains(widget->geometry()), qPrintable(widget->objectName()));
        QVERIFY(widget->width() >= widget->minimumSizeHint().width());
    }
    QVERIFY(view->plots()->height() > 300);
}

void TestTrainingView::nothingStartsWithoutAModel()
{
    TrainingView view;
    QVERIFY(!control<QAction>(view, "trainingStart").isEnabled());
    view.start();
    QVERIFY(!view.isRunning());
    view.setModel("sample:lenet5", {});
    QVERIFY(control<QAction>(view, "trainingStart").isEnabled());
    control<QCheckBox>(view, "runUse0").setChecked(false);
    control<QCheckBox>(view, "runUse1").setChecked(false);
    QVERIFY(!control<QAction>(view, "trainingStart").isEnabled());
}

void TestTrainingView::bothPrecisionsTrainSideBySide()
{
    const auto view = makeView(30);
    QAbstractItemModelTester tester(view->events());
    QSignalSpy running(view.get(), &TrainingView::runningChanged);
    control<QAction>(*view, "trainingStart").trigger();
    QVERIFY(view->isRunning());
    QVERIFY(!view->form()->isEnabled());
    WAIT_FOR_END(*view);
    QVERIFY2(control<TrainingMessage>(*view, "trainingMessage").text().isEmpty(),
        qPrintable(control<TrainingMessage>(*view, "trainingMessage").text()));
    const auto histories = view->histories();
    QCOMPARE(histories.size(), 2u);
    for (const NamedHistory& run : histories) {
        QCOMPARE(run.history->steps.size(), 30u);
        QCOMPARE(run.history->dropped, 0u);
        QVERIFY(run.history->finished);
        QCOMPARE(run.history->finished->steps, 30u);
        for (std::uint64_t i = 0; i < 30; ++i)
            QCOMPARE(run.history->steps[i].step, i + 1);
    }
    QVERIFY(histories[0].history->steps.back().loss < histories[0].history->steps.front().loss);
    QCOMPARE(histories[0].history->info->precision, "float32");
    QCOMPARE(histories[1].history->info->precision, "allow_mix_precision_fp16");
    QVERIFY(histories[1].history->steps.front().scaleUsed > 1);
    QVERIFY(view->form()->isEnabled());
    QCOMPARE(running.size(), 2);
    QVERIFY(control<QLabel>(*view, "runSummary").text().contains("accuracy"));
    QCOMPARE(control<QProgressBar>(*view, "trainingProgress").value(), 1000);
    QTRY_COMPARE(view->plots()->series()[0]->raw()->dataCount(), 30);
}

void TestTrainingView::fourRunsTrainAtOnce()
{
    const auto view = makeView(12);
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

void TestTrainingView::eachRunIsStartedAndStoppedAlone()
{
    const auto view = makeView(100000);
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

void TestTrainingView::pausedRunMakesSingleSteps()
{
    const auto view = makeView(100000);
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

void TestTrainingView::pauseStopsTheStepCounter()
{
    const auto view = makeView(100000);
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

void TestTrainingView::stopEndsWithinASecond()
{
    const auto view = makeView(100000);
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

void TestTrainingView::closingWhileTrainingIsQuick()
{
    auto view = makeView(100000);
    view->start();
    QTRY_VERIFY_WITH_TIMEOUT(view->histories().back().history->steps.size() > 3, 60000);
    QElapsedTimer timer;
    timer.start();
    view.reset();
    qInfo("closed after %lld ms", timer.elapsed());
    QVERIFY(timer.elapsed() < 1000);
}

void TestTrainingView::badFolderIsSaidInline()
{
    const auto view = makeView(30);
    view->form()->setData("/no/such/folder");
    view->start();
    WAIT_FOR_END(*view);
    auto& message = control<TrainingMessage>(*view, "trainingMessage");
    QVERIFY(message.isVisible());
    QVERIFY2(message.text().contains("/no/such/folder"), qPrintable(message.text()));
    QVERIFY(message.text().contains("FP32"));
    QVERIFY(control<QAction>(*view, "trainingStart").isEnabled());
}

// Such a learning rate makes every gradient infinite, and DeepSpeed raises at its smallest scale.
void TestTrainingView::ruleThatGivesUpIsSaidInline()
{
    const auto view = makeView(200);
    view->form()->setLossScaleRule("deepspeed_dynamic_loss_scaler");
    control<QComboBox>(*view, "trainingInitialScale").setEditText("2^1");
    control<QDoubleSpinBox>(*view, "trainingLearningRate").setValue(1000);
    control<QCheckBox>(*view, "runUse0").setChecked(false);
    view->start();
    WAIT_FOR_END(*view);
    const RunHistory& history = *view->histories().front().history;
    QVERIFY(history.finished);
    QCOMPARE(history.finished->why, RunFinished::Why::Failed);
    QVERIFY(history.steps.size() < 200);
    QVERIFY(control<TrainingMessage>(*view, "trainingMessage").text().contains("DeepSpeed"));
    QVERIFY(control<QLabel>(*view, "runSummary").text().contains("gave up"));
    QCOMPARE(view->plots()->series().size(), 1u); // What there is to see stays.
    QVERIFY(view->events()->rowCount() > 0);
}

void TestTrainingView::secondRunStartsAfresh()
{
    const auto view = makeView(5);
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

void TestTrainingView::clickOnAnEventAsksForTheOperator()
{
    const GraphPtr graph = openModel(kSampleModel, {.dims = {{"N", 1}}}).value().graph;
    RunHistory history;
    history.info = RunInfo{.graph = graph};
    history.steps = {overflowing(1, 65536), overflowing(2, 32768)};
    history.steps[0].firstOverflow = {graph->findNode("conv2"), graph->outputs(graph->findNode("conv2"))[0]};
    TrainingView view;
    view.events()->setRuns({{"Mixed", 1, &history}});
    QSignalSpy spy(&view, &TrainingView::nodeRequested);
    auto& table = control<QTableView>(view, "trainingEvents");
    view.show();
    QTest::mouseClick(
        table.viewport(), Qt::LeftButton, {}, table.visualRect(table.model()->index(0, 2)).center());
    QCOMPARE(spy.takeFirst().first().toString(), "conv2");
    table.setCurrentIndex(table.model()->index(0, 0));
    QTest::keyClick(&table, Qt::Key_Return);
    QCOMPARE(spy.takeFirst().first().toString(), "conv2");
    table.setCurrentIndex(table.model()->index(1, 0));
    QTest::keyClick(&table, Qt::Key_Return);
    QVERIFY(spy.isEmpty()); // Nothing is known about where.
}

void TestTrainingView::picturesForReview_data()
{
    QTest::addColumn<Scheme>("scheme");
    QTest::newRow("light") << Scheme::Light;
    QTest::newRow("dark") << Scheme::Dark;
}

void TestTrainingView::picturesForReview()
{
    if (!test::savesPictures())
        QSKIP("saves pictures where HALFTONE_SHOTS names a folder");
    QFETCH(const Scheme, scheme);
    test::useScheme(scheme);
    const QString suffix = QString::fromLatin1(QTest::currentDataTag());
    const auto shoot = [&](QWidget& view, const QString& name) {
        view.findChild<RunPlots*>()->plot()->replot();
        test::savePicture(view, name + "_" + suffix);
    };
    const auto view = makeView(250);
    shoot(*view, "training_before");
    view->start();
    QTRY_VERIFY_WITH_TIMEOUT(view->histories().back().history->steps.size() > 100, 60000);
    shoot(*view, "training_during");
    WAIT_FOR_END(*view);
    view->plots()->pointAt(60);
    shoot(*view, "training_after");
    control<QSpinBox>(*view, "trainingWindow").setValue(25);
    control<QCheckBox>(*view, "plotLogarithmic").setChecked(true);
    view->start();
    WAIT_FOR_END(*view);
    shoot(*view, "training_window25_log");
    QVERIFY(view->exportPlots(
        QStringLiteral("%1/training_export_%2.png").arg(qEnvironmentVariable("HALFTONE_SHOTS"), suffix)));
    view->plots()->showSteps({1, 60});
    shoot(*view, "training_zoomed");
    view->form()->setData("/no/such/folder");
    view->start();
    WAIT_FOR_END(*view);
    view->resize(760, 800);
    shoot(*view, "training_error_narrow");
    test::useScheme(Scheme::Light);
}

QTEST_MAIN(TestTrainingView)
#include "tst_trainingview.moc"
