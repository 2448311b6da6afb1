// SPDX-License-Identifier: GPL-3.0-or-later
//
// What CANN's parser makes of ONNX operators, and what graph passes make of that.
#include "analysis/judge/judge.h"
#include "analysis/oplibrary/localops.h"
#include "analysis/ops/ascendrecipe.h"
#include "analysis/ops/constantforms.h"
#include "analysis/ops/onnxmapping.h"
#include "analysis/ops/optable.h"
#include "tests/support/shared.h"
#include "tests/support/textgraph.h"

#include <algorithm>

using namespace halftone;
using test::textGraph;

namespace {

QString word(const InnerType& type)
{
    if (type.like == InnerType::Like::Input)
        return QStringLiteral("=in%1").arg(type.slot);
    if (type.like == InnerType::Like::Output)
        return QStringLiteral("=out%1").arg(type.slot);
    return QString::fromUtf8(name(type.dtype)).replace("float", "f").replace("int", "i");
}

QString describe(const AscendInput& input)
{
    switch (input.source) {
    case AscendInput::Source::Slot:
        return QString::number(input.index);
    case AscendInput::Source::SlotOrConstant:
        return QString::number(input.index) + '?' + word(input.type);
    case AscendInput::Source::Part:
        return '%' + QString::number(input.index) +
            (input.output > 0 ? '.' + QString::number(input.output) : QString());
    case AscendInput::Source::Constant:
        break;
    }
    return word(input.type);
}

// "!MatMulV2(0,1)>=out0; Add(%0,2)>0": the recipe that the parts would be read from.
QString describe(const std::vector<AscendPart>& parts)
{
    QStringList steps;
    for (const AscendPart& part : parts) {
        QStringList types;
        for (const std::string& type : part.types)
            types << QString::fromStdString(type);
        QStringList inputs;
        for (const AscendInput& input : part.inputs)
            inputs << describe(input);
        QStringList outputs;
        for (const AscendOutput& output : part.outputs)
            outputs << (output.isInside() ? word(output.type) : QString::number(output.slot));
        steps << (part.isMain ? "!" : "") + types.join('|') + '(' + inputs.join(',') + ")>" +
                outputs.join(',');
    }
    return steps.join("; ");
}

// The last node of a graph.
QString lowered(const QString& graph)
{
    const GraphPtr parsed = textGraph(graph.toStdString());
    return describe(lowerToAscend(*parsed, {static_cast<std::uint32_t>(parsed->nodeCount()) - 1}));
}

}

class TestLowering : public QObject
{
    Q_OBJECT

private slots:
    void recipesAreRead_data();
    void recipesAreRead();
    void stepsThatNobodyWantsFallAway();
    void allNodesAlikeShareOneLowering();
    void onnxOperatorsBecomeWhatTheParserMakes_data();
    void onnxOperatorsBecomeWhatTheParserMakes();
    void everyRowOfTheMappingCanBeRead_data();
    void everyRowOfTheMappingCanBeRead();
    void allMappedStandardOperatorsLower_data();
    void allMappedStandardOperatorsLower();
    void constantsGiveOperatorsAnotherForm_data();
    void constantsGiveOperatorsAnotherForm();
    void everyFormOfTheTableIsKnown();
};

void TestLowering::recipesAreRead_data()
{
    QTest::addColumn<QString>("recipe");
    QTest::addColumn<int>("inputs");
    QTest::addColumn<int>("outputs");
    QTest::addColumn<QString>("parts");
    const auto row = [](const char* name, const char* recipe, int inputs, int outputs, const char* parts) {
        QTest::addRow("%s", name) << recipe << inputs << outputs << parts;
    };
    row("a name alone takes all and gives all", "Add", 2, 1, "Add(0,1)>0");
    row("names by preference", "ReluV2|Relu", 1, 1, "ReluV2|Relu(0)>0");
    row("several outputs", "Split", 1, 3, "Split(0)>0,1,2");
    row("another order and a constant", "Conv2DBackpropInput(i32,1,0)", 2, 1,
        "Conv2DBackpropInput(i32,1,0)>0");
    row("all slots from one on", "Concat(i32,1*)", 3, 1, "Concat(i32,1,2)>0");
    row("a slot that may be left out", "LayerNorm(0,2?f32)", 2, 1, "LayerNorm(0,2?f32)>0");
    row("a constant of the type of a slot", "Fill(0,=out0)", 1, 1, "Fill(0,=out0)>0");
    row("two steps", "MatMulV2(0,1); Add(%0,2)", 3, 1, "MatMulV2(0,1)>=out0; Add(%0,2)>0");
    row("the second output of a step", "Split(i32,0)>=in0,=in0; Add(%0,%0.1)", 1, 1,
        "Split(i32,0)>=in0,=in0; Add(%0,%0.1)>0");
    row("the step that stands for the node", "Abs(0); !AvgPoolV2(%0)", 1, 1,
        "Abs(0)>=out0; !AvgPoolV2(%0)>0");
    row("outputs in another order", "MaxPool(0)>0", 1, 2, "MaxPool(0)>0");
    row("an output that the node does not have stays inside", "TopK(0,1)>0,1", 2, 1, "TopK(0,1)>0,=out0");
    row("a chain over two", "Maximum(<)", 2, 1, "Maximum(0,1)>0");
    row("a chain over four", "Maximum(<)", 4, 1, "Maximum(0,1)>=out0; Maximum(%0,2)>=out0; Maximum(%1,3)>0");
    row("no inputs", "RandomStandardNormal(i64)", 0, 1, "RandomStandardNormal(i64)>0");
}

void TestLowering::recipesAreRead()
{
    QFETCH(const QString, recipe);
    QFETCH(const int, inputs);
    QFETCH(const int, outputs);
    const std::string text = recipe.toStdString();
    QTEST(describe(readRecipe(text, static_cast<std::size_t>(inputs), static_cast<std::size_t>(outputs))),
        "parts");
}

void TestLowering::stepsThatNobodyWantsFallAway()
{
    constexpr std::string_view recipe =
        "Shape(0)>i32; !LayerNorm(0,%0)>0,f32,f32; Identity(%1.1)>1; Rsqrt(%1.2); Identity(%3)>2";
    QCOMPARE(describe(readRecipe(recipe, 1, 1)), "Shape(0)>i32; !LayerNorm(0,%0)>0,f32,f32");
    QCOMPARE(describe(readRecipe(recipe, 1, 3)),
        "Shape(0)>i32; !LayerNorm(0,%0)>0,f32,f32; Identity(%1.1)>1; Rsqrt(%1.2)>=out0; Identity(%3)>2");
}

void TestLowering::allNodesAlikeShareOneLowering()
{
    const GraphPtr graph = textGraph("input x: f32[4]\n a = Relu(x)\n b = Relu(a)\n c = Concat(a, b)\n"
                                     " d = Concat(a, b, c)\n output d");
    QCOMPARE(&lowerToAscend(*graph, {0}), &lowerToAscend(*graph, {1}));
    QVERIFY(&lowerToAscend(*graph, {2}) != &lowerToAscend(*graph, {3}));
}

void TestLowering::onnxOperatorsBecomeWhatTheParserMakes_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("parts");
    const auto row = [](const char* name, const char* graph, const char* parts) {
        QTest::addRow("%s", name) << graph << parts;
    };
    const auto image = [](const char* rest) { return "input x: f32[1,3,8,8]\n " + QString(rest); };
    const auto line = [](const char* rest) { return "input x: f32[1,3,8]\n " + QString(rest); };
    const auto volume = [](const char* rest) { return "input x: f32[1,3,8,8,8]\n " + QString(rest); };
    const auto add = [](const char* name, const QString& graph, const char* parts) {
        QTest::addRow("%s", name) << graph << parts;
    };
    row("one to one", "input x: f32[4]\n r = Relu(x)", "Relu(0)>0");
    row("Div is RealDiv", "input x: f32[4]\n r = Div(x, x)", "RealDiv(0,1)>0");
    row("no Ascend name", "input x: f32[4]\n r = CastLike(x, x)", "");
    row("an operator of the npu domain", "input x: f32[4]\n r = npu::NPURmsNorm(x, x)", "RmsNorm(0,1)>0");
    row("the same name elsewhere is another operator", "input x: f32[4]\n r = mine::Relu(x)", "");
    row("ArgMax keeps its dimension", "input x: f32[4]\n r: i64 = ArgMax(x)",
        "!ArgMaxV2(0,i32)>=out0; ExpandDims(%0,i32)>0");
    row("ArgMax drops its dimension", "input x: f32[4]\n r: i64 = ArgMax(x) keepdims=0", "ArgMaxV2(0,i32)>0");
    add("pool in a plane", image("p = AveragePool(x)"), "AvgPoolV2(0)>0");
    add("pool in space", volume("p = AveragePool(x)"), "AvgPool3D(0)>0");
    add("pool along a line", line("p = MaxPool(x)"),
        "Unsqueeze(0)>=out0; !MaxPoolV3(%0)>=out0; Squeeze(%1)>0");
    add("BatchNormalization of inference", image("b = BatchNormalization(x, x, x, x, x)"),
        "BNInfer|BatchNorm(0,1,2,3,4)>0");
    add("BatchNormalization of training",
        image("b, m, v = BatchNormalization(x, x, x, x, x) training_mode=1"), "BatchNorm(0,1,2,3,4)>0,1,2");
    row("Clip with both bounds", "input x: f32[4]\n r = Clip(x, x, x)", "ClipByValue(0,1,2)>0");
    row("Clip with an upper bound", "input x: f32[4]\n r = Clip(x, _, x)", "Minimum(0,2)>0");
    row("Clip with a lower bound", "input x: f32[4]\n r = Clip(x, x)", "Maximum(0,1)>0");
    row("Concat of one", "input x: f32[4]\n r = Concat(x)", "Identity(0)>0");
    row("Concat of three", "input x: f32[4]\n r = Concat(x, x, x)", "ConcatD(0,1,2)>0");
    row("ConstantOfShape", "input x: i64[2]\n r = ConstantOfShape(x)", "Fill(0,=out0)>0");
    row("Conv in a plane", "input x: f32[1,3,8,8]\n weight w: f32[4,3,3,3]\n c = Conv(x, w)",
        "Conv2D(0,1)>0");
    row("Conv in space", "input x: f32[1,3,8,8,8]\n weight w: f32[4,3,3,3,3]\n c = Conv(x, w, w)",
        "Conv3D(0,1,2)>0");
    row("Conv along a line", "input x: f32[1,3,8]\n weight w: f32[4,3,3]\n c = Conv(x, w)",
        "Unsqueeze(0)>=out0; Unsqueeze(1)>=in1; !Conv2D(%0,%1,2)>=out0; Squeeze(%2)>0");
    row("ConvTranspose: the size comes first",
        "input x: f32[1,3,8,8]\n weight w: f32[3,4,3,3]\n c = ConvTranspose(x, w)",
        "Conv2DTranspose(i32,0,1,2)>0");
    row("Dropout is nothing in inference", "input x: f32[4]\n y, m: i8 = Dropout(x)", "Identity(0)>0");
    row("Gather: the axis is an input", "input x: f32[4]\n input i: i64[1]\n r = Gather(x, i)",
        "GatherV2(0,1,i32)>0");
    row("Gemm without an addend", "input x: f32[4,4]\n g = Gemm(x, x) alpha=0.5", "MatMulV2|MatMulV3(0,1)>0");
    row("Gemm with an addend", "input x: f32[4,4]\n g = Gemm(x, x, x)",
        "!MatMulV2|MatMulV3(0,1)>=out0; Add(%0,2)>0");
    row("Gemm with a factor scales both sides", "input x: f32[4,4]\n g = Gemm(x, x, x) beta=0.5",
        "!MatMulV2|MatMulV3(0,1)>=out0; Muls(%0)>=out0; Muls(2)>=in2; Add(%1,%2)>0");
    row("GlobalAveragePool is a mean", "input x: f32[1,3,8,8]\n g = GlobalAveragePool(x)",
        "ReduceMean(0,i32)>0");
    row("LayerNormalization", "input x: f32[2,4]\n weight s: f32[4]\n y = LayerNormalization(x, s, s)",
        "Shape(0)>i32; BroadcastTo(1,%0)>=in1; BroadcastTo(2?f32,%0)>=in0; "
        "!LayerNorm(0,%1,%2)>0,=in0,=in0");
    row("MatMul", "input x: f32[4,4]\n m = MatMul(x, x)", "BatchMatMulV2|BatchMatMulV3(0,1)>0");
    row("Max of one", "input x: f32[4]\n m = Max(x)", "Identity(0)>0");
    row("Max of three", "input x: f32[4]\n m = Max(x, x, x)", "Maximum(0,1)>=out0; Maximum(%0,2)>0");
    row("Mean", "input x: f32[4]\n m = Mean(x, x)", "!AccumulateNV2(0,1)>=out0; Muls(%0)>0");
    row("OneHot: the values come in one tensor, off in front of on",
        "input i: i64[3]\n weight d: i64[] = 4\n weight v: f32[2] = 0 1\n o = OneHot(i, d, v)",
        "Add(0,1)>=in0; Mod(%0,1)>=in0; Split(i32,2)>=in2,=in2; !OneHot(%1,1,%2.1,%2)>0");
    row("Pad", "input x: f32[4]\n input p: i64[2]\n y = Pad(x, p)", "PadV3(0,1)>0");
    row("ReduceSum with axes as an input", "input x: f32[4]\n input a: i64[1]\n r = ReduceSum(x, a)",
        "ReduceSum(0,1)>0");
    row("ReduceSum without", "input x: f32[4]\n r = ReduceSum(x)", "ReduceSum(0,i32)>0");
    row("Resize to a size", "input x: f32[1,3,8,8]\n input s: i64[4]\n r = Resize(x, _, _, s) mode=nearest",
        "Cast(3)>i32; Slice(%0,i32,i32)>i32; !ResizeNearestNeighborV2(0,%1)>0");
    row("Resize by scales, linear",
        "input x: f32[1,3,8,8]\n input s: f32[4]\n r = Resize(x, _, s) mode=linear",
        "Shape(0)>i32; Cast(%0)>f32; Mul(%1,2)>f32; Cast(%2)>i32; !Resize(0,1?f32,2?f32,%3)>0");
    row("ScatterND by reduction",
        "input x: f32[4]\n input i: i64[1,1]\n s = ScatterND(x, i, x) reduction=add",
        "TensorMove(0)>=out0; !ScatterNdAdd(%0,1,2)>0");
    row("Slice", "input x: f32[4]\n input i: i64[1]\n s = Slice(x, i, i, i)", "StridedSliceV2(0,1,2,3)>0");
    row("Softmax", "input x: f32[4]\n s = Softmax(x)", "SoftmaxV2(0)>0");
    row("Split into equal pieces", "input x: f32[4]\n a, b = Split(x)", "Split(i32,0)>0,1");
    row("Split by sizes", "input x: f32[4]\n input s: i64[2]\n a, b = Split(x, s)", "SplitV(0,1,i32)>0,1");
    row("Squeeze of opset 13 and later", "input x: f32[1,4]\n weight a: i64[1] = 0\n s = Squeeze(x, a)",
        "SqueezeV3(0,1)>0");
    row("TopK", "input x: f32[4]\n input k: i64[1]\n v, i: i64 = TopK(x, k)", "TopK(0,1)>0,1");
    row("Transpose: the order is an input", "input x: f32[4,4]\n t = Transpose(x)", "Transpose(0,i32)>0");
    row("Where", "input c: i8[4]\n input x: f32[4]\n w = Where(c, x, x)", "SelectV2(0,1,2)>0");
    row("a gradient reads its operands in Ascend's order",
        "input x: f32[4]\n s = halftone.training::SoftmaxGrad(x, x)", "SoftmaxGrad(1,0)>0");
    row("the update of a weight",
        "weight w: f32[4]\n input r: f32[]\n n, m = halftone.training::Momentum(w, w, w, r)",
        "ApplyMomentum(0,1,3,2,f32)>0,1");
}

void TestLowering::onnxOperatorsBecomeWhatTheParserMakes()
{
    QFETCH(const QString, graph);
    QTEST(lowered(graph), "parts");
}

void TestLowering::everyRowOfTheMappingCanBeRead_data()
{
    QTest::addColumn<int>("row");
    for (int i = 0; i < std::ssize(onnxRows()); ++i)
        QTest::addRow("%d: %s", i, onnxRows()[static_cast<std::size_t>(i)].opType.data()) << i;
}

// A recipe that names steps and slots that it does not have would be asserted; all others must give the
// node's first output from a part that is there, and mark one part where there are several.
void TestLowering::everyRowOfTheMappingCanBeRead()
{
    QFETCH(const int, row);
    const OnnxRow& mapping = onnxRows()[static_cast<std::size_t>(row)];
    for (std::size_t inputs : {2UL, 3UL, 5UL}) {
        const std::vector<AscendPart> parts = readRecipe(mapping.recipe, inputs, 1);
        QVERIFY(!parts.empty());
        bool givesOutput = false;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            QVERIFY(!parts[i].types.empty());
            for (const AscendInput& input : parts[i].inputs) {
                if (input.source != AscendInput::Source::Part)
                    continue;
                QVERIFY2(input.index < i, mapping.recipe.data());
                QVERIFY2(input.output < parts[input.index].outputs.size(), mapping.recipe.data());
            }
            for (const AscendOutput& output : parts[i].outputs)
                givesOutput = givesOutput || output.slot == 0;
        }
        QVERIFY2(givesOutput, mapping.recipe.data());
        const bool isChain = mapping.recipe.contains("(<)");
        QCOMPARE(std::ranges::count(parts, true, &AscendPart::isMain), parts.size() > 1 && !isChain ? 1 : 0);
    }
}

void TestLowering::allMappedStandardOperatorsLower_data()
{
    HALFTONE_NEED_SHARED("facts/onnx_to_ascend.tsv");
    QTest::addColumn<QString>("opType");
    QTest::addColumn<QStringList>("known"); // all that the plugin may create
    QMap<QString, QStringList> known;
    const QList<QByteArray> lines =
        test::readAll(test::sharedPath("facts/onnx_to_ascend.tsv")).trimmed().split('\n');
    for (const QByteArray& line : lines.sliced(1)) {
        const QStringList fields = QString::fromUtf8(line).split('\t');
        if (fields[4] == "ai.onnx")
            known[fields[0]] << fields[1].split('|') << fields[6].split('|');
    }
    for (auto row = known.cbegin(); row != known.cend(); ++row)
        QTest::addRow("%s", qPrintable(row.key())) << row.key() << row.value();
}

// With one to five float inputs, each becomes only what its row allows, or what our own rows say a pass makes
// of it.
void TestLowering::allMappedStandardOperatorsLower()
{
    QFETCH(const QString, opType);
    QFETCH(const QStringList, known);
    const QStringList byPasses{"BNInfer", "ReduceMean", "Identity", "MatMulV3", "BatchMatMulV3"};
    for (int inputs = 1; inputs <= 5; ++inputs) {
        QStringList names;
        for (int i = 0; i < inputs; ++i)
            names << "x";
        const GraphPtr graph = textGraph(
            ("input x: f32[1,3,8,8]\n y = " + opType + '(' + names.join(',') + ")\n output y").toStdString());
        const std::vector<AscendPart>& parts = lowerToAscend(*graph, {0});
        QVERIFY(!parts.empty() || inputs == 1);
        for (const AscendPart& part : parts) {
            for (const std::string& type : part.types) {
                const QString ascend = QString::fromStdString(type);
                QVERIFY2(known.contains(ascend) || byPasses.contains(ascend), type.c_str());
            }
        }
    }
}

void TestLowering::constantsGiveOperatorsAnotherForm_data()
{
    QTest::addColumn<QString>("graph");
    QTest::addColumn<QString>("chip");
    QTest::addColumn<QString>("judged"); // types of the parts of the last node
    const auto row = [](const char* name, const char* graph, const char* chip, const char* judged) {
        QTest::addRow("%s", name) << graph << chip << judged;
    };
    row("constant axes make ReduceSumD", "input x: f32[4]\n weight a: i64[1] = 0\n r = ReduceSum(x, a)",
        "910b", "ReduceSumD");
    row("axes of the parser's own are constant, too", "input x: f32[4]\n r = ReduceMean(x)", "910b",
        "ReduceMeanD");
    row("a Constant node is constant", "input x: f32[4]\n a: i64[1] = Constant()\n r = ReduceSum(x, a)",
        "910b", "ReduceSumD");
    row("axes that are computed do not", "input x: f32[4]\n input a: i64[1]\n r = ReduceSum(x, a)", "910b",
        "ReduceSum");
    row("a chip without the form", "input x: f32[4]\n r = ReduceSum(x)", "950", "ReduceSum");
    row("only the form is in the library", "input x: f32[4]\n weight k: i64[1] = 2\n v, i: i64 = TopK(x, k)",
        "910b", "TopKD");
    row("lists agree, and only the operator itself has a table",
        "input x: f32[4]\n weight r: i64[1] = 2\n t = Tile(x, r)", "910b", "Tile");
    row("Slice goes through two passes", "input x: f32[4]\n weight i: i64[1] = 0\n s = Slice(x, i, i, i)",
        "910b", "StridedSlice");
    row("a Slice by computed places", "input x: f32[4]\n input i: i64[1]\n s = Slice(x, i, i, i)", "910b",
        "StridedSliceV3");
    row("the constant size of a transposed convolution",
        "input x: f32[1,3,8,8]\n weight w: f32[3,4,3,3]\n c = ConvTranspose(x, w)", "910b",
        "Conv2DTransposeD");
    row("Transpose", "input x: f32[4,4]\n t = Transpose(x)", "910b", "TransposeD");
    row("CumSum", "input x: f32[4]\n weight a: i64[] = 0\n t = CumSum(x, a)", "910b", "CumsumD");
    row("Expand", "input x: f32[4]\n weight s: i64[1] = 4\n t = Expand(x, s)", "910b", "ExpandD");
    row("the update of a weight",
        "weight w: f32[4]\n input r: f32[]\n"
        "n, m = halftone.training::Momentum(w, w, w, r)",
        "910", "ApplyMomentumD");
}

void TestLowering::constantsGiveOperatorsAnotherForm()
{
    QFETCH(const QString, graph);
    QFETCH(const QString, chip);
    const GraphPtr parsed = textGraph(graph.toStdString());
    const auto library = OpLibrary::embedded(chip.toStdString()).value();
    const Decisions decisions = judge(parsed, {library.get(), Mode::MixFp16, nullptr}).value();
    QStringList judged;
    for (const PartDecision& part : decisions.parts({static_cast<std::uint32_t>(parsed->nodeCount()) - 1}))
        judged << QString::fromStdString(part.ascendType);
    QTEST(judged.join(' '), "judged");
}

void TestLowering::everyFormOfTheTableIsKnown()
{
    HALFTONE_NEED_SHARED("facts/ascend_const2attr.tsv");
    const QList<QByteArray> lines =
        test::readAll(test::sharedPath("facts/ascend_const2attr.tsv")).trimmed().split('\n');
    QCOMPARE(lines.size(), 1 + 79);
    for (const QByteArray& line : lines.sliced(1)) {
        const QList<QByteArray> fields = line.split('\t');
        if (fields[0] == "BatchNorm" || fields[0] == "GlobalAveragePool")
            continue; // said by the rows of the ONNX operators
        const std::span<const ConstantForm> forms = constantFormsOf(fields[0].constData());
        for (const QByteArray& type : fields[1].split('|')) {
            const auto form =
                std::ranges::find(forms, std::string_view(type.constData()), &ConstantForm::type);
            QVERIFY2(form != forms.end(), line.constData());
            QVERIFY(std::ranges::includes(form->constants, form->dropped));
            if (!fields[2].isEmpty())
                QCOMPARE(form->constants.size(), static_cast<std::size_t>(fields[2].count(';') + 1));
        }
    }
    QVERIFY(constantFormsOf("Relu").empty());
}

QTEST_APPLESS_MAIN(TestLowering)
#include "tst_lowering.moc"
