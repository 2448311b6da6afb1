// SPDX-License-Identifier: GPL-3.0-or-later
//
// Models whose sizes are known only when they run: plans by shape, and what is fed to them.
#include "executor/dynamic/modelrunner.h"
#include "tests/executor/dynamicmodel.h"

#include <QTest>

using namespace halftone;
using namespace halftone::test;

class TestModelRunner : public QObject
{
    Q_OBJECT

private slots:
    void secondUseOfAShapeIsNotPlannedAgain();
    void oldPlansGiveWay();
    void plansOfBodiesAreKept();
    void replacedWeightsReachPlansOldAndNew();
    void wrongInputsAreRefused_data();
    void wrongInputsAreRefused();
    void indicesBeyondTheirTableAreRefused();
    void listingNamesThePartsAndTheirShapes();
};

void TestModelRunner::secondUseOfAShapeIsNotPlannedAgain()
{
    ModelRunner runner = runnerOf(kDouble);
    QCOMPARE(textOf(run(runner, {floats({1, 2}, {1, 2})})[0]), "[1,2] 2 4");
    QCOMPARE(textOf(run(runner, {floats({2, 2}, {1, 2, 3, 4})})[0]), "[2,2] 2 4 6 8");
    QCOMPARE(runner.plansMade(), 2u);
    const std::uint64_t primitives = Program::primitivesCreated();
    QCOMPARE(textOf(run(runner, {floats({1, 2}, {5, 6})})[0]), "[1,2] 10 12");
    QCOMPARE(textOf(run(runner, {floats({2, 2}, {5, 6, 7, 8})})[0]), "[2,2] 10 12 14 16");
    QCOMPARE(runner.plansMade(), 2u);
    QCOMPARE(Program::primitivesCreated(), primitives);
}

void TestModelRunner::oldPlansGiveWay()
{
    ModelRunner runner = runnerOf(kDouble);
    const auto runWith = [&](std::int64_t rows) {
        run(runner, {floats({rows, 2}, std::vector<float>(static_cast<std::size_t>(rows * 2)))});
    };
    for (std::int64_t rows = 1; rows <= 100; ++rows)
        runWith(rows);
    QCOMPARE(runner.plansMade(), 100u);
    QVERIFY2(runner.parts().size() < 20, "a bounded number of plans is kept");
    runWith(100);
    QCOMPARE(runner.plansMade(), 100u);
    runWith(1);
    QCOMPARE(runner.plansMade(), 101u);
}

void TestModelRunner::plansOfBodiesAreKept()
{
    ModelRunner runner = runnerOf(R"((int64 n, float[N] x) => (float[N] y) <bool go = {1}, float two = {2}> {
            y = Loop(n, go, x) <
                body = b (int64 i, bool on, float[N] state) => (bool on2, float[N] next) {
                    on2 = Identity(on)
                    next = Mul(state, two)
                }
            >
        })");
    QCOMPARE(textOf(run(runner, {integers({}, {10}), floats({1}, {1})})[0]), "[1] 1024");
    QCOMPARE(runner.plansMade(), 1u);
    QCOMPARE(textOf(run(runner, {integers({}, {3}), floats({1}, {1})})[0]), "[1] 8");
    QCOMPARE(runner.plansMade(), 1u);
}

void TestModelRunner::replacedWeightsReachPlansOldAndNew()
{
    ModelRunner runner = runnerOf(R"((bool c, float[N] x) => (float[N] y) <float[1] w = {2}> {
            a = Mul(x, w)
            y = If(c) <
                then_branch = t () => (float[N] p) { p = Add(a, w) },
                else_branch = e () => (float[N] q) { q = Identity(a) }
            >
        })");
    QCOMPARE(textOf(run(runner, {truth(true), floats({1}, {3})})[0]), "[1] 8");
    const std::uint64_t plans = runner.plansMade();
    runner.setInitializer(runner.graph()->findValue("w"), floats({1}, {10}));
    QCOMPARE(textOf(run(runner, {truth(true), floats({1}, {3})})[0]), "[1] 40");
    QCOMPARE(runner.plansMade(), plans);
    QCOMPARE(textOf(run(runner, {truth(true), floats({2}, {3, 4})})[0]), "[2] 40 50");
}

void TestModelRunner::wrongInputsAreRefused_data()
{
    QTest::addColumn<TensorData>("input");
    QTest::addColumn<QString>("says");
    QTest::addRow("another rank") << floats({4}, {1, 2, 3, 4}) << "4 was given";
    QTest::addRow("another size") << floats({1, 3}, {1, 2, 3}) << "1×3 was given";
    QTest::addRow("another type") << integers({1, 2}, {1, 2}) << "int64 1×2 was given";
    QTest::addRow("too few elements") << floats({2, 2}, {1, 2}) << "was given";
}

void TestModelRunner::wrongInputsAreRefused()
{
    QFETCH(const TensorData, input);
    QFETCH(const QString, says);
    ModelRunner runner = runnerOf(kDouble);
    const auto outputs = runner.run({{input}});
    QVERIFY(!outputs);
    QVERIFY2(outputs.error().what.contains(says.toStdString()), outputs.error().what.c_str());
    QVERIFY(outputs.error().what.contains("float32 N×2"));
}

void TestModelRunner::indicesBeyondTheirTableAreRefused()
{
    ModelRunner runner =
        runnerOf("(int64[N] i) => (float[N,2] y) <float[3,2] t = {1,2,3,4,5,6}> { y = Gather(t, i) }");
    QCOMPARE(textOf(run(runner, {integers({2}, {2, -3})})[0]), "[2,2] 5 6 1 2");
    for (const std::int64_t stray : {3, -4}) {
        const auto outputs = runner.run({{integers({2}, {0, stray})}});
        QVERIFY(!outputs);
        const QString says = QString("holds %1 (element 1), and it picks from 3 entries").arg(stray);
        QVERIFY2(outputs.error().what.contains(says.toStdString()), outputs.error().what.c_str());
    }
}

void TestModelRunner::listingNamesThePartsAndTheirShapes()
{
    ModelRunner runner = runnerOf(R"((float[N] x) => (float[?] y) {
            twice = Add(x, x)
            at = NonZero(twice)
            one = Constant<value_ints = [-1]>()
            places = Reshape(at, one)
            y = Gather(twice, places)
        })");
    run(runner, {floats({3}, {0, 1, 2})});
    const std::vector<ModelRunner::Part> parts = runner.parts();
    QCOMPARE(parts.size(), 3u);
    QCOMPARE(parts[0].nodes, std::string("Add#0"));
    QCOMPARE(parts[0].plannedFor, std::string("x 3"));
    QCOMPARE(parts[1].nodes, std::string("NonZero#1"));
    QCOMPARE(parts[2].plannedFor, std::string("at 1×2, twice 3"));
    QCOMPARE(parts[2].rows.back().opType, std::string("Gather"));
}

QTEST_APPLESS_MAIN(TestModelRunner)
#include "tst_modelrunner.moc"
