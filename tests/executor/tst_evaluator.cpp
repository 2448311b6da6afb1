// SPDX-License-Identifier: GPL-3.0-or-later
//
// The accuracy of models that decide their own sizes and branches.
#include "executor/train/evaluator.h"
#include "tests/support/onnxmodel.h"

#include <QTest>

#include <cmath>

using namespace halftone;
using namespace halftone::test;

namespace {

// Three samples of two numbers; the larger number is the class, except in the last.
Dataset pairs()
{
    return {.name = "pairs", .sampleShape = {2}, .values = {1, 5, 4, 2, -1, -7}, .labels = {1, 0, 1}};
}

GraphPtr graphOf(const std::string& body)
{
    return importedGraph(onnxModel("<ir_version: 8, opset_import: [\"\" : 17]> g " + body));
}

}

class TestEvaluator : public QObject
{
    Q_OBJECT

private slots:
    void branchesAreTakenByTheSamples();
    void openSizesAreThoseOfTheSamples();
    void oneScoreTellsTwoClassesApart_data();
    void oneScoreTellsTwoClassesApart();
    void pixelsAreCountedOneByOne();
    void abandonedMeasureGivesNoNumber();
    void whatDoesNotFitIsRefused_data();
    void whatDoesNotFitIsRefused();
};

// Negative pairs are turned around, so the last sample counts as well.
void TestEvaluator::branchesAreTakenByTheSamples()
{
    const Dataset data = pairs();
    auto evaluator = Evaluator::create(graphOf(R"((float[1,2] x) => (float[1,2] y) <float zero = {0}> {
            sum = ReduceSum<keepdims = 0>(x)
            isPositive = Greater(sum, zero)
            y = If(isPositive) <
                then_branch = t () => (float[1,2] p) { p = Identity(x) },
                else_branch = e () => (float[1,2] q) { q = Neg(x) }
            >
        })"),
        data, std::nullopt);
    QVERIFY2(evaluator, evaluator ? "" : describe(evaluator.error()).c_str());
    QCOMPARE(evaluator->measureAccuracy().value(), 1.0);
}

void TestEvaluator::openSizesAreThoseOfTheSamples()
{
    const Dataset data = pairs();
    auto evaluator = Evaluator::create(
        graphOf("(float[2,K] x) => (float[2,K] y) <float[1] w = {1}> { y = Mul(x, w) }"), data, std::nullopt);
    QVERIFY2(evaluator, evaluator ? "" : describe(evaluator.error()).c_str());
    QCOMPARE(evaluator->measureAccuracy().value(), 2.0 / 3);
    evaluator->setWeight("w", std::vector{-1.0f});
    QCOMPARE(evaluator->measureAccuracy().value(), 1.0 / 3);
}

void TestEvaluator::oneScoreTellsTwoClassesApart_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<double>("accuracy");
    const QString difference = "(float[1,2] x) => (float[1,1] y) <float[2,1] w = {-1,1}> { %1 }";
    QTest::addRow("above zero") << difference.arg("y = MatMul(x, w)")
                                << 2.0 / 3; // 4, -2, -6 of classes 1, 0, 1
    QTest::addRow("above a half behind a Sigmoid")
        << difference.arg("l = MatMul(x, w) y = Sigmoid(l)") << 2.0 / 3;
    QTest::addRow("no number") << difference.arg("l = MatMul(x, w) z = Sub(l, l) y = Div(z, z)") << 0.0;
}

void TestEvaluator::oneScoreTellsTwoClassesApart()
{
    QFETCH(const QString, body);
    QFETCH(const double, accuracy);
    const Dataset data = pairs();
    auto evaluator = Evaluator::create(graphOf(body.toStdString()), data, std::nullopt);
    QVERIFY2(evaluator, evaluator ? "" : describe(evaluator.error()).c_str());
    QCOMPARE(evaluator->measureAccuracy().value(), accuracy);
}

// Bright pixels are of class 0. Three samples in batches of two, so that the last batch is not full.
void TestEvaluator::pixelsAreCountedOneByOne()
{
    const Dataset data{.name = "pixels",
        .sampleShape = {1, 1, 2},
        .values = {1, -1, 1, 1, -1, -1},
        .labels = {0, 0, 0},
        .targets = {0, 1, 0, 255, 0, 1}};
    const GraphPtr graph =
        graphOf("(float[2,1,1,2] x) => (float[2,2,1,2] y) <float[2,1,1,1] k = {1,-1}> { y = Conv(x, k) }");
    auto evaluator = Evaluator::create(graph, data, std::nullopt, 255);
    QVERIFY2(evaluator, evaluator ? "" : describe(evaluator.error()).c_str());
    QCOMPARE(evaluator->measureAccuracy().value(), 4.0 / 5);
    const auto refused = Evaluator::create(graph, data, std::nullopt);
    QVERIFY(!refused);
    QVERIFY2(refused.error().what.contains("255"), refused.error().what.c_str());
}

// The person went away after the first of two batches.
void TestEvaluator::abandonedMeasureGivesNoNumber()
{
    const Dataset data = pairs();
    auto evaluator = Evaluator::create(
        graphOf("(float[2,K] x) => (float[2,K] y) { y = Identity(x) }"), data, std::nullopt);
    QVERIFY2(evaluator, evaluator ? "" : describe(evaluator.error()).c_str());
    int batches = 0;
    QVERIFY(std::isnan(evaluator->measureAccuracy([&] { return ++batches > 1; }).value()));
    QCOMPARE(batches, 2);
}

void TestEvaluator::whatDoesNotFitIsRefused_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("says");
    QTest::addRow("samples of another shape")
        << "(float[1,3] x) => (float[1,3] y) { y = Neg(x) }" << "do not fit";
    QTest::addRow("fewer classes than labels")
        << "(float[1,2] x) => (float[1,2] y) { y = Neg(x) }" << "labels go up to 2";
    QTest::addRow("an answer for each number of a sample")
        << "(float[1,2] x) => (float[1,1,2] y) { y = Unsqueeze<axes = [1]>(x) }" << "2 answers a sample";
    QTest::addRow("no row for each sample")
        << "(float[1,2] x) => (float y) { y = ReduceSum<keepdims = 0>(x) }" << "row for each sample";
}

void TestEvaluator::whatDoesNotFitIsRefused()
{
    QFETCH(const QString, body);
    QFETCH(const QString, says);
    const std::string opset = body.contains("axes") ? "11" : "17";
    Dataset data = pairs();
    if (says.contains("go up to"))
        data.labels[2] = 2;
    const auto evaluator = Evaluator::create(
        importedGraph(
            onnxModel("<ir_version: 8, opset_import: [\"\" : " + opset + "]> g " + body.toStdString())),
        data, std::nullopt);
    QVERIFY(!evaluator);
    QVERIFY2(evaluator.error().what.contains(says.toStdString()), describe(evaluator.error()).c_str());
}

QTEST_APPLESS_MAIN(TestEvaluator)
#include "tst_evaluator.moc"
