// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bodies of If, Loop and Scan: they are judged like graphs of their own, and their tensors agree with those
// of the node that owns them.
#include "analysis/casts/castinsertion.h"
#include "analysis/graph/graphbuilder.h"
#include "analysis/judge/bodytypes.h"
#include "analysis/judge/explain.h"
#include "analysis/judge/graphjudge.h"
#include "tests/analysis/decisiontext.h"
#include "tests/support/textgraph.h"

#include <QTest>

using namespace halftone;
using test::describe;
using test::textGraph;
using test::withBodies;

namespace {

constexpr char kOuter[] = R"(
    input  condition: i8[]
    input  x: f32[1,3,8,8]
    weight w: f32[4,3,3,3]
    c: f32[1,4,6,6] = Conv(x, w)
    y: f32[1,4,6,6] = If(condition) name=if
    z: f32[1,4,6,6] = Relu(y)
    output z
)";

// The branches read c and give f32.
GraphPtr ifGraph(const char* thenText, const char* elseText)
{
    return withBodies(textGraph(kOuter), "if",
        {{"then_branch", textGraph(thenText)}, {"else_branch", textGraph(elseText)}});
}

constexpr char kThen[] = R"(
    captured c
    weight v: f32[4,4,1,1]
    t: f32[1,4,6,6] = Conv(c, v)
    u: f32[1,4,6,6] = Relu(t)
    output u
)";
constexpr char kElse[] = "captured c\n e: f32[1,4,6,6] = Exp(c)\n output e";

GraphPtr loopGraph()
{
    const GraphPtr body = textGraph(R"(
        input i: i64[]
        input cond: i8[]
        input state: ?
        captured w
        m: f32[4,4] = MatMul(state, w)
        s: f32[4,4] = Relu(m)
        output cond
        output s
        output m)");
    const GraphPtr outer = textGraph(R"(
        input  x: f32[4,4]
        weight w: f32[4,4]
        weight n: i64[] = 3
        weight go: i8[]
        last: f32[4,4], all: f32[3,4,4] = Loop(n, go, x) name=loop
        output last
        output all)");
    return withBodies(outer, "loop", {{"body", body}});
}

JudgeInput inputOf(const Mixlist* mixlist = nullptr)
{
    return {OpLibrary::embedded("910b")->get(), Mode::MixFp16, mixlist};
}

// "x f32>f16 for conv.0" for every cast, with the way to bodies in front.
QStringList castsOf(const Decisions& decisions)
{
    QStringList lines;
    for (const GraphCasts& graph : findAllCasts(decisions)) {
        for (const CastEdge& cast : graph.casts) {
            const Graph& inGraph = *graph.decisions->graph();
            for (const CastEdge::Consumer& consumer : cast.consumers)
                lines << QString::fromStdString(
                             graph.path + (graph.path.empty() ? "" : ": ") + inGraph.value(cast.value).name) +
                        ' ' + test::word(cast.from) + '>' + test::word(cast.to) + " for " +
                        (consumer.node.isValid() ? QString::fromStdString(inGraph.displayName(consumer.node))
                                                 : QStringLiteral("output"));
        }
    }
    return lines;
}

QStringList nodesOf(const Graph& graph)
{
    QStringList lines;
    for (NodeId node : graph.nodes()) {
        QStringList inputs;
        for (ValueId input : graph.inputs(node))
            inputs << QString::fromStdString(graph.value(input).name);
        lines << QString::fromStdString(graph.value(graph.outputs(node)[0]).name) + ": " +
                test::word(graph.value(graph.outputs(node)[0]).dtype) + " = " +
                QString::fromStdString(graph.node(node).opType) + '(' + inputs.join(", ") + ')';
    }
    QStringList outputs;
    for (ValueId output : graph.graphOutputs())
        outputs << QString::fromStdString(graph.value(output).name);
    return lines << "output " + outputs.join(", ");
}

}

class TestBodies : public QObject
{
    Q_OBJECT

private slots:
    void bodiesAreJudgedLikeGraphs();
    void capturedValuesComeInTheirOriginalType();
    void loopsGiveTheirBodiesTypes();
    void bodiesInBodiesAreJudged();
    void positionsOfOwnerAndBodyAgree_data();
    void positionsOfOwnerAndBodyAgree();
    void everyUseOfACaptureIsCast();
    void mixedBodiesGiveWhatTheirOwnerGives();
    void unchangedBodiesStayTheSameObject();
    void ownersThatGiveAnotherTypeGetItFromTheirBodies();
    void mixlistsReachBodies();
    void findingsSayTheWayToTheBody();
    void nodesOfBodiesAreExplained();
    void freshDecisionsHaveBodies();
};

void TestBodies::bodiesAreJudgedLikeGraphs()
{
    const GraphPtr graph = ifGraph(kThen, kElse);
    const Decisions decisions = judge(graph, inputOf()).value();
    const NodeId owner = graph->findNode("if");
    QCOMPARE(describe(decisions),
        (QStringList{"c: f16,f16 > f16, white, white", "if: i8 > f32, GE local, local",
            "z: f32 > f32, gray, gray.follows <- if"}));
    QCOMPARE(describe(decisions.body(owner, 0)),
        (QStringList{"t: f16,f16 > f16, white, white", "u: f16 > f16, gray, gray.follows <- t"}));
    QCOMPARE(describe(decisions.body(owner, 1)), QStringList{"e: f32 > f32, gray, gray.graph-input"});
}

void TestBodies::capturedValuesComeInTheirOriginalType()
{
    const GraphPtr graph = ifGraph(kThen, kElse);
    const Decisions decisions = judge(graph, inputOf()).value();
    const Decisions& body = decisions.body(graph->findNode("if"), 1);
    const ValueId captured = body.graph()->findValue("c");
    QCOMPARE(body.graph()->value(captured).dtype, DType::Undefined); // the body itself does not say
    QCOMPARE(body.original(captured), DType::Float32);
    QCOMPARE(body.produced(captured), DType::Float32); // although the enclosing graph makes it in FP16
    QCOMPARE(decisions.produced(graph->findValue("c")), DType::Float16);
}

void TestBodies::loopsGiveTheirBodiesTypes()
{
    const GraphPtr graph = loopGraph();
    const Decisions decisions = judge(graph, inputOf()).value();
    const NodeId owner = graph->findNode("loop");
    QCOMPARE(decisions.node(owner).engine, Engine::None); // CANN's parser does not know Loop
    const Decisions& body = decisions.body(owner, 0);
    QCOMPARE(body.original(body.graph()->findValue("state")), DType::Float32);
    QCOMPARE(describe(body),
        (QStringList{"m: f16,f16 > f16, white, white", "s: f16 > f16, gray, gray.follows <- m"}));
    QCOMPARE(castsOf(decisions),
        (QStringList{"loop/body: state f32>f16 for m", "loop/body: w f32>f16 for m",
            "loop/body: s f16>f32 for output", "loop/body: m f16>f32 for output"}));
}

void TestBodies::bodiesInBodiesAreJudged()
{
    const GraphPtr inner =
        withBodies(textGraph("input q: i8[]\n captured c\n y: f32[1,4,6,6] = If(q) name=inner\n output y"),
            "inner", {{"then_branch", textGraph(kThen)}, {"else_branch", textGraph(kElse)}});
    const GraphPtr graph = withBodies(textGraph(kOuter), "if", {{"then_branch", inner}});
    const Decisions decisions = judge(graph, inputOf()).value();
    const Decisions& first = decisions.body(graph->findNode("if"), 0);
    const Decisions& second = first.body(inner->findNode("inner"), 0);
    QCOMPARE(describe(second).front(), "t: f16,f16 > f16, white, white");
    QVERIFY(castsOf(decisions).contains("if/then_branch/inner/then_branch: c f32>f16 for t"));
}

void TestBodies::positionsOfOwnerAndBodyAgree_data()
{
    QTest::addColumn<QString>("opType");
    QTest::addColumn<int>("bodyInput");
    QTest::addColumn<int>("ownerInput"); // -1: none
    QTest::addColumn<int>("bodyOutput");
    QTest::addColumn<int>("ownerOutput");
    QTest::addRow("a branch has no inputs") << "If" << 0 << -1 << 1 << 1;
    QTest::addRow("a loop's condition is no output") << "Loop" << 2 << 2 << 0 << -1;
    QTest::addRow("what a loop carries") << "Loop" << 3 << 3 << 2 << 1;
    QTest::addRow("a scan") << "Scan" << 1 << 1 << 1 << 1;
    QTest::addRow("an unknown owner") << "Magic" << 0 << -1 << 0 << -1;
}

void TestBodies::positionsOfOwnerAndBodyAgree()
{
    QFETCH(const QString, opType);
    QFETCH(const int, bodyInput);
    QFETCH(const int, bodyOutput);
    const auto number = [](std::optional<std::uint32_t> slot) { return slot ? static_cast<int>(*slot) : -1; };
    QTEST(number(ownerInput(opType.toStdString(), static_cast<std::uint32_t>(bodyInput))), "ownerInput");
    QTEST(number(ownerOutput(opType.toStdString(), static_cast<std::uint32_t>(bodyOutput))), "ownerOutput");
}

void TestBodies::everyUseOfACaptureIsCast()
{
    const GraphPtr graph = ifGraph(R"(
        captured c
        weight v: f32[4,4,1,1]
        a: f32[1,4,6,6] = Conv(c, v)
        b: f32[1,4,6,6] = Conv(c, v)
        l: f32[1,4,6,6] = Log(c)
        s: f32[1,4,6,6] = Sum(a, b, l)
        output s)",
        kElse);
    const QStringList casts = castsOf(judge(graph, inputOf()).value());
    QCOMPARE(casts.count("if/then_branch: c f32>f16 for a"), 1);
    QCOMPARE(casts.count("if/then_branch: c f32>f16 for b"), 1); // no sharing, as in CANN
    QCOMPARE(casts.count("if/then_branch: v f32>f16 for a"), 1);
    QCOMPARE(casts.count("c f16>f32 for if"), 1); // the owner hands it in
    QVERIFY(!casts.contains("if/then_branch: c f32>f16 for l"));
}

void TestBodies::mixedBodiesGiveWhatTheirOwnerGives()
{
    const GraphPtr graph = ifGraph(kThen, kElse);
    const MixedGraph mixed = insertCasts(judge(graph, inputOf()).value());
    QVERIFY(verify(*mixed.graph).empty());
    const Node& owner = mixed.graph->node(mixed.nodeOf[graph->findNode("if")]);
    QCOMPARE(nodesOf(*owner.bodies[0].graph),
        (QStringList{"c__to_float16: f16 = Cast(c)", "v__to_float16: f16 = Cast(v)",
            "t: f16 = Conv(c__to_float16, v__to_float16)", "u__float16: f16 = Relu(t)",
            "u: f32 = Cast(u__float16)", "output u"}));
    QCOMPARE(nodesOf(*mixed.graph).mid(2),
        (QStringList{"c__float16: f16 = Conv(x__to_float16, w__to_float16)", "c: f32 = Cast(c__float16)",
            "y: f32 = If(condition)", "z: f32 = Relu(y)", "output z"}));
}

void TestBodies::unchangedBodiesStayTheSameObject()
{
    const GraphPtr graph = ifGraph(kThen, kElse);
    const MixedGraph mixed = insertCasts(judge(graph, inputOf()).value());
    const NodeId owner = graph->findNode("if");
    QCOMPARE(mixed.graph->node(mixed.nodeOf[owner]).bodies[1].graph, graph->node(owner).bodies[1].graph);
    const MixedGraph same = insertCasts(Decisions(graph));
    QCOMPARE(same.graph->node(same.nodeOf[owner]).bodies[0].graph, graph->node(owner).bodies[0].graph);
}

// A policy may let an owner give FP16: then both branches do.
void TestBodies::ownersThatGiveAnotherTypeGetItFromTheirBodies()
{
    const GraphPtr graph = ifGraph(kThen, kElse);
    const NodeId owner = graph->findNode("if");
    Decisions decisions(graph);
    decisions.setOutput(owner, 0, DType::Float16);
    for (std::size_t i : {0UL, 1UL})
        decisions.setBody(owner, i, Decisions(decisions.body(owner, i)));
    const MixedGraph mixed = insertCasts(decisions);
    for (const Body& body : mixed.graph->node(mixed.nodeOf[owner]).bodies)
        QCOMPARE(body.graph->value(body.graph->graphOutputs()[0]).dtype, DType::Float16);
}

void TestBodies::mixlistsReachBodies()
{
    const GraphPtr graph = ifGraph(kThen, kElse);
    const Mixlist list = parseMixlist("{\"black-list\":{\"to-add\":[\"Conv2D\"]}}", "").value().mixlist;
    const NodeId owner = graph->findNode("if");
    const QStringList held{"t: f32,f32 > f32, black, black", "u: f32 > f32, gray, gray.follows <- t"};
    QCOMPARE(describe(judge(graph, inputOf(&list)).value().body(owner, 0)), held);
    GraphJudge again(graph);
    const Decisions before = again.decide(inputOf()).value();
    QCOMPARE(describe(again.decide(inputOf(&list)).value().body(owner, 0)), held);
    QCOMPARE(describe(again.decide(inputOf()).value().body(owner, 0)), describe(before.body(owner, 0)));
}

void TestBodies::findingsSayTheWayToTheBody()
{
    const GraphPtr graph = ifGraph("captured c\n m: f32[4] = mine::Magic(c)\n output m", kElse);
    const std::vector<Finding> findings = judge(graph, inputOf()).value().findings();
    const auto found = std::ranges::find(findings, "judge.unmapped", &Finding::id);
    QVERIFY(found != findings.end());
    QCOMPARE(found->where, "if/then_branch/m");
    QCOMPARE(found->node, graph->findNode("if"));
}

void TestBodies::nodesOfBodiesAreExplained()
{
    const GraphPtr graph = ifGraph(kThen, kElse);
    const JudgeInput input = inputOf();
    const Decisions decisions = judge(graph, input).value();
    const Decisions& body = decisions.body(graph->findNode("if"), 0);
    QCOMPARE(reasonLine(body, body.graph()->findNode("u"), input), "gray: follows t (float16)");
    const Decisions& other = decisions.body(graph->findNode("if"), 1);
    QCOMPARE(reasonLine(other, other.graph()->findNode("e"), input),
        "gray: follows the enclosing graph's c (float32)");
}

void TestBodies::freshDecisionsHaveBodies()
{
    const GraphPtr graph = loopGraph();
    const Decisions fresh(graph);
    const Decisions& body = fresh.body(graph->findNode("loop"), 0);
    QCOMPARE(body.produced(body.graph()->findValue("state")), DType::Float32);
    QVERIFY(body.parts(body.graph()->findNode("m")).empty());
    QVERIFY(castsOf(fresh).isEmpty());
}

QTEST_APPLESS_MAIN(TestBodies)
#include "tst_bodies.moc"
