// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/graphbuilder.h"
#include "executor/files/modelfile.h"
#include "gui/training/ringsink.h"
#include "gui/training/runevents.h"
#include "gui/training/runplots.h"
#include "gui/training/runreadout.h"
#include "gui/training/runsummary.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingmessage.h"
#include "gui/training/trainingview.h"
#include "tests/gui/pictures.h"

#include <QAbstractItemModelTester>
#include <QAbstractSpinBox>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QProgressBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <limits>

using namespace halftone;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

StepDone step(std::uint64_t number, float loss, double scale = 1)
{
    return {.step = number, .loss = loss, .scaleUsed = scale, .scaleAfter = scale, .nanoseconds = 1'000'000};
}

StepDone overflowing(std::uint64_t number, double scale)
{
    StepDone done = step(number, kNan, scale);
    done.scaleAfter = scale / 2;
    done.overflow = done.skipped = true;
    done.cause = ScaleCause::Overflow;
    return done;
}

template <typename Control>
Control& control(QWidget& view, const char* name)
{
    auto* found = view.findChild<Control*>(QLatin1StringView(name));
    if (!found)
        qFatal("there is no control %s", name);
    return *found;
}

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

    void ringKeepsOrder();
    void fullRingDropsAndCounts();
    void endIsNeverDropped();
    void ringIsSafeBetweenThreads();

    void scalesAreReadAsPeopleWriteThem_data();
    void scalesAreReadAsPeopleWriteThem();
    void formStartsWithWhatTrainsTheSample();
    void formIsReadIntoSettings();
    void ruleBringsItsDefaults();
    void badScaleIsSaidInline();
    void mixedRunTakesPrecisionAndScale();

    void everyControlHasANameForPeopleAndTests();
    void controlsFitIntoTheWindow_data();
    void controlsFitIntoTheWindow();
    void nothingStartsWithoutAModel();
    void bothPrecisionsTrainSideBySide();
    void pauseStopsTheStepCounter();
    void stopEndsWithinASecond();
    void closingWhileTrainingIsQuick();
    void badFolderIsSaidInline();
    void ruleThatGivesUpIsSaidInline();
    void secondRunStartsAfresh();

    void plotsShowTheHistory();
    void lossThatIsNoNumberBreaksTheLine();
    void smoothingWeighsTheLastSteps();
    void draggingZoomsAndUnpins();
    void crosshairTellsTheValues();
    void plotsAreWritten_data();
    void plotsAreWritten();
    void unknownSuffixIsRefused();

    void eventsAreListed();
    void clickOnAnEventAsksForTheOperator();
    void insertedCastsAreNamedAfterTheOperator();
    void historyIsWrittenAsCsv();
    void summaryStandsSideBySide();
    void remainingTimeComesFromThePace();
    void picturesForReview_data();
    void picturesForReview();
};

void TestTrainingView::ringKeepsOrder()
{
    RingSink ring(4);
    std::vector<StepDone> steps;
    for (std::uint64_t i = 1; i <= 10; ++i) {
        ring.consume(step(i, 1));
        ring.takeSteps(steps, 100);
    }
    QCOMPARE(steps.size(), 10u);
    for (std::uint64_t i = 0; i < 10; ++i)
        QCOMPARE(steps[i].step, i + 1);
    QCOMPARE(ring.dropped(), 0u);
}

void TestTrainingView::fullRingDropsAndCounts()
{
    RingSink ring(4);
    for (std::uint64_t i = 1; i <= 7; ++i)
        ring.consume(step(i, 1));
    QCOMPARE(ring.dropped(), 3u);
    std::vector<StepDone> steps;
    ring.takeSteps(steps, 2);
    QCOMPARE(steps.size(), 2u);
    ring.takeSteps(steps, 100);
    QCOMPARE(steps.size(), 4u);
    QCOMPARE(steps.back().step, 4u);
}

void TestTrainingView::endIsNeverDropped()
{
    RingSink ring(2);
    for (std::uint64_t i = 1; i <= 5; ++i)
        ring.consume(step(i, 1));
    ring.consume(RunFinished{.steps = 5});
    QVERIFY(!ring.takeFinished()); // Steps still wait.
    std::vector<StepDone> steps;
    ring.takeSteps(steps, 100);
    QCOMPARE(ring.takeFinished()->steps, 5u);
    QVERIFY(!ring.takeFinished());
}

void TestTrainingView::ringIsSafeBetweenThreads()
{
    constexpr std::uint64_t kSteps = 200000;
    RingSink ring(1024);
    std::jthread writer([&] {
        ring.begin({.plannedSteps = kSteps});
        for (std::uint64_t i = 1; i <= kSteps; ++i)
            ring.consume(step(i, static_cast<float>(i)));
        ring.consume(RunFinished{.steps = kSteps});
    });
    std::vector<StepDone> steps;
    std::optional<RunFinished> finished;
    std::optional<RunInfo> info;
    while (!finished) {
        if (auto taken = ring.takeInfo())
            info = taken;
        ring.takeSteps(steps, 500);
        finished = ring.takeFinished();
    }
    QVERIFY(info);
    QCOMPARE(steps.size() + ring.dropped(), kSteps);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].loss, static_cast<float>(steps[i].step));
        QVERIFY(i == 0 || steps[i].step > steps[i - 1].step);
    }
}

void TestTrainingView::scalesAreReadAsPeopleWriteThem_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("scale"); // 0: refused
    QTest::newRow("a number") << "65536" << 65536.0;
    QTest::newRow("a power") << "2^16" << 65536.0;
    QTest::newRow("as offered") << "2^24 = 16777216" << 16777216.0;
    QTest::newRow("with separators") << "65,536" << 65536.0;
    QTest::newRow("with an exponent") << "1e4" << 10000.0;
    QTest::newRow("one") << "1" << 1.0;
    QTest::newRow("2*32, a slip from real templates") << "2*32" << 0.0;
    QTest::newRow("below one") << "0.5" << 0.0;
    QTest::newRow("words") << "large" << 0.0;
    QTest::newRow("nothing") << "" << 0.0;
    QTest::newRow("infinity") << "inf" << 0.0;
    QTest::newRow("a power beyond all numbers") << "2^999" << std::ldexp(1.0, 999);
}

void TestTrainingView::scalesAreReadAsPeopleWriteThem()
{
    QFETCH(const QString, text);
    QFETCH(const double, scale);
    QCOMPARE(parseScale(text).value_or(0), scale);
    if (scale > 0)
        QCOMPARE(parseScale(scaleText(scale)), scale);
}

void TestTrainingView::formStartsWithWhatTrainsTheSample()
{
    const TrainingForm form;
    const auto setup = form.setup();
    QVERIFY(setup);
    QCOMPARE(setup->data, std::string(kSampleDigits));
    QCOMPARE(setup->settings.batch, 64u);
    QCOMPARE(setup->settings.learningRate, 0.05f);
    QCOMPARE(setup->settings.differentiate.momentum, 0.9f);
    QCOMPARE(setup->settings.steps, 0u);
    QCOMPARE(setup->settings.epochs, 2.0);
    QVERIFY(setup->trainsFp32 && setup->trainsMixed);
    QCOMPARE(setup->lossScaleRule, "ms_dynamic_loss_scale_update_cell");
    QVERIFY(setup->lossScale == findLossScaleRule(setup->lossScaleRule)->defaults);
}

void TestTrainingView::formIsReadIntoSettings()
{
    TrainingForm form;
    form.setData("/no/such/folder");
    control<QSpinBox>(form, "trainingBatch").setValue(32);
    control<QDoubleSpinBox>(form, "trainingLearningRate").setValue(0.01);
    control<QDoubleSpinBox>(form, "trainingMomentum").setValue(0.8);
    control<QComboBox>(form, "trainingLengthUnit").setCurrentIndex(1);
    control<QDoubleSpinBox>(form, "trainingLength").setValue(300);
    control<QComboBox>(form, "trainingInitialScale").setEditText("2^10");
    control<QSpinBox>(form, "trainingWindow").setValue(50);
    control<QCheckBox>(form, "trainingFp32").setChecked(false);
    const auto setup = form.setup();
    QVERIFY(setup);
    QCOMPARE(setup->data, "/no/such/folder");
    QCOMPARE(setup->settings.batch, 32u);
    QCOMPARE(setup->settings.learningRate, 0.01f);
    QCOMPARE(setup->settings.differentiate.momentum, 0.8f);
    QCOMPARE(setup->settings.steps, 300u);
    QCOMPARE(setup->lossScale.initial, 1024.0);
    QCOMPARE(setup->lossScale.window, 50);
    QVERIFY(!setup->trainsFp32 && setup->trainsMixed);
}

void TestTrainingView::ruleBringsItsDefaults()
{
    TrainingForm form;
    for (const LossScaleRule& rule : lossScaleRules()) {
        form.setLossScaleRule(rule.id);
        const auto setup = form.setup();
        QVERIFY(setup);
        QCOMPARE(setup->lossScaleRule, std::string(rule.id));
        QVERIFY2(setup->lossScale == rule.defaults, rule.id.data());
        QCOMPARE(control<QSpinBox>(form, "trainingWindow").isEnabled(), rule.isDynamic);
    }
}

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

void TestTrainingView::mixedRunTakesPrecisionAndScale()
{
    const TrainingSetup setup{.data = "sample:digits",
        .lossScaleRule = "torch_grad_scaler",
        .lossScale = {.initial = 1024, .window = 7}};
    const Precision precision{
        .policy = {.settings = AscendSettings{.soc = "ascend910", .modeName = "force_fp16"}}};
    const auto runs = planRuns(setup, "model.onnx", {{"N", 8}}, precision);
    QCOMPARE(runs.size(), 2u);
    QCOMPARE(runs[0].kind, RunKind::Fp32);
    QVERIFY(!runs[0].request.settings.precision);
    const auto& mixed = runs[1].request.settings.precision;
    QVERIFY(mixed);
    QVERIFY(mixed->policy == precision.policy);
    QCOMPARE(mixed->lossScaleRule, "torch_grad_scaler");
    QCOMPARE(mixed->lossScale->initial, 1024.0);
    QCOMPARE(mixed->lossScale->window, 7);
    QCOMPARE(runs[1].request.dims.at("N"), 8);
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
    for (const QWidget* widget : view->form()->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        QVERIFY2(view->form()->rect().contains(widget->geometry()), qPrintable(widget->objectName()));
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
    control<QCheckBox>(view, "trainingFp32").setChecked(false);
    control<QCheckBox>(view, "trainingMixed").setChecked(false);
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
    QCOMPARE(view->plots()->series()[0]->raw()->dataCount(), 30);
}

void TestTrainingView::pauseStopsTheStepCounter()
{
    const auto view = makeView(100000);
    control<QCheckBox>(*view, "trainingMixed").setChecked(false);
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
    control<QCheckBox>(*view, "trainingFp32").setChecked(false);
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
    control<QCheckBox>(*view, "trainingMixed").setChecked(false);
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

void TestTrainingView::plotsShowTheHistory()
{
    RunHistory history;
    for (std::uint64_t i = 1; i <= 100; ++i)
        history.steps.push_back(
            i % 10 == 0 ? overflowing(i, 65536) : step(i, 1.0f / static_cast<float>(i), 65536));
    history.steps[49].cause = ScaleCause::Growth;
    RunPlots plots;
    plots.setRuns({{RunKind::Mixed, "mixed", &history}});
    RunSeries& series = *plots.series().front();
    QCOMPARE(series.raw()->dataCount(), 100);
    QCOMPARE(series.scale()->dataCount(), 100);
    QCOMPARE(series.overflows()->dataCount(), 10);
    QCOMPARE(series.skipped()->dataCount(), 10);
    QCOMPARE(series.growths()->dataCount(), 1);
    for (int i = 0; i < 100; ++i) {
        QCOMPARE(series.raw()->dataMainKey(i), i + 1.0);
        if ((i + 1) % 10 != 0)
            QCOMPARE(series.raw()->dataMainValue(i), 1.0f / static_cast<float>(i + 1));
    }
    history.steps.push_back(step(101, 0.5f, 65536));
    plots.append(0, 100, 101);
    QCOMPARE(series.raw()->dataCount(), 101);
    QVERIFY(plots.stepRange().upper > 101);
}

void TestTrainingView::lossThatIsNoNumberBreaksTheLine()
{
    RunHistory history;
    history.steps = {step(1, 2), step(2, kNan), step(3, std::numeric_limits<float>::infinity()), step(4, 1)};
    RunPlots plots;
    plots.setRuns({{RunKind::Fp32, "fp32", &history}});
    RunSeries& series = *plots.series().front();
    QVERIFY(std::isnan(series.raw()->dataMainValue(1)));
    QVERIFY(std::isnan(series.raw()->dataMainValue(2)));
    QVERIFY(std::isnan(series.smooth()->dataMainValue(2)));
    QVERIFY(std::isfinite(series.smooth()->dataMainValue(3)));
    QCOMPARE(series.badLosses()->dataCount(), 2);
    QCOMPARE(series.badLosses()->dataMainKey(0), 2.0);
}

void TestTrainingView::smoothingWeighsTheLastSteps()
{
    RunHistory history;
    history.steps = {step(1, 4), step(2, 2)};
    RunPlots plots;
    plots.setRuns({{RunKind::Fp32, "fp32", &history}});
    RunSeries& series = *plots.series().front();
    series.setSmoothing(0.5);
    QCOMPARE(series.smooth()->dataMainValue(0), 4.0); // The first step is not pulled towards zero.
    QCOMPARE(series.smooth()->dataMainValue(1), (0.25 * 4 + 0.5 * 2) / 0.75);
    series.setSmoothing(0);
    QCOMPARE(series.smooth()->dataMainValue(1), 2.0);
}

void TestTrainingView::draggingZoomsAndUnpins()
{
    RunHistory history;
    for (std::uint64_t i = 1; i <= 1000; ++i)
        history.steps.push_back(step(i, 1));
    RunPlots plots;
    plots.resize(900, 600);
    plots.setRuns({{RunKind::Mixed, "mixed", &history}});
    plots.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plots));
    plots.plot()->replot();
    QVERIFY(plots.followsLive());
    QTest::mousePress(plots.plot(), Qt::LeftButton, {}, {300, 150});
    QTest::mouseMove(plots.plot(), {350, 200});
    QTest::mouseMove(plots.plot(), {500, 200});
    QTest::mouseRelease(plots.plot(), Qt::LeftButton, {}, {500, 200});
    QVERIFY(!plots.followsLive());
    const QCPRange zoomed = plots.stepRange();
    QVERIFY(zoomed.size() > 50 && zoomed.size() < 500);
    for (QCPAxisRect* rect : plots.plot()->axisRects())
        QVERIFY(rect->axis(QCPAxis::atBottom)->range() == zoomed);
    history.steps.push_back(step(1001, 1));
    plots.append(0, 1000, 1001);
    QVERIFY(plots.stepRange() == zoomed); // New steps do not move it.
    QTest::mouseDClick(plots.plot(), Qt::LeftButton, {}, {400, 150});
    QVERIFY(plots.followsLive());
    QVERIFY(plots.stepRange().upper > 1000);
}

void TestTrainingView::crosshairTellsTheValues()
{
    RunHistory fp32;
    RunHistory mixed;
    for (std::uint64_t i = 1; i <= 20; ++i) {
        fp32.steps.push_back(step(i, 0.5f));
        mixed.steps.push_back(i == 7 ? overflowing(i, 65536) : step(i, 0.25f, 65536));
    }
    RunPlots plots;
    plots.setRuns({{RunKind::Fp32, "fp32", &fp32}, {RunKind::Mixed, "mixed", &mixed}});
    QCOMPARE(plots.readout(), "Step 20:  FP32 loss 0.5  ·  Mixed loss 0.25, scale 65536");
    plots.pointAt(7);
    QCOMPARE(plots.readout(), "Step 7:  FP32 loss 0.5  ·  Mixed loss NaN, scale 65536, overflow, skipped");
    QTest::keyClick(plots.plot(), Qt::Key_Right);
    QVERIFY(plots.readout().startsWith("Step 8:"));
    QTest::keyClick(plots.plot(), Qt::Key_Home);
    QVERIFY(plots.readout().startsWith("Step 1:"));
    plots.pointAt(0);
    QVERIFY(plots.readout().startsWith("Step 20:"));
}

void TestTrainingView::plotsAreWritten_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("PNG") << "plots.png" << QByteArray("\x89PNG");
    QTest::newRow("SVG") << "plots.svg" << QByteArray("<?xml");
    QTest::newRow("PDF") << "plots.PDF" << QByteArray("%PDF");
}

void TestTrainingView::plotsAreWritten()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, start);
    RunHistory history;
    history.steps = {step(1, 2), step(2, 1)};
    RunPlots plots;
    plots.resize(600, 400);
    plots.setRuns({{RunKind::Fp32, "fp32", &history}});
    const QTemporaryDir folder;
    const auto result = plots.save(folder.filePath(name));
    QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith(start));
    QVERIFY(file.size() > 1000);
}

void TestTrainingView::unknownSuffixIsRefused()
{
    RunPlots plots;
    const auto result = plots.save("/tmp/plots.bmp");
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Usage);
    const auto unwritable = plots.save("/no/such/folder/plots.png");
    QVERIFY(!unwritable);
    QCOMPARE(unwritable.error().kind, ErrorKind::File);
}

void TestTrainingView::eventsAreListed()
{
    RunHistory history;
    history.steps = {step(1, 1, 65536), overflowing(2, 65536), step(3, 1, 32768), step(4, kNan, 32768)};
    history.steps[2].cause = ScaleCause::Growth;
    history.steps[2].scaleAfter = 65536;
    RunEventModel model;
    QAbstractItemModelTester tester(&model);
    model.append(history, RunKind::Mixed, 0, 4);
    QCOMPARE(model.rowCount(), 3);
    const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(text(0, RunEventModel::Step), "2");
    QCOMPARE(text(0, RunEventModel::Run), "Mixed");
    QCOMPARE(text(0, RunEventModel::What), "Overflow: scale 65536 → 32768, step skipped");
    QCOMPARE(text(1, RunEventModel::What), "Growth: scale 32768 → 65536");
    QCOMPARE(text(2, RunEventModel::What), "The loss is NaN");
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void TestTrainingView::clickOnAnEventAsksForTheOperator()
{
    const GraphPtr graph = openModel(kSampleModel, {.dims = {{"N", 1}}}).value().graph;
    RunHistory history;
    history.info = RunInfo{.graph = graph};
    history.steps = {overflowing(1, 65536), overflowing(2, 32768)};
    history.steps[0].firstOverflow = {graph->findNode("conv2"), graph->outputs(graph->findNode("conv2"))[0]};
    TrainingView view;
    view.events()->append(history, RunKind::Mixed, 0, 2);
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

void TestTrainingView::insertedCastsAreNamedAfterTheOperator()
{
    GraphBuilder builder;
    const ValueId input = builder.addInput("x", DType::Float32, fixedDims(std::vector<std::int64_t>{2, 2}));
    const ValueId a = builder.addValueLike("a", input);
    const ValueId b = builder.addValueLike("b", input);
    const ValueId c = builder.addValueLike("c", input);
    builder.addNode({.opType = "Cast", .name = "x__to_float16", .inputs = {input}, .outputs = {a}});
    builder.addNode({.opType = "Relu", .name = "relu", .inputs = {a}, .outputs = {b}});
    builder.addNode({.opType = "Cast", .name = "b__to_float32", .inputs = {b}, .outputs = {c}});
    builder.markOutput(c);
    const GraphPtr graph = std::move(builder).finish().value().graph;
    const auto named = [&](std::uint32_t node) { return overflowNode(*graph, {NodeId{node}, a}); };
    QCOMPARE(named(0), "relu"); // The cast of an input stands for its user,
    QCOMPARE(named(1), "relu");
    QCOMPARE(named(2), "relu"); // that of a result for what made it.
    QCOMPARE(overflowNode(*graph, {}), QString());
}

void TestTrainingView::historyIsWrittenAsCsv()
{
    RunHistory history;
    history.steps = {step(1, 0.1f, 65536), overflowing(2, 65536)};
    const NamedHistory runs[] = {{"Mixed \"A\"", &history}};
    const QList<QByteArray> lines = historyCsv(runs).split('\n');
    QCOMPARE(lines.size(), 4); // The last is empty.
    QVERIFY(lines[0].startsWith("run,step,loss,"));
    QCOMPARE(lines[0].count(','), 11);
    QCOMPARE(lines[1], "\"Mixed \"\"A\"\"\",1,0.1,65536,65536,0,0,kept,\"\",0,0,1000000");
    QCOMPARE(lines[2], "\"Mixed \"\"A\"\"\",2,nan,65536,32768,1,1,overflow,\"\",0,0,1000000");
    const QTemporaryDir folder;
    TrainingView view;
    QVERIFY(view.exportHistory(folder.filePath("steps.csv")));
    QVERIFY(QFile::exists(folder.filePath("steps.csv")));
    QVERIFY(!view.exportHistory("/no/such/folder/steps.csv"));
}

void TestTrainingView::summaryStandsSideBySide()
{
    RunHistory fp32;
    RunHistory mixed;
    const RunResult runs[] = {{RunKind::Fp32, "FP32", &fp32}, {RunKind::Mixed, "Mixed", &mixed}};
    QVERIFY(summaryText(runs).isEmpty());
    fp32.finished = RunFinished{.steps = 200, .accuracy = 0.97, .meanLoss = 0.1};
    mixed.finished = RunFinished{.steps = 200, .skippedSteps = 2, .accuracy = 0.965, .meanLoss = 0.11};
    const QString text = summaryText(runs);
    QVERIFY(text.contains("97.0 %"));
    QVERIFY(text.contains("96.5 %"));
    QVERIFY(text.contains("2 of 200 steps skipped (1 %)"));
    QVERIFY(text.contains("−0.50 percentage points"));
}

void TestTrainingView::remainingTimeComesFromThePace()
{
    RunHistory history;
    QVERIFY(!secondsLeft(history));
    history.info = RunInfo{.plannedSteps = 1000};
    for (std::uint64_t i = 1; i <= 100; ++i)
        history.steps.push_back(step(i, 1));
    QVERIFY(std::abs(*secondsLeft(history) - 0.9) < 1e-9);
    QCOMPARE(durationText(37.2), "0:38");
    QCOMPARE(durationText(3723), "1:02:03");
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
