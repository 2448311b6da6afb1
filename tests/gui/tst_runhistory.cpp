// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/graphbuilder.h"
#include "gui/training/runevents.h"
#include "gui/training/runreadout.h"
#include "gui/training/runsummary.h"
#include "gui/training/trainingview.h"
#include "tests/gui/runs.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace halftone;
using namespace halftone::test;

class TestRunHistory : public QObject
{
    Q_OBJECT

private slots:
    void eventsAreListed();
    void insertedCastsAreNamedAfterTheOperator();
    void historyIsWrittenAsCsv();
    void summaryStandsSideBySide();
    void summaryTellsAWarmUpOfTheScale();
    void remainingTimeComesFromThePace();
};

void TestRunHistory::eventsAreListed()
{
    RunHistory history;
    history.steps = {step(1, 1, 65536), overflowing(2, 65536), step(3, 1, 32768), step(4, kNan, 32768)};
    history.steps[2].cause = ScaleCause::Growth;
    history.steps[2].scaleAfter = 65536;
    RunEventModel model;
    QAbstractItemModelTester tester(&model);
    model.setRuns({{"Mixed", 1, &history}});
    QCOMPARE(model.rowCount(), 3);
    const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(text(0, RunEventModel::Step), "2");
    QCOMPARE(text(0, RunEventModel::Run), "Mixed");
    QCOMPARE(text(0, RunEventModel::What), "Overflow: scale 65536 → 32768, step skipped");
    QCOMPARE(text(1, RunEventModel::What), "Growth (clean steps: 1): scale 32768 → 65536");
    QCOMPARE(text(2, RunEventModel::What), "The loss is NaN");
    model.setRuns({});
    QCOMPARE(model.rowCount(), 0);
}

void TestRunHistory::insertedCastsAreNamedAfterTheOperator()
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

void TestRunHistory::historyIsWrittenAsCsv()
{
    RunHistory history;
    history.steps = {step(1, 0.1f, 65536), overflowing(2, 65536)};
    history.steps[0].learningRate = 0.5f;
    const NamedHistory runs[] = {{"Mixed \"A\"", &history}};
    const QList<QByteArray> lines = historyCsv(runs).split('\n');
    QCOMPARE(lines.size(), 4); // The last is empty.
    QVERIFY(lines[0].startsWith("run,step,loss,"));
    QCOMPARE(lines[0].count(','), 12);
    QCOMPARE(lines[1], "\"Mixed \"\"A\"\"\",1,0.1,65536,65536,0,0,kept,\"\",0,0,1000000,0.5");
    QCOMPARE(lines[2], "\"Mixed \"\"A\"\"\",2,nan,65536,32768,1,1,overflow,\"\",0,0,1000000,0");
    const QTemporaryDir folder;
    TrainingView view;
    QVERIFY(view.exportHistory(folder.filePath("steps.csv")));
    QVERIFY(QFile::exists(folder.filePath("steps.csv")));
    QVERIFY(!view.exportHistory("/no/such/folder/steps.csv"));
}

void TestRunHistory::summaryStandsSideBySide()
{
    RunHistory fp32;
    RunHistory mixed;
    const RunResult runs[] = {{"FP32", false, &fp32}, {"Mixed", true, &mixed}};
    QVERIFY(summaryText(runs).isEmpty());
    fp32.finished = RunFinished{.steps = 200, .accuracy = 0.97, .meanLoss = 0.1};
    mixed.finished = RunFinished{.steps = 200, .skippedSteps = 2, .accuracy = 0.965, .meanLoss = 0.11};
    const QString text = summaryText(runs);
    QVERIFY(text.contains("97.0 %"));
    QVERIFY(text.contains("96.5 %"));
    QVERIFY(text.contains("2 of 200 steps skipped (1 %)"));
    QVERIFY(text.contains("−0.50 percentage points"));
}

void TestRunHistory::summaryTellsAWarmUpOfTheScale()
{
    RunHistory mixed;
    mixed.steps = {overflowing(1, 65536), overflowing(2, 32768), step(3, 1, 16384), step(4, 1, 16384)};
    mixed.finished = RunFinished{.steps = 4, .skippedSteps = 2, .accuracy = 0.9, .meanLoss = 1};
    const RunResult runs[] = {{"Mixed", true, &mixed}};
    const QString said =
        "2 of 4 steps skipped (50 %), all at the start, until the loss scale had come down to 16384";
    QVERIFY2(summaryText(runs).contains(said), qPrintable(summaryText(runs)));
    mixed.steps.push_back(overflowing(5, 16384)); // one more later is no warm-up
    mixed.finished->steps = 5;
    mixed.finished->skippedSteps = 3;
    QVERIFY(!summaryText(runs).contains("at the start"));
}

void TestRunHistory::remainingTimeComesFromThePace()
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

QTEST_MAIN(TestRunHistory)
#include "tst_runhistory.moc"
