// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the words in the plot of the loss scale stand.
#include "gui/training/runplots.h"
#include "tests/gui/runs.h"

#include <QTest>

#include <cmath>

using namespace halftone;
using namespace halftone::test;

class TestScaleLabels : public QObject
{
    Q_OBJECT

private slots:
    void wordsOfTheScaleCoverNothing_data();
    void wordsOfTheScaleCoverNothing();
    void theLegendIsWholeInTheSmallestPlots();
};

void TestScaleLabels::wordsOfTheScaleCoverNothing_data()
{
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("drops"); // in the first steps, one after the other
    QTest::addColumn<int>("runs");
    QTest::addRow("one drop") << 20 << 1 << 1;
    QTest::addRow("five drops, all in view") << 20 << 5 << 1;
    QTest::addRow("eleven drops, small") << 400 << 11 << 1;
    QTest::addRow("two runs at once") << 60 << 6 << 2;
    QTest::addRow("nothing but drops") << 20 << 20 << 1;
}

// As a training begins whose initial scale is too large.
void TestScaleLabels::wordsOfTheScaleCoverNothing()
{
    QFETCH(const int, steps);
    QFETCH(const int, drops);
    QFETCH(const int, runs);
    RunHistory history;
    double scale = std::ldexp(1.0, 24);
    for (int i = 1; i <= steps; ++i) {
        const auto number = static_cast<std::uint64_t>(i);
        history.steps.push_back(i <= drops ? overflowing(number, scale) : step(number, 1, scale));
        scale = history.steps.back().scaleAfter;
    }
    if (steps > drops) {
        history.steps.back().cause = ScaleCause::Growth;
        history.steps.back().scaleAfter = 2 * scale;
    }
    RunPlots plots;
    plots.resize(700, 420);
    std::vector<PlottedRun> plotted;
    for (int run = 0; run < runs; ++run)
        plotted.push_back({QString::number(run), run + 1, true, &history});
    plots.setRuns(std::move(plotted));
    plots.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plots));
    plots.plot()->replot(QCustomPlot::rpImmediateRefresh);

    std::vector<QRectF> words;
    for (int i = 0; i < plots.plot()->itemCount(); ++i) {
        const auto* item = qobject_cast<QCPItemText*>(plots.plot()->item(i));
        if (item && item->visible())
            words.emplace_back(item->topLeft->pixelPosition(), item->bottomRight->pixelPosition());
    }
    QVERIFY2(!words.empty(), "the first drop is named at least");
    const QCPAxisRect& rect = plots.plot()->axes().rect(CurveKind::Scale);
    constexpr double kMark = 9; // pixels, of a triangle
    for (const QRectF& label : words) {
        QVERIFY(QRectF(rect.rect()).adjusted(-1, -1, 1, 1).contains(label));
        for (const QRectF& other : words)
            QVERIFY(&other == &label || !other.intersects(label));
        for (const auto& series : plots.series()) {
            const QCPGraph& marks = *series->changes(ScaleCause::Overflow);
            for (int i = 0; i < marks.dataCount(); ++i) {
                QRectF mark(0, 0, kMark, kMark);
                mark.moveCenter(marks.coordsToPixels(marks.dataMainKey(i), marks.dataMainValue(i)));
                QVERIFY2(!mark.intersects(label), qPrintable(QStringLiteral("at mark %1").arg(i)));
            }
        }
    }
}

void TestScaleLabels::theLegendIsWholeInTheSmallestPlots()
{
    RunHistory history;
    history.steps = {step(1, 1, 1024), step(2, 1, 1024)};
    RunPlots plots;
    plots.setRuns({{"FP32", 0, false, &history}, {"mixed", 1, true, &history}});
    plots.resize(700, plots.minimumSizeHint().height());
    plots.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plots));
    plots.plot()->replot(QCustomPlot::rpImmediateRefresh);
    const QCPLegend& legend = plots.plot()->marks();
    QVERIFY2(legend.outerRect().height() >= legend.minimumOuterSizeHint().height(),
        qPrintable(QString::number(legend.outerRect().height())));
}

QTEST_MAIN(TestScaleLabels)
#include "tst_scalelabels.moc"
