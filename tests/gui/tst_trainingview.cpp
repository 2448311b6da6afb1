// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/files/modelfile.h"
#include "gui/training/runevents.h"
#include "gui/training/runplots.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingmessage.h"
#include "gui/training/trainingview.h"
#include "tests/gui/pictures.h"
#include "tests/gui/trainingviews.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QProgressBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace halftone;
using namespace halftone::test;

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
    void badFolderIsSaidInline();
    void ruleThatGivesUpIsSaidInline();
    void clickOnAnEventAsksForTheOperator();
    void picturesForReview_data();
    void picturesForReview();
};

void TestTrainingView::badScaleIsSaidInline()
{
    const auto view = makeTrainingView(30);
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
    const auto view = makeTrainingView(30);
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
    const auto view = makeTrainingView(30);
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
    const auto view = makeTrainingView(30);
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
    for (const auto& series : view->plots()->series()) // at once, and not with the next live frame
        QCOMPARE(series->raw()->dataCount(), 30);
    QVERIFY2(view->plots()->readout().contains("allow_mix_precision_fp16 loss"),
        qPrintable(view->plots()->readout()));
}

void TestTrainingView::badFolderIsSaidInline()
{
    const auto view = makeTrainingView(30);
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
    const auto view = makeTrainingView(200);
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
    const auto view = makeTrainingView(250);
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
