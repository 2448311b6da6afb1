// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mixed precision in the bodies of If, Loop and Scan.
#include "executor/train/precision.h"
#include "tests/executor/dynamicmodel.h"
#include "tests/executor/mixedtest.h"

#include <QTest>

#include <cmath>

using namespace halftone;
using namespace halftone::test;

namespace {

// The roundings are those on the longest way, one for each input, weight and result.
void addMixedRows(const char* policy)
{
    const TensorData x = floats({2, 2}, {0.3f, 0.7f, 0.1f, 0.9f});
    QTest::addRow("a branch by %s", policy)
        << policy << R"((bool c, float[2,2] x) => (float[2,2] z) <float[2,2] w = {0.3,0.2,0.1,0.7}> {
            y = MatMul(x, w)
            z = If(c) <
                then_branch = t () => (float[2,2] p) { a = MatMul(y, w) p = Relu(a) },
                else_branch = e () => (float[2,2] q) { b = MatMul(y, y) q = Relu(b) }
            >
        })"
        << std::vector{truth(true), x} << 8.0;
    QTest::addRow("a loop by %s", policy)
        << policy << R"((int64 n, float[2,2] x) => (float[2,2] last, float[?,2,2] all)
        <float[2,2] w = {0.3,0.2,0.1,0.7}, bool go = {1}> {
            last, all = Loop(n, go, x) <
                body = b (int64 i, bool on, float[2,2] state) => (bool on2, float[2,2] next, float[2,2] part) {
                    on2 = Identity(on)
                    part = MatMul(state, w)
                    next = Relu(part)
                }
            >
        })"
        << std::vector{integers({}, {3}), x} << 12.0;
    QTest::addRow("a scan by %s", policy)
        << policy << R"((float[2] x, float[K,2] xs) => (float[2] last, float[?,2] ys)
        <float[2,2] w = {0.3,0.2,0.1,0.7}> {
            last, ys = Scan<num_scan_inputs = 1,
                body = b (float[2] state, float[2] item) => (float[2] next, float[2] out) {
                    m = MatMul(item, w)
                    next = Add(state, m)
                    out = Relu(next)
                }
            >(x, xs)
        })"
        << std::vector{floats({2}, {0.25f, 0.5f}), x} << 12.0;
}

}

class TestMixedBodies : public QObject
{
    Q_OBJECT

private slots:
    void mixedPrecisionReachesTheBodies_data();
    void mixedPrecisionReachesTheBodies();
};

void TestMixedBodies::mixedPrecisionReachesTheBodies_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("body");
    QTest::addColumn<std::vector<TensorData>>("inputs");
    QTest::addColumn<double>("roundings");
    for (const char* policy : {"ascend", "mindspore", "tensorflow", "pytorch", "onnx-float16"})
        addMixedRows(policy);
}

// Sums of products of positive numbers: each rounding moves the result by half a unit in the last place at
// most.
void TestMixedBodies::mixedPrecisionReachesTheBodies()
{
    constexpr double kHalfUnit = 0x1p-11;
    QFETCH(const QString, policy);
    QFETCH(const QString, body);
    QFETCH(const std::vector<TensorData>, inputs);
    QFETCH(const double, roundings);
    const GraphPtr graph = graphOf(body.toStdString());
    const MixedGraph mixed = insertCasts(decidedBy(graph, policy, "allow_mix_precision_fp16"));
    QVERIFY2(!mixed.bodies.empty(), "something in a body is cast");
    auto full = ModelRunner::create(graph), low = ModelRunner::create(mixed.graph);
    QVERIFY(full && low);
    const std::vector<TensorData> right = run(*full, inputs), got = run(*low, inputs);
    bool isRounded = false;
    for (std::size_t i = 0; i < right.size(); ++i) {
        QCOMPARE(got[i].dtype, right[i].dtype);
        QCOMPARE(got[i].dims, right[i].dims);
        const std::vector<double> wanted = toDoubles(right[i]), values = toDoubles(got[i]);
        for (std::size_t k = 0; k < wanted.size(); ++k) {
            isRounded = isRounded || values[k] != wanted[k];
            QVERIFY2(std::abs(values[k] - wanted[k]) <= roundings * kHalfUnit * wanted[k],
                qPrintable(QString("%1 instead of %2").arg(values[k]).arg(wanted[k])));
        }
    }
    QVERIFY2(isRounded, "FP16 leaves its mark");
}

QTEST_APPLESS_MAIN(TestMixedBodies)
#include "tst_mixedbodies.moc"
