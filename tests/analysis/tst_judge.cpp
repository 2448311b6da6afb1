// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/judge.h"
#include "analysis/judge/rules.h"
#include "tests/analysis/decisiontext.h"
#include "tests/support/shared.h"
#include "tests/support/textgraph.h"

#include <QRegularExpression>

#include <algorithm>

using namespace halftone;
using test::describe;
using test::textGraph;
using test::words;

namespace {

const OpLibrary& library(const char* soc)
{
    return **OpLibrary::embedded(soc);
}

Mixlist mixlistOf(const QByteArray& text)
{
    return text.isEmpty() ? Mixlist{} : parseMixlist(text.toStdString(), "ops_info.json").value().mixlist;
}

QByteArray black(const char* type)
{
    return QByteArray("{\"black-list\":{\"to-add\":[\"") + type + "\"]}}";
}

QStringList ids(const std::vector<Finding>& findings)
{
    QStringList list;
    for (const Finding& finding : findings)
        list << QString::fromStdString(finding.id);
    return list;
}

Decisions judged(const GraphPtr& graph, const char* soc, const char* mode, const Mixlist* mixlist = nullptr)
{
    return judge(graph, {&library(soc), parseMode(mode).value().mode, mixlist}).value();
}

constexpr char kConvReluLog[] = R"(
    input  x: f32[1,3,8,8]
    weight w: f32[4,3,3,3]
    c: f32[1,4,6,6] = Conv(x, w)
    r: f32[1,4,6,6] = Relu(c)
    l: f32[1,4,6,6] = Log(r)
    e: f32[1,4,6,6] = Exp(l)
    output e
)";

constexpr char kConv3d[] = R"(
    input  x: f32[1,3,8,8,8]
    weight w: f32[4,3,3,3,3]
    c: f32[1,4,6,6,6] = Conv(x, w)
    output c
)";

}

class TestJudge : public QObject
{
    Q_OBJECT

private slots:
    void graphsAreDecidedAsTheEngineDoes_data();
    void graphsAreDecidedAsTheEngineDoes();
    void findingsComeOncePerOperatorType();
    void everyModeNameParsesToItsMode_data();
    void everyModeNameParsesToItsMode();
    void unknownModesAreRefusedWithTheNearest_data();
    void unknownModesAreRefusedWithTheNearest();
    void bf16ModesAreRefusedWithoutBf16_data();
    void bf16ModesAreRefusedWithoutBf16();
    void hif8ModesAreWarnedAbout();
    void mixlistsAreRefusedOutsideMixedModes_data();
    void mixlistsAreRefusedOutsideMixedModes();
    void sourceNamesTheRowOrTheEntry();
    void partsOfANodeAreDecidedOneByOne();
    void slotsGetTheTypeOfThePartThatReadsThem();
    void producedIsWhatANodeGives();
    void impossibleModesNameTheOperator_data();
    void impossibleModesNameTheOperator();
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
    const Mixlist list = mixlistOf(mixlist);
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

    const Mixlist blackConv = mixlistOf(black("Conv3D"));
    const std::vector<Finding> problems =
        judged(textGraph(kConv3d), "910", "mixed_float16", &blackConv).findings();
    QCOMPARE(ids(problems), QStringList{"judge.no-kernel"});
    QCOMPARE(kindOf(problems[0]).severity, Severity::Problem);

    const GraphPtr rotated =
        textGraph("input x: f32[1,1,4,4]\n input rois: f32[6,1]\n a = RoiAlignRotated(x, rois)\n output a");
    QCOMPARE(
        ids(judged(rotated, "910b", "mixed_float16").findings()), QStringList{"judge.white-without-low"});
}

void TestJudge::everyModeNameParsesToItsMode_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("mode");
    const auto row = [](const char* text, Mode mode) {
        QTest::addRow("%s", text) << text << static_cast<int>(mode);
    };
    row("force_fp16", Mode::ForceFp16);
    row("fp16", Mode::ForceFp16);
    row("force_fp32", Mode::ForceFp32);
    row("cube_fp16in_fp32out", Mode::ForceFp32);
    row("allow_fp32_to_fp16", Mode::AllowFp32ToFp16);
    row("allow_fp32_to_bf16", Mode::AllowFp32ToBf16);
    row("allow_mix_precision", Mode::MixFp16);
    row("allow_mix_precision_fp16", Mode::MixFp16);
    row("mixed_float16", Mode::MixFp16);
    row("allow_mix_precision_bf16", Mode::MixBf16);
    row("mixed_bfloat16", Mode::MixBf16);
    row("must_keep_origin_dtype", Mode::KeepOrigin);
    row("origin", Mode::KeepOrigin);
    row("cube_hif8", Mode::CubeHif8);
    row("mixed_hif8", Mode::MixHif8);
}

void TestJudge::everyModeNameParsesToItsMode()
{
    QFETCH(const QString, text);
    const Result<ModeName> parsed = parseMode(text.toStdString());
    QVERIFY(parsed);
    QTEST(static_cast<int>(parsed->mode), "mode");
    // The v2 family has seven values; one of them is also a value of the older option.
    QCOMPARE(std::ranges::count(modeNames(), true, &ModeName::isV2), 7);
    QCOMPARE(std::ranges::count(modeNames(), false, &ModeName::isV2), 9);
    QVERIFY(parsed->doc.ends_with('.'));
}

void TestJudge::unknownModesAreRefusedWithTheNearest_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("hint");
    QTest::addRow("capitals") << "Mixed_Float16" << "Did you mean mixed_float16?";
    QTest::addRow("slip") << "allow_mix_presicion" << "Did you mean allow_mix_precision?";
    QTest::addRow("nothing near") << "O2" << "Choose a mode such as allow_mix_precision_fp16 or force_fp16.";
    QTest::addRow("the engine's own mode") << "force_lowerprecision"
                                           << "Choose a mode such as allow_mix_precision_fp16 or force_fp16.";
}

void TestJudge::unknownModesAreRefusedWithTheNearest()
{
    QFETCH(const QString, text);
    const Result<ModeName> parsed = parseMode(text.toStdString());
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().code, "E10001");
    QTEST(QString::fromStdString(parsed.error().remedy), "hint");
}

void TestJudge::bf16ModesAreRefusedWithoutBf16_data()
{
    QTest::addColumn<QString>("soc");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<bool>("refused");
    for (const char* mode : {"mixed_bfloat16", "allow_fp32_to_bf16", "mixed_float16"}) {
        const bool needs = QByteArrayView(mode).contains("bf");
        QTest::addRow("910b %s", mode) << "910b" << mode << false;
        QTest::addRow("910 %s", mode) << "910" << mode << needs;
        QTest::addRow("310p %s", mode) << "310p" << mode << needs;
    }
}

void TestJudge::bf16ModesAreRefusedWithoutBf16()
{
    QFETCH(const QString, soc);
    QFETCH(const QString, mode);
    QFETCH(const bool, refused);
    const auto result = judge(textGraph(kConvReluLog),
        {&library(soc.toLatin1()), parseMode(mode.toStdString()).value().mode, nullptr});
    QCOMPARE(!result, refused);
    if (refused)
        QCOMPARE(result.error().code, "E20101");
}

void TestJudge::hif8ModesAreWarnedAbout()
{
    for (const char* mode : {"cube_hif8", "mixed_hif8"}) {
        const Decisions decisions = judged(textGraph(kConvReluLog), "910b", mode);
        QVERIFY(ids(decisions.findings()).contains("judge.no-hif8"));
        QCOMPARE(
            decisions.outputDTypes(decisions.graph()->findNode("c"))[0], DType::Float16); // the next best
        const Decisions documented =
            judged(textGraph("input x: f32[4]\n r = Relu(x)\n output r"), "950", mode);
        QVERIFY(!ids(documented.findings()).contains("judge.no-hif8"));
    }
}

void TestJudge::mixlistsAreRefusedOutsideMixedModes_data()
{
    QTest::addColumn<QString>("mode");
    for (const ModeName& row : modeNames())
        QTest::addRow("%s%s", row.name.data(), row.isV2 ? " (v2)" : "") << QString::fromUtf8(row.name);
}

void TestJudge::mixlistsAreRefusedOutsideMixedModes()
{
    QFETCH(const QString, mode);
    const Mode parsed = parseMode(mode.toStdString()).value().mode;
    const Mixlist list = mixlistOf(black("Add"));
    const Mixlist empty;
    const Mixlist emptyFile = mixlistOf("{}");
    const GraphPtr graph = textGraph(kConvReluLog);
    const bool refused = !mode.contains("mix");
    for (const Mixlist* given : {&list, &emptyFile}) {
        const auto result = judge(graph, {&library("910b"), parsed, given});
        QCOMPARE(!result, refused);
        QCOMPARE(usesMixlist(parsed), !refused);
        if (refused) {
            QCOMPARE(result.error().code, "E10001");
            QCOMPARE(result.error().where, "modify_mixlist");
        }
    }
    QVERIFY(judge(graph, {&library("910b"), parsed, &empty}));
}

void TestJudge::sourceNamesTheRowOrTheEntry()
{
    const Mixlist list = mixlistOf("{\"black-list\":{\"to-add\":[\n\"Log\",\n\"Relu\"],\n\"to-remove\":[]},\n"
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
    const Mixlist blackAdd = mixlistOf(black("Add"));
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
    const Mixlist blackMuls = mixlistOf(black("Muls"));
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

void TestJudge::impossibleModesNameTheOperator_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("setting"); // chip and mode
    QTest::addColumn<QString>("message");
    QTest::addRow("must_keep_origin_dtype and a kernel in FP16 only")
        << QString(kConv3d) << "910 must_keep_origin_dtype"
        << "must_keep_origin_dtype is impossible for Conv3D: it has no kernel in its original types.";
    QTest::addRow("the same by its other name")
        << QString(kConv3d) << "910 origin"
        << "must_keep_origin_dtype is impossible for Conv3D: it has no kernel in its original types.";
    QTest::addRow("cube_fp16in_fp32out and FP64")
        << "input x: f64[4]\n r: f64 = Relu(x)\n output r" << "910 cube_fp16in_fp32out"
        << "force_fp32 (cube_fp16in_fp32out) is impossible for Relu: it has no kernel in FP32.";
    QTest::addRow("a mode that may lower") << QString(kConv3d) << "910 force_fp16" << "";
}

void TestJudge::impossibleModesNameTheOperator()
{
    QFETCH(const QString, graph);
    QFETCH(const QString, setting);
    const Decisions decisions = judged(textGraph(graph.toStdString()), setting.section(' ', 0, 0).toLatin1(),
        setting.section(' ', 1).toLatin1());
    QString message;
    for (const Finding& finding : decisions.findings()) {
        if (finding.id == "judge.no-kernel")
            message = QString::fromStdString(finding.message);
    }
    QTEST(message, "message");
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
    const Mixlist both = mixlistOf(black("ReduceMean"));
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
