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

Precision inMode(const std::string& mode)
{
    return comparisonPrecision({.settings = AscendSettings{.modeName = mode}});
}

ComparisonSettings sampleSettings(std::size_t after = 0)
{
    return {.model = kSampleModel, .train = {.batch = 32, .threads = 1}, .after = after};
}

Comparison compareSample(const std::string& mode, std::size_t after = 0)
{
    const std::vector precisions{inMode(mode)};
    auto comparison = compareWithFloat32(sampleSettings(after), digits(), precisions);
    if (!comparison || !comparison->front())
        qFatal("%s",
            describe((comparison ? comparison->front() : std::unexpected(comparison.error())).error())
                .c_str());
    return *std::move(comparison->front());
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
    void precisionsInOneGoAreThoseOfTheirOwnRuns();
    void aPrecisionThatIsRefusedLeavesTheOthers();
    void aStoppedComparisonSaysSo();
    void theForwardPassNeedsNoLoss();
    void lostElementsAreCounted();
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

void TestComparison::precisionsInOneGoAreThoseOfTheirOwnRuns()
{
    const std::vector precisions{inMode("allow_mix_precision_fp16"), inMode("force_fp16")};
    std::vector<double> shares;
    const auto both = compareWithFloat32(
        sampleSettings(), digits(), precisions, {.progress = [&](double share) { shares.push_back(share); }});
    QVERIFY(both && both->size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        const Comparison alone = compareSample(i == 0 ? "allow_mix_precision_fp16" : "force_fp16");
        const Comparison& here = *(*both)[i];
        QCOMPARE(here.mixedLoss, alone.mixedLoss);
        QCOMPARE(here.nodes.size(), alone.nodes.size());
        for (std::size_t k = 0; k < here.nodes.size(); ++k)
            QVERIFY(here.nodes[k].accumulated == alone.nodes[k].accumulated &&
                here.nodes[k].isolated == alone.nodes[k].isolated);
    }
    QVERIFY(std::ranges::is_sorted(shares));
    QCOMPARE(shares.back(), 1.0);
}

void TestComparison::aPrecisionThatIsRefusedLeavesTheOthers()
{
    Precision impossible = inMode("mixed_bfloat16");
    std::get<AscendSettings>(impossible.policy.settings).soc = "ascend910";
    const std::vector precisions{impossible, inMode("force_fp16")};
    ComparisonSettings settings = sampleSettings(2); // trained in the second, as the first cannot
    const auto results = compareWithFloat32(settings, digits(), precisions);
    QVERIFY(results);
    QVERIFY(!(*results)[0].has_value());
    QVERIFY((*results)[1].has_value());
    QCOMPARE((*results)[1]->loss, compareSample("force_fp16", 2).loss);
}

void TestComparison::aStoppedComparisonSaysSo()
{
    std::stop_source stop;
    const std::vector precisions{inMode("force_fp16"), inMode("force_fp16")};
    const auto results = compareWithFloat32(sampleSettings(), digits(), precisions,
        {.progress = [&](double) { stop.request_stop(); }, .stop = stop.get_token()});
    QVERIFY(results);
    QCOMPARE(results->back().error().code, "E-STOPPED");
}

void TestComparison::theForwardPassNeedsNoLoss()
{
    ComparisonSettings settings = sampleSettings();
    settings.pass = ComparisonSettings::Pass::Forward;
    const std::vector precisions{inMode("must_keep_origin_dtype"), inMode("force_fp16")};
    const auto results = compareWithFloat32(settings, digits(), precisions);
    QVERIFY2(results, describe(results ? Error() : results.error()).c_str());
    const Comparison& same = *(*results)[0];
    const Comparison& half = *(*results)[1];
    QVERIFY(std::isnan(half.loss));
    QCOMPARE(same.worst(), 0.0);
    QVERIFY(half.worst() > 0x1p-12 &&
        half.worst() < 0.05); // beyond half a unit, and no more than some layers add
    // The forward part of a training step on the same batch is the same computation.
    const Comparison step = compareSample("must_keep_origin_dtype");
    for (const NodeComparison& node : half.nodes)
        QVERIFY(std::ranges::contains(step.nodes, node.tensor, &NodeComparison::tensor));
}

void TestComparison::lostElementsAreCounted()
{
    const std::vector<float> zeros(3, 0.0f), right{0, 1e-9f, -2};
    const ErrorMeasures error = measureError(zeros, right, DType::Float16);
    QCOMPARE(error.notZero, 2u);
    QCOMPARE(error.lost, 2u);
    QVERIFY(error.isCollapsed());
    QCOMPARE(error.relative(), 1.0);
    QVERIFY(!measureError(zeros, zeros, DType::Float16).isCollapsed());
    QCOMPARE(measureError(zeros, zeros, DType::Float16).relative(), 0.0);
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
