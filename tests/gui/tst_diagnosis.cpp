// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/graphbuilder.h"
#include "gui/training/diagnosis.h"
#include "gui/training/tensortally.h"
#include "tests/gui/runs.h"

#include <QTest>

using namespace halftone;
using namespace halftone::test;

namespace {

/// mask -> Cast -> Add -> BatchNormalization, then a backward MatMul and an update, all in one line.
struct Net
{
    GraphPtr graph;
    ValueId mask;
    OverflowPlace at(const char* node) const
    {
        const NodeId id = graph->findNode(node);
        return {id, graph->outputs(id)[0]};
    }
};

Net makeNet()
{
    GraphBuilder builder;
    const auto shape = fixedDims(std::vector<std::int64_t>{2, 2});
    const ValueId mask = builder.addInput("mask", DType::Float32, shape);
    ValueId last = mask;
    const auto add = [&](const char* type, const char* name, Phase phase) {
        const ValueId made = builder.addValueLike(std::string(name) + "_out", last);
        builder.addNode({.opType = type, .name = name, .inputs = {last}, .outputs = {made}, .phase = phase});
        last = made;
    };
    add("Cast", "mask__to_float16", Phase::Forward);
    add("Relu", "add", Phase::Forward);
    add("BatchNormalization", "norm", Phase::Forward);
    add("Relu", "grad", Phase::Backward);
    add("Relu", "update", Phase::Update);
    builder.markOutput(last);
    return {std::move(builder).finish().value().graph, mask};
}

RunHistory historyOf(const Net& net, int steps)
{
    RunHistory history;
    history.info = RunInfo{.graph = net.graph};
    for (int i = 1; i <= steps; ++i)
        history.steps.push_back(step(static_cast<std::uint64_t>(i), 1, 1024));
    return history;
}

void overflowAt(StepDone& done, OverflowPlace place, ScaleCause cause)
{
    done.overflow = done.skipped = true;
    done.cause = cause;
    done.firstOverflow = place;
}

void giveCounts(RunHistory& history, OverflowPlace place, std::uint64_t count, std::uint64_t lost)
{
    auto counts = std::make_shared<RunCounts>();
    counts->graph = history.info->graph;
    counts->total = IdMap<ValueId, kernels::RoundStats>(history.info->graph->valueCount());
    counts->total[place.value] = {.count = count, .underflows = lost};
    history.counts = counts;
}

}

class TestDiagnosis : public QObject
{
    Q_OBJECT

private slots:
    void healthyRunNeedsNothing();
    void shortRunSaysNothing();
    void hopelessScaleNamesTheOperator();
    void largeConstantIsNamed();
    void damagedStatisticsAreNamed();
    void scaleThatBeganTooHighIsLowered();
    void lostGradientsAreNamedWithTheirShare();
    void collapsedGradientIsNamed();
    void vanishingUpdatesAreNamed();
};

void TestDiagnosis::healthyRunNeedsNothing()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 50);
    overflowAt(history.steps[10], net.at("grad"), ScaleCause::Overflow); // now and then is no illness
    giveCounts(history, net.at("grad"), 1000, 10);
    QVERIFY(diagnose(history).empty());
}

void TestDiagnosis::shortRunSaysNothing()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 7);
    for (StepDone& step : history.steps)
        overflowAt(step, net.at("add"), ScaleCause::AtFloor);
    QVERIFY(diagnose(history).empty());
}

void TestDiagnosis::hopelessScaleNamesTheOperator()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    for (std::size_t i = 8; i < 20; ++i)
        overflowAt(history.steps[i], net.at("add"), ScaleCause::AtFloor);
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.contains("12 of the last 20 steps"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedy.kind, Remedy::Kind::KeepFloat32);
    QCOMPARE(found[0].remedy.node, "add");
}

void TestDiagnosis::largeConstantIsNamed()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    for (StepDone& step : history.steps)
        overflowAt(step, net.at("mask__to_float16"), ScaleCause::AtFloor);
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u); // It explains the scale that cannot help.
    QVERIFY2(found[0].text.startsWith("mask holds numbers beyond"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedy.node, "add");
}

void TestDiagnosis::damagedStatisticsAreNamed()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    history.steps[15].firstOverflow = net.at("norm");
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.contains("statistics"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedy.node, "norm");
}

void TestDiagnosis::scaleThatBeganTooHighIsLowered()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 40);
    double scale = 4294967296.0;
    for (std::size_t i = 0; i < 12; ++i, scale /= 2) {
        overflowAt(history.steps[i], net.at("grad"), ScaleCause::Overflow);
        history.steps[i].scaleUsed = scale;
        history.steps[i].scaleAfter = scale / 2;
    }
    for (std::size_t i = 12; i < 40; ++i)
        history.steps[i].scaleUsed = history.steps[i].scaleAfter = scale;
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.contains("first 12 steps"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedy.kind, Remedy::Kind::InitialScale);
    QCOMPARE(found[0].remedy.scale, 1048576.0);
}

void TestDiagnosis::lostGradientsAreNamedWithTheirShare()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    giveCounts(history, net.at("grad"), 1000, 300);
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.startsWith("30 % of all numbers of the gradients"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedy.node, "grad");
}

void TestDiagnosis::collapsedGradientIsNamed()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    for (std::size_t i = 0; i < 15; ++i)
        history.steps[i].firstCollapse = net.at("grad");
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.startsWith("In 15 of the last 20 steps"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedy.node, "grad");
}

void TestDiagnosis::vanishingUpdatesAreNamed()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    giveCounts(history, net.at("update"), 1000, 600);
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.contains("these weights stand still"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedy.node, "update");
}

QTEST_MAIN(TestDiagnosis)
#include "tst_diagnosis.moc"
