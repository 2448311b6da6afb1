// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/explain.h"
#include "tests/analysis/judgedgraphs.h"
#include "tests/support/shared.h"

using namespace halftone;
using namespace halftone::test;

namespace {

// A decided graph and what it was decided with.
struct Decided
{
    Decided(const QByteArray& graph, const char* soc, const char* mode, const QByteArray& list = {})
        : mixlist(listFrom(list))
        , input{&library(soc), parseMode(mode).value().mode, list.isEmpty() ? nullptr : &mixlist}
        , decisions(judge(textGraph(graph.toStdString()), input).value())
    {
    }
    Decided(const Decided&) = delete;
    Decided& operator=(const Decided&) = delete;

    NodeId node(const char* name) const { return decisions.graph()->findNode(name); }
    QStringList explained(const char* name) const
    {
        QStringList lines;
        for (const Explanation::Step& step : explain(decisions, node(name), input).steps)
            lines << QString::fromStdString(step.text);
        return lines;
    }
    QString line(const char* name) const
    {
        return QString::fromStdString(reasonLine(decisions, node(name), input));
    }

    Mixlist mixlist;
    JudgeInput input;
    Decisions decisions;
};

constexpr char kNamedChain[] = R"(
    input  x: f32[1,3,8,8]
    weight w: f32[4,3,3,3]
    conv: f32[1,4,6,6] = Conv(x, w)
    relu: f32[1,4,6,6] = Relu(conv)
    log: f32[1,4,6,6] = Log(relu)
    output log
)";

}

class TestExplain : public QObject
{
    Q_OBJECT

private slots:
    void chainEndsAtTheListThatDecided();
    void mixlistEntryIsNamedWithItsPlace();
    void graphInputsAndConstantsEndAChain();
    void castsAreNamedWhenLookedThrough();
    void whatWasAskedForAndNotToBeHadIsSaid_data();
    void whatWasAskedForAndNotToBeHadIsSaid();
    void allPartsOfANodeAreExplained();
    void otherEnginesAreExplained_data();
    void otherEnginesAreExplained();
    void listsHaveNoEffectOutsideMixedModes();
    void alternativesAreWhatTheJudgeDoes_data();
    void alternativesAreWhatTheJudgeDoes();
    void longChainsAreShortened();
    void everyStepIsASentence_data();
    void everyStepIsASentence();
    void linesFitATable_data();
    void linesFitATable();
};

void TestExplain::chainEndsAtTheListThatDecided()
{
    const Decided decided(kNamedChain, "910", "mixed_float16");
    QCOMPARE(decided.explained("relu"),
        (QStringList{"relu becomes Relu, which is gray on Ascend 910.",
            "Gray: follows the operator before it. Here that is conv, which gives float16.",
            "conv becomes Conv2D, which is white on Ascend 910.",
            "White: takes low precision where a kernel does.",
            "The library gives no kernel table for it, so its kernels are assumed from the types that it "
            "names.",
            "If Relu were black, relu would give float32.", "If Conv2D were black, conv would give float32.",
            "If Conv2D were gray, conv would give float32."}));
    const std::vector<Explanation::Step> steps =
        explain(decided.decisions, decided.node("relu"), decided.input).steps;
    const auto row = [](const char* type) {
        return "ascend910.tsv:" + std::to_string(library("910").find(type)->line);
    };
    QCOMPARE(steps[0].source, row("Relu"));
    QCOMPARE(steps[0].node, decided.node("relu"));
    QCOMPARE(steps[1].node, decided.node("conv")); // a click leads on to what was followed
    QCOMPARE(steps[2].source, row("Conv2D"));
    QCOMPARE(steps[2].node, decided.node("conv"));
    QVERIFY(steps[3].source.starts_with("GraphEngine"));
}

void TestExplain::mixlistEntryIsNamedWithItsPlace()
{
    const QByteArray list = "{\"black-list\": {\"to-add\": [\n  \"Conv2D\"]}}";
    const Decided decided(kNamedChain, "910", "mixed_float16", list);
    const Explanation::Step step =
        explain(decided.decisions, decided.node("conv"), decided.input).steps.front();
    QCOMPARE(step.text, "conv becomes Conv2D, which the mixlist moves from white to black.");
    QCOMPARE(step.source, "ops_info.json:2:3");
    QCOMPARE(decided.line("conv"), "black by ops_info.json:2:3: keeps float32");
    QCOMPARE(decided.line("relu"), "gray: follows conv (float32)");
}

void TestExplain::graphInputsAndConstantsEndAChain()
{
    const Decided decided(
        "input x: f32[2]\n weight w: f32[2]\n r = Relu(x)\n s = Exp(w)\n output r\n output s", "910",
        "mixed_float16");
    QCOMPARE(decided.explained("r")[1],
        "Gray: follows the input of the graph. Here that is the graph input x, which gives float32.");
    QCOMPARE(decided.explained("s")[1],
        "Gray: only constants come in, and it follows the first of them. Here that is the constant w, which "
        "gives "
        "float32.");
    QCOMPARE(decided.explained("r").last(), "If Relu were white, r would give float16.");
}

void TestExplain::castsAreNamedWhenLookedThrough()
{
    const Decided decided(
        "input x: f16[4]\n r: f16 = Relu(x)\n c: f32 = Cast(r) to=1\n s = Relu(c)\n output s", "910",
        "mixed_float16");
    QCOMPARE(decided.explained("s")[1],
        "Gray: follows the operator in front of the Cast before it. Here that is r, which gives float16.");
    QCOMPARE(decided.explained("c"),
        (QStringList{"c becomes Cast, which is gray on Ascend 910.",
            "A Cast keeps the types it was written with.", "No list changes the result."}));
}

void TestExplain::whatWasAskedForAndNotToBeHadIsSaid_data()
{
    QTest::addColumn<QByteArray>("graph");
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QByteArray>("mixlist");
    QTest::addColumn<QString>("sentence"); // empty: nothing was refused
    const auto row = [](const char* name, const char* graph, const char* setting, const char* list,
                         const char* sentence) {
        QTest::addRow("%s", name) << QByteArray(graph) << setting << QByteArray(list) << sentence;
    };
    const char* pool = "input x: f32[1,1,4,4]\n n: f32[1,1,2,2] = AveragePool(x) kernel_shape=2,2\n output n";
    const char* rotated =
        "input x: f32[1,1,4,4]\n input rois: f32[6,1]\n n = RoiAlignRotated(x, rois)\n output n";
    const char* relu = "input x: f32[4]\n n: f32[4] = Relu(x)\n output n";
    row("gray asked to stay in FP32", pool, "910 mixed_float16", "",
        "Asked for float32, got float16: AvgPoolV2 has no kernel in float32 that fits its other tensors.");
    row("white without a low-precision kernel", rotated, "910b mixed_float16", "",
        "Asked for float16, got float32: RoiAlignRotated has no kernel in float16 that fits its other "
        "tensors.");
    row("the mode asks, the library has nothing", rotated, "910b force_fp16", "",
        "Asked for float16, got float32: RoiAlignRotated has no kernel in float16 that fits its other "
        "tensors.");
    row("HiFloat8 on a chip without",
        "input x: f32[1,3,8,8]\n weight w: f32[4,3,3,3]\n n = Conv(x, w)\n output n", "910b mixed_hif8", "",
        "Asked for hifloat8, got float16: Conv2D has no kernel in hifloat8 that fits its other tensors.");
    row("white got what it asked for", relu, "910 mixed_float16", R"({"white-list":{"to-add":["Relu"]}})",
        "");
    row("black kept what it had", relu, "910 mixed_float16", R"({"black-list":{"to-add":["Relu"]}})", "");
    row("gray got what it followed", relu, "910 mixed_float16", "", "");
}

void TestExplain::whatWasAskedForAndNotToBeHadIsSaid()
{
    QFETCH(const QByteArray, graph);
    QFETCH(const QString, setting);
    QFETCH(const QByteArray, mixlist);
    const Decided decided(
        graph, setting.section(' ', 0, 0).toLatin1(), setting.section(' ', 1).toLatin1(), mixlist);
    const QStringList found = decided.explained("n").filter("Asked for");
    QTEST(found.join('|'), "sentence");
}

void TestExplain::allPartsOfANodeAreExplained()
{
    const char* graph =
        "input x: f32[2,4]\n weight w: f32[4,4]\n weight b: f32[4]\n g: f32[2,4] = Gemm(x, w, b)\n"
        "output g";
    const Decided decided(graph, "910", "mixed_float16", R"({"black-list":{"to-add":["Add"]}})");
    const QStringList lines = decided.explained("g");
    QVERIFY(lines.contains("g becomes MatMulV2, which is white on Ascend 910."));
    QVERIFY(lines.contains("It also becomes Add, which is black and gives float32."));
    QVERIFY(lines.contains("If MatMulV2 were black, g would give float32."));
    QVERIFY(lines.contains("If Add were white, g would give float16."));
    QCOMPARE(decided.line("g"), "white: float16; Add (black): float32");
    QCOMPARE(Decided(graph, "910", "mixed_float16").line("g"), "white: float16");
}

void TestExplain::otherEnginesAreExplained_data()
{
    QTest::addColumn<QByteArray>("graph");
    QTest::addColumn<QStringList>("steps");
    const auto row = [](const char* name, const char* graph, const QStringList& steps) {
        QTest::addRow("%s", name) << QByteArray(graph) << steps;
    };
    row("AI CPU", "input x: f64[4]\n n: f64[4] = Acos(x)\n output n",
        {"n becomes Acos, which is gray on Ascend 910.",
            "The AI CPU runs the operator in its original types; no mode moves it.",
            "No list changes the result."});
    row("no library has it", "input x: f32[4]\n n = Hardmax(x)\n output n",
        {"n becomes HardMax, which the AI Core of Ascend 910 does not have.",
            "No published library of the chip has the operator.", "No list changes the result."});
    row("no Ascend name", "input x: f32[4]\n n = mine::Magic(x)\n output n",
        {"n is a Magic, for which no Ascend operator is known.", "No list changes the result."});
    row("graph engine", "n: f32[4] = Constant()\n output n",
        {"n becomes Constant, which the AI Core of Ascend 910 does not have.",
            "No kernel runs: the graph engine handles the operator, in its original types.",
            "No list changes the result."});
}

void TestExplain::otherEnginesAreExplained()
{
    QFETCH(const QByteArray, graph);
    QTEST(Decided(graph, "910", "mixed_float16").explained("n"), "steps");
}

void TestExplain::listsHaveNoEffectOutsideMixedModes()
{
    const Decided decided(kNamedChain, "910", "allow_fp32_to_fp16");
    QCOMPARE(decided.explained("conv").last(),
        "Lists have no effect in this mode; only another mode changes the result.");
    QCOMPARE(decided.explained("conv")[1], "In this mode matrix operators take FP16 where a kernel does.");
}

void TestExplain::alternativesAreWhatTheJudgeDoes_data()
{
    QTest::addColumn<QString>("node");
    QTest::addColumn<QString>("type");
    QTest::addRow("white") << "conv" << "Conv2D";
    QTest::addRow("gray") << "relu" << "Relu";
    QTest::addRow("black") << "log" << "Log";
}

// Every sentence "If T were L, n would give D." is checked by a judgement with such a list.
void TestExplain::alternativesAreWhatTheJudgeDoes()
{
    QFETCH(const QString, node);
    QFETCH(const QString, type);
    const Decided decided(kNamedChain, "910b", "mixed_float16");
    const NodeId id = decided.node(node.toLatin1());
    const QStringList sentences = decided.explained(node.toLatin1()).filter("If " + type);
    const LibraryOp* op = library("910b").find(type.toStdString());
    QVERIFY(!sentences.isEmpty());
    for (List list : {List::White, List::Black, List::Gray}) {
        const Mixlist changed = withOpInList({}, op->type, op->list, list);
        JudgeInput input = decided.input;
        input.mixlist = &changed;
        const Decisions other = judge(decided.decisions.graph(), input).value();
        const DType result = other.precision(id);
        const QString sentence = QStringLiteral("If %1 were %2, %3 would give %4.")
                                     .arg(type, name(list).data(), node, name(result).data());
        QCOMPARE(sentences.contains(sentence), result != decided.decisions.precision(id));
    }
}

void TestExplain::longChainsAreShortened()
{
    QByteArray graph = "input x: f32[2]\n n0: f32[2] = Log(x)\n";
    for (int i = 1; i <= 20; ++i)
        graph += "n" + QByteArray::number(i) + ": f32[2] = Relu(n" + QByteArray::number(i - 1) + ")\n";
    const Decided decided(graph + "output n20", "910", "mixed_float16");
    const QStringList lines = decided.explained("n20");
    QCOMPARE(
        lines.size(), 2 * 6 + 1 + 2 * 2 + 2); // six nodes, the rest in one step, two nodes, two alternatives
    QCOMPARE(lines[12], "13 more operators follow each other in the same way.");
    QCOMPARE(lines[13], "n1 becomes Relu, which is gray on Ascend 910.");
    QCOMPARE(lines[15], "n0 becomes Log, which is black on Ascend 910.");
}

void TestExplain::everyStepIsASentence_data()
{
    QTest::addColumn<QString>("mode");
    for (const ModeName& row : modeNames())
        QTest::addRow("%s%s", row.name.data(), row.isV2 ? " (v2)" : "") << QString::fromUtf8(row.name);
}

void TestExplain::everyStepIsASentence()
{
    QFETCH(const QString, mode);
    const Decided decided(kNamedChain, "910b", mode.toLatin1());
    for (NodeId node : decided.decisions.graph()->nodes()) {
        const std::vector<Explanation::Step> steps = explain(decided.decisions, node, decided.input).steps;
        QVERIFY(steps.size() >= 2);
        for (const Explanation::Step& step : steps) {
            QVERIFY2(step.text.ends_with('.') && !step.text.ends_with(".."), step.text.c_str());
            QVERIFY(step.node.isValid());
        }
        QVERIFY(!reasonLine(decided.decisions, node, decided.input).empty());
    }
}

void TestExplain::linesFitATable_data()
{
    QTest::addColumn<QByteArray>("graph");
    QTest::addColumn<QString>("line");
    const auto row = [](const char* name, const char* graph, const char* line) {
        QTest::addRow("%s", name) << QByteArray(graph) << line;
    };
    row("white", "input x: f32[2,2]\n weight w: f32[2,2]\n n = MatMul(x, w)\n output n", "white: float16");
    row("black", "input x: f32[2]\n n = Log(x)\n output n", "black: keeps float32");
    row("gray behind an operator", "input x: f32[2]\n a = Log(x)\n n = Relu(a)\n output n",
        "gray: follows a (float32)");
    row("gray behind a node without a name", "input x: f32[2]\n a = Log(x) name=\n n = Relu(a)\n output n",
        "gray: follows Log#0 (float32)");
    row("gray behind an input", "input x: f32[2]\n n = Relu(x)\n output n",
        "gray: follows the graph input x (float32)");
    row("gray through a Cast",
        "input x: f16[4]\n r: f16 = Relu(x)\n c: f32 = Cast(r) to=1\n n = Relu(c)\n output n",
        "gray: through a Cast follows r (float16)");
    row("white without a kernel",
        "input x: f32[1,1,4,4]\n input rois: f32[6,1]\n n = RoiAlignRotated(x, rois)\n output n",
        "white, but has no low-precision kernel");
    row("unmapped", "input x: f32[4]\n n = mine::Magic(x)\n output n",
        "No Ascend operator is known for this node");
    row("Cast", "input x: f16[4]\n n: f32 = Cast(x) to=1\n output n",
        "A Cast keeps the types it was written with");
}

void TestExplain::linesFitATable()
{
    QFETCH(const QByteArray, graph);
    QTEST(Decided(graph, "910b", "mixed_float16").line("n"), "line");
}

QTEST_APPLESS_MAIN(TestExplain)
#include "tst_explain.moc"
