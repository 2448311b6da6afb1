// SPDX-License-Identifier: GPL-3.0-or-later
//
// FP32 beside mixed precision on one batch, and what narrow sums do.
#include "executor/files/modelfile.h"
#include "executor/train/comparison.h"
#include "tests/support/textgraph.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace halftone;
using namespace halftone::test;

namespace {

const DatasetPair& digits()
{
    static const DatasetPair pair = *sampleDigits();
    return pair;
}

Comparison compareSample(const std::string& mode, std::size_t after = 0)
{
    Precision precision{.policy = {.settings = AscendSettings{.modeName = mode}},
        .lossScale = LossScaleParameters{.initial = 1024}};
    auto comparison = compareWithFloat32(
        kSampleModel, {}, digits(), {.batch = 32, .threads = 1, .precision = precision}, after);
    if (!comparison)
        qFatal("%s", describe(comparison.error()).c_str());
    return *std::move(comparison);
}

}

class TestComparison : public QObject
{
    Q_OBJECT

private slots:
    void measuresAreThoseOfTheDefinition();
    void ruleIsAscends_data();
    void ruleIsAscends();
    void float32BesideItselfIsEqual();
    void mixedPrecisionPassesAndErrorsAreSmallAlone_data();
    void mixedPrecisionPassesAndErrorsAreSmallAlone();
    void halfSumsStandStillAt2048_data();
    void halfSumsStandStillAt2048();
};

void TestComparison::measuresAreThoseOfTheDefinition()
{
    const std::vector<float> got{1, 2.5f, 0, -4}, right{1, 2, 0.5f, -4};
    const ErrorMeasures error = measureError(got, right, DType::Float16);
    QCOMPARE(error.maxAbsolute, 0.5);
    QCOMPARE(error.maxRelative, 1.0);
    QCOMPARE(error.maxUlp, 0.5 / 0x1p-11); // the unit at 0.5
    QCOMPARE(error.cosine, 22 / (std::sqrt(23.25) * std::sqrt(21.25)));
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> odd{infinity, NAN, infinity, 1}, other{infinity, NAN, 1, NAN};
    QCOMPARE(measureError(odd, other, DType::Float32).notFinite, 2u);
    const std::vector<float> zeros(4, 0.0f);
    QCOMPARE(measureError(zeros, zeros, DType::Float32).cosine, 1.0);
    QCOMPARE(measureError(zeros, right, DType::Float32).cosine, 0.0);
}

void TestComparison::ruleIsAscends_data()
{
    QTest::addColumn<double>("cosine");
    QTest::addColumn<double>("maxAbsolute");
    QTest::addColumn<bool>("passes");
    QTest::newRow("alike") << 1.0 << 0.0 << true;
    QTest::newRow("cosine too low") << 0.89 << 0.0001 << false;
    QTest::newRow("error too large") << 1.0 << 1.01 << false;
    QTest::newRow("both a little") << 0.985 << 0.0011 << false;
    QTest::newRow("only the cosine a little") << 0.985 << 0.0009 << true;
    QTest::newRow("only the error a little") << 0.995 << 0.5 << true;
}

void TestComparison::ruleIsAscends()
{
    QFETCH(double, cosine);
    QFETCH(double, maxAbsolute);
    QFETCH(bool, passes);
    QCOMPARE(passesAscend({.maxAbsolute = maxAbsolute, .cosine = cosine}), passes);
}

void TestComparison::float32BesideItselfIsEqual()
{
    const Comparison comparison = compareSample("must_keep_origin_dtype", 3);
    QVERIFY(comparison.nodes.size() > 30);
    QCOMPARE(comparison.loss, comparison.mixedLoss);
    for (const NodeComparison& node : comparison.nodes) {
        QVERIFY2(node.accumulated.maxAbsolute == 0, node.tensor.c_str());
        QVERIFY2(node.isolated.maxAbsolute == 0, node.tensor.c_str());
    }
}

void TestComparison::mixedPrecisionPassesAndErrorsAreSmallAlone_data()
{
    QTest::addColumn<int>("after");
    QTest::newRow("before training") << 0;
    QTest::newRow("after five steps") << 5;
}

void TestComparison::mixedPrecisionPassesAndErrorsAreSmallAlone()
{
    QFETCH(int, after);
    const Comparison comparison = compareSample("allow_mix_precision_fp16", static_cast<std::size_t>(after));
    bool hasHalf = false;
    bool accumulates = false;
    for (const NodeComparison& node : comparison.nodes) {
        QVERIFY2(node.accumulated.cosine > 0.99, node.tensor.c_str());
        QVERIFY2(node.isolated.cosine > 0.999, node.tensor.c_str());
        hasHalf = hasHalf || node.dtype == DType::Float16;
        accumulates = accumulates || node.accumulated.maxAbsolute > node.isolated.maxAbsolute;
    }
    QVERIFY(hasHalf && accumulates);
    QVERIFY(comparison.loss != comparison.mixedLoss);
}

void TestComparison::halfSumsStandStillAt2048_data()
{
    QTest::addColumn<QString>("nodes");
    QTest::addColumn<double>("terms"); // what the exact result is
    QTest::newRow("matrix product") << "y: f16[1,1] = MatMul(h, w)" << 4096.0;
    QTest::newRow("fully connected layer") << "y: f16[1,1] = Gemm(h, w)" << 4096.0;
    QTest::newRow("sum") << "y: f16[1,1] = ReduceSum(h)" << 4096.0;
    QTest::newRow("mean") << "y: f16[1,1] = ReduceMean(h)" << 1.0;
}

// Adding 1 to 2048 gives 2049, which FP16 does not have, and the tie goes to even: back to 2048.
void TestComparison::halfSumsStandStillAt2048()
{
    QFETCH(QString, nodes);
    QFETCH(double, terms);
    std::string text = "input x: f32[1,4096]\n input v: f32[4096,1]\n h: f16[1,4096] = Cast(x) to=10\n"
                       "w: f16[4096,1] = Cast(v) to=10\n" +
        nodes.toStdString() + "\n output y";
    const auto resultWith = [&](ProgramOptions::Accumulation accumulation) {
        auto program = Program::compile(textGraph(text), {.accumulation = accumulation});
        if (!program)
            qFatal("%s", describe(program.error()).c_str());
        for (const char* name : {"x", "v"})
            std::ranges::fill(program->floats(program->graph()->findValue(name)), 1.0f);
        program->run(Stage::Compute);
        return static_cast<double>(program->read(program->graph()->findValue("y"))[0]);
    };
    QCOMPARE(resultWith(ProgramOptions::Accumulation::Float32), terms);
    QCOMPARE(resultWith(ProgramOptions::Accumulation::Float16), terms / 2);
}

QTEST_APPLESS_MAIN(TestComparison)
#include "tst_comparison.moc"
