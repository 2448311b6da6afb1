// SPDX-License-Identifier: GPL-3.0-or-later
//
// What 16 bits make of constants, value by value.
#include "analysis/graph/graphbuilder.h"
#include "analysis/weights/weightpreview.h"
#include "tests/support/onnxmodel.h"

#include <QTest>

#include <limits>

using namespace halftone;
using namespace halftone::test;

namespace {

GraphPtr graphWith(TensorData data)
{
    GraphBuilder builder;
    builder.markOutput(builder.addInitializer("w", std::move(data)));
    return std::move(builder).finish().value().graph;
}

WeightPreview previewOf(std::vector<float> values)
{
    const auto count = static_cast<std::int64_t>(values.size());
    return previewWeights(
        *graphWith(TensorData::of(DType::Float32, {count}, std::move(values))), DType::Float16)
        .front();
}

QString textOf(const FormatPreview& preview)
{
    return QStringLiteral("%1 inf %2 zero %3 sub %4 int %5 same")
        .arg(preview.overflows)
        .arg(preview.flushedToZero)
        .arg(preview.subnormals)
        .arg(preview.inexactIntegers)
        .arg(preview.unchanged);
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();

}

class TestWeightPreview : public QObject
{
    Q_OBJECT

private slots:
    void valuesCountByWhatBecomesOfThem_data();
    void valuesCountByWhatBecomesOfThem();
    void oddValuesAreCountedApart();
    void otherFloatsAreRead_data();
    void otherFloatsAreRead();
    void integersAndMissingDataAreLeftOut();
    void worstComesFirst();
    void constantsOfBodiesAreNamedByTheirWay();
    void everyByteIsLetGoOnce();
};

void TestWeightPreview::valuesCountByWhatBecomesOfThem_data()
{
    QTest::addColumn<float>("value");
    QTest::addColumn<QString>("float16");
    QTest::addColumn<QString>("bfloat16");
    QTest::addRow("one") << 1.0f << "0 inf 0 zero 0 sub 0 int 1 same" << "0 inf 0 zero 0 sub 0 int 1 same";
    QTest::addRow("a third") << 1 / 3.0f << "0 inf 0 zero 0 sub 0 int 0 same"
                             << "0 inf 0 zero 0 sub 0 int 0 same";
    QTest::addRow("a mask") << -1e9f << "1 inf 0 zero 0 sub 0 int 0 same"
                            << "0 inf 0 zero 0 sub 1 int 0 same";
    QTest::addRow("the largest that stays") << 65504.0f << "0 inf 0 zero 0 sub 0 int 1 same"
                                            << "0 inf 0 zero 0 sub 1 int 0 same";
    QTest::addRow("rounds up to infinity") << 65520.0f << "1 inf 0 zero 0 sub 0 int 0 same"
                                           << "0 inf 0 zero 0 sub 1 int 0 same";
    QTest::addRow("an epsilon") << 1e-8f << "0 inf 1 zero 0 sub 0 int 0 same"
                                << "0 inf 0 zero 0 sub 0 int 0 same";
    QTest::addRow("below normal") << 1e-5f << "0 inf 0 zero 1 sub 0 int 0 same"
                                  << "0 inf 0 zero 0 sub 0 int 0 same";
    QTest::addRow("an odd row number") << 2049.0f << "0 inf 0 zero 0 sub 1 int 0 same"
                                       << "0 inf 0 zero 0 sub 1 int 0 same";
    QTest::addRow("an even row number") << 2050.0f << "0 inf 0 zero 0 sub 0 int 1 same"
                                        << "0 inf 0 zero 0 sub 1 int 0 same";
    QTest::addRow("not whole") << 2049.5f << "0 inf 0 zero 0 sub 0 int 0 same"
                               << "0 inf 0 zero 0 sub 0 int 0 same";
}

void TestWeightPreview::valuesCountByWhatBecomesOfThem()
{
    QFETCH(const float, value);
    const WeightPreview preview = previewOf({value});
    QTEST(textOf(preview.float16), "float16");
    QTEST(textOf(preview.bfloat16), "bfloat16");
    QCOMPARE(preview.absMax, std::abs(value));
}

void TestWeightPreview::oddValuesAreCountedApart()
{
    const WeightPreview preview = previewOf({kInfinity, -kInfinity, std::nanf(""), 3});
    QCOMPARE(preview.infinities, 2U);
    QCOMPARE(preview.nans, 1U);
    QCOMPARE(preview.absMax, 3.0f);
    QCOMPARE(preview.float16.overflows, 0U);
}

void TestWeightPreview::otherFloatsAreRead_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("value");
    QTest::addRow("double") << "double" << "1e9";
    QTest::addRow("double beyond float") << "double" << "1e300";
}

void TestWeightPreview::otherFloatsAreRead()
{
    QFETCH(const QString, type);
    QFETCH(const QString, value);
    const GraphPtr graph = graphWith(TensorData::of(DType::Float64, {1}, std::vector{value.toDouble()}));
    const WeightPreview preview = previewWeights(*graph, DType::Float16).front();
    QCOMPARE(preview.float16.overflows + preview.infinities, 1U);
    const GraphPtr half =
        graphWith(TensorData::of(DType::Float16, {2}, std::vector<std::uint16_t>{0x3c00, 0x6400})); // 1, 1024
    QCOMPARE(previewWeights(*half, DType::Float16).front().float16.unchanged, 2U);
    QCOMPARE(previewWeights(*half, DType::Float16).front().absMax, 1024.0f);
}

void TestWeightPreview::integersAndMissingDataAreLeftOut()
{
    QVERIFY(previewWeights(
        *graphWith(TensorData::of(DType::Int64, {1}, std::vector<std::int64_t>{1 << 20})), DType::Float16)
            .empty());
    QVERIFY(previewWeights(
        *graphWith({.dtype = DType::Float32, .dims = {4}, .bytes = {}, .owner = {}}), DType::Float16)
            .empty());
}

void TestWeightPreview::worstComesFirst()
{
    GraphBuilder builder;
    const auto add = [&](const char* name, float value) {
        builder.markOutput(
            builder.addInitializer(name, TensorData::of(DType::Float32, {1}, std::vector{value})));
    };
    add("fine", 1);
    add("zero", 1e-8f);
    add("mask", -1e9f);
    add("number", 2049);
    add("nan", std::nanf(""));
    const GraphPtr graph = std::move(builder).finish().value().graph;
    QStringList names;
    for (const WeightPreview& preview : previewWeights(*graph, DType::Float16))
        names << QString::fromStdString(preview.name);
    QCOMPARE(names, (QStringList{"nan", "mask", "number", "zero", "fine"}));
}

void TestWeightPreview::constantsOfBodiesAreNamedByTheirWay()
{
    const GraphPtr graph = importedGraph(onnxModel(R"(
        <ir_version: 8, opset_import: ["" : 17]>
        g (bool c, float[1] x) => (float[1] y) {
            y = If (c) <
                then_branch = t () => (float[1] p) <float[1] low = {-1e9}> { p = Add(x, low) },
                else_branch = e () => (float[1] q) { k = Constant<value = float[1] {70000}>() q = Mul(x, k) }
            >
        })"));
    QStringList rows;
    for (const WeightPreview& preview : previewWeights(*graph, DType::Float16))
        rows << QString::fromStdString(preview.name + " read by " + preview.readBy);
    QCOMPARE(rows,
        (QStringList{"If#0/then_branch/low read by If#0/then_branch/Add#0",
            "If#0/else_branch/k read by If#0/else_branch/Mul#1"}));
}

void TestWeightPreview::everyByteIsLetGoOnce()
{
    const GraphPtr graph =
        graphWith(TensorData::of(DType::Float32, {200'000}, std::vector<float>(200'000, 1.5f)));
    const TensorData& data = *graph->data(graph->findValue("w"));
    const std::byte* next = data.bytes.data();
    std::size_t blocks = 0;
    const auto previews = previewWeights(*graph, DType::Float16, [&](std::span<const std::byte> bytes) {
        QCOMPARE(bytes.data(), next);
        next += bytes.size();
        ++blocks;
    });
    QCOMPARE(next, data.bytes.data() + data.bytes.size());
    QVERIFY(blocks > 1);
    QCOMPARE(previews.front().count, 200'000U);
}

QTEST_APPLESS_MAIN(TestWeightPreview)
#include "tst_weightpreview.moc"
