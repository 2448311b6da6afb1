// SPDX-License-Identifier: GPL-3.0-or-later
//
// The keep_dtype and customize_dtypes files: how they are read, and what they do to decisions.
#include "analysis/judge/customdtypes.h"
#include "analysis/judge/explain.h"
#include "analysis/judge/judge.h"
#include "analysis/judge/keepdtypes.h"
#include "analysis/judge/narrowing.h"
#include "analysis/judge/rules.h"
#include "tests/analysis/decisiontext.h"
#include "tests/analysis/judgedgraphs.h"

#include <QTest>

using namespace halftone;
using namespace halftone::test;

namespace {

// A judgement with all the files that there are; empty texts stand for none.
struct Judged
{
    Judged(const QString& graph, const QString& setting, const QString& mixlistText, const QString& keepText,
        const QString& customText)
        : library(OpLibrary::embedded(setting.section(' ', 0, 0).toStdString()).value())
        , mixlist(mixlistText.isEmpty() ? Mixlist{}
                                        : parseMixlist(mixlistText.toStdString(), "ops_info.json")->mixlist)
        , keep(parseKeepDTypes(keepText.toStdString(), "keep.txt"))
        , custom(parseCustomDTypes(customText.toStdString(), "dtypes.txt").value().dtypes)
        , input{library.get(), parseMode(setting.section(' ', 1).toStdString())->mode,
              mixlistText.isEmpty() ? nullptr : &mixlist, keepText.isEmpty() ? nullptr : &keep,
              customText.isEmpty() ? nullptr : &custom}
        , result(judge(textGraph(graph.toStdString()), input))
    {
    }
    Judged(const Judged&) = delete;
    Judged& operator=(const Judged&) = delete;

    // The findings about the two files: "keep.txt:2:1 keep-dtype.not-found".
    QStringList fileFindings() const
    {
        QStringList list;
        for (const Finding& finding : result->findings()) {
            if (finding.id.starts_with("keep-dtype.") || finding.id.starts_with("dtypes."))
                list << QString::fromStdString(finding.where + ' ' + finding.id);
        }
        return list;
    }

    std::shared_ptr<const OpLibrary> library;
    Mixlist mixlist;
    KeepDTypes keep;
    CustomDTypes custom;
    JudgeInput input;
    Result<Decisions> result;
};

QString typeWord(DType dtype)
{
    return dtype == DType::Undefined ? QStringLiteral("free") : test::word(dtype);
}

// "conv1 f16,free > f32" per line of the file.
QStringList describe(const CustomDTypes& dtypes)
{
    const auto join = [](const std::vector<DType>& list) {
        QStringList words;
        for (DType dtype : list)
            words << typeWord(dtype);
        return words.join(',');
    };
    QStringList lines;
    for (const CustomDTypesEntry& entry : dtypes.entries)
        lines << QString(entry.isType ? "type " : "") + QString::fromStdString(entry.name) + ' ' +
                join(entry.inputs) + " > " + join(entry.outputs);
    return lines;
}

}

class TestOverrides : public QObject
{
    Q_OBJECT

private slots:
    void keepFilesAreReadAsCannDoes_data();
    void keepFilesAreReadAsCannDoes();
    void pascalCaseIsWhatCannTakesForAType_data();
    void pascalCaseIsWhatCannTakesForAType();
    void customFilesAreReadAsCannDoes_data();
    void customFilesAreReadAsCannDoes();
    void brokenCustomFilesAreRefusedWithTheirPlace_data();
    void brokenCustomFilesAreRefusedWithTheirPlace();
    void unreadAndUnusedLinesAreNoted();
    void filesDecideInTheirOrder_data();
    void filesDecideInTheirOrder();
    void linesThatSpeakOfNothingAreNoted_data();
    void linesThatSpeakOfNothingAreNoted();
    void typesThatAreNoneAreRefusedWhereNoOperatorHasThem_data();
    void typesThatAreNoneAreRefusedWhereNoOperatorHasThem();
    void keepFilesAreIdleWhereAllIsKept();
    void anEmptiedSetForgetsThePrescription();
    void explanationsNameTheLine();
};

void TestOverrides::keepFilesAreReadAsCannDoes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("entries"); // name, or "type T", with the line
    const auto row = [](const char* name, const QByteArray& text, const QStringList& entries) {
        QTest::addRow("%s", name) << text << entries;
    };
    row("nothing", "", {});
    row("a name", "conv1\n", {"conv1 1"});
    row("no line break at the end", "conv1\nconv2", {"conv1 1", "conv2 2"});
    row("types", "OpType::Conv2D\n", {"type Conv2D 1"});
    row("empty lines are skipped, and counted", "\n\nconv1\n\n", {"conv1 3"});
    row("lines are trimmed", "  conv1\t\r\n  OpType::Add \n", {"conv1 1", "type Add 2"});
    row("a line of blanks is a name without letters", "  \n", {" 1"});
    row("the prefix counts in front only", "a OpType::Add\n", {"a OpType::Add 1"});
    row("there are no comments", "# conv1\n", {"# conv1 1"});
    row("names of scopes", "layer1/conv::weights\n", {"layer1/conv::weights 1"});
}

void TestOverrides::keepFilesAreReadAsCannDoes()
{
    QFETCH(const QByteArray, text);
    QStringList entries;
    for (const KeepDTypesEntry& entry : parseKeepDTypes(text.toStdString(), "keep.txt").entries)
        entries << QString(entry.isType ? "type " : "") + QString::fromStdString(entry.name) + ' ' +
                QString::number(entry.line);
    QTEST(entries, "entries");
}

void TestOverrides::pascalCaseIsWhatCannTakesForAType_data()
{
    QTest::addColumn<bool>("isType");
    QTest::addRow("MatMulV2") << true;
    QTest::addRow("A") << true;
    QTest::addRow("matMul") << false;
    QTest::addRow("Mat_Mul") << false;
    QTest::addRow("2Conv") << false;
    QTest::addRow("Conv 2D") << false;
}

void TestOverrides::pascalCaseIsWhatCannTakesForAType()
{
    QTEST(isPascalCase(QTest::currentDataTag()), "isType");
    QVERIFY(!isPascalCase(""));
}

void TestOverrides::customFilesAreReadAsCannDoes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("entries");
    const auto row = [](const char* name, const QByteArray& text, const QStringList& entries) {
        QTest::addRow("%s", name) << text << entries;
    };
    row("nothing", "", {});
    row("inputs and outputs", "conv1::InputDtype:float16,float16,OutputDtype:float32\n",
        {"conv1 f16,f16,free > f32"}); // the comma in front of OutputDtype leaves a free one behind
    row("inputs alone", "conv1::InputDtype:float16,int8", {"conv1 f16,i8 > "});
    row("outputs alone", "conv1::OutputDtype:float", {"conv1  > f32"});
    row("a type", "OpType::Add:OutputDtype:bfloat16", {"type Add  > bf16"});
    row("free tensors", "a:InputDtype:,float16", {"a free,f16 > "});
    row("any letter case", "a:InputDtype:FLOAT,Float16,DOUBLE", {"a f32,f16,f64 > "});
    row("blanks around types", "a:InputDtype: float , float16 ", {"a f32,f16 > "});
    row("blanks around the line", "  a:InputDtype:float  ", {"a f32 > "});
    row("blanks in front of OpType make it a name", " OpType::Add:InputDtype:float", {"OpType f32 > "});
    row("the name ends at the first colon", "scope:a:InputDtype:float", {"scope f32 > "});
    row("types beyond ours", "a:InputDtype:resource,hifloat8", {"a other,hif8 > "});
    row("several lines", "a:InputDtype:float\nOpType::Add:InputDtype:float16\n",
        {"a f32 > ", "type Add f16 > "});
    row("no types behind the keyword", "a:InputDtype:", {"a  > "});
}

void TestOverrides::customFilesAreReadAsCannDoes()
{
    QFETCH(const QByteArray, text);
    const Result<LoadedCustomDTypes> loaded = parseCustomDTypes(text.toStdString(), "dtypes.txt");
    QVERIFY2(loaded, loaded ? "" : describe(loaded.error()).c_str());
    QTEST(::describe(loaded->dtypes), "entries");
    QVERIFY(loaded->findings.empty());
}

void TestOverrides::brokenCustomFilesAreRefusedWithTheirPlace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("error"); // code and place
    const auto row = [](const char* name, const QByteArray& text, const char* error) {
        QTest::addRow("%s", name) << text << error;
    };
    row("no type", "a:InputDtype:float,fp16", "E20003 1:20");
    row("bf16", "a:InputDtype:bf16", "E20003 1:14");
    row("half", "a:InputDtype:float\nb:OutputDtype:half\n", "E20003 2:15");
    row("float64", "a:InputDtype:float64", "E20003 1:14");
    row("undefined", "a:InputDtype:undefined", "E20003 1:14");
    row("an empty line", "a:InputDtype:float\n\nb:InputDtype:float\n", "E20101 2:1");
    row("a comment", "# types\n", "E20101 1:1");
    row("no name", ":InputDtype:float", "E20101 1:1");
    row("no keyword", "a:float16", "E20101 1:1");
    row("another keyword", "a:inputDtype:float", "E20101 1:1");
    row("outputs in front of inputs", "a:OutputDtype:float,InputDtype:float16", "E20101 1:3");
}

void TestOverrides::brokenCustomFilesAreRefusedWithTheirPlace()
{
    QFETCH(const QByteArray, text);
    const Result<LoadedCustomDTypes> loaded = parseCustomDTypes(text.toStdString(), "dtypes.txt");
    QVERIFY(!loaded);
    const Error& error = loaded.error();
    QTEST(QStringLiteral("%1 %2:%3").arg(error.code.c_str()).arg(error.line).arg(error.column), "error");
    QCOMPARE(error.where, "dtypes.txt");
    QVERIFY(error.what.ends_with('.') && error.remedy.ends_with('.'));
}

void TestOverrides::unreadAndUnusedLinesAreNoted()
{
    const std::string tooLong = "b:InputDtype:" + std::string(1011, ' '); // 1024 characters
    const auto loaded =
        parseCustomDTypes("a:InputDtype:float\na:InputDtype:float16\nOpType::a:InputDtype:int8\n" + tooLong +
                "\nnot read at all\n",
            "dtypes.txt");
    QVERIFY(loaded);
    QCOMPARE(::describe(loaded->dtypes), (QStringList{"a f32 > ", "a f16 > ", "type a i8 > "}));
    QCOMPARE(loaded->findings.size(), 2);
    QCOMPARE(loaded->findings[0].id, "dtypes.repeated-name");
    QCOMPARE(loaded->findings[0].where, "dtypes.txt:2:1");
    QCOMPARE(loaded->findings[1].id, "dtypes.line-too-long");
    QCOMPARE(loaded->findings[1].where, "dtypes.txt:4:1");
    QVERIFY(parseCustomDTypes(tooLong.substr(0, 1023), "")->findings.empty());
}

void TestOverrides::filesDecideInTheirOrder_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("setting"); // chip and mode
    QTest::addColumn<QString>("mixlist");
    QTest::addColumn<QString>("keep");
    QTest::addColumn<QString>("custom");
    QTest::addColumn<QStringList>("decisions");
    const auto row = [](const char* name, const char* graph, const char* setting, const char* mixlist,
                         const char* keep, const char* custom, const QStringList& decisions) {
        QTest::addRow("%s", name) << graph << setting << mixlist << keep << custom << decisions;
    };
    const char* mix = "910b mixed_float16";
    const QStringList rest{"l: f32 > f32, black, black", "e: f32 > f32, gray, gray.follows <- l"};
    row("no files", kConvReluLog, mix, "", "", "",
        QStringList{"c: f16,f16 > f16, white, white", "r: f16 > f16, gray, gray.follows <- c"} + rest);
    row("keep_dtype names a node", kConvReluLog, mix, "", "c", "",
        QStringList{"c: f32,f32 > f32, white, keep-dtype", "r: f32 > f32, gray, gray.follows <- c"} + rest);
    row("keep_dtype names a type", kConvReluLog, mix, "", "OpType::Conv2D", "",
        QStringList{"c: f32,f32 > f32, white, keep-dtype", "r: f32 > f32, gray, gray.follows <- c"} + rest);
    row("keep_dtype on a gray operator does not follow", kConvReluLog, mix, "", "r", "",
        QStringList{"c: f16,f16 > f16, white, white", "r: f32 > f32, gray, keep-dtype"} + rest);
    row("keep_dtype beats a white list entry", kConvReluLog, mix, "{\"white-list\":{\"to-add\":[\"Relu\"]}}",
        "r", "", QStringList{"c: f16,f16 > f16, white, white", "r: f32 > f32, white, keep-dtype"} + rest);
    row("keep_dtype beats force_fp16", kConvReluLog, "910b force_fp16", "", "c\nl", "",
        {"c: f32,f32 > f32, white, keep-dtype", "r: f16 > f16, gray, force-fp16",
            "l: f32 > f32, black, keep-dtype", "e: f16 > f16, gray, force-fp16"});
    row("keep_dtype: a matrix operator is no FP16 operator any more", kConvReluLog, "910 allow_fp32_to_fp16",
        "", "c", "",
        {"c: f32,f32 > f32, white, keep-dtype", "r: f32 > f32, gray, allow-fp32-to-fp16",
            "l: f32 > f32, black, allow-fp32-to-fp16", "e: f32 > f32, gray, allow-fp32-to-fp16"});
    row("keep_dtype in a mode that keeps everything", kConvReluLog, "910b origin", "", "c", "",
        {"c: f32,f32 > f32, white, keep-dtype", "r: f32 > f32, gray, keep-origin",
            "l: f32 > f32, black, keep-origin", "e: f32 > f32, gray, keep-origin"});
    row("keep_dtype forbids the AI Core to lower: the AI CPU takes over",
        "input x: f32[1,1,4,4]\n p: f32[1,1,2,2] = AveragePool(x)\n output p", mix, "", "p", "",
        {"p: f32 > f32, AI CPU, ai-cpu"});
    row("keep_dtype names all operators that a node becomes",
        "input x: f32[2,4]\n weight w: f32[4,4]\n weight b: f32[4]\n g: f32[2,4] = Gemm(x, w, b)\n output g",
        mix, "", "g", "", {"g: f32,f32,f32 > f32, white, keep-dtype"});
    row("keep_dtype by the type of one of them",
        "input x: f32[2,4]\n weight w: f32[4,4]\n weight b: f32[4]\n g: f32[2,4] = Gemm(x, w, b)\n output g",
        mix, "", "OpType::Add", "", {"g: f16,f16,f32 > f32, white, white"});
    // ReduceSumD is what is judged. The sum keeps the type that it has in the model, although what comes in
    // is FP16 by then; had it been FP16 in the model, it would keep that (RISE of its own type comes first).
    row("keep_dtype speaks of the type before graph passes",
        "input x: f32[4,4]\n weight w: f32[4,4]\n g: f32[4,4] = MatMul(x, w)\n m: f32[4] = ReduceSum(g)\n"
        " output m",
        "910 mixed_float16", "", "OpType::ReduceSum", "",
        {"g: f16,f16 > f16, white, white", "m: f32 > f32, gray, keep-dtype"});
    row("keep_dtype speaks of no type that graph passes make",
        "input x: f32[4,4]\n weight w: f32[4,4]\n g: f32[4,4] = MatMul(x, w)\n m: f32[4] = ReduceSum(g)\n"
        " output m",
        "910 mixed_float16", "", "OpType::ReduceSumD", "",
        {"g: f16,f16 > f16, white, white", "m: f16 > f16, gray, gray.follows <- g"});
    row("keep_dtype does nothing to a Cast", "input x: f32[4]\n c: f16 = Cast(x) to=10\n output c", mix, "",
        "c", "", {"c: f32 > f16, gray, cast"});

    row("customize_dtypes by type", kConvReluLog, mix, "", "", "OpType::Relu:InputDtype:float",
        QStringList{"c: f16,f16 > f16, white, white", "r: f32 > f32, gray, custom-dtypes"} + rest);
    row("customize_dtypes by name", kConvReluLog, mix, "", "", "r:OutputDtype:bfloat16",
        QStringList{"c: f16,f16 > f16, white, white", "r: bf16 > bf16, gray, custom-dtypes"} + rest);
    row("customize_dtypes: name beats type", kConvReluLog, mix, "", "",
        "OpType::Relu:InputDtype:float\nr:OutputDtype:float16",
        QStringList{"c: f16,f16 > f16, white, white", "r: f16 > f16, gray, custom-dtypes"} + rest);
    row("customize_dtypes: the first line for a name counts", kConvReluLog, mix, "", "",
        "r:OutputDtype:float\nr:OutputDtype:float16",
        QStringList{"c: f16,f16 > f16, white, white", "r: f32 > f32, gray, custom-dtypes"} + rest);
    row("customize_dtypes beats keep_dtype", kConvReluLog, mix, "", "r", "r:OutputDtype:float16",
        QStringList{"c: f16,f16 > f16, white, white", "r: f16 > f16, gray, custom-dtypes"} + rest);
    row("customize_dtypes beats the black list", kConvReluLog, mix,
        "{\"black-list\":{\"to-add\":[\"Relu\"]}}", "", "r:OutputDtype:float16",
        QStringList{"c: f16,f16 > f16, white, white", "r: f16 > f16, black, custom-dtypes"} + rest);
    row("customize_dtypes beats must_keep_origin_dtype", kConvReluLog, "910b must_keep_origin_dtype", "", "",
        "OpType::Log:InputDtype:float16",
        {"c: f32,f32 > f32, white, keep-origin", "r: f32 > f32, gray, keep-origin",
            "l: f16 > f16, black, custom-dtypes", "e: f32 > f32, gray, keep-origin"});
    row("the mode picks among what customize_dtypes leaves",
        "input x: i32[4]\n input y: f32[4]\n r: f32 = Relu(y)\n output r", "910b force_fp16", "", "",
        "r:InputDtype:", {"r: f16 > f16, gray, force-fp16"});
    row("customize_dtypes without a kernel: the AI Core refuses", kConvReluLog, mix, "", "",
        "OpType::Relu:InputDtype:float16,OutputDtype:float",
        QStringList{"c: f16,f16 > f16, white, white", "r: f32 > f32, none, no-engine"} + rest);
    row("customize_dtypes speaks of the type that is judged",
        "input x: f32[4]\n m: f32 = ReduceSum(x)\n output m", "910 mixed_float16", "", "",
        "OpType::ReduceSumD:InputDtype:float16", {"m: f16 > f16, gray, custom-dtypes"});
    row("customize_dtypes cannot name a node that CANN renames",
        "input x: f32[4,4]\n t: f32[4,4] = Transpose(x)\n output t", "910b force_fp16", "", "",
        "t:InputDtype:float", {"t: f16 > f16, gray, force-fp16"});
    row("entries beyond the tensors are ignored", kConvReluLog, mix, "", "",
        "r:InputDtype:float,int8,int8,OutputDtype:,int8",
        QStringList{"c: f16,f16 > f16, white, white", "r: f32 > f32, gray, custom-dtypes"} + rest);
    row("customize_dtypes does not get a Cast other types",
        "input x: f32[4]\n c: f16 = Cast(x) to=10\n output c", mix, "", "", "c:OutputDtype:float16",
        {"c: f32 > f16, gray, custom-dtypes"});
}

void TestOverrides::filesDecideInTheirOrder()
{
    QFETCH(const QString, graph);
    QFETCH(const QString, setting);
    QFETCH(const QString, mixlist);
    QFETCH(const QString, keep);
    QFETCH(const QString, custom);
    const Judged judged(graph, setting, mixlist, keep, custom);
    QVERIFY2(judged.result, judged.result ? "" : describe(judged.result.error()).c_str());
    QTEST(test::describe(*judged.result), "decisions");
}

void TestOverrides::linesThatSpeakOfNothingAreNoted_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("keep");
    QTest::addColumn<QString>("custom");
    QTest::addColumn<QStringList>("findings");
    const auto row = [](const char* name, const char* graph, const char* keep, const char* custom,
                         const QStringList& findings) {
        QTest::addRow("%s", name) << graph << keep << custom << findings;
    };
    row("all found", kConvReluLog, "c\nOpType::Log", "r:InputDtype:float\nOpType::Exp:OutputDtype:float", {});
    row("a node that is not there", kConvReluLog, "c\nconv_1", "", {"keep.txt:2:1 keep-dtype.not-found"});
    row("a type that is not there", kConvReluLog, "OpType::Add", "", {"keep.txt:1:1 keep-dtype.not-found"});
    row("ONNX types are no Ascend types", kConvReluLog, "OpType::Conv", "OpType::Conv:OutputDtype:float",
        {"keep.txt:1:1 keep-dtype.not-found", "dtypes.txt:1:1 dtypes.not-found"});
    row("a type that graph passes make", "input x: f32[4]\n m: f32 = ReduceSum(x)\n output m",
        "OpType::ReduceSumD", "", {"keep.txt:1:1 keep-dtype.not-found"});
    row("a node that CANN renames", "input x: f32[4,4]\n t = Transpose(x)\n output t", "t",
        "t:OutputDtype:float", {"dtypes.txt:1:1 dtypes.renamed"});
    row("a node in both files", kConvReluLog, "c\nr", "r:OutputDtype:float",
        {"keep.txt:2:1 keep-dtype.beaten"});
    row("a line that gives no tensor a type", kConvReluLog, "", "r:InputDtype:", {"r dtypes.names-nothing"});
}

void TestOverrides::linesThatSpeakOfNothingAreNoted()
{
    QFETCH(const QString, graph);
    QFETCH(const QString, keep);
    QFETCH(const QString, custom);
    const Judged judged(graph, "910b mixed_float16", "", keep, custom);
    QVERIFY(judged.result);
    QTEST(judged.fileFindings(), "findings");
    for (const Finding& finding : judged.result->findings())
        QCOMPARE(kindOf(finding).id, finding.id);
}

void TestOverrides::typesThatAreNoneAreRefusedWhereNoOperatorHasThem_data()
{
    QTest::addColumn<QString>("keep");
    QTest::addColumn<int>("line"); // 0: not refused
    QTest::addRow("no Pascal case") << "c\nOpType::conv2d" << 2;
    QTest::addRow("no type at all") << "OpType::" << 1;
    QTest::addRow("Pascal case, though unknown") << "OpType::NoSuchOp" << 0;
    QTest::addRow("names may look like anything") << "conv 2d!" << 0;
    QString many;
    for (int i = 0; i < 10; ++i)
        many += QStringLiteral("missing_%1\n").arg(i);
    QTest::addRow("CANN looks at ten missing names only") << many + "OpType::conv2d" << 0;
}

void TestOverrides::typesThatAreNoneAreRefusedWhereNoOperatorHasThem()
{
    QFETCH(const QString, keep);
    QFETCH(const int, line);
    const Judged judged(kConvReluLog, "910b mixed_float16", "", keep, "");
    QCOMPARE(!judged.result, line > 0);
    if (line > 0) {
        QCOMPARE(judged.result.error().code, "E10003");
        QCOMPARE(judged.result.error().line, line);
        QCOMPARE(judged.result.error().where, "keep.txt");
    }
}

void TestOverrides::keepFilesAreIdleWhereAllIsKept()
{
    QCOMPARE(Judged(kConvReluLog, "910b origin", "", "c", "").fileFindings(),
        QStringList{"keep.txt keep-dtype.idle"});
    QVERIFY(Judged(kConvReluLog, "910b force_fp16", "", "c", "").fileFindings().isEmpty());
}

// White under MIX_FP16 drops BF16 columns. Where customize_dtypes has left only such a column nothing is
// left, and the outputs choose among all columns again.
void TestOverrides::anEmptiedSetForgetsThePrescription()
{
    const std::vector<DType> types{DType::Float32, DType::Float16, DType::BFloat16};
    const std::vector<JudgedTensor> tensors{
        {DType::Float32, ColumnView::ofList(types), {Peer::Kind::Operator, DType::Float32}}};
    const std::vector<std::uint32_t> allowed{2};
    NarrowingInput op{.mode = Mode::MixFp16,
        .list = List::White,
        .isCustom = true,
        .allowed = allowed,
        .columnCount = 3,
        .inputs = tensors,
        .outputs = tensors};
    QCOMPARE(narrow(op).column, 1U);
    op.mode = Mode::MixBf16;
    QCOMPARE(narrow(op).column, 2U);
    QCOMPARE(narrow(op).rule, rules::kCustomDTypes);
    op.mode = Mode::KeepOrigin; // nothing matches: the first that is allowed
    QCOMPARE(narrow(op).column, 2U);
}

void TestOverrides::explanationsNameTheLine()
{
    const Judged judged(kConvReluLog, "910b mixed_float16", "", "x\nr", "OpType::Log:InputDtype:float16");
    const auto steps = [&](const char* node) {
        QStringList lines;
        const NodeId id = judged.result->graph()->findNode(node);
        for (const Explanation::Step& step : explain(*judged.result, id, judged.input).steps)
            lines << QString::fromStdString(step.text + " (" + step.source + ')');
        return lines;
    };
    QVERIFY(steps("r").contains("The keep_dtype file names r. (keep.txt:2:1)"));
    QVERIFY(steps("l").contains("The customize_dtypes file names the type Log. (dtypes.txt:1:1)"));
}

QTEST_APPLESS_MAIN(TestOverrides)
#include "tst_overrides.moc"
