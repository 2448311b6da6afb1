// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/casts/castinsertion.h"
#include "analysis/graph/graphbuilder.h"
#include "analysis/judge/judge.h"
#include "analysis/onnx/onnxdtype.h"
#include "tests/support/shared.h"
#include "tests/support/textgraph.h"

using namespace halftone;
using test::textGraph;

namespace {

QString word(DType dtype)
{
    return QString::fromUtf8(name(dtype)).replace("bfloat", "bf").replace("float", "f").replace("int", "i");
}

// Decisions by hand: "r: f16 > f16, a: f16 f32 > f32" sets the slots of the nodes, all others stay.
Decisions decide(const GraphPtr& graph, const QString& text)
{
    Decisions decisions(graph);
    const auto dtype = [](const QString& short_) {
        return short_ == "f16" ? DType::Float16 : short_ == "bf16" ? DType::BFloat16 : DType::Float32;
    };
    for (const QString& line : text.split(", ", Qt::SkipEmptyParts)) {
        const NodeId node = graph->findNode(line.section(": ", 0, 0).toStdString());
        const QString slots_ = line.section(": ", 1);
        const QStringList inputs = slots_.section('>', 0, 0).split(' ', Qt::SkipEmptyParts);
        const QStringList outputs = slots_.section('>', 1).split(' ', Qt::SkipEmptyParts);
        for (qsizetype i = 0; i < inputs.size(); ++i)
            decisions.setInput(node, static_cast<std::size_t>(i), dtype(inputs[i]));
        for (qsizetype i = 0; i < outputs.size(); ++i)
            decisions.setOutput(node, static_cast<std::size_t>(i), dtype(outputs[i]));
    }
    return decisions;
}

// "x f32>f16 for r.0": value, types, consumer and slot.
QStringList describe(const Graph& graph, const std::vector<CastEdge>& casts)
{
    QStringList lines;
    for (const CastEdge& cast : casts) {
        for (const CastEdge::Consumer& consumer : cast.consumers)
            lines << QString::fromStdString(graph.value(cast.value).name) + ' ' + word(cast.from) + '>' +
                    word(cast.to) + " for " +
                    (consumer.node.isValid() ? QString::fromStdString(graph.displayName(consumer.node))
                                             : "output") +
                    '.' +
                    (consumer.slot == Graph::kBodySlot ? QStringLiteral("body")
                                                       : QString::number(consumer.slot));
    }
    return lines;
}

// "c: f16 = Cast(x)" for each node, outputs of the graph behind it.
QStringList describe(const Graph& graph)
{
    const auto tensors = [&](std::span<const ValueId> values) {
        QStringList list;
        for (ValueId value : values)
            list << (value.isValid() ? QString::fromStdString(graph.value(value).name) : QStringLiteral("_"));
        return list.join(", ");
    };
    QStringList lines;
    for (NodeId node : graph.nodes())
        lines << tensors(graph.outputs(node)) + ": " + word(graph.value(graph.outputs(node)[0]).dtype) +
                " = " + QString::fromStdString(graph.node(node).opType) + '(' + tensors(graph.inputs(node)) +
                ')';
    lines << "output " + tensors(graph.graphOutputs());
    return lines;
}

constexpr char kDiamond[] = R"(
    input  x: f32[2,3]
    weight w: f32[2,3]
    r: f32[2,3] = Relu(x)
    a: f32[2,3] = Add(r, w)
    b: f32[2,3] = Sub(r, w)
    m: f32[2,3] = Mul(a, b)
    output m
)";

}

class TestCasts : public QObject
{
    Q_OBJECT

private slots:
    void everyEdgeWhoseTypesDifferIsACast_data();
    void everyEdgeWhoseTypesDifferIsACast();
    void bytesAreReadAndWritten_data();
    void bytesAreReadAndWritten();
    void insertedCastsMakeTheDecisionsReal_data();
    void insertedCastsMakeTheDecisionsReal();
    void nothingToCastGivesAnEqualGraph_data();
    void nothingToCastGivesAnEqualGraph();
    void castNodesSayTheirTypeInOnnxNumbers();
    void castsBelongToTheProducersOrFirstReadersPhase();
    void mapsLeadThereAndBack();
    void weightsKeepTheirDataAndType();
    void theMixedGraphNeedsNoMoreCasts();
    void bodiesReadTheOriginalType();
    void takenNamesAreAvoided();
    void onnxNumbersAreThoseOfTheFormat_data();
    void onnxNumbersAreThoseOfTheFormat();
};

void TestCasts::everyEdgeWhoseTypesDifferIsACast_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("decisions");
    QTest::addColumn<QStringList>("casts");
    const auto row = [](const char* name, const char* graph, const char* decisions,
                         const QStringList& casts) {
        QTest::addRow("%s", name) << graph << decisions << casts;
    };
    row("original types everywhere", kDiamond, "", {});
    row("two consumers need two casts, and so do two inputs of one node", kDiamond,
        "r: f32 > f16, m: f16 f16 > f32",
        {"r f16>f32 for a.0", "r f16>f32 for b.0", "a f32>f16 for m.0", "b f32>f16 for m.1"});
    row("inputs and weights are cast", kDiamond, "r: f16 > f32, a: f32 f16 > f32",
        {"x f32>f16 for r.0", "w f32>f16 for a.1"});
    row("the output of the graph keeps its type", kDiamond, "m: f32 f32 > f16", {"m f16>f32 for output.0"});
    row("same type: no cast", kDiamond, "r: f32 > f16, a: f16 f32 > f32, b: f16 f32 > f32", {});
    row("an absent input", "input x: f32[2,4]\n weight w: f32[4,4]\n g: f32[2,4] = Gemm(x, w, _)\n output g",
        "g: f16 f16 > f16", {"x f32>f16 for g.0", "w f32>f16 for g.1", "g f16>f32 for output.0"});
    row("a tensor read twice by one node", "input x: f32[2]\n m: f32[2] = Mul(x, x)\n output m",
        "m: f16 f16 > f32", {"x f32>f16 for m.0", "x f32>f16 for m.1"});
}

void TestCasts::everyEdgeWhoseTypesDifferIsACast()
{
    QFETCH(const QString, graph);
    QFETCH(const QString, decisions);
    const GraphPtr parsed = textGraph(graph.toStdString());
    QTEST(describe(*parsed, findCasts(decide(parsed, decisions))), "casts");
}

void TestCasts::bytesAreReadAndWritten_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<qulonglong>("bytes"); // of one cast from fp32 to fp16: 4 + 2 per element
    QTest::addRow("fixed shape") << "f32[2,3,4]" << 24 * 6ULL;
    QTest::addRow("a symbolic dimension counts once") << "f32[N,3]" << 3 * 6ULL;
    QTest::addRow("scalar") << "f32[]" << 6ULL;
    QTest::addRow("empty") << "f32[0,3]" << 0ULL;
    QTest::addRow("unknown shape") << "f32" << 0ULL;
}

void TestCasts::bytesAreReadAndWritten()
{
    QFETCH(const QString, type);
    const GraphPtr graph =
        textGraph(("input x: " + type + "\n r: " + type + " = Relu(x)\n output r").toStdString());
    const std::vector<CastEdge> casts = findCasts(decide(graph, "r: f16 > f32"));
    QCOMPARE(casts.size(), 1);
    QTEST(qulonglong{castBytes(*graph, casts)}, "bytes");
}

void TestCasts::insertedCastsMakeTheDecisionsReal_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("decisions");
    QTest::addColumn<QStringList>("mixed");
    const auto row = [](const char* name, const char* graph, const char* decisions,
                         const QStringList& mixed) {
        QTest::addRow("%s", name) << graph << decisions << mixed;
    };
    row("equal conversions of one value are shared, before the first consumer", kDiamond, "r: f32 > f16",
        {"r: f16 = Relu(x)", "r__to_float32: f32 = Cast(r)", "a: f32 = Add(r__to_float32, w)",
            "b: f32 = Sub(r__to_float32, w)", "m: f32 = Mul(a, b)", "output m"});
    row("different conversions of one value are not", kDiamond, "a: f16 f32 > f32, b: bf16 f32 > f32",
        {"r: f32 = Relu(x)", "r__to_float16: f16 = Cast(r)", "a: f32 = Add(r__to_float16, w)",
            "r__to_bfloat16: bf16 = Cast(r)", "b: f32 = Sub(r__to_bfloat16, w)", "m: f32 = Mul(a, b)",
            "output m"});
    row("inputs and weights keep their names", kDiamond, "a: f16 f16 > f32, r: f16 > f16, b: f16 f16 > f32",
        {"x__to_float16: f16 = Cast(x)", "r: f16 = Relu(x__to_float16)", "w__to_float16: f16 = Cast(w)",
            "a: f32 = Add(r, w__to_float16)", "b: f32 = Sub(r, w__to_float16)", "m: f32 = Mul(a, b)",
            "output m"});
    row("an output of the graph keeps its name behind the cast", kDiamond, "m: f32 f32 > f16",
        {"r: f32 = Relu(x)", "a: f32 = Add(r, w)", "b: f32 = Sub(r, w)", "m__float16: f16 = Mul(a, b)",
            "m: f32 = Cast(m__float16)", "output m"});
    row("an output that is also read",
        "input x: f32[2]\n r: f32[2] = Relu(x)\n s: f32[2] = Exp(r)\n output r\n output s", "r: f32 > f16",
        {"r__float16: f16 = Relu(x)", "r: f32 = Cast(r__float16)", "s: f32 = Exp(r)", "output r, s"});
    row("an output that is also read in the low type",
        "input x: f32[2]\n r: f32[2] = Relu(x)\n s: f32[2] = Exp(r)\n output r\n output s",
        "r: f32 > f16, s: f16 > f32",
        {"r__float16: f16 = Relu(x)", "s: f32 = Exp(r__float16)", "r: f32 = Cast(r__float16)",
            "output r, s"});
    row("an input that is an output", "input x: f32[2]\n r: f32[2] = Relu(x)\n output x\n output r",
        "r: f16 > f32", {"x__to_float16: f16 = Cast(x)", "r: f32 = Relu(x__to_float16)", "output x, r"});
}

void TestCasts::insertedCastsMakeTheDecisionsReal()
{
    QFETCH(const QString, graph);
    QFETCH(const QString, decisions);
    const GraphPtr parsed = textGraph(graph.toStdString());
    const MixedGraph mixed = insertCasts(decide(parsed, decisions));
    QTEST(describe(*mixed.graph), "mixed");
    QVERIFY(verify(*mixed.graph).empty());
}

void TestCasts::nothingToCastGivesAnEqualGraph_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addRow("a diamond") << kDiamond;
    QTest::addRow("symbols, absent inputs, attributes, domains, phases") << R"(
        input  x: f32[N,C,8]
        input  y: i64[C]
        weight w: f32[2] = 0.5 -1
        k: i64[3] = Constant()
        g: f32[N,C] = Gemm(x, w, _) alpha=0.5 transB=1 name=fully
        s, t: i64[N] = Split(g) axis=1 split=1,2
        phase backward
        d = halftone.training::ReluGrad(s, g)
        output t
        output d)";
}

void TestCasts::nothingToCastGivesAnEqualGraph()
{
    QFETCH(const QString, graph);
    const GraphPtr before = textGraph(graph.toStdString());
    const MixedGraph mixed = insertCasts(Decisions(before));
    const Graph& after = *mixed.graph;
    QCOMPARE(describe(after), describe(*before));
    QCOMPARE(after.opset(), before->opset());
    QCOMPARE(after.name(), before->name());
    QCOMPARE(after.valueCount(), before->valueCount());
    for (ValueId value : before->values()) {
        QCOMPARE(mixed.valueOf[value], value);
        QCOMPARE(after.value(value).name, before->value(value).name);
        QCOMPARE(after.value(value).dtype, before->value(value).dtype);
        QCOMPARE(after.value(value).kind, before->value(value).kind);
        QCOMPARE(after.shapeText(value), before->shapeText(value));
        QCOMPARE(after.data(value) ? toDoubles(*after.data(value)) : std::vector<double>{},
            before->data(value) ? toDoubles(*before->data(value)) : std::vector<double>{});
    }
    for (NodeId node : before->nodes()) {
        QCOMPARE(mixed.nodeOf[node], node);
        QCOMPARE(mixed.originOf[node], node);
        QCOMPARE(after.node(node).name, before->node(node).name);
        QCOMPARE(after.node(node).domain, before->node(node).domain);
        QCOMPARE(after.node(node).phase, before->node(node).phase);
        QCOMPARE(after.node(node).op, before->node(node).op);
        QCOMPARE(after.node(node).attributes.size(), before->node(node).attributes.size());
    }
}

void TestCasts::castNodesSayTheirTypeInOnnxNumbers()
{
    const GraphPtr graph = textGraph(kDiamond);
    const MixedGraph mixed = insertCasts(decide(graph, "r: f16 > f32, a: bf16 f32 > f32, m: f32 f32 > f16"));
    const auto to = [&](const char* node) {
        const NodeId id = mixed.graph->findNode(node);
        return attributeOr<std::int64_t>(mixed.graph->node(id).attributes, "to", -1);
    };
    QCOMPARE(to("x__to_float16"), 10);
    QCOMPARE(to("r__to_bfloat16"), 16);
    QCOMPARE(to("m__to_float32"), 1);
}

void TestCasts::castsBelongToTheProducersOrFirstReadersPhase()
{
    const GraphPtr graph = textGraph(R"(
        input  x: f32[2]
        weight w: f32[2]
        r: f32[2] = Relu(x)
        phase backward
        d: f32[2] = Mul(r, w)
        e: f32[2] = Exp(d)
        output e)");
    const MixedGraph mixed = insertCasts(decide(graph, "d: f16 f16 > f32, e: f16 > f32"));
    const auto phaseOf = [&](const char* node) {
        return mixed.graph->node(mixed.graph->findNode(node)).phase;
    };
    QCOMPARE(phaseOf("r__to_float16"), Phase::Forward); // although a backward node reads it
    QCOMPARE(phaseOf("w__to_float16"), Phase::Backward); // nothing made it, and this phase reads it first
    QCOMPARE(phaseOf("d__to_float16"), Phase::Backward);
}

void TestCasts::mapsLeadThereAndBack()
{
    const GraphPtr graph = textGraph(kDiamond);
    const MixedGraph mixed = insertCasts(decide(graph, "r: f16 > f16, m: f32 f32 > f16"));
    for (NodeId node : graph->nodes()) {
        QCOMPARE(mixed.originOf[mixed.nodeOf[node]], node);
        QCOMPARE(mixed.graph->node(mixed.nodeOf[node]).name, graph->node(node).name);
    }
    QCOMPARE(mixed.originOf.size(), mixed.graph->nodeCount());
    QCOMPARE(mixed.originOf[mixed.graph->findNode("r__to_float32")], graph->findNode("r"));
    QVERIFY(!mixed.originOf[mixed.graph->findNode("x__to_float16")].isValid());
    QCOMPARE(mixed.graph->value(mixed.valueOf[graph->findValue("m")]).name, "m__float16");
    QCOMPARE(mixed.graph->value(mixed.valueOf[graph->findValue("m")]).dtype, DType::Float16);
}

void TestCasts::weightsKeepTheirDataAndType()
{
    const GraphPtr graph =
        textGraph("input x: f32[2]\n weight w: f32[2] = 0.1 70000\n m: f32[2] = Mul(x, w)\n output m");
    const MixedGraph mixed = insertCasts(decide(graph, "m: f16 f16 > f16"));
    const ValueId weight = mixed.graph->findValue("w");
    QCOMPARE(mixed.graph->value(weight).kind, ValueKind::Initializer);
    QCOMPARE(mixed.graph->value(weight).dtype, DType::Float32);
    QCOMPARE(mixed.graph->data(weight)->bytes.data(), graph->data(graph->findValue("w"))->bytes.data());
}

// Judged and cast, every node reads what it was decided to read.
void TestCasts::theMixedGraphNeedsNoMoreCasts()
{
    const GraphPtr graph = textGraph(R"(
        input  x: f32[1,3,8,8]
        weight w: f32[4,3,3,3]
        c: f32[1,4,6,6] = Conv(x, w)
        r: f32[1,4,6,6] = Relu(c)
        l: f32[1,4,6,6] = Log(r)
        m: f32[1,4,6,6] = Mul(r, l)
        output m
        output r)");
    const OpLibrary& library = **OpLibrary::embedded("910b");
    const Decisions decisions = judge(graph, {&library, Mode::MixFp16, nullptr}).value();
    const MixedGraph mixed = insertCasts(decisions);
    for (NodeId node : graph->nodes()) {
        const std::span<const ValueId> inputs = mixed.graph->inputs(mixed.nodeOf[node]);
        const std::span<const ValueId> outputs = mixed.graph->outputs(mixed.nodeOf[node]);
        for (std::size_t slot = 0; slot < inputs.size(); ++slot)
            QCOMPARE(mixed.graph->value(inputs[slot]).dtype, decisions.inputDTypes(node)[slot]);
        for (std::size_t slot = 0; slot < outputs.size(); ++slot)
            QCOMPARE(mixed.graph->value(outputs[slot]).dtype, decisions.outputDTypes(node)[slot]);
    }
    QVERIFY(findCasts(Decisions(mixed.graph)).empty());
    for (ValueId output : mixed.graph->graphOutputs())
        QCOMPARE(mixed.graph->value(output).dtype, DType::Float32);
}

void TestCasts::bodiesReadTheOriginalType()
{
    GraphBuilder inner;
    const ValueId outer = inner.addCaptured("r", DType::Float32);
    const ValueId result = inner.addValue("inside", DType::Float32, std::nullopt);
    inner.addNode({.opType = "Exp", .inputs = {outer}, .outputs = {result}});
    inner.markOutput(result);
    const GraphPtr body = std::move(inner).finish().value().graph;

    GraphBuilder builder;
    const ValueId x = builder.addInput("x", DType::Float32, std::nullopt);
    const ValueId condition = builder.addInput("condition", DType::Bool, std::nullopt);
    const ValueId r = builder.addValue("r", DType::Float32, std::nullopt);
    const ValueId y = builder.addValue("y", DType::Float32, std::nullopt);
    builder.addNode({.opType = "Relu", .name = "r", .inputs = {x}, .outputs = {r}});
    builder.addNode({.opType = "If",
        .name = "if",
        .inputs = {condition},
        .outputs = {y},
        .bodies = {{"then_branch", body}, {"else_branch", body}}});
    builder.markOutput(y);
    const GraphPtr graph = std::move(builder).finish().value().graph;

    const Decisions decisions = decide(graph, "r: f32 > f16");
    QCOMPARE(describe(*graph, findCasts(decisions)), QStringList{"r f16>f32 for if.body"});
    const MixedGraph mixed = insertCasts(decisions);
    QCOMPARE(describe(*mixed.graph),
        (QStringList{
            "r__float16: f16 = Relu(x)", "r: f32 = Cast(r__float16)", "y: f32 = If(condition)", "output y"}));
    QCOMPARE(mixed.graph->node(mixed.nodeOf[graph->findNode("if")]).bodies.size(), 2);
}

void TestCasts::takenNamesAreAvoided()
{
    const GraphPtr graph = textGraph(
        "input x: f32[2]\n r: f32[2] = Relu(x)\n r__float16: f32[2] = Exp(r)\n output r\n output r__float16");
    const MixedGraph mixed = insertCasts(decide(graph, "r: f32 > f16"));
    QCOMPARE(describe(*mixed.graph),
        (QStringList{"r__float16_: f16 = Relu(x)", "r: f32 = Cast(r__float16_)", "r__float16: f32 = Exp(r)",
            "output r, r__float16"}));
}

void TestCasts::onnxNumbersAreThoseOfTheFormat_data()
{
    QTest::addColumn<int>("dtype");
    QTest::addColumn<int>("number");
    const auto row = [](DType dtype, int number) {
        QTest::addRow("%s", name(dtype).data()) << static_cast<int>(dtype) << number;
    };
    row(DType::Float32, 1);
    row(DType::UInt8, 2);
    row(DType::Int8, 3);
    row(DType::Int32, 6);
    row(DType::Int64, 7);
    row(DType::String, 8);
    row(DType::Bool, 9);
    row(DType::Float16, 10);
    row(DType::Float64, 11);
    row(DType::BFloat16, 16);
    row(DType::Float8E4M3, 17);
    row(DType::Float8E4M3Fnuz, 18);
    row(DType::Float8E5M2, 19);
    row(DType::Float8E5M2Fnuz, 20);
    row(DType::UInt4, 21);
    row(DType::Int4, 22);
    row(DType::Float4E2M1, 23);
    row(DType::Float8E8M0, 24);
    row(DType::UInt2, 25);
    row(DType::Int2, 26);
}

void TestCasts::onnxNumbersAreThoseOfTheFormat()
{
    QFETCH(const int, dtype);
    QFETCH(const int, number);
    QCOMPARE(onnxDataType(static_cast<DType>(dtype)), number);
    QCOMPARE(static_cast<int>(dtypeFromOnnx(number)), dtype);
    QCOMPARE(onnxDataType(DType::HiFloat8), 0);
    QCOMPARE(dtypeFromOnnx(0), DType::Undefined);
    QCOMPARE(dtypeFromOnnx(1000), DType::Other);
}

QTEST_APPLESS_MAIN(TestCasts)
#include "tst_casts.moc"
