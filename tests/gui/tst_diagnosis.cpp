// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/graphbuilder.h"
#include "gui/training/diagnosis.h"
#include "gui/training/tensortally.h"
#include "tests/gui/runs.h"

#include <QTest>

using namespace halftone;
using namespace halftone::test;

namespace {

/// mask -> Cast -> Add -> BatchNormalization, then its gradient, another one and an update, all in one line.
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
    const ValueId mean = builder.addInput("mean", DType::Float32, shape);
    const ValueId variance = builder.addInput("variance", DType::Float32, shape);
    const auto add = [&](const char* type, const char* name, Phase phase) {
        const ValueId made = builder.addValueLike(std::string(name) + "_out", last);
        std::vector<ValueId> inputs{last};
        if (std::string_view(type) == "BatchNormalization")
            inputs.insert(inputs.end(), {last, last, mean, variance});
        builder.addNode({.opType = type, .name = name, .inputs = inputs, .outputs = {made}, .phase = phase});
        last = made;
    };
    add("Cast", "mask__to_float16", Phase::Forward);
    add("Relu", "add", Phase::Forward);
    add("BatchNormalization", "norm", Phase::Forward);
    add("BatchNormalizationGrad", "norm_grad", Phase::Backward);
    add("Relu", "grad", Phase::Backward);
    add("Relu", "update", Phase::Update);
    builder.markOutput(last);
    return {std::move(builder).finish().value().graph, mask};
}

RunHistory historyOf(const Net& net, int steps)
{
    RunHistory history;
    history.info = RunInfo{.precision = "O2", .graph = net.graph};
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

void giveCounts(
    RunHistory& history, OverflowPlace place, std::uint64_t count, std::uint64_t lost, float largest = 0)
{
    auto counts = std::make_shared<RunCounts>();
    counts->graph = history.info->graph;
    counts->total = IdMap<ValueId, kernels::RoundStats>(history.info->graph->valueCount());
    counts->total[place.value] = {.count = count, .underflows = lost, .absMax = largest};
    history.counts = counts;
}

}

class TestDiagnosis : public QObject
{
    Q_OBJECT

private slots:
    void healthyRunNeedsNothing();
    void shortRunSaysNothing();
    void hopelessScaleNamesTheOperator_data();
    void hopelessScaleNamesTheOperator();
    void largeConstantIsNamed();
    void maskWithoutHarmIsSaidToBeHarmless();
    void damagedStatisticsAreNamed();
    void skippedStepsDamageStatisticsElsewhere();
    void gradientOfANormalisationDamagesNothing();
    void statisticsThatAreNoNumbersAreFound();
    void scaleThatBeganTooHighIsLowered();
    void scaleThatIsStillTooHighIsLowered();
    void scaleThatNeverMovesGetsAnotherRule_data();
    void scaleThatNeverMovesGetsAnotherRule();
    void scaleThatGrowsTooSoonGetsALongerWindow();
    void weightsThatAreNoNumbersAreFound_data();
    void weightsThatAreNoNumbersAreFound();
    void lostGradientsAreNamedWithTheirShare();
    void lostGradientsGetTheScaleThatTheyHaveRoomFor();
    void collapsedGradientIsNamed();
    void vanishingUpdatesAreNamed();
    void recordedRunIsJudgedWithoutAGraph();
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

void TestDiagnosis::hopelessScaleNamesTheOperator_data()
{
    QTest::addColumn<QString>("node");
    QTest::addColumn<ScaleCause>("cause");
    QTest::addColumn<double>("factor"); // of the scale in each step
    QTest::addColumn<QString>("said");
    QTest::newRow("forward, at the floor")
        << "add" << ScaleCause::AtFloor << 1.0 << "as low as it gets: the forward";
    QTest::newRow("forward, while it falls")
        << "add" << ScaleCause::Overflow << 0.5 << "whatever the loss scale was";
    QTest::newRow("forward, fixed") << "add" << ScaleCause::Kept << 1.0 << "whatever the loss scale was";
    QTest::newRow("gradients, at the floor")
        << "grad" << ScaleCause::AtFloor << 1.0 << "gradients themselves";
}

void TestDiagnosis::hopelessScaleNamesTheOperator()
{
    QFETCH(const QString, node);
    QFETCH(const ScaleCause, cause);
    QFETCH(const double, factor);
    QFETCH(const QString, said);
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    double scale = 16777216;
    for (std::size_t i = 8; i < 20; ++i, scale *= factor) {
        overflowAt(history.steps[i], net.at(node.toLatin1()), cause);
        history.steps[i].scaleUsed = scale;
        history.steps[i].scaleAfter = scale * factor;
    }
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.contains("12 of the last 20 steps"), qPrintable(found[0].text));
    QVERIFY2(found[0].text.contains(said), qPrintable(found[0].text));
    QVERIFY2(!found[0].text.contains('%'), qPrintable(found[0].text));
    QCOMPARE(found[0].remedies[0].kind, Remedy::Kind::KeepFloat32);
    QCOMPARE(found[0].remedies[0].node, node);
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
    QCOMPARE(found[0].remedies[0].node, "add");
}

void TestDiagnosis::damagedStatisticsAreNamed()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    history.steps[15].firstOverflow = net.at("norm");
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.contains("statistics"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedies[0].node, "norm");
}

// A mask of -1e9 becomes infinite, and softmax makes zeros of that as it should.
void TestDiagnosis::maskWithoutHarmIsSaidToBeHarmless()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    for (StepDone& step : history.steps)
        step.firstOverflow = net.at("mask__to_float16");
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.contains("No gradient was harmed so far"), qPrintable(found[0].text));
}

void TestDiagnosis::skippedStepsDamageStatisticsElsewhere()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    overflowAt(history.steps[15], net.at("norm"), ScaleCause::Overflow);
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.contains("taken back with their statistics"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedies[0].node, "norm");
}

// That is the loss scale at work.
void TestDiagnosis::gradientOfANormalisationDamagesNothing()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    overflowAt(history.steps[15], net.at("norm_grad"), ScaleCause::Overflow);
    QVERIFY(diagnose(history).empty());
}

void TestDiagnosis::statisticsThatAreNoNumbersAreFound()
{
    const Net net = makeNet();
    const RunHistory history = historyOf(net, 50);
    Checkpoint standing;
    standing.tensors = {{"mean", {0, 1}}, {"variance", {1, 1}}};
    QVERIFY(diagnose(history, &standing).empty());
    standing.tensors[1].values[1] = kNan;
    const auto found = diagnose(history, &standing);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.contains("first in norm"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedies[0].node, "norm");
    QCOMPARE(found[0].remedies[1].kind, Remedy::Kind::ScaleRule);
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
    QCOMPARE(found[0].remedies[0].kind, Remedy::Kind::InitialScale);
    QCOMPARE(found[0].remedies[0].number, 1048576.0);
}

void TestDiagnosis::scaleThatIsStillTooHighIsLowered()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 12);
    double scale = 4294967296.0;
    for (StepDone& step : history.steps) {
        overflowAt(step, net.at("grad"), ScaleCause::Overflow);
        step.scaleUsed = scale;
        step.scaleAfter = scale /= 2;
    }
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.startsWith("All 12 steps so far were skipped"), qPrintable(found[0].text));
    QVERIFY2(found[0].text.contains("first in grad"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedies[0].kind, Remedy::Kind::InitialScale);
    QCOMPARE(found[0].remedies[0].number, 1048576.0);
}

void TestDiagnosis::scaleThatNeverMovesGetsAnotherRule_data()
{
    QTest::addColumn<int>("every"); // step overflows but each so manieth
    QTest::newRow("no step comes through") << 1000;
    QTest::newRow("one in four comes through") << 4;
}

void TestDiagnosis::scaleThatNeverMovesGetsAnotherRule()
{
    QFETCH(const int, every);
    const Net net = makeNet();
    RunHistory history = historyOf(net, 40);
    for (std::size_t i = 0; i < 40; ++i) {
        if (static_cast<int>(i + 1) % every != 0)
            overflowAt(history.steps[i], net.at("grad"), ScaleCause::Kept);
    }
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.contains("stays at 1024"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedies[0].kind, Remedy::Kind::ScaleRule);
    const LossScaleRule* rule = findLossScaleRule(found[0].remedies[0].rule);
    QVERIFY(rule && rule->isDynamic);
}

// A window of 9: every tenth step is lost.
void TestDiagnosis::scaleThatGrowsTooSoonGetsALongerWindow()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 100);
    for (std::size_t i = 0; i < 100; ++i) {
        if (i % 10 == 8)
            history.steps[i].cause = ScaleCause::Growth;
        if (i % 10 == 9)
            overflowAt(history.steps[i], net.at("grad"), ScaleCause::Overflow);
    }
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.startsWith("The loss scale grew 10 times in the last 100 steps"),
        qPrintable(found[0].text));
    QCOMPARE(found[0].remedies[0].kind, Remedy::Kind::Window);
    QCOMPARE(found[0].remedies[0].number, 2000.0);
}

void TestDiagnosis::weightsThatAreNoNumbersAreFound_data()
{
    QTest::addColumn<QByteArray>("precision");
    QTest::addColumn<bool>("isSkipped");
    QTest::addColumn<QByteArray>("node");
    QTest::addColumn<QString>("said");
    QTest::addColumn<Remedy::Kind>("remedy");
    using enum Remedy::Kind;
    QTest::newRow("FP32") << QByteArray("float32") << false << QByteArray("add") << "no matter of precision"
                          << LearningRate;
    QTest::newRow("an update") << QByteArray("O2") << true << QByteArray("update") << "An update"
                               << LearningRate;
    QTest::newRow("no step is skipped")
        << QByteArray("O2") << false << QByteArray("grad") << "no step is skipped" << ScaleRule;
}

void TestDiagnosis::weightsThatAreNoNumbersAreFound()
{
    QFETCH(const QByteArray, precision);
    QFETCH(const bool, isSkipped);
    QFETCH(const QByteArray, node);
    QFETCH(const QString, said);
    QFETCH(const Remedy::Kind, remedy);
    const Net net = makeNet();
    RunHistory history = historyOf(net, 40);
    history.info->precision = precision.toStdString();
    for (std::size_t i = 11; i < 40; ++i) {
        overflowAt(history.steps[i], net.at(node), ScaleCause::Kept);
        history.steps[i].skipped = isSkipped;
        history.steps[i].loss = kNan;
        history.steps[i].learningRate = 0.5f;
    }
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.startsWith("From step 12 on"), qPrintable(found[0].text));
    QVERIFY2(found[0].text.contains(said, Qt::CaseInsensitive), qPrintable(found[0].text));
    QCOMPARE(found[0].remedies[0].kind, remedy);
    if (remedy == Remedy::Kind::LearningRate)
        QCOMPARE(found[0].remedies[0].number, 0.05);
}

void TestDiagnosis::lostGradientsAreNamedWithTheirShare()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    giveCounts(history, net.at("grad"), 1000, 300);
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.startsWith("30 % of all numbers of the gradients"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedies[0].node, "grad");
}

// The largest of 0.25 times 2^16 still fits, half of that is to spare: 1024 times 2^16.
void TestDiagnosis::lostGradientsGetTheScaleThatTheyHaveRoomFor()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    giveCounts(history, net.at("grad"), 1000, 300, 0.25f);
    auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QCOMPARE(found[0].remedies.size(), 2u);
    QCOMPARE(found[0].remedies[1].kind, Remedy::Kind::InitialScale);
    QCOMPARE(found[0].remedies[1].number, 1024.0 * 65536);
    QVERIFY(0.25 * 65536 * 2 <= 65504);
    giveCounts(history, net.at("grad"), 1000, 300, 40000.0f);
    found = diagnose(history);
    QCOMPARE(found[0].remedies.size(), 1u); // there is no room
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
    QCOMPARE(found[0].remedies[0].node, "grad");
}

void TestDiagnosis::vanishingUpdatesAreNamed()
{
    const Net net = makeNet();
    RunHistory history = historyOf(net, 20);
    giveCounts(history, net.at("update"), 1000, 600);
    const auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QVERIFY2(found[0].text.contains("these weights stand still"), qPrintable(found[0].text));
    QCOMPARE(found[0].remedies[0].node, "update");
}

void TestDiagnosis::recordedRunIsJudgedWithoutAGraph()
{
    RunHistory history = historyOf(makeNet(), 20);
    history.info->graph = nullptr;
    for (StepDone& step : history.steps) {
        step.overflow = step.skipped = true;
        step.cause = ScaleCause::AtFloor;
        history.places[step.step] = {.node = "exp", .op = "Exp", .phase = "forward", .value = "y"};
    }
    auto found = diagnose(history);
    QCOMPARE(found.size(), 1u);
    QCOMPARE(found[0].remedies[0].node, "exp");
    for (auto& [step, place] : history.places)
        place.phase = "update";
    QVERIFY(diagnose(history).empty());
}

QTEST_MAIN(TestDiagnosis)
#include "tst_diagnosis.moc"
