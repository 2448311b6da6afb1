// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runlook.h"
#include "gui/training/runplots.h"
#include "tests/gui/runs.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

using namespace halftone;
using namespace halftone::test;

class TestRunPlots : public QObject
{
    Q_OBJECT

private slots:
    void plotsShowTheHistory();
    void wideLinesAreDrawnInPiecesThatTouch();
    void lossThatIsNoNumberBreaksTheLine();
    void smoothingWeighsTheLastSteps();
    void extremesOfAnyStretchAreFound();
    void spikesOfOneStepAreSeenAtAnyZoom();
    void marksOfFewStepsSurviveThinning();
    void infinitiesAreMarkedAtTheirEdge();
    void everyChangeOfTheScaleIsNamed();
    void overflowsThatAreNotSkippedAreMarkedApart();
    void curvesAreChosenFromTheMenu();
    void looksTellEightRunsApart();
    void draggingZoomsAndUnpins();
    void crosshairTellsTheValues();
    void plotsAreWritten_data();
    void plotsAreWritten();
    void unknownSuffixIsRefused();
};

void TestRunPlots::plotsShowTheHistory()
{
    RunHistory history;
    for (std::uint64_t i = 1; i <= 100; ++i)
        history.steps.push_back(
            i % 10 == 0 ? overflowing(i, 65536) : step(i, 1.0f / static_cast<float>(i), 65536));
    history.steps[49].cause = ScaleCause::Growth;
    RunPlots plots;
    plots.show();
    plots.setRuns({{"mixed", 1, true, &history}});
    RunSeries& series = *plots.series().front();
    QCOMPARE(series.raw()->dataCount(), 100);
    QVERIFY(series.line(CurveKind::Scale)->dataCount() >= 100); // a wide line is drawn in pieces that touch
    QCOMPARE(series.overflows()->dataCount(), 10);
    QCOMPARE(series.skipped()->dataCount(), 10);
    QCOMPARE(series.changes(ScaleCause::Growth)->dataCount(), 1);
    for (int i = 0; i < 100; ++i) {
        QCOMPARE(series.raw()->dataMainKey(i), i + 1.0);
        if ((i + 1) % 10 != 0)
            QCOMPARE(series.raw()->dataMainValue(i), 1.0f / static_cast<float>(i + 1));
    }
    history.steps.push_back(step(101, 0.5f, 65536));
    plots.update(0);
    QCOMPARE(series.raw()->dataCount(), 101);
    QVERIFY(plots.stepRange().upper > 101);
}

// Drawn as one, such a line takes a time that grows with the square of its points.
void TestRunPlots::wideLinesAreDrawnInPiecesThatTouch()
{
    RunHistory history;
    for (std::uint64_t i = 1; i <= 48; ++i) // not more than the pixels can tell apart
        history.steps.push_back(step(i, 1.0f / static_cast<float>(i)));
    RunPlots plots;
    plots.setRuns({{"fp32", 0, false, &history}});
    const QCPGraph& line = *plots.series().front()->smooth();
    int inPiece = 0;
    std::vector<double> steps;
    for (int i = 0; i < line.dataCount(); ++i) {
        const double key = line.dataMainKey(i);
        if (std::isnan(line.dataMainValue(i))) {
            QVERIFY2(inPiece <= 32, qPrintable(QString::number(inPiece)));
            QVERIFY(i > 0 && i + 1 < line.dataCount());
            QCOMPARE(line.dataMainKey(i - 1), line.dataMainKey(i + 1)); // no gap is seen
            QCOMPARE(line.dataMainValue(i - 1), line.dataMainValue(i + 1));
            inPiece = 0;
            continue;
        }
        ++inPiece;
        if (steps.empty() || steps.back() != key)
            steps.push_back(key);
    }
    QCOMPARE(steps.size(), 48);
    QVERIFY(line.dataCount() > 48);
    QVERIFY(std::ranges::is_sorted(steps));
}

void TestRunPlots::lossThatIsNoNumberBreaksTheLine()
{
    RunHistory history;
    history.steps = {step(1, 2), step(2, kNan), step(3, std::numeric_limits<float>::infinity()), step(4, 1)};
    RunPlots plots;
    plots.setRuns({{"fp32", 0, false, &history}});
    RunSeries& series = *plots.series().front();
    QVERIFY(std::isnan(series.raw()->dataMainValue(1)));
    QVERIFY(std::isnan(series.raw()->dataMainValue(2)));
    QVERIFY(std::isnan(series.smooth()->dataMainValue(2)));
    QVERIFY(std::isfinite(series.smooth()->dataMainValue(3)));
    QCOMPARE(series.gaps(CurveKind::Loss)->dataCount(), 2);
    QCOMPARE(series.gaps(CurveKind::Loss)->dataMainKey(0), 2.0);
}

void TestRunPlots::smoothingWeighsTheLastSteps()
{
    RunHistory history;
    history.steps = {step(1, 4), step(2, 2)};
    RunPlots plots;
    plots.setRuns({{"fp32", 0, false, &history}});
    RunSeries& series = *plots.series().front();
    control<QDoubleSpinBox>(plots, "plotSmoothing").setValue(0.5);
    QCOMPARE(series.smooth()->dataMainValue(0), 4.0); // The first step is not pulled towards zero.
    QCOMPARE(series.smooth()->dataMainValue(1), (0.25 * 4 + 0.5 * 2) / 0.75);
    control<QDoubleSpinBox>(plots, "plotSmoothing").setValue(0);
    QCOMPARE(series.smooth()->dataMainValue(1), 2.0);
}

// Against looking at every number, for stretches that begin and end anywhere.
void TestRunPlots::extremesOfAnyStretchAreFound()
{
    SpikePyramid pyramid;
    std::vector<double> values;
    std::uint32_t random = 12345;
    for (int i = 0; i < 3000; ++i) {
        random = random * 1664525u + 1013904223u;
        values.push_back(i % 97 == 0 ? std::nan("") : static_cast<double>(random >> 8));
        pyramid.append(values.back());
    }
    for (std::size_t first = 0; first < values.size(); first += 61) {
        for (std::size_t last = first + 1; last <= values.size(); last += 173) {
            double lowest = std::numeric_limits<double>::infinity();
            double highest = -lowest;
            std::size_t gap = last;
            for (std::size_t i = last; i-- > first;) {
                if (std::isnan(values[i])) {
                    gap = i;
                    continue;
                }
                lowest = std::min(lowest, values[i]);
                highest = std::max(highest, values[i]);
            }
            const SpikePyramid::Extent extent = pyramid.extent(first, last);
            QCOMPARE(extent.hasGap, gap < last);
            QCOMPARE(extent.hasNumber, std::isfinite(lowest));
            QVERIFY(!extent.hasGap || extent.gap == gap);
            QVERIFY(!extent.hasNumber || pyramid[extent.lowest] == lowest);
            QVERIFY(!extent.hasNumber || pyramid[extent.highest] == highest);
        }
    }
}

void TestRunPlots::spikesOfOneStepAreSeenAtAnyZoom()
{
    constexpr std::uint64_t kSteps = 200'000;
    constexpr std::uint64_t kSpike = 123'457;
    RunHistory history;
    for (std::uint64_t i = 1; i <= kSteps; ++i)
        history.steps.push_back(step(i, i == kSpike ? 100.0f : 1.0f));
    RunPlots plots;
    plots.setRuns({{"fp32", 0, false, &history}});
    RunSeries& series = *plots.series().front();
    for (const double width : {2.0 * kSteps, 50'000.0, 3000.0, 20.0}) {
        plots.showSteps({kSpike - width / 2, kSpike + width / 2});
        QVERIFY(series.raw()->dataCount() < 2 * plots.plot()->width() + 10);
        bool isSeen = false;
        for (int i = 0; i < series.raw()->dataCount(); ++i)
            isSeen |= series.raw()->dataMainValue(i) == 100.0 &&
                series.raw()->dataMainKey(i) == static_cast<double>(kSpike);
        QVERIFY(isSeen);
        QVERIFY(plots.plot()->axes().values(CurveKind::Loss)->range().upper > 100);
    }
}

void TestRunPlots::marksOfFewStepsSurviveThinning()
{
    std::vector<StepDone> steps;
    std::vector<std::uint32_t> marks;
    for (std::uint32_t i = 0; i < 100'000; ++i) {
        steps.push_back(step(i + 1, 1));
        if (i % 2 == 0 && i < 50'000)
            marks.push_back(i);
    }
    marks.push_back(77'777);
    const StepWindow window = stepWindow(steps, {0, 100'000}, 500);
    const std::vector<std::uint32_t> kept = thinned(marks, window);
    QVERIFY(kept.size() <= 500u);
    QVERIFY(kept.size() >= 250u); // each column of the first half has one
    QCOMPARE(kept.back(), 77'777u);
    QCOMPARE(thinned(marks, stepWindow(steps, {1000, 1100}, 500)).size(), 52u); // with its neighbours
}

void TestRunPlots::infinitiesAreMarkedAtTheirEdge()
{
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    RunHistory history;
    history.steps = {step(1, 1), step(2, kInfinity), step(3, -kInfinity), step(4, kNan), step(5, 1)};
    RunPlots plots;
    plots.setRuns({{"fp32", 0, false, &history}});
    const QCPGraph* gaps = plots.series().front()->gaps(CurveKind::Loss);
    QCOMPARE(gaps->dataCount(), 3);
    QVERIFY(gaps->dataMainValue(0) > 0.9);
    QVERIFY(gaps->dataMainValue(1) < 0.1);
    QVERIFY(gaps->dataMainValue(2) > 0.9);
}

void TestRunPlots::everyChangeOfTheScaleIsNamed()
{
    RunHistory history;
    history.cleanBefore = 7; // a branch: its parent was clean that long
    for (std::uint64_t i = 1; i <= 80; ++i)
        history.steps.push_back(step(i, 1, 1024));
    const auto change = [&](std::size_t number, ScaleCause cause, double after) {
        StepDone& done = history.steps[number - 1];
        if (cause != ScaleCause::Growth && cause != ScaleCause::AtCeiling)
            done = overflowing(number, 1024);
        done.cause = cause;
        done.scaleAfter = after;
    };
    change(1, ScaleCause::Growth, 2048);
    change(12, ScaleCause::AtCeiling, 1024);
    change(24, ScaleCause::Overflow, 512);
    change(36, ScaleCause::Growth, 2048);
    change(48, ScaleCause::Hysteresis, 1024);
    change(60, ScaleCause::AtFloor, 1024);
    change(80, ScaleCause::Stuck, 1024);
    RunPlots plots;
    plots.resize(1400, 700);
    plots.setRuns({{"mixed", 1, true, &history}});
    const QStringList expected{"growth (8 clean)", "ceiling (11 clean)", "overflow", "growth (12 clean)",
        "forgiven (hysteresis)", "floor", "stuck"};
    plots.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plots));
    const auto written = [&] {
        plots.plot()->replot();
        QStringList texts;
        for (int i = 0; i < plots.plot()->itemCount(); ++i) {
            const auto* item = qobject_cast<const QCPItemText*>(plots.plot()->item(i));
            if (item && item->visible())
                texts << item->text();
        }
        return texts;
    };
    QCOMPARE(written(), expected); // also at both ends, where there is less room
    plots.showSteps({22, 26});
    QCOMPARE(written(), QStringList{"overflow"});
    plots.resize(300, 700); // where there is hardly room for all, zooming gives each its own
    QStringList seen;
    for (double first = 0; first < 80; first += 10) {
        plots.showSteps({first, first + 10});
        seen += written();
    }
    for (const QString& text : expected)
        QVERIFY2(seen.contains(text), qPrintable(text));
}

void TestRunPlots::overflowsThatAreNotSkippedAreMarkedApart()
{
    RunHistory history;
    history.steps = {step(1, 1, 1024), overflowing(2, 1024), step(3, 1, 1024), step(4, 1, 1024)};
    history.steps[2].overflow = true; // seen, and applied all the same
    RunPlots plots;
    plots.setRuns({{"mixed", 1, true, &history}});
    const RunSeries& series = *plots.series().front();
    QCOMPARE(series.overflows()->dataCount(), 2);
    QCOMPARE(series.overflows()->dataMainKey(1), 3.0);
    QCOMPARE(series.skipped()->dataCount(), 1);
    QCOMPARE(series.skipped()->dataMainKey(0), 2.0);
    plots.pointAt(3);
    QVERIFY2(plots.readout().contains("overflow") && !plots.readout().contains("skipped"),
        qPrintable(plots.readout()));
}

void TestRunPlots::curvesAreChosenFromTheMenu()
{
    RunHistory history;
    for (std::uint64_t i = 1; i <= 50; ++i)
        history.steps.push_back(step(i, 1));
    history.steps[9].gradientNorm = 12;
    RunPlots plots;
    plots.resize(900, 600);
    plots.setRuns({{"FP32", 0, false, &history}});
    plots.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plots));
    const auto shownRects = [&] { return plots.plot()->axisRects().size(); };
    const auto before = shownRects();
    auto* norm = plots.findChild<QAction*>("plotCurve.gradientNorm");
    QVERIFY(norm && !norm->isChecked());
    const QCPGraph& curve = *plots.series().front()->line(CurveKind::GradientNorm);
    QCOMPARE(curve.dataCount(), 0); // What is hidden takes no time.
    norm->trigger();
    QCOMPARE(shownRects(), before + 1);
    QVERIFY(curve.dataCount() >= 50);
    plots.pointAt(10);
    QVERIFY2(plots.readout().contains("gradient 12"), qPrintable(plots.readout()));
    plots.findChild<QAction*>("plotCurve.scale")->trigger();
    QCOMPARE(shownRects(), before);
    norm->trigger();
    QCOMPARE(shownRects(), before - 1);
    QVERIFY(!plots.readout().contains("gradient"));
}

void TestRunPlots::looksTellEightRunsApart()
{
    for (int a = 0; a < kRunLooks; ++a) {
        for (int b = 0; b < a; ++b) {
            const RunLook one = runLook(a);
            const RunLook other = runLook(b);
            QVERIFY(one.mark != other.mark);
            QVERIFY(one.ink != other.ink || one.dashes != other.dashes);
        }
        const QSize size(32, 14);
        QCOMPARE(runSwatch(a).pixmap(size, QIcon::Disabled).toImage(), runSwatch(a).pixmap(size).toImage());
    }
}

void TestRunPlots::draggingZoomsAndUnpins()
{
    RunHistory history;
    for (std::uint64_t i = 1; i <= 1000; ++i)
        history.steps.push_back(step(i, 1));
    RunPlots plots;
    plots.resize(900, 600);
    plots.setRuns({{"mixed", 1, true, &history}});
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
    plots.update(0);
    QVERIFY(plots.stepRange() == zoomed); // New steps do not move it.
    QTest::mouseDClick(plots.plot(), Qt::LeftButton, {}, {400, 150});
    QVERIFY(plots.followsLive());
    QVERIFY(plots.stepRange().upper > 1000);
}

void TestRunPlots::crosshairTellsTheValues()
{
    RunHistory fp32;
    RunHistory mixed;
    for (std::uint64_t i = 1; i <= 20; ++i) {
        fp32.steps.push_back(step(i, 0.5f));
        mixed.steps.push_back(i == 7 ? overflowing(i, 65536) : step(i, 0.25f, 65536));
    }
    RunPlots plots;
    plots.setRuns({{"FP32", 0, false, &fp32}, {"Mixed", 1, true, &mixed}});
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

void TestRunPlots::plotsAreWritten_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("PNG") << "plots.png" << QByteArray("\x89PNG");
    QTest::newRow("SVG") << "plots.svg" << QByteArray("<?xml");
    QTest::newRow("PDF") << "plots.PDF" << QByteArray("%PDF");
}

void TestRunPlots::plotsAreWritten()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, start);
    RunHistory history;
    history.steps = {step(1, 2), step(2, 1)};
    RunPlots plots;
    plots.resize(600, 400);
    plots.setRuns({{"fp32", 0, false, &history}});
    const QTemporaryDir folder;
    const auto result = plots.save(folder.filePath(name));
    QVERIFY2(result, result ? "" : describe(result.error()).c_str());
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith(start));
    QVERIFY(file.size() > 1000);
}

void TestRunPlots::unknownSuffixIsRefused()
{
    RunPlots plots;
    const auto result = plots.save("/tmp/plots.bmp");
    QVERIFY(!result);
    QCOMPARE(result.error().kind, ErrorKind::Usage);
    const auto unwritable = plots.save("/no/such/folder/plots.png");
    QVERIFY(!unwritable);
    QCOMPARE(unwritable.error().kind, ErrorKind::File);
}

QTEST_MAIN(TestRunPlots)
#include "tst_runplots.moc"
