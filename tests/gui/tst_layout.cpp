// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/layoutnets.h"

#include <QElapsedTimer>
#include <QTest>

using namespace halftone;

namespace {

struct NetRow
{
    const char* name;
    LayoutInput (*make)(std::size_t);
};

constexpr NetRow kNets[] = {{"chain", test::chainNet}, {"residual", test::residualNet},
    {"transformer", test::transformerNet}, {"u-net", test::uNet}, {"random", test::randomNet},
    {"wide", test::wideNet}};

LayoutInput diamond()
{
    test::NetWriter net;
    const std::uint32_t top = net.op({});
    const std::uint32_t left = net.op({top});
    const std::uint32_t right = net.op({top});
    net.op({left, right});
    return net.finish();
}

double bottom(const GraphLayout::Box& box)
{
    return box.y + box.height;
}

}

class TestLayout : public QObject
{
    Q_OBJECT

private slots:
    void nothingGivesNothing();
    void boxesDoNotOverlap_data();
    void boxesDoNotOverlap();
    void edgesPointDown_data() { boxesDoNotOverlap_data(); }
    void edgesPointDown();
    void routesRunFromBoxToBox_data() { boxesDoNotOverlap_data(); }
    void routesRunFromBoxToBox();
    void equalInputGivesEqualLayout_data() { boxesDoNotOverlap_data(); }
    void equalInputGivesEqualLayout();
    void branchesKeepTheOrderOfTheModel();
    void inputsStandAboveTheirFirstUser();
    void mainPathIsStraight();
    void depthDoesNotWidenTheDrawing();
    void whatIsAppendedLeavesWhatIsAboveInPlace();
    void longEdgesBecomeStubs();
    void widelySharedValuesBecomeStubs();
    void cyclesAndLoopsAreSurvived();
    void planarNetsAreDrawnWithoutCrossings();
    void linesArriveInTheOrderTheyComeIn();
    void deepNetsTakeMilliseconds_data();
    void deepNetsTakeMilliseconds();
};

void TestLayout::nothingGivesNothing()
{
    const GraphLayout layout = layOut({});
    QVERIFY(layout.boxes.empty());
    QCOMPARE(layout.width, 0.0);
    QCOMPARE(layout.height, 0.0);
}

void TestLayout::boxesDoNotOverlap_data()
{
    QTest::addColumn<int>("net");
    QTest::addColumn<int>("count");
    for (int net = 0; net < static_cast<int>(std::size(kNets)); ++net) {
        for (const int count : {30, 1000})
            QTest::addRow("%s of about %d", kNets[net].name, count) << net << count;
    }
}

void TestLayout::boxesDoNotOverlap()
{
    QFETCH(const int, net);
    QFETCH(const int, count);
    const LayoutInput input = kNets[net].make(static_cast<std::size_t>(count));
    const GraphLayout layout = layOut(input);
    QCOMPARE(layout.boxes.size(), input.sizes.size());
    for (const GraphLayout::Rank& rank : layout.ranks) {
        for (std::uint32_t i = 0; i < rank.boxes.count; ++i) {
            const GraphLayout::Box& box = layout.boxes[layout.byRank[rank.boxes.first + i]];
            QCOMPARE(box.column, i);
            QVERIFY(box.x >= 0 && box.x + box.width <= layout.width + 1e-6);
            QVERIFY(box.y >= rank.top - 1e-6 && bottom(box) <= rank.bottom + 1e-6);
            if (i > 0) {
                const GraphLayout::Box& left = layout.boxes[layout.byRank[rank.boxes.first + i - 1]];
                const double gap = box.x - left.x - left.width;
                QVERIFY2(gap >= input.columnGap - 1e-6,
                    qPrintable(QStringLiteral("a gap of %1").arg(gap, 0, 'g', 12)));
            }
        }
    }
    for (std::size_t rank = 1; rank < layout.ranks.size(); ++rank)
        QVERIFY(layout.ranks[rank].top >= layout.ranks[rank - 1].bottom + input.rankGap - 1e-6);
}

void TestLayout::edgesPointDown()
{
    QFETCH(const int, net);
    QFETCH(const int, count);
    const LayoutInput input = kNets[net].make(static_cast<std::size_t>(count));
    const GraphLayout layout = layOut(input);
    for (const LayoutInput::Edge& edge : input.edges)
        QVERIFY(bottom(layout.boxes[edge.from]) < layout.boxes[edge.to].y);
}

void TestLayout::routesRunFromBoxToBox()
{
    QFETCH(const int, net);
    QFETCH(const int, count);
    const LayoutInput input = kNets[net].make(static_cast<std::size_t>(count));
    const GraphLayout layout = layOut(input);
    QCOMPARE(layout.routes.size(), input.edges.size());
    for (std::size_t e = 0; e < input.edges.size(); ++e) {
        if (layout.isStub(e))
            continue;
        const Slice route = layout.routes[e];
        QVERIFY(route.count >= 2);
        const auto inside = [](const GraphLayout::Box& box, LayoutPoint point) {
            return point.x >= box.x && point.x <= box.x + box.width;
        };
        const LayoutPoint first = layout.points[route.first];
        const LayoutPoint last = layout.points[route.first + route.count - 1];
        const GraphLayout::Box& from = layout.boxes[input.edges[e].from];
        const GraphLayout::Box& to = layout.boxes[input.edges[e].to];
        QVERIFY(inside(from, first) && inside(to, last));
        QCOMPARE(first.y, bottom(from));
        QCOMPARE(last.y, to.y);
        for (std::uint32_t i = 1; i < route.count; ++i)
            QVERIFY(layout.points[route.first + i].y > layout.points[route.first + i - 1].y);
    }
}

void TestLayout::equalInputGivesEqualLayout()
{
    QFETCH(const int, net);
    QFETCH(const int, count);
    const auto make = [&] { return layOut(kNets[net].make(static_cast<std::size_t>(count))); };
    QVERIFY(make() == make());
}

void TestLayout::branchesKeepTheOrderOfTheModel()
{
    test::NetWriter net;
    const std::uint32_t top = net.op({});
    std::vector<std::uint32_t> ends;
    for (int i = 0; i < 5; ++i)
        ends.push_back(net.chain(top, 2));
    net.op(ends);
    const GraphLayout layout = layOut(net.finish());
    for (std::size_t i = 1; i < ends.size(); ++i)
        QVERIFY(layout.boxes[ends[i - 1]].x < layout.boxes[ends[i]].x);
}

void TestLayout::inputsStandAboveTheirFirstUser()
{
    test::NetWriter net;
    const std::uint32_t constant = net.op({});
    const std::uint32_t deep = net.chain(net.op({}), 6);
    const std::uint32_t user = net.op({deep, constant});
    const GraphLayout layout = layOut(net.finish());
    QCOMPARE(layout.boxes[constant].rank + 1, layout.boxes[user].rank);
}

void TestLayout::mainPathIsStraight()
{
    test::NetWriter net;
    std::uint32_t main = net.op({});
    std::vector<std::uint32_t> path{main};
    for (int block = 0; block < 20; ++block) {
        const std::uint32_t side = net.op({net.op({net.op({net.op({main}, 0.1)}, 0.1)}, 0.1)}, 0.1);
        main = net.op({net.op({main}), side});
        path.push_back(main);
    }
    const GraphLayout layout = layOut(net.finish());
    for (const std::uint32_t box : path)
        QCOMPARE(layout.boxes[box].x, layout.boxes[path.front()].x);
}

void TestLayout::depthDoesNotWidenTheDrawing()
{
    for (const auto make : {test::residualNet, test::transformerNet}) {
        const double shallow = layOut(make(200)).width;
        const double deep = layOut(make(20000)).width;
        QVERIFY2(deep <= 1.2 * shallow, qPrintable(QStringLiteral("%1 against %2").arg(deep).arg(shallow)));
    }
}

void TestLayout::whatIsAppendedLeavesWhatIsAboveInPlace()
{
    const GraphLayout small = layOut(test::residualNet(100));
    const GraphLayout large = layOut(test::residualNet(300));
    const double shift = large.boxes[0].x - small.boxes[0].x;
    for (std::size_t i = 0; i + 10 < small.boxes.size(); ++i) {
        QCOMPARE(large.boxes[i].y, small.boxes[i].y);
        QVERIFY(std::abs(large.boxes[i].x - shift - small.boxes[i].x) < 1);
    }
}

void TestLayout::longEdgesBecomeStubs()
{
    test::NetWriter net;
    const std::uint32_t start = net.op({});
    const std::uint32_t end = net.chain(start, 30);
    net.op({end, start});
    LayoutInput input = net.finish();
    QVERIFY(!layOut(input).isStub(input.edges.size() - 1));
    input.edges.back().longest = 20;
    QVERIFY(layOut(input).isStub(input.edges.size() - 1));
}

void TestLayout::widelySharedValuesBecomeStubs()
{
    const LayoutInput input = test::transformerNet(2000);
    const GraphLayout layout = layOut(input);
    std::size_t stubs = 0;
    for (std::size_t e = 0; e < input.edges.size(); ++e) {
        stubs += layout.isStub(e) ? 1 : 0;
        QCOMPARE(layout.isStub(e), input.edges[e].from == 3 && input.edges[e].to > 4); // the mask
    }
    QVERIFY(stubs > input.wideUse);
}

void TestLayout::cyclesAndLoopsAreSurvived()
{
    LayoutInput input = diamond();
    input.edges.push_back({.from = 3, .to = 0, .value = 3});
    input.edges.push_back({.from = 2, .to = 2, .value = 2});
    const GraphLayout layout = layOut(input);
    QVERIFY(layout.isStub(4));
    QVERIFY(layout.isStub(5));
    QVERIFY(!layout.isStub(0));
    QCOMPARE(layout.ranks.size(), 3u);
}

void TestLayout::planarNetsAreDrawnWithoutCrossings()
{
    for (const auto make : {test::chainNet, test::residualNet, test::uNet})
        QCOMPARE(layOut(make(1000)).crossings, 0u);
    QVERIFY(layOut(test::randomNet(1000)).crossings > 0); // The count itself works.
}

void TestLayout::linesArriveInTheOrderTheyComeIn()
{
    const LayoutInput input = diamond();
    const GraphLayout layout = layOut(input);
    const auto end = [&](std::size_t e) {
        return layout.points[layout.routes[e].first + layout.routes[e].count - 1].x;
    };
    QVERIFY(end(2) < end(3));
    const auto start = [&](std::size_t e) { return layout.points[layout.routes[e].first].x; };
    QCOMPARE(start(0), start(1)); // Both carry the one value of the top box.
}

void TestLayout::deepNetsTakeMilliseconds_data()
{
    QTest::addColumn<int>("net");
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("goal");
    for (int net = 0; net < static_cast<int>(std::size(kNets)); ++net) {
        QTest::addRow("%s of 1,000", kNets[net].name) << net << 1000 << 20;
        QTest::addRow("%s of 10,000", kNets[net].name) << net << 10000 << 100;
        QTest::addRow("%s of 100,000", kNets[net].name) << net << 100000 << 1000;
    }
}

// The goals are for the release build on an idle machine; the guard leaves room for neither.
void TestLayout::deepNetsTakeMilliseconds()
{
    constexpr int kRoom = 10;
    QFETCH(const int, net);
    QFETCH(const int, count);
    QFETCH(const int, goal);
    const LayoutInput input = kNets[net].make(static_cast<std::size_t>(count));
    QElapsedTimer timer;
    timer.start();
    const GraphLayout layout = layOut(input);
    const auto milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    qInfo("%zu boxes, %zu edges: %.1f ms, %.0f x %.0f, %llu crossings", input.sizes.size(),
        input.edges.size(), milliseconds, layout.width, layout.height,
        static_cast<unsigned long long>(layout.crossings));
    QVERIFY(milliseconds < kRoom * goal);
}

QTEST_APPLESS_MAIN(TestLayout)
#include "tst_layout.moc"
