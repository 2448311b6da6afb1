// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mixed models: ONNX accepts them, they say what was decided, and all else stays as it was.
#include "analysis/export/mixedonnx.h"
#include "analysis/judge/judge.h"
#include "analysis/oplibrary/oplibrary.h"
#include "tests/analysis/decisiontext.h"
#include "tests/support/onnxmodel.h"

#include <QTest>

using namespace halftone;
using namespace halftone::test;

namespace {

Decisions decided(const GraphPtr& graph, Mode mode = Mode::MixFp16)
{
    return judge(graph, {.library = OpLibrary::embedded("910b")->get(), .mode = mode}).value();
}

struct Exported
{
    MixedOnnx file;
    GraphPtr graph; ///< Of the file.
};

Exported exported(const std::string& model, const Decisions& decisions, const MixedOnnxOptions& options = {})
{
    auto file = writeMixedOnnx(bytesOf(model), "model", decisions, options);
    if (!file)
        qFatal("%s", describe(file.error()).c_str());
    const std::string fault = faultOf(file->model);
    if (!fault.empty())
        qWarning("%s\n%s", fault.c_str(), onnxText(file->model).c_str());
    Exported result{*std::move(file), nullptr};
    if (fault.empty())
        result.graph = importedGraph(result.file.model);
    return result;
}

Exported exported(const std::string& model, Mode mode = Mode::MixFp16, const MixedOnnxOptions& options = {})
{
    return exported(model, decided(importedGraph(model), mode), options);
}

// "y: f16 = Relu(x)", weights and inputs as "weight w: f16".
QStringList linesOf(const Graph& graph)
{
    const auto typed = [&](ValueId value) {
        return QString::fromStdString(graph.value(value).name) + ": " + word(graph.value(value).dtype);
    };
    QStringList lines;
    for (ValueId value : graph.graphInputs())
        lines << "input " + typed(value);
    for (ValueId value : graph.values()) {
        if (graph.value(value).kind == ValueKind::Initializer)
            lines << "weight " + typed(value);
    }
    for (NodeId node : graph.nodes()) {
        QStringList inputs;
        for (ValueId input : graph.inputs(node))
            inputs << (input.isValid() ? QString::fromStdString(graph.value(input).name)
                                       : QStringLiteral("_"));
        QStringList outputs;
        for (ValueId output : graph.outputs(node))
            outputs << (output.isValid() ? typed(output) : QStringLiteral("_"));
        lines << outputs.join(", ") + " = " + QString::fromStdString(graph.node(node).opType) + '(' +
                inputs.join(", ") + ')';
    }
    for (ValueId output : graph.graphOutputs())
        lines << "output " + typed(output);
    return lines;
}

constexpr std::string_view kHeader = "<ir_version: 8, opset_import: [\"\" : 17]>\n";

std::string model(std::string_view body)
{
    return onnxModel(std::string(kHeader) + std::string(body));
}

}

class TestMixedOnnx : public QObject
{
    Q_OBJECT

private slots:
    void castsAndConvertedWeightsSayWhatWasDecided();
    void sharedWeightsGetOneCopyForEachType();
    void outputsThatNodesReadStayRight();
    void inputsAndOutputsTakeLowTypesOnRequest();
    void nodesThatOnnxHasNoTypesForComputeAsWritten();
    void namesMayBeEmptyOrRepeated();
    void absentInputsStayAbsent();
    void constantNodesAreConverted();
    void branchesGiveWhatTheirOwnerGives();
    void loopsCarryTheirTypes();
    void scansCarryTheirTypes();
    void bodiesInBodiesHaveNamesOfTheirOwn();
    void localFunctionsAreInlined();
    void weightsAmongTheInputsOfOldFilesMoveToo();
    void replaceableDefaultsStayAsTheyAre();
    void oldCastsSpellTheirTypes();
    void whatTheGraphDoesNotModelStays();
    void tooManyNumbersGoBesideTheModel();
    void allFloat32ChangesNothing();
    void refusalsSayWhy();
};

void TestMixedOnnx::castsAndConvertedWeightsSayWhatWasDecided()
{
    const Exported mixed = exported(model(R"(
        g (float[1,2] x) => (float[1,2] y) <float[2,2] w = {1,2,3,4}> {
            m = MatMul(x, w)
            e = Exp(m)
            y = Log(e)
        })"));
    QVERIFY(mixed.graph);
    QCOMPARE(linesOf(*mixed.graph),
        (QStringList{"input x: f32", "weight w: f16", "x__to_float16: f16 = Cast(x)",
            "m: f16 = MatMul(x__to_float16, w)", "e: f16 = Exp(m)", "e__to_float32: f32 = Cast(e)",
            "y: f32 = Log(e__to_float32)", "output y: f32"}));
    QCOMPARE(toDoubles(*mixed.graph->data(mixed.graph->findValue("w"))), (std::vector<double>{1, 2, 3, 4}));
}

void TestMixedOnnx::sharedWeightsGetOneCopyForEachType()
{
    const Exported mixed = exported(model(R"(
        g (float[2,2] x) => (float[2,2] y, float[2,2] z) <float[2,2] w = {1,2,3,4}> {
            y = MatMul(x, w)
            z = Log(w)
        })"));
    QVERIFY(mixed.graph);
    QCOMPARE(
        linesOf(*mixed.graph).filter("weight"), (QStringList{"weight w: f32", "weight w__to_float16: f16"}));
    QVERIFY(linesOf(*mixed.graph).contains("z: f32 = Log(w)"));
    QVERIFY(linesOf(*mixed.graph).contains("y__float16: f16 = MatMul(x__to_float16, w__to_float16)"));
}

void TestMixedOnnx::outputsThatNodesReadStayRight()
{
    const Exported mixed = exported(model(R"(
        g (float[2,2] x) => (float[2,2] y, float[2,2] z) <float[2,2] w = {1,2,3,4}> {
            y = MatMul(x, w)
            z = Relu(y)
        })"));
    QVERIFY(mixed.graph);
    QVERIFY(linesOf(*mixed.graph).contains("z__float16: f16 = Relu(y__float16)"));
    QCOMPARE(linesOf(*mixed.graph).filter("output"), (QStringList{"output y: f32", "output z: f32"}));
}

void TestMixedOnnx::inputsAndOutputsTakeLowTypesOnRequest()
{
    const std::string source = model(R"(
        g (float[2,2] x, float[2,2] q) => (float[2,2] y, float[2,2] z, float[2,2] r)
        <float[2,2] w = {1,2,3,4}> {
            y = MatMul(x, w)
            z = Relu(y)
            s = Log(x)
            r = Log(q)
        })");
    const Exported mixed = exported(source, Mode::MixFp16, {.interface = MixedOnnxOptions::Interface::Low});
    QVERIFY(mixed.graph);
    QCOMPARE(linesOf(*mixed.graph),
        (QStringList{"input x: f16", "input q: f32", "weight w: f16", "y: f16 = MatMul(x, w)",
            "z: f16 = Relu(y)", "x__to_float32: f32 = Cast(x)", "s: f32 = Log(x__to_float32)",
            "r: f32 = Log(q)", "output y: f16", "output z: f16", "output r: f32"}));
}

// 910B gives BatchNorm FP32 statistics beside FP16 data; ONNX has one type for all before opset 15.
void TestMixedOnnx::nodesThatOnnxHasNoTypesForComputeAsWritten()
{
    const std::string source = model(R"(
        g (float[2,2] x) => (float[2,2] y) <float[2,2] w = {1,2,3,4}> {
            m = MatMul(x, w)
            y = Relu(m)
        })");
    const GraphPtr graph = importedGraph(source);
    Decisions decisions(graph);
    decisions.setSlots({0}, std::array{DType::Float16, DType::Float16}, std::array{DType::Float32});
    const Exported mixed = exported(source, decisions);
    QVERIFY(mixed.graph);
    QCOMPARE(linesOf(*mixed.graph),
        (QStringList{"input x: f32", "weight w: f16", "x__to_float16: f16 = Cast(x)",
            "x__to_float16__to_float32: f32 = Cast(x__to_float16)", "w__to_float32: f32 = Cast(w)",
            "m: f32 = MatMul(x__to_float16__to_float32, w__to_float32)", "y: f32 = Relu(m)",
            "output y: f32"}));
    QCOMPARE(mixed.file.findings.size(), 1U);
    QCOMPARE(mixed.file.findings[0].id, "export.computed-as-written");
}

void TestMixedOnnx::namesMayBeEmptyOrRepeated()
{
    const Exported mixed = exported(withNodeNames(model(R"(
        g (float[2,2] x) => (float[2,2] y) <float[2,2] w = {1,2,3,4}> {
            a = MatMul(x, w)
            b = Log(a)
            y = MatMul(b, w)
        })"),
        {"twin", "twin"}));
    QVERIFY(mixed.graph);
    QStringList names;
    for (NodeId node : mixed.graph->nodes()) {
        if (mixed.graph->node(node).opType != "Cast")
            names << QString::fromStdString(mixed.graph->node(node).name);
    }
    QCOMPARE(names, (QStringList{"twin", "twin", ""}));
}

void TestMixedOnnx::absentInputsStayAbsent()
{
    const Exported mixed = exported(model(R"(
        g (float[2,2] x) => (float[2,2] y) <float[2,2] w = {1,2,3,4}, float low = {0}> {
            m = MatMul(x, w)
            c = Clip(m, , low)
            d, unused = Dropout(c)
            y, n = Dropout(d)
        })"));
    QVERIFY(mixed.graph);
    QVERIFY(linesOf(*mixed.graph).contains("c: f16 = Clip(m, _, low)"));
    QVERIFY(linesOf(*mixed.graph).contains("weight low: f16"));
}

void TestMixedOnnx::constantNodesAreConverted()
{
    const Exported mixed = exported(model(R"(
        g (float[2,2] x) => (float[2,2] y) {
            w = Constant<value = float[2,2] {1,2,3,4}>()
            y = MatMul(x, w)
        })"));
    QVERIFY(mixed.graph);
    QCOMPARE(linesOf(*mixed.graph).filter("w"),
        (QStringList{"weight w: f16", "y__float16: f16 = MatMul(x__to_float16, w)"}));
}

constexpr std::string_view kIf = R"(
    g (bool c, float[2,2] x) => (float[2,2] z) <float[2,2] w = {1,2,3,4}> {
        y = MatMul(x, w)
        i = If (c) <
            then_branch = t () => (float[2,2] p) { a = MatMul(y, w) p = Relu(a) },
            else_branch = e () => (float[2,2] q) { q = Exp(y) }
        >
        z = Relu(i)
    })";

void TestMixedOnnx::branchesGiveWhatTheirOwnerGives()
{
    const Exported mixed = exported(model(kIf));
    QVERIFY(mixed.graph);
    const Node& owner = mixed.graph->node(mixed.graph->findValue("i").isValid()
            ? mixed.graph->value(mixed.graph->findValue("i")).producer
            : NodeId{});
    QCOMPARE(linesOf(*owner.bodies[0].graph),
        (QStringList{"y__to_float16: f16 = Cast(y)",
            "w__to_float16_: f16 = Cast(w)", // the model has the other name
            "a: f16 = MatMul(y__to_float16, w__to_float16_)", "p__float16: f16 = Relu(a)",
            "p: f32 = Cast(p__float16)", "output p: f32"}));
    QVERIFY(linesOf(*mixed.graph).contains("weight w: f32")); // the body reads it by name
}

void TestMixedOnnx::loopsCarryTheirTypes()
{
    const Exported mixed = exported(model(R"(
        g (float[2,2] x) => (float[2,2] last, float[n,2,2] all)
        <float[2,2] w = {1,2,3,4}, int64 n = {3}, bool go = {1}> {
            last, all = Loop (n, go, x) <
                body = b (int64 i, bool on, float[2,2] state) => (bool on2, float[2,2] next, float[2,2] scan) {
                    on2 = Identity(on)
                    scan = MatMul(state, w)
                    next = Relu(scan)
                }
            >
        })"));
    QVERIFY(mixed.graph);
    const Graph& body = *mixed.graph->node({0}).bodies[0].graph;
    QVERIFY(linesOf(body).contains("scan__float16: f16 = MatMul(state__to_float16, w__to_float16)"));
    QCOMPARE(linesOf(body).filter("output"),
        (QStringList{"output on2: bool", "output next: f32", "output scan: f32"}));
    QVERIFY(linesOf(body).contains("input state: f32"));
}

void TestMixedOnnx::scansCarryTheirTypes()
{
    const Exported mixed = exported(model(R"(
        g (float[2] x, float[3,2] xs) => (float[2] last, float[3,2] ys)
        <float[2,2] w = {1,2,3,4}> {
            last, ys = Scan <num_scan_inputs = 1,
                body = b (float[2] state, float[2] item) => (float[2] next, float[2] out) {
                    m = MatMul(item, w)
                    next = Add(state, m)
                    out = Relu(next)
                }
            > (x, xs)
        })"));
    QVERIFY(mixed.graph);
    QCOMPARE(linesOf(*mixed.graph->node({0}).bodies[0].graph).filter("output"),
        (QStringList{"output next: f32", "output out: f32"}));
}

// What is put into a body may not repeat a name from outside it.
void TestMixedOnnx::bodiesInBodiesHaveNamesOfTheirOwn()
{
    const Exported mixed = exported(model(R"(
        g (bool c, float[2,2] x) => (float[2,2] z, float[2,2] v) <float[2,2] w = {1,2,3,4}> {
            v = MatMul(x, w)
            z = If (c) <
                then_branch = t () => (float[2,2] p) {
                    p = If (c) <
                        then_branch = tt () => (float[2,2] pp) { pp = MatMul(x, w) },
                        else_branch = te () => (float[2,2] pe) { pe = MatMul(x, w) }
                    >
                },
                else_branch = e () => (float[2,2] q) { q = MatMul(x, w) }
            >
        })"));
    QVERIFY(mixed.graph); // the checker saw that names are single
    QVERIFY(linesOf(*mixed.graph).contains("x__to_float16: f16 = Cast(x)"));
}

void TestMixedOnnx::localFunctionsAreInlined()
{
    const std::string source = onnxModel(R"(
        <ir_version: 8, opset_import: ["" : 17, "mine" : 1]>
        g (float[2,2] x) => (float[2,2] y) <float[2,2] w = {1,2,3,4}> { y = mine.twice(x, w) }
        <opset_import: ["" : 17], domain: "mine">
        twice (a, b) => (r) { m = MatMul(a, b) r = MatMul(m, b) })");
    const Exported mixed = exported(source);
    QVERIFY(mixed.graph);
    QCOMPARE(linesOf(*mixed.graph).filter("MatMul"),
        (QStringList{"m__1: f16 = MatMul(x__to_float16, w)", "y__float16: f16 = MatMul(m__1, w)"}));
    QVERIFY(!onnxText(mixed.file.model).contains("twice"));
}

void TestMixedOnnx::weightsAmongTheInputsOfOldFilesMoveToo()
{
    const Exported mixed = exported(onnxModel(R"(
        <ir_version: 3, opset_import: ["" : 9]>
        g (float[2,2] x, float[2,2] w) => (float[2,2] y, float[2,2] z) <float[2,2] w = {1,2,3,4}> {
            y = MatMul(x, w)
            z = Log(w)
        })"));
    QVERIFY(mixed.graph); // the checker wants each weight among the inputs, in its type
    QCOMPARE(
        linesOf(*mixed.graph).filter("weight"), (QStringList{"weight w: f32", "weight w__to_float16: f16"}));
}

void TestMixedOnnx::replaceableDefaultsStayAsTheyAre()
{
    const Exported mixed = exported(model(R"(
        g (float[2,2] x, float[2,2] w) => (float[2,2] y) <float[2,2] w = {1,2,3,4}> { y = MatMul(x, w) })"));
    QVERIFY(mixed.graph);
    QVERIFY(linesOf(*mixed.graph).contains("w__to_float16: f16 = Cast(w)"));
}

void TestMixedOnnx::oldCastsSpellTheirTypes()
{
    const Exported mixed = exported(onnxModel(R"(
        <ir_version: 3, opset_import: ["" : 5]>
        g (float[2,2] x, float[2,2] w) => (float[2,2] y) <float[2,2] w = {1,2,3,4}> { y = MatMul(x, w) })"));
    QVERIFY(mixed.graph);
    QVERIFY(onnxText(mixed.file.model).contains("to: string = \"FLOAT16\""));
}

void TestMixedOnnx::whatTheGraphDoesNotModelStays()
{
    const std::string source = onnxModel(R"(
        <ir_version: 8, opset_import: ["" : 17], producer_name: "somebody", doc_string: "about it",
         metadata_props: ["key": "kept"]>
        g (float[batch,2] x, string[1] s) => (float[batch,2] y, string[2] t)
        <float[2,2] w = {1,2,3,4}, string[1] word = {"text"}> {
            y = MatMul(x, w)
            t = Concat<axis = 0>(s, word)
        })");
    const Exported mixed = exported(source);
    QVERIFY(mixed.graph);
    const std::string text = onnxText(mixed.file.model);
    for (const char* kept : {"somebody", "about it", "kept", "float[batch,2] x", "\"text\""})
        QVERIFY2(text.contains(kept), kept);
}

void TestMixedOnnx::tooManyNumbersGoBesideTheModel()
{
    std::string values = "0";
    for (int i = 1; i < 1024; ++i)
        values += "," + std::to_string(i);
    const std::string source = model("g (float[32,32] x) => (float[32,32] y) <float[32,32] w = {" + values +
        "}, float[32,32] v = {" + values + "}> { m = MatMul(x, w) y = Log(v) z = MatMul(m, v) }");
    const MixedOnnxOptions options{.dataFile = "beside", .mostInside = 4096};
    const auto mixed = writeMixedOnnx(bytesOf(source), "model", decided(importedGraph(source)), options);
    QVERIFY(mixed);
    QCOMPARE(mixed->external.size(), 2U); // v in FP32 has the room inside
    QCOMPARE(mixed->external[0].dtype, DType::Float16);
    QCOMPARE(mixed->external[1].offset, 4096U); // at a page
    const auto imported = importOnnx(bytesOf(mixed->model), "model",
        {.dims = {}, .readExternal = {}, .missingData = ImportOptions::MissingData::Tolerate});
    QVERIFY(imported);
    QCOMPARE(linesOf(*imported->graph).filter("weight"),
        (QStringList{"weight v: f32", "weight w: f16", "weight v__to_float16: f16"}));
}

void TestMixedOnnx::allFloat32ChangesNothing()
{
    const std::string source = model(kIf);
    const Exported mixed = exported(source, Mode::KeepOrigin);
    QCOMPARE(onnxText(mixed.file.model), onnxText(source));
}

void TestMixedOnnx::refusalsSayWhy()
{
    const std::string old = onnxModel(
        "<ir_version: 8, opset_import: [\"\" : 12]> g (float[2,2] x) => (float[2,2] y) { y = MatMul(x, x) }");
    const auto bf16 = writeMixedOnnx(bytesOf(old), "model", decided(importedGraph(old), Mode::MixBf16), {});
    QVERIFY(!bf16);
    QCOMPARE(bf16.error().what, "BF16 needs ONNX opset 13; the model has 12.");

    const GraphPtr graph = importedGraph(old);
    Decisions eightBits(graph);
    eightBits.setSlots({0}, std::array{DType::HiFloat8, DType::HiFloat8}, std::array{DType::Float32});
    const auto hif8 = writeMixedOnnx(bytesOf(old), "model", eightBits, {});
    QVERIFY(!hif8);
    QCOMPARE(hif8.error().what, "ONNX has no type for hifloat8.");

    const std::string other = model("g (float[2,2] x) => (float[2,2] y) { m = MatMul(x, x) y = Relu(m) }");
    const auto changed = writeMixedOnnx(bytesOf(other), "model", decided(graph), {});
    QVERIFY(!changed);
    QCOMPARE(changed.error().what, "The decisions are of another model.");
}

QTEST_APPLESS_MAIN(TestMixedOnnx)
#include "tst_mixedonnx.moc"
