// SPDX-License-Identifier: GPL-3.0-or-later
//
// What operators compute in float32, float16 and bfloat16, by the emulated and by the native path, against the float64
// oracle. The contract: 16-bit inputs, products and sums in float32, one rounding of the result.
#include "analysis/differentiate/differentiate.h"
#include "analysis/graph/graphbuilder.h"
#include "analysis/onnx/onnxdtype.h"
#include "executor/files/modelfile.h"
#include "executor/program/program.h"
#include "executor/train/batchedmodel.h"
#include "executor/train/precision.h"
#include "tests/support/interpreter.h"

#include <QTest>

#include <array>
#include <cmath>
#include <functional>
#include <limits>

using namespace halftone;
using namespace halftone::test;
using Ints = std::vector<std::int64_t>;

namespace {

struct Case
{
    const char* name;
    const char* op;
    std::vector<Ints> operands; // the first is the input, the others are weights
    Ints result;
    std::vector<Attribute> attributes;
};

const std::vector<Case> kCases{
    {"LeNet's first convolution", "Conv", {{8, 1, 32, 32}, {6, 1, 5, 5}, {6}}, {8, 6, 28, 28}, {}},
    {"LeNet's second convolution", "Conv", {{8, 6, 14, 14}, {16, 6, 5, 5}, {16}}, {8, 16, 10, 10}, {}},
    {"convolution with padding and stride", "Conv", {{2, 16, 9, 9}, {32, 16, 3, 3}}, {2, 32, 5, 5},
        {{"pads", Ints{1, 1, 1, 1}}, {"strides", Ints{2, 2}}}},
    {"depthwise convolution", "Conv", {{2, 16, 8, 8}, {16, 1, 3, 3}, {16}}, {2, 16, 8, 8},
        {{"pads", Ints{1, 1, 1, 1}}, {"group", std::int64_t{16}}}},
    {"convolution of one pixel", "Conv", {{4, 64, 7, 7}, {24, 64, 1, 1}}, {4, 24, 7, 7}, {}},
    {"matrix product with bias", "Gemm", {{16, 400}, {120, 400}, {120}}, {16, 120}, {{"transB", std::int64_t{1}}}},
    {"matrix product with factors", "Gemm", {{5, 33}, {33, 9}, {5, 9}}, {5, 9}, {{"alpha", 0.5f}, {"beta", 2.0f}}},
    {"plain matrix product", "MatMul", {{16, 84}, {84, 10}}, {16, 10}, {}},
    {"sum of images", "Add", {{2, 6, 5, 5}, {2, 6, 5, 5}}, {2, 6, 5, 5}, {}},
    {"sum with a bias", "Add", {{16, 10}, {10}}, {16, 10}, {}},
    {"rectifier", "Relu", {{2, 6, 5, 5}}, {2, 6, 5, 5}, {}},
    {"largest of a window", "MaxPool", {{2, 6, 8, 8}}, {2, 6, 4, 4}, {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}}},
    {"mean of a window", "AveragePool", {{2, 6, 8, 8}}, {2, 6, 4, 4}, {{"kernel_shape", Ints{2, 2}}, {"strides", Ints{2, 2}}}},
    {"mean of an image", "GlobalAveragePool", {{2, 20, 7, 7}}, {2, 20, 1, 1}, {}},
    {"softmax", "Softmax", {{16, 10}}, {16, 10}, {}},
    {"flat view", "Flatten", {{2, 6, 5, 5}}, {2, 150}, {}},
    {"batch statistics", "BatchNormalization", {{4, 6, 5, 5}, {6}, {6}, {6}, {6}}, {4, 6, 5, 5}, {{"training_mode", std::int64_t{1}}}},
};

/// Inputs in float32, each with a Cast to \p dtype behind it, then the operator in that type.
GraphPtr makeGraph(const Case& test, DType dtype)
{
    GraphBuilder builder;
    builder.setOpset(17);
    std::vector<ValueId> inputs;
    for (std::size_t i = 0; i < test.operands.size(); ++i) {
        const std::string name = "operand" + std::to_string(i);
        const Ints& dims = test.operands[i];
        const Tensor values = randomTensor(dims, static_cast<unsigned>(i + 1), -2, 2);
        const ValueId wide = i == 0
            ? builder.addInput(name, DType::Float32, fixedDims(dims))
            : builder.addInitializer(name, TensorData::of(DType::Float32, dims, std::vector<float>(values.values.begin(), values.values.end())));
        if (dtype == DType::Float32) {
            inputs.push_back(wide);
            continue;
        }
        inputs.push_back(builder.addValue(name + "_low", dtype, fixedDims(dims)));
        builder.addNode({.opType = "Cast", .inputs = {wide}, .outputs = {inputs.back()},
            .attributes = {{"to", std::int64_t{onnxDataType(dtype)}}}});
    }
    const ValueId y = builder.addValue("y", dtype, fixedDims(test.result));
    builder.addNode({.opType = test.op, .name = "op", .inputs = inputs, .outputs = {y}, .attributes = test.attributes});
    builder.markOutput(y);
    return std::move(builder).finish()->graph;
}

double unitInLastPlace(double value, DType dtype)
{
    if (dtype == DType::Float32)
        return 0; // float32's own rounding is part of the sum's error
    const int mantissaBits = dtype == DType::Float16 ? 10 : 7;
    const int smallestExponent = dtype == DType::Float16 ? -14 : -126;
    const int exponent = value == 0 ? smallestExponent : std::max(smallestExponent, std::ilogb(value));
    return std::ldexp(1.0, exponent - mantissaBits);
}

Feeds feed(Program& program)
{
    const ValueId x = program.graph()->findValue("operand0");
    Feeds feeds{{"operand0", randomTensor(*program.graph()->fixedShape(x), 1, -2, 2)}};
    std::ranges::copy(feeds["operand0"].values, program.floats(x).begin());
    return feeds;
}

}

class TestPrecision : public QObject
{
    Q_OBJECT

private slots:
    void resultsAreOneRoundingFromExact_data();
    void resultsAreOneRoundingFromExact();
    void noSlowImplementationIsTaken_data();
    void noSlowImplementationIsTaken();
    void nativeTrainingAgreesWithEmulated_data();
    void nativeTrainingAgreesWithEmulated();
    void overflowNamesItsElement();
    void overflowSaturatesOnRequest();
    void productsCountTheirRoundings_data();
    void productsCountTheirRoundings();
    void smallValuesAreCounted();
    void valuesOfDifferentLifetimesShareMemory();
};

void TestPrecision::resultsAreOneRoundingFromExact_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<int>("dtype");
    QTest::addColumn<bool>("native");
    for (std::size_t i = 0; i < kCases.size(); ++i) {
        QTest::addRow("%s, float32", kCases[i].name) << static_cast<int>(i) << static_cast<int>(DType::Float32) << false;
        for (const DType dtype : {DType::Float16, DType::BFloat16}) {
            const std::string type(name(dtype));
            QTest::addRow("%s, %s emulated", kCases[i].name, type.c_str()) << static_cast<int>(i) << static_cast<int>(dtype) << false;
            const std::string_view op = kCases[i].op;
            if (op == "Conv" || op == "Gemm" || op == "MatMul")
                QTest::addRow("%s, %s native", kCases[i].name, type.c_str()) << static_cast<int>(i) << static_cast<int>(dtype) << true;
        }
    }
}

void TestPrecision::resultsAreOneRoundingFromExact()
{
    QFETCH(int, index);
    QFETCH(int, dtype);
    QFETCH(bool, native);
    const Case& test = kCases[static_cast<std::size_t>(index)];
    const auto type = static_cast<DType>(dtype);
    ProgramOptions options;
    options.path = native ? ProgramOptions::Path::NativeWhereOffered : ProgramOptions::Path::Emulated;
    auto program = Program::compile(makeGraph(test, type), options);
    QVERIFY2(program, program ? "" : describe(program.error()).c_str());
    const PlanRow& row = program->plan().back();
    if (native && !row.isNative)
        QSKIP(qPrintable(QString("oneDNN runs no %1 %2 of this form on this processor").arg(name(type).data(), test.op)));
    const Feeds feeds = feed(*program);
    program->run(Stage::Compute);

    const Tensor exact = interpret(*program->graph(), feeds).at("y");
    const std::vector<float> got = program->read(program->graph()->findValue("y"));
    QCOMPARE(got.size(), exact.values.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        // Half a unit for the one rounding, and the error of a sum of that many terms in float32.
        const double sumError = (exact.terms + 4) * 0x1p-24 * std::max(exact.magnitude[i], std::abs(exact.values[i]));
        const double tolerance = 0.5 * unitInLastPlace(std::abs(exact.values[i]) + sumError, type) + sumError;
        const double difference = std::abs(static_cast<double>(got[i]) - exact.values[i]);
        QVERIFY2(difference <= tolerance,
            qPrintable(QString("element %1 is %2 instead of %3, tolerance %4 (%5)")
                    .arg(i).arg(static_cast<double>(got[i]), 0, 'g', 9).arg(exact.values[i], 0, 'g', 9).arg(tolerance)
                    .arg(QString::fromStdString(row.implementation))));
    }
}

void TestPrecision::noSlowImplementationIsTaken_data() { resultsAreOneRoundingFromExact_data(); }

// Reference code is a hundred times slower and oneDNN takes it silently.
void TestPrecision::noSlowImplementationIsTaken()
{
    QFETCH(int, index);
    QFETCH(int, dtype);
    const auto program = Program::compile(makeGraph(kCases[static_cast<std::size_t>(index)], static_cast<DType>(dtype)));
    QVERIFY(program);
    for (const PlanRow& row : program->plan()) {
        QVERIFY2(row.opType == "Cast" || row.opType == "Flatten" || row.implementation != "widen", row.name.c_str());
        QVERIFY2(!row.implementation.contains("ref") && !row.implementation.contains("simple"),
            qPrintable(QString::fromStdString(row.opType + " runs by " + row.implementation)));
    }
}

namespace {

/// The gradients of LeNet-5's weights in a step on digits that are all alike, by name; and the plan.
struct FirstStep
{
    std::map<std::string, std::vector<float>> gradients;
    std::vector<PlanRow> plan;
};

FirstStep firstStep(const TrainingGraph& training, const MixedGraph& mixed, ProgramOptions::Path path)
{
    ProgramOptions options{.path = path};
    for (const TrainedParameter& parameter : training.parameters)
        options.checked.push_back(mixed.valueOf[parameter.unscaledGradient]);
    options.observed = options.checked;
    Program program = *Program::compile(mixed.graph, options);
    const ValueId input = findDataInput(*mixed.graph);
    const Tensor digits = randomTensor(*mixed.graph->fixedShape(input), 1, 0, 1);
    std::ranges::copy(digits.values, program.floats(input).begin());
    const std::span<std::int64_t> labels = program.integers(mixed.valueOf[training.labels]);
    for (std::size_t i = 0; i < labels.size(); ++i)
        labels[i] = static_cast<std::int64_t>(i % 10);
    program.floats(mixed.valueOf[training.lossScale])[0] = 1024;
    program.floats(mixed.valueOf[training.inverseLossScale])[0] = 0x1p-10f;
    program.run(Stage::Compute);
    FirstStep step{{}, {program.plan().begin(), program.plan().end()}};
    for (const ValueId id : options.checked)
        step.gradients[mixed.graph->value(id).name] = program.read(id);
    return step;
}

}

void TestPrecision::nativeTrainingAgreesWithEmulated_data()
{
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<double>("unit");
    QTest::addColumn<QStringList>("ops");
    const QStringList convolutions{"Conv", "ConvGradInput", "ConvGradWeight"};
    QTest::newRow("products in float16") << "sample:lenet5" << "force_fp16" << 0x1p-11 << QStringList{"Gemm"};
    QTest::newRow("products in bfloat16") << "sample:lenet5" << "allow_mix_precision_bf16" << 0x1p-8 << QStringList{"Gemm"};
    QTest::newRow("convolutions in float16") << "sample:resnet-block" << "force_fp16" << 0x1p-11 << convolutions;
    QTest::newRow("convolutions in bfloat16") << "sample:resnet-block" << "allow_mix_precision_bf16" << 0x1p-8 << convolutions;
}

// Forward and backward of convolutions and products in oneDNN's own 16-bit primitives, and through float32. They differ
// by the order of sums, which now and then rounds to the neighbour: of a thousand such elements a tensor is less than
// two units apart as a whole.
void TestPrecision::nativeTrainingAgreesWithEmulated()
{
    QFETCH(QString, model);
    QFETCH(QString, mode);
    QFETCH(double, unit);
    QFETCH(QStringList, ops);
    const auto opened = openWithBatch(model.toStdString(), {}, 32);
    const auto training = differentiate(opened->graph, {});
    QVERIFY(training);
    const auto mixed = lowerPrecision(
        training->graph, Precision{.policy = {.settings = AscendSettings{.modeName = mode.toStdString()}}});
    QVERIFY(mixed);
    const FirstStep native = firstStep(*training, *mixed, ProgramOptions::Path::NativeWhereOffered);
    const auto isAsked = [&](const PlanRow& row) { return ops.contains(QString::fromStdString(row.opType)); };
    for (const PlanRow& row : native.plan)
        QVERIFY2(!isAsked(row) || row.isNative || !row.refusal.empty() || row.implementation.starts_with("own"), row.name.c_str());
    if (std::ranges::none_of(native.plan, [&](const PlanRow& row) { return isAsked(row) && row.isNative; }))
        QSKIP(qPrintable(QString("oneDNN offers no %1 in this type that is worth it on this processor").arg(ops.join(", "))));
    const FirstStep emulated = firstStep(*training, *mixed, ProgramOptions::Path::Emulated);
    QVERIFY(std::ranges::none_of(emulated.plan, &PlanRow::isNative));
    for (const auto& [name, gradient] : native.gradients) {
        const std::vector<float>& other = emulated.gradients.at(name);
        double squares = 0, differences = 0;
        for (std::size_t i = 0; i < gradient.size(); ++i) {
            squares += std::pow(static_cast<double>(other[i]), 2);
            differences += std::pow(static_cast<double>(gradient[i]) - static_cast<double>(other[i]), 2);
        }
        const double apart = std::sqrt(differences / squares);
        qInfo("%s: %.1e apart", name.c_str(), apart);
        QVERIFY2(apart <= 2 * unit, name.c_str());
    }
}

namespace {

/// One sum in FP16 whose element (1, 2, 3, 4) of shape [2, 6, 5, 5] overflows.
Program overflowingSum(kernels::OnOverflow onOverflow)
{
    ProgramOptions options;
    options.onOverflow = onOverflow;
    Program program = *Program::compile(makeGraph({"", "Add", {{2, 6, 5, 5}, {2, 6, 5, 5}}, {2, 6, 5, 5}, {}}, DType::Float16), options);
    const std::span<float> x = program.floats(program.graph()->findValue("operand0"));
    std::ranges::fill(x, 0.25f);
    x[((1 * 6 + 2) * 5 + 3) * 5 + 4] = 65504.0f;
    const std::span<float> w = program.floats(program.graph()->findValue("operand1"));
    std::ranges::fill(w, 100.0f);
    program.run(Stage::Compute);
    return program;
}

}

void TestPrecision::overflowNamesItsElement()
{
    const Program program = overflowingSum(kernels::OnOverflow::Infinity);
    const OverflowPlace& place = program.state().firstOverflow;
    QVERIFY(place.isValid());
    QCOMPARE(program.graph()->displayName(place.node), std::string("op"));
    QCOMPARE(place.element, 219u);
    QVERIFY(std::isinf(program.read(program.graph()->findValue("y"))[219]));
    QCOMPARE(program.state().rounding[place.value].overflows, 1u);
}

void TestPrecision::overflowSaturatesOnRequest()
{
    Program program = overflowingSum(kernels::OnOverflow::Saturate);
    QCOMPARE(program.read(program.graph()->findValue("y"))[219], 65504.0f);
    QCOMPARE(program.state().firstOverflow.element, 219u);
    QVERIFY(program.state().stickyOverflow);
    std::ranges::fill(program.floats(program.graph()->findValue("operand0")), 0.0f);
    program.run(Stage::Compute);
    QVERIFY2(program.state().stickyOverflow, "the flag stays until it is cleared");
    program.clearStickyOverflow();
    program.run(Stage::Compute);
    QVERIFY(!program.state().stickyOverflow);
}

void TestPrecision::productsCountTheirRoundings_data()
{
    QTest::addColumn<QString>("op");
    QTest::addColumn<bool>("native");
    QTest::addColumn<bool>("saturates");
    for (const char* op : {"MatMul", "Gemm", "Conv"}) {
        for (const bool native : {false, true}) {
            for (const bool saturates : {false, true})
                QTest::addRow("%s %s, %s", op, native ? "native" : "emulated", saturates ? "saturating" : "infinite")
                    << op << native << saturates;
        }
    }
}

// Of the products of one row (or pixel) one is beyond float16 and one below it, whoever multiplies.
void TestPrecision::productsCountTheirRoundings()
{
    QFETCH(const QString, op);
    QFETCH(const bool, native);
    QFETCH(const bool, saturates);
    const bool isConv = op == "Conv";
    const std::string opType = op.toStdString();
    const Case test{"", opType.c_str(), {isConv ? Ints{1, 3, 1, 1} : Ints{1, 3}, isConv ? Ints{4, 3, 1, 1} : Ints{3, 4}},
        isConv ? Ints{1, 4, 1, 1} : Ints{1, 4}, {}};
    ProgramOptions options;
    options.path = native ? ProgramOptions::Path::NativeWhereOffered : ProgramOptions::Path::Emulated;
    options.onOverflow = saturates ? kernels::OnOverflow::Saturate : kernels::OnOverflow::Infinity;
    Program program = *Program::compile(makeGraph(test, DType::Float16), options);
    if (native && !program.plan().back().isNative)
        QSKIP("oneDNN has no float16 code for it on this processor");
    const std::span<float> x = program.floats(program.graph()->findValue("operand0"));
    std::ranges::copy(std::array{60000.0f, 0x1p-14f, 0.0f}, x.begin());
    const std::span<float> w = program.floats(program.graph()->findValue("operand1"));
    std::ranges::fill(w, 0.0f);
    const auto weight = [&](std::size_t from, std::size_t to) -> float& { return isConv ? w[to * 3 + from] : w[from * 4 + to]; };
    weight(0, 0) = 1;
    weight(1, 1) = 0x1p-14f;
    weight(0, 2) = 2;
    program.run(Stage::Compute);
    const ValueId y = program.graph()->findValue("y");
    const std::vector<float> results = program.read(y);
    const float beyond = saturates ? 65504.0f : std::numeric_limits<float>::infinity();
    QCOMPARE(results, (std::vector<float>{60000, 0, beyond, 0}));
    const kernels::RoundStats& stats = program.state().rounding[y];
    QCOMPARE(stats.overflows, 1u);
    QCOMPARE(stats.underflows, 1u);
    QCOMPARE(program.state().firstOverflow.value, y);
    QCOMPARE(program.state().firstOverflow.element, 2u);
    QVERIFY(program.state().stickyOverflow);
}

void TestPrecision::smallValuesAreCounted()
{
    Program program = *Program::compile(makeGraph({"", "Relu", {{1, 8}}, {1, 8}, {}}, DType::Float16));
    const std::vector<float> values{0, 1, 0x1p-24f, 0x1p-25f, 0x1p-26f, -0x1p-30f, 0x1p-14f, 0x1p-15f};
    std::ranges::copy(values, program.floats(program.graph()->findValue("operand0")).begin());
    program.run(Stage::Compute);
    const kernels::RoundStats& stats = program.state().rounding[program.graph()->findValue("operand0_low")];
    QCOMPARE(stats.underflows, 3u); // 2^-25 ties to zero
    QCOMPARE(stats.subnormals, 2u); // 2^-24 and 2^-15
    QCOMPARE(stats.absMax, 1.0f);
}

void TestPrecision::valuesOfDifferentLifetimesShareMemory()
{
    // A chain of equal tensors works in one, however long it is: each lies where the one before it lay.
    const auto bytesOf = [](int length) {
        GraphBuilder builder;
        ValueId last = builder.addInput("x", DType::Float32, fixedDims(Ints{1, 1024}));
        for (int i = 0; i < length; ++i) {
            const ValueId next = builder.addValueLike("v", last);
            builder.addNode({.opType = "Relu", .inputs = {last}, .outputs = {next}});
            last = next;
        }
        builder.markOutput(last);
        return Program::compile(std::move(builder).finish()->graph)->activationBytes();
    };
    QCOMPARE(bytesOf(50), bytesOf(10));
    QCOMPARE(bytesOf(50), 4096u);
}

QTEST_APPLESS_MAIN(TestPrecision)
#include "tst_precision.moc"
