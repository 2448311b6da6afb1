// SPDX-License-Identifier: GPL-3.0-or-later
//
// Single edits that flip an operator: for every policy, each that is proposed does what it says.
#include "analysis/judge/decisiondiff.h"
#include "analysis/policy/flip.h"
#include "tests/support/randomgraph.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <algorithm>

using namespace halftone;
using test::textGraph;

namespace {

constexpr char kChain[] = R"(
    input  x: f32[2,4]
    weight w: f32[4,4]
    a: f32[2,4] = MatMul(x, w)
    b: f32[2,4] = Relu(a)
    c: f32[2,4] = Exp(b)
    d: f32[2,4] = Softmax(c)
    output d
)";

PrecisionPolicy ascend(const std::string& mode)
{
    return {.settings = AscendSettings{.modeName = mode}, .overrides = {}};
}

QStringList editsOf(const FlipReport& report)
{
    QStringList edits;
    for (const Flip& flip : report.flips)
        edits << QString::fromStdString(std::string(flip.edit.where) + ": " + flip.edit.what);
    return edits;
}

FlipReport flipsOf(const GraphPtr& graph, std::string_view node, const PrecisionPolicy& policy,
    const FlipOptions& options = {})
{
    const Decisions decisions = decide(graph, policy).value();
    return findFlips(decisions, findNodes(decisions, node).front(), policy, options);
}

// Each flip decided from scratch.
void checkFlips(const GraphPtr& graph, NodeId node, const PrecisionPolicy& policy)
{
    const Decisions before = decide(graph, policy).value();
    const FlipReport report = findFlips(before, {{}, node}, policy);
    QCOMPARE(report.now, before.precision(node));
    for (const Flip& flip : report.flips) {
        const Decisions after = decide(graph, flip.edit.policy).value();
        QCOMPARE(after.precision(node), report.wanted);
        std::vector<NodePlace> others = changedNodes(before, after);
        std::erase(others, NodePlace{{}, node});
        QVERIFY(std::ranges::equal(others, flip.others, {}, {}, &PrecisionChange::place));
        QVERIFY(flip.edit.policy != policy);
        QVERIFY(!flip.edit.where.empty() && !flip.edit.what.empty());
    }
}

}

class TestFlip : public QObject
{
    Q_OBJECT

private slots:
    void everyPolicyProposesWhatComesTrue_data();
    void everyPolicyProposesWhatComesTrue();
    void editsAreThoseOfTheTool_data();
    void editsAreThoseOfTheTool();
    void grayOperatorsFlipByTheirAncestor();
    void aWantedTypeCanBeNamed();
    void theNumberOfTriesIsBounded();
    void operatorsInBodiesFlipToo();
    void nodesAreFoundWhereverTheyStand();
    void whatIsNoFloatHasNothingToFlip();
    void repeatedNamesAreAllFound();
};

void TestFlip::everyPolicyProposesWhatComesTrue_data()
{
    QTest::addColumn<QString>("id");
    for (const PolicyDef& row : policyTable())
        QTest::addRow("%s", row.id.data()) << QString::fromUtf8(row.id);
}

void TestFlip::everyPolicyProposesWhatComesTrue()
{
    QFETCH(const QString, id);
    std::size_t found = 0;
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
        const GraphPtr graph = test::randomGraph(seed, {.nodes = 25, .isAllFloat32 = true});
        const PrecisionPolicy policy = makePolicy(id.toStdString()).value();
        for (NodeId node : graph->nodes()) {
            checkFlips(graph, node, policy);
            if (QTest::currentTestFailed())
                return;
            found += findFlips(decide(graph, policy).value(), {{}, node}, policy).flips.size();
        }
    }
    QVERIFY(found > 20);
}

void TestFlip::editsAreThoseOfTheTool_data()
{
    QTest::addColumn<QString>("node");
    QTest::addColumn<PrecisionPolicy>("policy");
    QTest::addColumn<QStringList>("edits"); // the first ones
    const auto row = [](const char* name, const char* node, const PrecisionPolicy& policy,
                         const QStringList& edits) { QTest::addRow("%s", name) << node << policy << edits; };
    row("a black operator", "c",
        {.settings = AscendSettings{.mixlist = {.entries = {{.opType = "Exp", .list = List::Black}}}},
            .overrides = {}},
        {"modify_mixlist: take \"Exp\" out of black-list to-add",
            "modify_mixlist: take \"Exp\" out of black-list to-add, add \"Exp\" to white-list to-add",
            "customize_dtypes: add the line c:OutputDtype:float16",
            "customize_dtypes: add the line OpType::Exp:OutputDtype:float16"});
    row("a mode without lists", "b", ascend("force_fp32"),
        {"customize_dtypes: add the line b:OutputDtype:float16",
            "customize_dtypes: add the line OpType::Relu:OutputDtype:float16",
            "precision_mode: choose allow_mix_precision_fp16"});
    row("O1 becomes a list of its own", "a", {.settings = MindSporeSettings{.level = "O1"}, .overrides = {}},
        {"to_float: set \"a\" to float32", "white_list: take ops.MatMul out", "level: choose O0"});
    row("O2 takes cells only", "b", {.settings = MindSporeSettings{}, .overrides = {}},
        {"to_float: set \"b\" to float32", "black_list: add nn.ReLU", "level: choose O0"});
    row("a list of the person's", "b",
        {.settings = MindSporeSettings{.api = AmpApi::CustomMixedPrecision,
             .blackList = std::vector<std::string>{"ReLU"}},
            .overrides = {}},
        {"to_float: set \"b\" to float16", "black_list: take ReLU out"});
    row("build_train_network has no lists", "a",
        {.settings = MindSporeSettings{.api = AmpApi::BuildTrainNetwork}, .overrides = {}},
        {"to_float: set \"a\" to float32", "level: choose O0"});
    row("onnxconverter-common", "a", {.settings = OnnxFloat16Settings{}, .overrides = {}},
        {"op_block_list: add \"MatMul\"", "node_block_list: add \"a\"", "to_float: set \"a\" to float32"});
    row("AutoCast quotes names for its patterns", "c",
        {.settings = AutoCastSettings{.opTypesToExclude = {"Exp"}}, .overrides = {}},
        {"op_types_to_exclude: take \"Exp\" out", "nodes_to_include: add \"c$\"",
            "op_types_to_include: add \"Exp\"", "to_float: set \"c\" to float16"});
}

void TestFlip::editsAreThoseOfTheTool()
{
    QFETCH(const QString, node);
    QFETCH(const PrecisionPolicy, policy);
    QFETCH(const QStringList, edits);
    const FlipReport report = flipsOf(textGraph(kChain), node.toStdString(), policy);
    QCOMPARE(editsOf(report).first(std::min(edits.size(), editsOf(report).size())), edits);
}

// Relu has nothing of its own that made it FP16.
void TestFlip::grayOperatorsFlipByTheirAncestor()
{
    const FlipReport report = flipsOf(textGraph(kChain), "b", ascend("mixed_float16"));
    const QStringList edits = editsOf(report);
    QVERIFY(edits.contains("modify_mixlist: add \"Relu\" to black-list to-add"));
    QVERIFY(edits.contains("modify_mixlist: add \"BatchMatMulV2\" to black-list to-add"));
    QVERIFY(edits.contains("keep_dtype: add the line a"));
}

void TestFlip::aWantedTypeCanBeNamed()
{
    const FlipReport report =
        flipsOf(textGraph(kChain), "b", ascend("mixed_float16"), {.wanted = DType::BFloat16});
    QCOMPARE(report.wanted, DType::BFloat16);
    QCOMPARE(editsOf(report),
        (QStringList{"customize_dtypes: add the line b:OutputDtype:bfloat16",
            "customize_dtypes: add the line OpType::Relu:OutputDtype:bfloat16"}));
}

void TestFlip::theNumberOfTriesIsBounded()
{
    const FlipReport all = flipsOf(textGraph(kChain), "d", ascend("mixed_float16"));
    const FlipReport few = flipsOf(textGraph(kChain), "d", ascend("mixed_float16"), {.maxTried = 2});
    QCOMPARE(few.tried, 2);
    QCOMPARE(few.untried, all.tried - 2);
    QCOMPARE(all.untried, 0);
}

void TestFlip::operatorsInBodiesFlipToo()
{
    const GraphPtr graph = test::withBodies(
        textGraph("input c: i8[]\n input x: f32[4]\n y: f32[4] = If(c) name=if\n output y"), "if",
        {{"then_branch", textGraph("captured x\n t: f32[4] = Log(x)\n u: f32[4] = Relu(t)\n output u")},
            {"else_branch", textGraph("captured x\n e: f32[4] = Relu(x)\n output e")}});
    const PrecisionPolicy policy = ascend("force_fp16");
    const Decisions decisions = decide(graph, policy).value();
    const std::vector<NodePlace> places = findNodes(decisions, "if/then_branch/u");
    QCOMPARE(places.size(), 1);
    QCOMPARE(places[0].text(decisions), "if/then_branch/u");
    QCOMPARE(findNodes(decisions, "u"), places);
    const FlipReport report = findFlips(decisions, places[0], policy);
    QVERIFY(editsOf(report).contains("keep_dtype: add the line u"));
}

void TestFlip::nodesAreFoundWhereverTheyStand()
{
    const GraphPtr graph = textGraph(kChain);
    const Decisions decisions(graph);
    QCOMPARE(findNodes(decisions, "c").size(), 1);
    QCOMPARE(findNodes(decisions, "#2").front().node, NodeId{2});
    QVERIFY(findNodes(decisions, "#4").empty());
    QVERIFY(findNodes(decisions, "#").empty());
    QVERIFY(findNodes(decisions, "x").empty()); // nothing makes it
}

void TestFlip::whatIsNoFloatHasNothingToFlip()
{
    const GraphPtr graph = textGraph("input x: f32[4]\n y: i64[1] = Shape(x)\n output y");
    const FlipReport report = flipsOf(graph, "y", ascend("mixed_float16"));
    QCOMPARE(report.now, DType::Int64);
    QCOMPARE(report.tried, 0);
    QVERIFY(report.flips.empty());
}

void TestFlip::repeatedNamesAreAllFound()
{
    const GraphPtr graph = textGraph(
        "input x: f32[4]\n a: f32[4] = Relu(x) name=same\n b: f32[4] = Exp(a) name=same\n output b");
    const Decisions decisions(graph);
    QCOMPARE(findNodes(decisions, "same").size(), 2);
    QCOMPARE(findNodes(decisions, "b").size(), 1); // by its tensor
}

QTEST_APPLESS_MAIN(TestFlip)
#include "tst_flip.moc"
