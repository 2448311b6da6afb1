// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bodies of If, Loop and Scan under the policies that decide by lists: their nodes are decided like others,
// the types of their owner hold on both sides, and what a tool leaves alone stays.
#include "analysis/casts/castinsertion.h"
#include "analysis/graph/graphbuilder.h"
#include "analysis/judge/nodeplace.h"
#include "analysis/policy/flip.h"
#include "analysis/policy/policy.h"
#include "tests/analysis/decisiontext.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <algorithm>

using namespace halftone;
using test::describe;
using test::textGraph;
using test::withBodies;

namespace {

constexpr char kBranch[] = R"(
    captured c
    weight v: f32[4,4]
    m: f32[4,4] = MatMul(c, v)
    s: f32[4,4] = Sigmoid(m)
    e: f32[4,4] = Exp(s)
    n: f32[4,4] = MatMul(e, v)
    output n
)";

// An If in the branch of an If, and a Loop beside it that carries a value through a MatMul.
GraphPtr nested()
{
    const GraphPtr inner = withBodies(textGraph("input q: i8[]\n captured c\n"
                                                "y: f32[4,4] = If(q) name=inner\n output y"),
        "inner",
        {{"then_branch", textGraph(kBranch)},
            {"else_branch", textGraph("captured c\n r: f32[4,4] = Relu(c)\n output r")}});
    const GraphPtr loop = textGraph(R"(
        input i: i64[]
        input cond: i8[]
        input state: ?
        captured w
        k: f32[4,4] = MatMul(state, w)
        output cond
        output k
        output k)");
    const GraphPtr outer = textGraph(R"(
        input  condition: i8[]
        input  x: f32[4,4]
        weight w: f32[4,4]
        weight count: i64[] = 3
        weight go: i8[]
        c: f32[4,4] = MatMul(x, w)
        y: f32[4,4] = If(condition) name=if
        last: f32[4,4], all: f32[3,4,4] = Loop(count, go, y) name=loop
        z: f32[4,4] = MatMul(last, w)
        output z
        output all)");
    return withBodies(withBodies(outer, "if", {{"then_branch", inner}}), "loop", {{"body", loop}});
}

PrecisionPolicy policyOf(const QString& id)
{
    return makePolicy(id.toStdString()).value();
}

const Decisions& levelOf(const Decisions& root, const char* node)
{
    const std::vector<NodePlace> places = findNodes(root, node);
    return places.at(0).in(root);
}

// In the order m, s, e, n of the branch that computes.
QString branchTypes(const Decisions& root)
{
    QStringList types;
    for (const char* node : {"m", "s", "e", "n"})
        types << test::word(findNodes(root, node).at(0).in(root).precision(findNodes(root, node).at(0).node));
    return types.join(' ');
}

void addPolicies()
{
    QTest::addColumn<QString>("policy");
    for (const PolicyDef& row : policyTable())
        QTest::addRow("%s", row.id.data()) << QString::fromUtf8(row.id);
}

}

class TestPolicyBodies : public QObject
{
    Q_OBJECT

private slots:
    void bodiesAreDecidedAsTheSourceSays_data();
    void bodiesAreDecidedAsTheSourceSays();
    void everyNodeHasAReason_data() { addPolicies(); }
    void everyNodeHasAReason();
    void typesOfOwnerAndBodyAgree_data() { addPolicies(); }
    void typesOfOwnerAndBodyAgree();
    void capturesAreCastByTheirReaders();
    void carriedValuesThatNobodyReadsKeepTheirType();
    void blockedOwnersKeepTheirBodies();
    void findingsCountBodiesOnce();
    void overridesReachBodies_data();
    void overridesReachBodies();
    void overridesOfControlFlowAreScopes();
    void flipsAreFoundInBodies();
};

void TestPolicyBodies::bodiesAreDecidedAsTheSourceSays_data()
{
    QTest::addColumn<PrecisionPolicy>("policy");
    QTest::addColumn<QString>("types");
    const auto row = [](const char* name, PolicySettings settings, const char* types) {
        QTest::addRow("%s", name) << PrecisionPolicy{std::move(settings), {}} << types;
    };
    row("grappler paints a body by itself", TensorFlowSettings{}, "f16 f32 f32 f16");
    row("autocast goes by operators", TorchSettings{}, "f16 f16 f32 f16");
    row("autocast in BF16", TorchSettings{.low = DType::BFloat16}, "bf16 bf16 f32 bf16");
    row("AutoCast never touches control flow", AutoCastSettings{}, "f32 f32 f32 f32");
    row("the converter goes into bodies", OnnxFloat16Settings{}, "f16 f16 f16 f16");
    row("level O0", MindSporeSettings{.level = "O0"}, "f32 f32 f32 f32");
    row("level O1", MindSporeSettings{.level = "O1"}, "f16 f32 f32 f16");
    row("level O3", MindSporeSettings{.level = "O3"}, "f16 f16 f16 f16");
    row("level auto", MindSporeSettings{.version = "2.4", .level = "auto"}, "f16 f16 f32 f16");
}

void TestPolicyBodies::bodiesAreDecidedAsTheSourceSays()
{
    QFETCH(const PrecisionPolicy, policy);
    const Decisions decisions = decide(nested(), policy).value();
    QTEST(branchTypes(decisions), "types");
}

void TestPolicyBodies::everyNodeHasAReason()
{
    QFETCH(const QString, policy);
    const PrecisionPolicy chosen = policyOf(policy);
    const Decisions decisions = decide(nested(), chosen).value();
    for (const char* name : {"m", "s", "e", "n", "inner", "k", "if", "loop"}) {
        const NodePlace place = findNodes(decisions, name).at(0);
        const Decisions& level = place.in(decisions);
        QVERIFY2(!level.node(place.node).rule.empty(), name);
        QVERIFY(!reasonLine(level, place.node, chosen).empty());
        QVERIFY(!explain(level, place.node, chosen).steps.empty());
    }
}

// Inputs, captured values and outputs of a body are what its owner and the enclosing graph say, whatever the
// policy wants inside.
void TestPolicyBodies::typesOfOwnerAndBodyAgree()
{
    QFETCH(const QString, policy);
    const Decisions decisions = decide(nested(), policyOf(policy)).value();
    const MixedGraph mixed = insertCasts(decisions);
    QVERIFY(verify(*mixed.graph).empty());
    const Node& owner = mixed.graph->node(mixed.nodeOf[decisions.graph()->findNode("if")]);
    const Graph& branch = *owner.bodies[0].graph;
    QCOMPARE(branch.value(branch.graphOutputs()[0]).dtype, DType::Float32);
    for (const Body& body : branch.node(branch.findNode("inner")).bodies)
        QCOMPARE(body.graph->value(body.graph->graphOutputs()[0]).dtype, DType::Float32);
    const Graph& loop = *mixed.graph->node(mixed.nodeOf[decisions.graph()->findNode("loop")]).bodies[0].graph;
    QCOMPARE(loop.value(loop.graphOutputs()[1]).dtype, DType::Float32);
    QCOMPARE(loop.value(loop.graphOutputs()[2]).dtype, DType::Float32);
    QCOMPARE(test::words(decisions.outputDTypes(decisions.graph()->findNode("loop"))), "f32,f32");
}

void TestPolicyBodies::capturesAreCastByTheirReaders()
{
    const Decisions decisions = decide(nested(), policyOf("pytorch")).value();
    const Decisions& branch = levelOf(decisions, "m");
    const ValueId captured = branch.graph()->findValue("c");
    QCOMPARE(branch.original(captured), DType::Float32); // which the body itself does not say
    QCOMPARE(branch.produced(captured), DType::Float32); // though the graph makes it in FP16
    const auto casts = findCasts(branch);
    QVERIFY(std::ranges::any_of(
        casts, [&](const CastEdge& cast) { return cast.value == captured && cast.to == DType::Float16; }));
}

// An owner without that output says nothing about its type; what goes round must fit nevertheless.
void TestPolicyBodies::carriedValuesThatNobodyReadsKeepTheirType()
{
    const GraphPtr body = textGraph(R"(
        input i: i64[]
        input cond: i8[]
        input state: f32[4,4]
        captured w
        k: f32[4,4] = MatMul(state, w)
        output cond
        output k
        output k)");
    const GraphPtr outer = textGraph(R"(
        input  x: f32[4,4]
        weight w: f32[4,4]
        weight count: i64[] = 3
        weight go: i8[]
        _, all: f32[3,4,4] = Loop(count, go, x) name=loop
        output all)");
    const GraphPtr graph = withBodies(outer, "loop", {{"body", body}});
    const Decisions decisions = decide(graph, policyOf("pytorch")).value();
    QCOMPARE(decisions.body(graph->findNode("loop"), 0).delivered(1), DType::Float32);
}

void TestPolicyBodies::blockedOwnersKeepTheirBodies()
{
    const PrecisionPolicy blocked{OnnxFloat16Settings{.nodeBlockList = {"if"}}, {}};
    const Decisions decisions = decide(nested(), blocked).value();
    QCOMPARE(branchTypes(decisions), "f32 f32 f32 f32"); // nested deeper, too
    QCOMPARE(
        levelOf(decisions, "k").precision(levelOf(decisions, "k").graph()->findNode("k")), DType::Float16);
}

void TestPolicyBodies::findingsCountBodiesOnce()
{
    const Decisions decisions = decide(nested(), policyOf("tensorflow")).value();
    QVERIFY(decisions.findings().empty());
    std::size_t seen = 0;
    for (const PolicyDef& row : policyTable()) {
        const Decisions decided = decide(nested(), policyOf(QString::fromUtf8(row.id))).value();
        seen += decided.findings().size();
        for (const Finding& finding : decided.findings())
            QCOMPARE(std::ranges::count(decided.findings(), finding.id, &Finding::id), 1);
        QVERIFY(levelOf(decided, "m").findings().empty());
    }
    QVERIFY(seen > 0);
}

void TestPolicyBodies::overridesReachBodies_data()
{
    addPolicies();
}

void TestPolicyBodies::overridesReachBodies()
{
    QFETCH(const QString, policy);
    for (const char* target : {"s", "if/then_branch/inner/then_branch/s"}) {
        for (const DType asked : {DType::Float16, DType::Float32}) {
            PrecisionPolicy chosen = policyOf(policy);
            chosen.overrides.push_back({.target = target, .dtype = asked});
            const Decisions decisions = decide(nested(), chosen).value();
            const Decisions& level = levelOf(decisions, "s");
            QCOMPARE(level.precision(level.graph()->findNode("s")), asked);
            QVERIFY(!std::ranges::contains(decisions.findings(), "policy.override-no-target", &Finding::id));
        }
    }
}

void TestPolicyBodies::overridesOfControlFlowAreScopes()
{
    PrecisionPolicy chosen = policyOf("pytorch");
    chosen.overrides.push_back({.target = "if", .dtype = DType::Float32});
    const Decisions decisions = decide(nested(), chosen).value();
    QCOMPARE(branchTypes(decisions), "f32 f32 f32 f32");
    QCOMPARE(decisions.precision(decisions.graph()->findNode("z")), DType::Float16);
    QVERIFY(!std::ranges::contains(decisions.findings(), "policy.override-lost", &Finding::id));
}

void TestPolicyBodies::flipsAreFoundInBodies()
{
    const PrecisionPolicy chosen = policyOf("tensorflow");
    const Decisions decisions = decide(nested(), chosen).value();
    const FlipReport report = findFlips(decisions, findNodes(decisions, "s").at(0), chosen);
    QCOMPARE(report.wanted, DType::Float16);
    QVERIFY(!report.flips.empty());
}

QTEST_APPLESS_MAIN(TestPolicyBodies)
#include "tst_policybodies.moc"
