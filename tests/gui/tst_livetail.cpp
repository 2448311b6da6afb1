// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots of live runs: how often all is drawn, and the newest steps in between.
#include "gui/training/runlook.h"
#include "gui/training/runplots.h"
#include "tests/gui/runs.h"

#include <QElapsedTimer>
#include <QScreen>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <limits>

using namespace halftone;
using namespace halftone::test;

namespace {

void append(RunHistory& history, std::uint64_t last, float loss)
{
    while (history.steps.size() < last)
        history.steps.push_back(step(history.steps.size() + 1, loss, 65536));
}

std::vector<TailStroke> tailOf(RunSeries& series)
{
    std::vector<TailStroke> strokes;
    series.takeTail(strokes);
    return strokes;
}

/// Whether something of that colour stands within a pixel of \p place.
bool hasInk(const QImage& image, const QPointF& place, const QColor& ink)
{
    const QRect near(place.toPoint() - QPoint(1, 1), QSize(3, 3));
    for (int y = near.top(); y <= near.bottom(); ++y) {
        for (int x = near.left(); x <= near.right(); ++x) {
            if (image.valid(x, y) && image.pixelColor(x, y) == ink)
                return true;
        }
    }
    return false;
}

}

class TestLiveTail : public QObject
{
    Q_OBJECT

private slots:
    void framesGiveWayToRuns_data();
    void framesGiveWayToRuns();
    void newStepsAreDueBetweenFramesOfAll();
    void marksAreDrawnSooner();
    void newStepsArePaintedOverTheDrawing();
    void tailHasOnePairOfPointsForAPixel();
    void piecesOfATailJoin();
    void piecesLeaveOnTheScreenWhatWasThere();
    void tailBreaksAtWhatIsNoNumber();
    void stepsOutOfViewHaveNoTail();
    void plotsThatNobodySeesAreNotDrawn();
};

void TestLiveTail::framesGiveWayToRuns_data()
{
    QTest::addColumn<double>("took"); // ms of the processor
    QTest::addColumn<int>("runs");
    QTest::addColumn<double>("most"); // share of one core
    QTest::newRow("a core to spare: thirty a second") << 20.0 << 4 << 0.72;
    QTest::newRow("no core to spare") << 20.0 << 8 << 0.021;
    QTest::newRow("a quick frame") << 0.3 << 8 << 0.021;
}

void TestLiveTail::framesGiveWayToRuns()
{
    QFETCH(const double, took);
    QFETCH(const int, runs);
    QFETCH(const double, most);
    constexpr int kCores = 8;
    const double interval = LiveFrames::interval(took, runs, kCores);
    QVERIFY(interval < 1000.0 / 30 || interval >= 50 * took);
    QVERIFY(interval <= 2000);
    QVERIFY(took / interval <= most);
}

void TestLiveTail::newStepsAreDueBetweenFramesOfAll()
{
    LiveFrames frames;
    QSignalSpy due(&frames, &LiveFrames::due);
    frames.request();
    QCOMPARE(due.takeFirst().front().toBool(), true);
    const int runs = QThread::idealThreadCount();
    frames.drawn(1000, runs); // the next in two seconds
    QElapsedTimer timer;
    timer.start();
    frames.request();
    QVERIFY(due.wait());
    QCOMPARE(due.takeFirst().front().toBool(), false);
    QVERIFY(due.wait()); // without another request
    QCOMPARE(due.takeFirst().front().toBool(), true);
    QVERIFY(timer.elapsed() >= 1900);
}

void TestLiveTail::marksAreDrawnSooner()
{
    LiveFrames frames;
    QSignalSpy due(&frames, &LiveFrames::due);
    frames.drawn(1000, QThread::idealThreadCount());
    QElapsedTimer timer;
    timer.start();
    frames.request();
    QCOMPARE(due.takeFirst().front().toBool(), false);
    frames.request(true);
    QVERIFY(due.wait());
    QCOMPARE(due.takeFirst().front().toBool(), false);
    QVERIFY(due.wait(1900));
    QCOMPARE(due.takeFirst().front().toBool(), true);
    QVERIFY(timer.elapsed() >= LiveFrames::kSoon - 1);

    RunHistory history;
    append(history, 10, 1);
    RunPlots plots;
    plots.setRuns({{"mixed", 1, true, &history}});
    RunSeries& series = *plots.series().front();
    append(history, 20, 1);
    QVERIFY(!series.update());
    StepDone overflow = step(21, 1, 65536);
    overflow.overflow = true;
    history.steps.push_back(overflow);
    QVERIFY(series.update());
    history.steps.push_back(step(22, std::numeric_limits<float>::infinity(), 65536));
    QVERIFY(series.update());
}

void TestLiveTail::newStepsArePaintedOverTheDrawing()
{
    RunHistory history;
    append(history, 100, 1);
    RunPlots plots;
    plots.resize(800, 600);
    plots.setRuns({{"mixed", 1, true, &history}});
    plots.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plots));
    plots.showSteps({0, 102});
    QTest::qWait(50); // the queued drawing
    RunSeries& series = *plots.series().front();
    const QColor ink = color(runLook(1).ink, schemeOf(plots.palette()));

    history.steps.push_back(step(101, 1, 65536));
    const QPointF newest = series.line(CurveKind::Scale)->coordsToPixels(101, 65536) - QPointF(1, 0);
    QVERIFY(!hasInk(plots.plot()->grab().toImage(), newest, ink));
    series.update();
    plots.plot()->addTail(tailOf(series));
    QVERIFY(hasInk(plots.plot()->grab().toImage(), newest, ink));
    QCOMPARE(series.raw()->dataCount(), 100);

    plots.showSteps({0, 102});
    QCOMPARE(series.raw()->dataCount(), 101);
    QVERIFY(tailOf(series).empty());
}

void TestLiveTail::tailHasOnePairOfPointsForAPixel()
{
    RunHistory history;
    append(history, 100, 1);
    RunPlots plots;
    plots.resize(800, 600);
    plots.setRuns({{"mixed", 1, true, &history}});
    plots.plot()->setStepRange({0, 1e5});
    plots.plot()->replot();
    append(history, 50'000, 2);
    RunSeries& series = *plots.series().front();
    series.update();
    for (const TailStroke& stroke : tailOf(series)) {
        QCOMPARE(stroke.lines.size(), 1u);
        const QPolygonF& line = stroke.lines.front();
        QVERIFY(line.size() >= 2);
        const double pixels = line.back().x() - line.front().x();
        QVERIFY2(static_cast<double>(line.size()) <= 4 * (pixels + 2), // two, and a corner for each
            qPrintable(QString("%1 points on %2 pixels").arg(line.size()).arg(pixels)));
    }
}

void TestLiveTail::piecesOfATailJoin()
{
    RunHistory history;
    append(history, 200, 1);
    RunPlots plots;
    plots.resize(800, 600);
    plots.setRuns({{"mixed", 1, true, &history}});
    plots.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plots));
    plots.showSteps({0, 204});
    QTest::qWait(50);
    RunSeries& series = *plots.series().front();
    const QRect scale = plots.plot()->axes().rect(CurveKind::Scale).rect();
    QPointF end = series.line(CurveKind::Scale)->coordsToPixels(200, 65536);
    for (int i = 0; i < 3; ++i) {
        append(history, history.steps.size() + 1, 1);
        series.update();
        std::vector<TailStroke> strokes = tailOf(series);
        const auto piece = std::ranges::find(strokes, scale, &TailStroke::clip);
        QVERIFY(piece != strokes.end());
        QCOMPARE(piece->lines.front().front(), end);
        end = piece->lines.front().back();
        plots.plot()->addTail(std::move(strokes));
    }
    QVERIFY(tailOf(series).empty());
    const QColor ink = color(runLook(1).ink, schemeOf(plots.palette()));
    const auto place = [&](double at) {
        return series.line(CurveKind::Scale)->coordsToPixels(at, 65536) - QPointF(1, 0);
    };
    const QImage all = plots.plot()->grab().toImage();
    for (const double at : {201.0, 202.0, 203.0})
        QVERIFY(hasInk(all, place(at), ink));
    plots.plot()->clearTail();
    QVERIFY(!hasInk(plots.plot()->grab().toImage(), place(202), ink));
}

// A frame of new steps alone paints nothing else; what stands on the screen then is what a whole frame shows.
void TestLiveTail::piecesLeaveOnTheScreenWhatWasThere()
{
    RunHistory mixed, full;
    append(mixed, 200, 1);
    append(full, 150, 2);
    RunPlots plots;
    plots.resize(800, 600);
    plots.setRuns({{"mixed", 1, true, &mixed}, {"fp32", 0, false, &full}});
    plots.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plots));
    plots.showSteps({0, 204});
    QTest::qWait(50);
    PlotCanvas& canvas = *plots.plot();
    const auto onScreen = [&] {
        const QRect place(canvas.mapTo(&plots, QPoint(0, 0)), canvas.size());
        return plots.screen()
            ->grabWindow(plots.winId())
            .toImage()
            .copy(place)
            .convertToFormat(QImage::Format_RGB32);
    };
    const QImage before = onScreen();
    for (int i = 0; i < 3; ++i) {
        append(mixed, mixed.steps.size() + 1, 1.0f + static_cast<float>(i));
        append(full, full.steps.size() + 2, 2);
        for (const auto& series : plots.series()) {
            series->update();
            canvas.addTail(tailOf(*series));
        }
        QCoreApplication::processEvents();
    }
    const QImage after = onScreen();
    QVERIFY(after != before);
    QCOMPARE(after, canvas.grab().toImage().convertToFormat(QImage::Format_RGB32));
}

void TestLiveTail::tailBreaksAtWhatIsNoNumber()
{
    RunHistory history;
    append(history, 10, 1);
    RunPlots plots;
    plots.resize(800, 600);
    plots.setRuns({{"fp32", 0, false, &history}});
    plots.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plots));
    QTest::qWait(50); // the queued drawing
    history.steps.push_back(step(11, std::numeric_limits<float>::quiet_NaN()));
    append(history, 13, 1);
    RunSeries& series = *plots.series().front();
    series.update();
    const std::vector<TailStroke> strokes = tailOf(series);
    const QRect loss = plots.plot()->axes().rect(CurveKind::Loss).rect();
    const auto stroke = std::ranges::find(strokes, loss, &TailStroke::clip);
    QVERIFY(stroke != strokes.end());
    QCOMPARE(stroke->lines.size(), 2u);
    QCOMPARE(stroke->lines[0].size(), 1); // the step that was drawn last
    QCOMPARE(stroke->lines[1].size(), 2);
}

void TestLiveTail::stepsOutOfViewHaveNoTail()
{
    RunHistory history;
    append(history, 100, 1);
    RunPlots plots;
    plots.setRuns({{"fp32", 0, false, &history}});
    plots.showSteps({10, 40});
    append(history, 110, 1);
    plots.series().front()->update();
    QVERIFY(tailOf(*plots.series().front()).empty());
}

void TestLiveTail::plotsThatNobodySeesAreNotDrawn()
{
    RunHistory history;
    append(history, 100, 1);
    RunPlots plots;
    plots.resize(800, 600);
    plots.setRuns({{"fp32", 0, false, &history}});
    append(history, 110, 1);
    plots.update(0);
    QTest::qWait(50);
    QCOMPARE(plots.series().front()->raw()->dataCount(), 100);
    plots.show();
    QCOMPARE(plots.series().front()->raw()->dataCount(), 110);
    QVERIFY(plots.stepRange().contains(110));
}

QTEST_MAIN(TestLiveTail)
#include "tst_livetail.moc"
