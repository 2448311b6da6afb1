// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runplots.h"
#include "tests/gui/runs.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace halftone;
using namespace halftone::test;

class TestRunPlots : public QObject
{
    Q_OBJECT

private slots:
    void plotsShowTheHistory();
    void lossThatIsNoNumberBreaksTheLine();
    void smoothingWeighsTheLastSteps();
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

void TestRunPlots::lossThatIsNoNumberBreaksTheLine()
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

void TestRunPlots::smoothingWeighsTheLastSteps()
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

void TestRunPlots::draggingZoomsAndUnpins()
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

void TestRunPlots::crosshairTellsTheValues()
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
    plots.setRuns({{RunKind::Fp32, "fp32", &history}});
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
