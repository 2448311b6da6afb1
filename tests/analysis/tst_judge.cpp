// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/judge.h"
#include "analysis/judge/rules.h"
#include "tests/analysis/decisiontext.h"
#include "tests/analysis/judgedgraphs.h"
#include "tests/support/shared.h"
#include "tests/support/textgraph.h"

#include <QRegularExpression>

#include <algorithm>

using namespace halftone;
using namespace halftone::test;

class TestJudge : public QObject
{
    Q_OBJECT

private slots:
    void graphsAreDecidedAsTheEngineDoes_data();
    void graphsAreDecidedAsTheEngineDoes();
    void findingsComeOncePerOperatorType();
    void sourceNamesTheRowOrTheEntry();
    void partsOfANodeAreDecidedOneByOne();
    void slotsGetTheTypeOfThePartThatReadsThem();
    void producedIsWhatANodeGives();
    void listsThatDependOnTheFormAreNoted();
    void partlyPublicChipsSaySo();
    void decisionsDoNotDependOnNames();
    void judgingTwiceGivesTheSame();
    void catalogueOfRulesIsSortedAndFilled();
    void enginesHaveNames();
};

void TestJudge::graphsAreDecidedAsTheEngineDoes_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("setting"); // chip and mode
    QTest::addColumn<QByteArray>("mixlist");
    QTest::addColumn<QStringList>("decisions");
    const auto row = [](const char* name, const char* graph, const char* setting, const QByteArray& mixlist,
                         const QStringList& decisions) {
        QTest::addRow("%s", name) << graph << setting << mixlist << decisions;
    };
    row("white Conv, gray Relu follows, black Log keeps, gray Exp follows Log", kConvReluLog,
        "910b mixed_float16", {},
        {"c: f16,f16 > f16, white, white", "r: f16 > f16, gray, gray.follows <- c",
            "l: f32 > f32, black, black", "e: f32 > f32, gray, gray.follows <- l"});
    row("a black Conv holds its followers", kConvReluLog, "910b mixed_float16", black("Conv2D"),
        {"c: f32,f32 > f32, black, black", "r: f32 > f32, gray, gray.follows <- c",
            "l: f32 > f32, black, black", "e: f32 > f32, gray, gray.follows <- l"});
    row("a black Relu cuts the chain", kConvReluLog, "910b mixed_float16", black("Relu"),
        {"c: f16,f16 > f16, white, white", "r: f32 > f32, black, black", "l: f32 > f32, black, black",
            "e: f32 > f32, gray, gray.follows <- l"});
    row("the BF16 mode", kConvReluLog, "910b mixed_bfloat16", {},
        {"c: bf16,bf16 > bf16, white, white", "r: bf16 > bf16, gray, gray.follows <- c",
            "l: f32 > f32, black, black", "e: f32 > f32, gray, gray.follows <- l"});
    row("force_fp16", kConvReluLog, "910 force_fp16", {},
        {"c: f16,f16 > f16, white, force-fp16", "r: f16 > f16, gray, force-fp16",
            "l: f16 > f16, black, force-fp16", "e: f16 > f16, gray, force-fp16"});
    row("allow_fp32_to_fp16: only the matrix operator", kConvReluLog, "910 allow_fp32_to_fp16", {},
        {"c: f16,f16 > f16, white, allow-fp32-to-fp16.cube", "r: f32 > f32, gray, allow-fp32-to-fp16",
            "l: f32 > f32, black, allow-fp32-to-fp16", "e: f32 > f32, gray, allow-fp32-to-fp16"});
    row("origin", kConvReluLog, "910b origin", {},
        {"c: f32,f32 > f32, white, keep-origin", "r: f32 > f32, gray, keep-origin",
            "l: f32 > f32, black, keep-origin", "e: f32 > f32, gray, keep-origin"});
    row("another chip has other lists", kConvReluLog, "310p mixed_float16", {},
        {"c: f16,f16 > f16, white, white", "r: f16 > f16, gray, gray.follows <- c",
            "l: f16 > f16, gray, gray.follows <- r", "e: f16 > f16, gray, gray.follows <- l"});
    row("a gray operator behind the graph's input", "input x: f32[4]\n r = Relu(x)\n s = Relu(r)\n output s",
        "910 mixed_float16", {},
        {"r: f32 > f32, gray, gray.graph-input", "s: f32 > f32, gray, gray.follows <- r"});
    row("an FP16 input of the graph", "input x: f16[4]\n r: f16 = Relu(x)\n output r", "910 mixed_float16",
        {}, {"r: f16 > f16, gray, gray.graph-input"});
    row("weights wait: the tensor behind them decides",
        "input x: f16[4]\n weight w: f32[4]\n r: f16 = Relu(x)\n a: f32[4] = Sub(w, r)\n output a",
        "910 mixed_float16", {},
        {"r: f16 > f16, gray, gray.graph-input", "a: f16,f16 > f16, gray, gray.follows <- r"});
    row("only constants", "weight w: f32[4]\n weight v: f32[4]\n a: f32[4] = Sub(w, v)\n output a",
        "910 mixed_float16", {}, {"a: f32,f32 > f32, gray, gray.constant"});
    row("Constant nodes are constants",
        "input x: f16[4]\n k: f32[4] = Constant()\n r: f16 = Relu(x)\n a: f32[4] = Sub(k, r)\n output a",
        "910 mixed_float16", {},
        {"k:  > f32, GE local, local", "r: f16 > f16, gray, gray.graph-input",
            "a: f16,f16 > f16, gray, gray.follows <- r"});
    row("a Cast keeps its types, and gray looks through it",
        "input x: f16[4]\n r: f16 = Relu(x)\n c: f32 = Cast(r) to=1\n s = Relu(c)\n output s",
        "910 mixed_float16", {},
        {"r: f16 > f16, gray, gray.graph-input", "c: f16 > f32, gray, cast",
            "s: f16 > f16, gray, gray.looks-through <- r"});
    row("nothing looks through a black Cast",
        "input x: f16[4]\n r: f16 = Relu(x)\n c: f32 = Cast(r) to=1\n s = Relu(c)\n output s",
        "910 mixed_float16", black("Cast"),
        {"r: f16 > f16, gray, gray.graph-input", "c: f16 > f32, black, cast",
            "s: f32 > f32, gray, gray.follows <- c"});
    row("one Cast is looked through, not two",
        "input x: f16[4]\n c: f32 = Cast(x) to=1\n d: f16 = Cast(c) to=10\n e: f32 = Cast(d) to=1\n s = "
        "Relu(e)\n output s",
        "910 mixed_float16", {},
        {"c: f16 > f32, gray, cast", "d: f32 > f16, gray, cast", "e: f16 > f32, gray, cast",
            "s: f16 > f16, gray, gray.looks-through <- d"});
    row("a Reshape passes on what comes in, in any mode", R"(
        input x: f32[4]
        weight w: f32[4,4]
        weight shape: i64[2] = 2 2
        m: f32[4] = MatMul(x, w)
        r: f32[2,2] = Reshape(m, shape)
        output r)",
        "910 allow_fp32_to_fp16", {},
        {"m: f16,f16 > f16, white, allow-fp32-to-fp16.cube", "r: f16,i64 > f16, gray, null-kernel <- m"});
    row("FP32 statistics stay beside an FP16 tensor", R"(
        input x: f32[1,3,8,8]
        weight w: f32[4,3,3,3]
        weight s: f32[4]
        c: f32[1,4,6,6] = Conv(x, w)
        b: f32[1,4,6,6] = BatchNormalization(c, s, s, s, s)
        output b)",
        "910b mixed_float16", {},
        {"c: f16,f16 > f16, white, white", "b: f16,f32,f32,f32,f32 > f16, gray, gray.follows <- c"});
    row("an absent optional input", R"(
        input x: f32[2,4]
        weight w: f32[4,4]
        g: f32[2,4] = Gemm(x, w, _)
        output g)",
        "910 mixed_float16", {}, {"g: f16,f16,_ > f16, white, white"});
    row("an FP16-only kernel takes a gray operator down",
        "input x: f32[1,1,4,4]\n p: f32[1,1,2,2] = AveragePool(x) kernel_shape=2,2\n output p",
        "910b mixed_float16", {}, {"p: f16 > f16, gray, gray.graph-input"});
    row("black with an FP16-only kernel goes to the AI CPU",
        "input x: f32[1,1,4,4]\n p: f32[1,1,2,2] = AveragePool(x) kernel_shape=2,2\n output p",
        "910b mixed_float16", black("AvgPoolV2"), {"p: f32 > f32, AI CPU, ai-cpu"});
    row("black with an FP16-only kernel and no AI CPU has no engine", kConv3d, "910 mixed_float16",
        black("Conv3D"), {"c: f32,f32 > f32, none, no-engine"});
    row("gradient and update operators have lists of their own", R"(
        input  x: f32[2,4]
        input  rate: f32[]
        weight w: f32[4,4]
        weight u: f32[4]
        weight v: f32[4]
        phase backward
        y: f32[2,4] = MatMul(x, w)
        d: f32[2,4] = halftone.training::ReluGrad(y, y)
        s: f32[2,4] = halftone.training::SoftmaxGrad(d, y)
        b: f32[4] = halftone.training::BiasGrad(d)
        phase update
        n: f32[4], m: f32[4] = halftone.training::Momentum(u, v, b, rate)
        output n
        output m
        output s)",
        "910 mixed_float16", {},
        {"y: f16,f16 > f16, white, white", "d: f16,f16 > f16, gray, gray.follows <- y",
            "s: f32,f32 > f32, black, black", "b: f32 > f32, black, black",
            "n: f32,f32,f32,f32 > f32,f32, black, black"});
    row("types beyond the AI Core go to the AI CPU",
        "input x: f64[4]\n a: f64[4] = Acos(x)\n b: f64 = Acos(a)\n output b", "910 mixed_float16", {},
        {"a: f64 > f64, AI CPU, ai-cpu", "b: f64 > f64, AI CPU, ai-cpu"});
    row("an operator without any library", "input x: f32[4]\n h = Hardmax(x)\n r = Relu(h)\n output r",
        "910 mixed_float16", {},
        {"h: f32 > f32, none, not-in-library", "r: f32 > f32, gray, gray.follows <- h"});
    row("an operator without an Ascend name", "input x: f32[4]\n h = mine::Magic(x)\n r = Relu(h)\n output r",
        "910 mixed_float16", {}, {"h: f32 > f32, none, unmapped", "r: f32 > f32, gray, gray.follows <- h"});
    row("types that are not known decide nothing",
        "input x: f32[4]\n h: ? = mine::Magic(x)\n r: ? = Relu(h)\n output r", "910 mixed_float16", {},
        {"h: f32 > _, none, unmapped", "r: _ > _, gray, unknown-type"});
    row("a known type decides for an unknown one",
        "input x: f32[2,2]\n h: ? = mine::Magic(x)\n"
        "weight w: f32[2,2]\n m: ? = Sub(h, w)\n output m",
        "910 mixed_float16", {}, {"h: f32 > _, none, unmapped", "m: f32,f32 > f32, gray, gray.constant"});
    row("integers through a kernel table", "input x: i64[4]\n r: i64 = Relu(x)\n output r",
        "910b mixed_float16", {}, {"r: i64 > i64, gray, gray.graph-input"});
    row("inputs of different types meet",
        "input x: f16[4]\n weight e: f32[1] = 2\n p: f16 = Pow(x, e)\n output p", "910b mixed_float16", {},
        {"p: f32,f32 > f32, black, promote"});
}

void TestJudge::graphsAreDecidedAsTheEngineDoes()
{
    QFETCH(const QString, graph);
    QFETCH(const QString, setting);
    QFETCH(const QByteArray, mixlist);
    const Mixlist list = listFrom(mixlist);
    const Decisions decisions = judged(textGraph(graph.toStdString()), setting.section(' ', 0, 0).toLatin1(),
        setting.section(' ', 1).toLatin1(), mixlist.isEmpty() ? nullptr : &list);
    QTEST(describe(decisions), "decisions");
}

void TestJudge::findingsComeOncePerOperatorType()
{
    const GraphPtr graph = textGraph(R"(
        input x: f32[4]
        input y: f64[4]
        a = mine::Magic(x)
        b = mine::Magic(a)
        c = mine::Other(b)
        d = Hardmax(c)
        p: f64 = Acos(y)
        s = Softmax(d)
        t = Softmax(s)
        output t
        output p)");
    const std::vector<Finding> findings = judged(graph, "910", "mixed_float16").findings();
    QCOMPARE(ids(findings),
        (QStringList{"judge.unmapped", "judge.unmapped", "judge.not-in-library", "judge.ai-cpu",
            "judge.assumed-columns"}));
    QCOMPARE(findings[0].message, "No Ascend operator is known for Magic (2 times).");
    QCOMPARE(findings[0].node, graph->findNode("a"));
    QCOMPARE(findings[1].message, "No Ascend operator is known for Other.");
    QCOMPARE(findings[4].where, "s");
    for (const Finding& finding : findings)
        QCOMPARE(kindOf(finding).id, finding.id);

    const Mixlist blackConv = listFrom(black("Conv3D"));
    const std::vector<Finding> problems =
        judged(textGraph(kConv3d), "910", "mixed_float16", &blackConv).findings();
    QCOMPARE(ids(problems), QStringList{"judge.no-kernel"});
    QCOMPARE(kindOf(problems[0]).severity, Severity::Problem);

    const GraphPtr rotated =
        textGraph("input x: f32[1,1,4,4]\n input rois: f32[6,1]\n a = RoiAlignRotated(x, rois)\n output a");
    QCOMPARE(
        ids(judged(rotated, "910b", "mixed_float16").findings()), QStringList{"judge.white-without-low"});
}

void TestJudge::sourceNamesTheRowOrTheEntry()
{
    const Mixlist list = listFrom("{\"black-list\":{\"to-add\":[\n\"Log\",\n\"Relu\"],\n\"to-remove\":[]},\n"
                                   "\"white-list\":{\"to-remove\":[\"Conv2D\"]}}");
    const GraphPtr graph = textGraph(kConvReluLog);
    const Decisions decisions = judged(graph, "910b", "mixed_float16", &list);
    const auto sourceOf = [&](const char* node) {
        return decisions.parts(graph->findNode(node)).front().source;
    };
    QCOMPARE(sourceOf("e").kind, ListSource::Kind::Library);
    QCOMPARE(sourceOf("e").line, library("910b").find("Exp")->line);
    QCOMPARE(sourceOf("r").kind, ListSource::Kind::Mixlist);
    QCOMPARE(sourceOf("r").line, 3);
    QCOMPARE(sourceOf("r").entry, 1U);
    QCOMPARE(sourceOf("r").libraryList, List::Gray);
    QCOMPARE(sourceOf("l").kind, ListSource::Kind::Library); // black already: the entry changes nothing
    QCOMPARE(sourceOf("c").kind, ListSource::Kind::Mixlist);
    QCOMPARE(sourceOf("c").entry, 2U);
    QCOMPARE(decisions.node(graph->findNode("c")).list, List::Gray);
}

void TestJudge::partsOfANodeAreDecidedOneByOne()
{
    const GraphPtr graph = textGraph(R"(
        input  x: f32[2,4]
        weight w: f32[4,4]
        weight b: f32[4]
        g: f32[2,4] = Gemm(x, w, b)
        output g)");
    const Decisions decisions = judged(graph, "910", "mixed_float16");
    const std::span<const PartDecision> parts = decisions.parts(graph->findNode("g"));
    QCOMPARE(parts.size(), 2);
    QCOMPARE(parts[0].ascendType, "MatMulV2");
    QCOMPARE(parts[0].rule, rules::kWhite);
    QCOMPARE(parts[1].ascendType, "Add");
    QCOMPARE(parts[1].list, List::Gray);
    QCOMPARE(parts[1].rule, rules::kGrayFollows);
    QCOMPARE(parts[1].inputs, (std::vector{DType::Float16, DType::Float16}));
    QVERIFY(!parts[1].decidedBy.isValid()); // it follows the product, which followed nobody
    QVERIFY(parts[1].assumedColumns);
    QCOMPARE(decisions.node(graph->findNode("g")).list, List::White); // that of the matrix product
    QCOMPARE(decisions.precision(graph->findNode("g")), DType::Float16);

    // With a black Add the product stays white and the sum is in FP32.
    const Mixlist blackAdd = listFrom(black("Add"));
    const Decisions held = judged(graph, "910", "mixed_float16", &blackAdd);
    QCOMPARE(words(held.inputDTypes(graph->findNode("g"))), "f16,f16,f32");
    QCOMPARE(words(held.outputDTypes(graph->findNode("g"))), "f32");
    QCOMPARE(held.node(graph->findNode("g")).rule, rules::kWhite);
}

void TestJudge::slotsGetTheTypeOfThePartThatReadsThem()
{
    const GraphPtr graph = textGraph(R"(
        input  x: f32[2,4]
        weight w: f32[4,4]
        weight b: f32[4]
        g: f32[2,4] = Gemm(x, w, b) alpha=0.5
        output g)");
    const Mixlist blackMuls = listFrom(black("Muls"));
    const Decisions decisions = judged(graph, "910", "mixed_float16", &blackMuls);
    QCOMPARE(decisions.parts(graph->findNode("g")).size(), 4); // a factor on one side puts Muls on both
    QCOMPARE(
        words(decisions.inputDTypes(graph->findNode("g"))), "f16,f16,f32"); // Muls gives FP32, Add follows
    QCOMPARE(words(decisions.outputDTypes(graph->findNode("g"))), "f32");
}

void TestJudge::producedIsWhatANodeGives()
{
    const GraphPtr graph = textGraph(kConvReluLog);
    const Decisions decisions = judged(graph, "910b", "mixed_float16");
    QCOMPARE(decisions.produced(graph->findValue("x")), DType::Float32);
    QCOMPARE(decisions.produced(graph->findValue("w")), DType::Float32);
    QCOMPARE(decisions.produced(graph->findValue("c")), DType::Float16);
    const Decisions fresh(graph);
    QCOMPARE(fresh.produced(graph->findValue("c")), DType::Float32);
    QCOMPARE(words(fresh.inputDTypes(graph->findNode("c"))), "f32,f32");
    QVERIFY(fresh.parts(graph->findNode("c")).empty());
}

void TestJudge::listsThatDependOnTheFormAreNoted()
{
    const GraphPtr graph = textGraph("input x: f32[4]\n m = ReduceMean(x)\n n = ReduceMean(m)\n output n");
    const auto note = [&](const char* mode, const Mixlist* list) {
        const Decisions decisions = judged(graph, "910", mode, list);
        for (const Finding& finding : decisions.findings()) {
            if (finding.id == "judge.flags-differ")
                return QString::fromStdString(finding.message);
        }
        return QString();
    };
    QCOMPARE(note("mixed_float16", nullptr),
        "ReduceMeanD is black, and ReduceMean, which it would be without constants, is gray: which of the "
        "two "
        "is judged depends on the version of CANN (2 times).");
    QCOMPARE(note("force_fp16", nullptr), ""); // there are no lists
    const Mixlist both = listFrom(black("ReduceMean"));
    QCOMPARE(note("mixed_float16", &both), "");
}

void TestJudge::partlyPublicChipsSaySo()
{
    const std::vector<Finding> findings = judged(textGraph(kConvReluLog), "950", "mixed_float16").findings();
    QCOMPARE(findings.front().id, "judge.not-in-library");
    QCOMPARE(findings.front().message,
        "No published library of Ascend 950, which is only partly public, has Conv2D.");
}

void TestJudge::decisionsDoNotDependOnNames()
{
    QString renamed(kConvReluLog);
    for (const char* name : {"x", "w", "c", "r", "l", "e"})
        renamed.replace(
            QRegularExpression(QStringLiteral("\\b%1\\b").arg(name)), QStringLiteral("other_%1").arg(name));
    QStringList lines = describe(judged(textGraph(renamed.toStdString()), "910b", "mixed_float16"));
    lines.replaceInStrings("other_", "");
    QCOMPARE(lines, describe(judged(textGraph(kConvReluLog), "910b", "mixed_float16")));
}

void TestJudge::judgingTwiceGivesTheSame()
{
    const GraphPtr graph = textGraph(kConvReluLog);
    QCOMPARE(
        describe(judged(graph, "910b", "mixed_float16")), describe(judged(graph, "910b", "mixed_float16")));
}

void TestJudge::catalogueOfRulesIsSortedAndFilled()
{
    QVERIFY(std::ranges::is_sorted(allRules(), {}, &Rule::id));
    for (const Rule& rule : allRules()) {
        QVERIFY(!rule.title.empty() && !rule.title.ends_with('.') && !rule.source.empty());
        QCOMPARE(ruleOf(rule.id).id, rule.id);
    }
}

void TestJudge::enginesHaveNames()
{
    QCOMPARE(name(Engine::AiCore), "AI Core");
    QCOMPARE(name(Engine::AiCpu), "AI CPU");
    QCOMPARE(name(Engine::Local), "GE local");
    QCOMPARE(name(Engine::None), "none");
}

QTEST_APPLESS_MAIN(TestJudge)
#include "tst_judge.moc"
