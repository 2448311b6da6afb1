// SPDX-License-Identifier: GPL-3.0-or-later
//
// What casts cost, operators that stand alone in their width, and edits that save casts.
#include "analysis/advice/castadvice.h"
#include "analysis/casts/castislands.h"
#include "tests/support/randomgraph.h"
#include "tests/support/textgraph.h"

#include <QTest>

using namespace halftone;
using namespace halftone::test;

namespace {

constexpr char kNet[] = R"(
    input  x: f32[1,3,8,8]
    weight w: f32[4,3,3,3]
    weight v: f32[4,4,3,3]
    a: f32[1,4,6,6] = Conv(x, w)
    l: f32[1,4,6,6] = Log(a)
    b: f32[1,4,4,4] = Conv(l, v)
    e: f32[1,4,4,4] = Exp(b)
    output e
)";

PrecisionPolicy mixed(const char* policy = "ascend")
{
    return makePolicy(policy).value();
}

Decisions decided(const GraphPtr& graph, const PrecisionPolicy& policy)
{
    return decide(graph, policy).value();
}

QStringList islandsOf(const Decisions& decisions)
{
    QStringList names;
    for (const CastIsland& island : findIslands(decisions))
        names << QString::fromStdString(island.decisions->graph()->displayName(island.node)) +
                (island.isLow ? " low" : " high");
    return names;
}

QStringList editsOf(const std::vector<CastEdit>& edits)
{
    QStringList lines;
    for (const CastEdit& edit : edits)
        lines << QString::fromStdString(describe(edit));
    return lines;
}

}

class TestCastAdvice : public QObject
{
    Q_OBJECT

private slots:
    void costsAddUp();
    void islandsAreAloneInTheirWidth();
    void islandsNeedNeighboursOnBothSides();
    void advicePutsTheIslandIntoItsSea();
    void adviceLeavesMatrixProductsLow();
    void policiesWithoutListsGetOverrides();
    void islandsInBodiesGetOverridesByTheirPath();
    void everyAdviceIsTrue_data();
    void everyAdviceIsTrue();
};

void TestCastAdvice::costsAddUp()
{
    const Decisions decisions = decided(textGraph(kNet), mixed());
    // x, w, l, v down to f16, a up to f32, e up for the output
    const auto byTypes = costByTypes(decisions);
    QCOMPARE(byTypes.at({DType::Float32, DType::Float16}).casts, 4U);
    QCOMPARE(byTypes.at({DType::Float16, DType::Float32}).casts, 2U);
    const std::uint64_t elements = 3 * 64 + 4 * 27 + 144 + 4 * 36 + 144 + 64;
    QCOMPARE(costOf(decisions), (CastCost{6, elements * (4 + 2)}));
}

void TestCastAdvice::islandsAreAloneInTheirWidth()
{
    QCOMPARE(islandsOf(decided(textGraph(kNet), mixed())), QStringList{"l high"});
}

void TestCastAdvice::islandsNeedNeighboursOnBothSides()
{
    QCOMPARE(islandsOf(decided(textGraph(R"(
        input  x: f32[4,4]
        weight w: f32[4,4]
        l: f32[4,4] = Log(x)
        m: f32[4,4] = MatMul(l, w)
        s: f32[4,4] = Log(m)
        t: f32[4,4] = Log(s)
        output t)"),
                 mixed())),
        QStringList{"m low"}); // l stands behind the input, s and t are two
}

void TestCastAdvice::advicePutsTheIslandIntoItsSea()
{
    const GraphPtr graph = textGraph(kNet);
    const Decisions decisions = decided(graph, mixed());
    const std::vector<CastEdit> edits = adviseCasts(decisions, mixed(), 3);
    QVERIFY(!edits.empty());
    QCOMPARE(edits.front().target, "Log");
    QCOMPARE(edits.front().after.casts, 4U);
    QCOMPARE(edits.front().lowered, 1U);
    QCOMPARE(edits.front().raised, 0U);
}

void TestCastAdvice::adviceLeavesMatrixProductsLow()
{
    const Decisions decisions = decided(textGraph(kNet), mixed());
    QVERIFY(!editsOf(adviseCasts(decisions, mixed(), 9)).contains("Conv2D to the black list"));
}

void TestCastAdvice::policiesWithoutListsGetOverrides()
{
    const GraphPtr graph = textGraph(kNet);
    const PrecisionPolicy policy = mixed("pytorch");
    QCOMPARE(editsOf(adviseCasts(decided(graph, policy), policy, 3)), QStringList{"l in float16"});
}

void TestCastAdvice::islandsInBodiesGetOverridesByTheirPath()
{
    const GraphPtr branch = textGraph(R"(
        captured c
        weight v: f32[4,4]
        m: f32[4,4] = MatMul(c, v)
        e: f32[4,4] = Exp(m)
        n: f32[4,4] = MatMul(e, v)
        output n)");
    const GraphPtr outer = textGraph(R"(
        input condition: i8[]
        input c: f32[4,4]
        y: f32[4,4] = If(condition) name=if
        output y)");
    const GraphPtr graph = withBodies(outer, "if", {{"then_branch", branch}});
    const std::vector<CastEdit> edits = adviseCasts(decided(graph, mixed("pytorch")), mixed("pytorch"), 3);
    QCOMPARE(editsOf(edits), QStringList{"if/then_branch/e in float16"});
}

void TestCastAdvice::everyAdviceIsTrue_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 20; ++seed)
        QTest::addRow("random graph %u", seed) << seed;
}

void TestCastAdvice::everyAdviceIsTrue()
{
    QFETCH(const unsigned, seed);
    const GraphPtr graph = randomGraph(seed, {.nodes = 60});
    const PrecisionPolicy policy = mixed();
    const Decisions decisions = decided(graph, policy);
    PrecisionPolicy edited = policy;
    std::size_t before = costOf(decisions).casts;
    for (const CastEdit& edit : adviseCasts(decisions, policy, 3)) {
        auto& settings = std::get<AscendSettings>(edited.settings);
        const List fromLibrary = OpLibrary::embedded("910b").value()->find(edit.target)->list;
        settings.mixlist = withOpInList(settings.mixlist, edit.target, fromLibrary, edit.list);
        QCOMPARE(costOf(decided(graph, edited)), edit.after);
        QVERIFY(edit.after.casts < before);
        before = edit.after.casts;
    }
}

QTEST_APPLESS_MAIN(TestCastAdvice)
#include "tst_castadvice.moc"
