// SPDX-License-Identifier: GPL-3.0-or-later
//
// The policies of other tools, each against what its source says about small graphs.
#include "analysis/casts/castinsertion.h"
#include "analysis/judge/decisiondiff.h"
#include "analysis/policy/policy.h"
#include "tests/support/randomgraph.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace halftone;
using test::textGraph;

namespace {

// One letter for each node: F for FP16, B for BF16, 3 for FP32, - for others.
QString precisions(const Decisions& decisions)
{
    QString letters;
    for (NodeId node : decisions.graph()->nodes()) {
        const DType dtype = decisions.precision(node);
        letters += dtype == DType::Float16 ? 'F'
            : dtype == DType::BFloat16     ? 'B'
            : dtype == DType::Float32      ? '3'
                                           : '-';
    }
    return letters;
}

// A chain of operators with one input each: "MatMul Exp Relu". Names are n0, n1, ...
GraphPtr chain(const QString& operators)
{
    QString text = "input x: f32[4,4]\n weight w: f32[4,4]\n weight s: f32[4]\n weight a: i64[1] = 0\n";
    QString last = "x";
    int count = 0;
    for (const QString& op : operators.split(' ')) {
        const QString rest = op == "MatMul" || op == "Gemm" || op == "Mul" || op == "Add" || op == "Pow"
            ? ", w"
            : op == "LayerNormalization"              ? ", s, s"
            : op == "ReduceSum" || op == "ReduceMean" ? ", a"
            : op == "Concat"                          ? ", x"
                                                      : "";
        const QString name = QStringLiteral("n%1").arg(count++);
        text += name + ": f32[4,4] = " + op + '(' + last + rest + ")\n";
        last = name;
    }
    return textGraph((text + "output " + last).toStdString());
}

PrecisionPolicy with(PolicySettings settings)
{
    return {.settings = std::move(settings), .overrides = {}};
}

std::size_t castCount(const Decisions& decisions)
{
    return findCasts(decisions).size();
}

}

class TestPeerPolicies : public QObject
{
    Q_OBJECT

private slots:
    void chainsDecideAsTheSourceSays_data();
    void chainsDecideAsTheSourceSays();
    void everyPolicyNamesItsSource();
    void decidingTwiceIsEqual_data();
    void decidingTwiceIsEqual();
    void reasonsEnd_data() { decidingTwiceIsEqual_data(); }
    void reasonsEnd();
    void insertedCastsFitAllSlots_data() { decidingTwiceIsEqual_data(); }
    void insertedCastsFitAllSlots();
    void castsThatUndoEachOtherAreGone_data() { decidingTwiceIsEqual_data(); }
    void castsThatUndoEachOtherAreGone();
    void namesChangeNothing_data() { decidingTwiceIsEqual_data(); }
    void namesChangeNothing();
    void grapplerSharesOneCastPerTensor();
    void autocastPromotesToTheWidest();
    void constantsBeyondTheLimitKeepAutoCastHigh();
    void longSumsKeepAutoCastHighWhereAsked();
    void brokenPatternsAreRefused();
    void fp16ModelsAreRefusedByTheConverter();
    void overridesHaveTheLastWord_data() { decidingTwiceIsEqual_data(); }
    void overridesHaveTheLastWord();
};

void TestPeerPolicies::chainsDecideAsTheSourceSays_data()
{
    QTest::addColumn<QString>("operators");
    QTest::addColumn<PrecisionPolicy>("policy");
    QTest::addColumn<QString>("precisions");
    const auto row = [](const char* name, const char* operators, PolicySettings settings,
                         const char* expected) {
        QTest::addRow("%s", name) << operators << with(std::move(settings)) << expected;
    };
    const TensorFlowSettings grappler;
    row("grappler: danger runs through gray and neutral, and leaves a trailing neutral one",
        "MatMul Exp Sigmoid Relu Tanh Relu MatMul", grappler, "F3333FF");
    row("grappler: gray between two allowed", "MatMul Sigmoid MatMul", grappler, "FFF");
    row("grappler: gray at the end stays", "MatMul Sigmoid", grappler, "F3");
    row("grappler: neutral spreads from its neighbour", "MatMul Relu Relu", grappler, "FFF");
    row("grappler: an allowed operator stops danger", "Exp MatMul Sigmoid MatMul", grappler, "3FFF");
    row("grappler: without an allowed operator nothing happens", "Relu Sigmoid Exp", grappler, "333");
    row("grappler: what is in no list stays, and stops every walk", "MatMul Sigmoid Gelu Sigmoid MatMul",
        grappler, "F333F");
    row("grappler: TF's Sum is ReduceSum", "MatMul ReduceSum MatMul", grappler, "F3F");
    row("grappler: ONNX's Sum is AddN", "MatMul Sum MatMul", grappler, "FFF");
    row("grappler: an operator taken out of the deny list", "MatMul Exp MatMul",
        TensorFlowSettings{.inferAdd = {"Exp"}, .denyRemove = {"Exp"}}, "FFF");
    row("grappler: an operator added to the deny list", "MatMul Relu MatMul",
        TensorFlowSettings{.denyAdd = {"Relu"}, .clearRemove = {"Relu"}}, "F3F");
    row("grappler: only the allow list", "MatMul Sigmoid MatMul Relu",
        TensorFlowSettings{.tensorCoresOnly = true}, "F3F3");

    const TorchSettings torch;
    row("autocast: by operator, and what comes in", "MatMul Relu Exp Relu Gemm Relu", torch, "FF33FF");
    row("autocast: in BF16", "MatMul Relu Softmax", TorchSettings{.low = DType::BFloat16}, "BB3");
    row("autocast: norms and sums", "MatMul LayerNormalization MatMul ReduceSum", torch, "F3F3");
    row("autocast: the input stays", "Relu Sigmoid", torch, "33");

    const AutoCastSettings autoCast;
    row("AutoCast: everything low", "MatMul Exp Softmax", autoCast, "FFF");
    row("AutoCast: by name, from its start", "MatMul Exp Softmax", AutoCastSettings{.nodesToExclude = {"n1"}},
        "F3F");
    row("AutoCast: by type", "MatMul Exp Softmax", AutoCastSettings{.opTypesToExclude = {"Softmax", "Exp"}},
        "F33");
    row("AutoCast: an include rule rescues", "MatMul Exp Softmax",
        AutoCastSettings{.nodesToExclude = {"n.*"}, .opTypesToInclude = {"Exp"}}, "3F3");
    row("AutoCast: some operators cannot be low", "MatMul Celu", autoCast, "F3");

    const OnnxFloat16Settings converter;
    row("onnxconverter-common: everything but the block list", "MatMul Exp Softmax", converter, "FFF");
    row("onnxconverter-common: a list takes the place of the default one", "MatMul Exp CumSum",
        OnnxFloat16Settings{.opBlockList = std::vector<std::string>{"Exp"}}, "F3F");
    row("onnxconverter-common: by name", "MatMul Exp Softmax", OnnxFloat16Settings{.nodeBlockList = {"n2"}},
        "FF3");
}

void TestPeerPolicies::chainsDecideAsTheSourceSays()
{
    QFETCH(const QString, operators);
    QFETCH(const PrecisionPolicy, policy);
    const auto decisions = decide(chain(operators), policy);
    QVERIFY2(decisions, decisions ? "" : describe(decisions.error()).c_str());
    QTEST(precisions(*decisions), "precisions");
}

void TestPeerPolicies::everyPolicyNamesItsSource()
{
    std::set<std::string_view> ids;
    for (const PolicyDef& row : policyTable()) {
        QVERIFY(ids.insert(row.id).second);
        QVERIFY(!row.source.project.empty() && !row.source.file.empty() && !row.source.version.empty());
        QVERIFY(row.doc.ends_with('.'));
        QVERIFY(row.decide && row.describe && row.addEdits);
        QCOMPARE(definitionOf(makePolicy(row.id).value()).id, row.id);
    }
    QVERIFY(!makePolicy("tensorflo"));
    QVERIFY(makePolicy("tensorflo").error().remedy.contains("tensorflow"));
}

void TestPeerPolicies::decidingTwiceIsEqual_data()
{
    QTest::addColumn<PrecisionPolicy>("policy");
    for (const PolicyDef& row : policyTable())
        QTest::addRow("%s", row.id.data()) << makePolicy(row.id).value();
    for (const char* level : {"O0", "O1", "O3", "auto"})
        QTest::addRow("mindspore %s", level) << with(MindSporeSettings{.level = level});
    QTest::addRow("pytorch in BF16") << with(TorchSettings{.low = DType::BFloat16});
}

namespace {

constexpr std::uint32_t kSeeds = 12;

QStringList slotsOf(const Decisions& decisions)
{
    QStringList lines;
    for (NodeId node : decisions.graph()->nodes()) {
        QString line;
        for (DType dtype : decisions.inputDTypes(node))
            line += QString::fromUtf8(name(dtype)) + ' ';
        line += '>';
        for (DType dtype : decisions.outputDTypes(node))
            line += ' ' + QString::fromUtf8(name(dtype));
        lines << line + ' ' + QString::fromUtf8(decisions.node(node).rule);
    }
    return lines;
}

// Graphs without FP16 of their own, which some tools refuse.
GraphPtr graphOf(std::uint32_t seed, const std::string& prefix = {})
{
    return test::randomGraph(seed, {.nodes = 40, .isAllFloat32 = true, .prefix = prefix});
}

}

void TestPeerPolicies::decidingTwiceIsEqual()
{
    QFETCH(const PrecisionPolicy, policy);
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        const GraphPtr graph = graphOf(seed);
        const Decisions first = decide(graph, policy).value();
        const Decisions second = decide(graph, policy).value();
        QVERIFY(changedNodes(first, second).empty());
        QCOMPARE(slotsOf(second), slotsOf(first));
        QCOMPARE(second.findings(), first.findings());
    }
}

void TestPeerPolicies::namesChangeNothing()
{
    QFETCH(const PrecisionPolicy, policy);
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed)
        QCOMPARE(slotsOf(decide(graphOf(seed, "other_"), policy).value()),
            slotsOf(decide(graphOf(seed), policy).value()));
}

void TestPeerPolicies::reasonsEnd()
{
    QFETCH(const PrecisionPolicy, policy);
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        const GraphPtr graph = graphOf(seed);
        const Decisions decisions = decide(graph, policy).value();
        for (NodeId node : graph->nodes()) {
            std::size_t steps = 0;
            for (NodeId next = node; next.isValid(); next = decisions.node(next).decidedBy)
                QVERIFY(++steps <= graph->nodeCount()); // no circle
            const Explanation why = explain(decisions, node, policy);
            QVERIFY(!why.steps.empty());
            for (const Explanation::Step& step : why.steps)
                QVERIFY2(step.text.ends_with('.'), step.text.c_str());
            QVERIFY(!reasonLine(decisions, node, policy).empty());
        }
    }
}

void TestPeerPolicies::insertedCastsFitAllSlots()
{
    QFETCH(const PrecisionPolicy, policy);
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        const GraphPtr graph = graphOf(seed);
        const Decisions decisions = decide(graph, policy).value();
        const MixedGraph mixed = insertCasts(decisions);
        QVERIFY(verify(*mixed.graph).empty());
        for (NodeId node : graph->nodes()) {
            const std::span<const ValueId> inputs = mixed.graph->inputs(mixed.nodeOf[node]);
            const bool isSplit = std::ranges::contains(decisions.innerCasts(), node, &InnerCast::node);
            for (std::size_t slot = 0; slot < inputs.size() && !isSplit; ++slot) {
                if (inputs[slot].isValid())
                    QCOMPARE(mixed.graph->value(inputs[slot]).dtype, decisions.inputDTypes(node)[slot]);
            }
        }
        // The public types of the model stay.
        for (std::size_t i = 0; i < graph->graphOutputs().size(); ++i)
            QCOMPARE(mixed.graph->value(mixed.graph->graphOutputs()[i]).dtype,
                graph->value(graph->graphOutputs()[i]).dtype);
    }
}

// Up and down again changes nothing, so a pair may only stay where somebody else reads what is between. (Down
// and up again is a rounding, and stays.)
void TestPeerPolicies::castsThatUndoEachOtherAreGone()
{
    QFETCH(const PrecisionPolicy, policy);
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        const MixedGraph mixed = insertCasts(decide(graphOf(seed), policy).value());
        const Graph& graph = *mixed.graph;
        const auto isCast = [&](NodeId node) { return node.isValid() && graph.node(node).opType == "Cast"; };
        for (NodeId up : graph.nodes()) {
            if (!isCast(up) || !isLowPrecision(graph.value(graph.inputs(up)[0]).dtype))
                continue;
            const ValueId wide = graph.outputs(up)[0];
            const DType low = graph.value(graph.inputs(up)[0]).dtype;
            const auto undoes = [&](const Graph::Use& use) {
                return isCast(use.node) && graph.value(graph.outputs(use.node)[0]).dtype == low;
            };
            const bool isOutput = std::ranges::contains(graph.graphOutputs(), wide);
            const bool isDead = graph.uses(wide).empty(); // of a node that nobody reads
            QVERIFY(isOutput || isDead || !std::ranges::all_of(graph.uses(wide), undoes));
        }
    }
}

void TestPeerPolicies::grapplerSharesOneCastPerTensor()
{
    const GraphPtr graph = textGraph(R"(
        input  x: f32[4,4]
        weight w: f32[4,4]
        e: f32[4,4] = Exp(x)
        a: f32[4,4] = MatMul(e, w)
        b: f32[4,4] = MatMul(e, w)
        output a
        output b
    )");
    const Decisions decisions = decide(graph, with(TensorFlowSettings{})).value();
    QCOMPARE(precisions(decisions), "3FF");
    // e and w once each, and the two outputs.
    QCOMPARE(castCount(decisions), 4);
    QCOMPARE(castCount(decide(graph, with(AscendSettings{})).value()), 6);
}

void TestPeerPolicies::autocastPromotesToTheWidest()
{
    const GraphPtr graph = textGraph(R"(
        input  x: f32[4,4]
        weight w: f32[4,4]
        a: f32[4,4] = MatMul(x, w)
        b: f32[4,4] = Exp(x)
        c: f32[4,4] = Add(a, b)
        d: f32[4,4] = Add(a, a)
        e: f32[8,4] = Concat(a, b) axis=0
        output c
        output d
        output e
    )");
    QCOMPARE(precisions(decide(graph, with(TorchSettings{})).value()), "F33F3");
}

void TestPeerPolicies::constantsBeyondTheLimitKeepAutoCastHigh()
{
    const GraphPtr graph =
        textGraph("input x: f32[2]\n weight big: f32[2] = 1 70000\n weight small: f32[2] = 1 60000\n"
                  " a: f32[2] = Mul(x, big)\n b: f32[2] = Mul(x, small)\n output a\n output b");
    QCOMPARE(precisions(decide(graph, with(AutoCastSettings{})).value()), "3F");
    QCOMPARE(precisions(decide(graph, with(AutoCastSettings{.initMax = 1e6})).value()), "FF");
    QCOMPARE(precisions(decide(graph, with(AutoCastSettings{.initMax = 10})).value()), "33");
}

void TestPeerPolicies::longSumsKeepAutoCastHighWhereAsked()
{
    const GraphPtr graph = textGraph("input x: f32[2,4096]\n weight w: f32[4096,8]\n weight v: f32[8,8]\n"
                                     " a: f32[2,8] = MatMul(x, w)\n b: f32[2,8] = MatMul(a, v)\n output b");
    QCOMPARE(precisions(decide(graph, with(AutoCastSettings{})).value()), "FF");
    QCOMPARE(precisions(decide(graph, with(AutoCastSettings{.maxDepthOfReduction = 2048})).value()), "3F");
}

void TestPeerPolicies::brokenPatternsAreRefused()
{
    const auto decisions = decide(chain("MatMul"), with(AutoCastSettings{.nodesToExclude = {"("}}));
    QVERIFY(!decisions);
    QVERIFY(!decisions.error().what.empty() && !decisions.error().remedy.empty());
}

void TestPeerPolicies::fp16ModelsAreRefusedByTheConverter()
{
    const GraphPtr graph = textGraph("input x: f16[4]\n y: f16[4] = Relu(x)\n output y");
    QVERIFY(!decide(graph, with(OnnxFloat16Settings{})));
    QVERIFY(decide(graph, with(OnnxFloat16Settings{.checkFp16Ready = false})));
}

void TestPeerPolicies::overridesHaveTheLastWord()
{
    QFETCH(const PrecisionPolicy, policy);
    const GraphPtr graph = chain("MatMul Relu Exp MatMul");
    const Decisions plain = decide(graph, policy).value();
    PrecisionPolicy asked = policy;
    for (NodeId node : graph->nodes())
        asked.overrides.push_back({.target = graph->node(node).name,
            .dtype = plain.precision(node) == DType::Float32 ? DType::Float16 : DType::Float32});
    const Decisions decisions = decide(graph, asked).value();
    for (NodeId node : graph->nodes()) {
        QVERIFY(decisions.precision(node) != plain.precision(node));
        QVERIFY(explain(decisions, node, asked).steps.front().text.starts_with("You asked for"));
    }
    asked.overrides = {{.target = "nobody", .dtype = DType::Float16}};
    const Decisions missed = decide(graph, asked).value();
    QVERIFY(changedNodes(plain, missed).empty());
    QVERIFY(std::ranges::contains(missed.findings(), "policy.override-no-target", &Finding::id));
}

QTEST_APPLESS_MAIN(TestPeerPolicies)
#include "tst_peerpolicies.moc"
