// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators as groups: how scopes are found, what opening one moves, and what a closed one tells.
#include "gui/document/text.h"
#include "gui/graph/graphview.h"
#include "gui/graph/scopemaker.h"
#include "tests/gui/handdecisions.h"
#include "tests/gui/pictures.h"
#include "tests/support/textgraph.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace halftone;

namespace {

/// Equal layers in the scope "encoder", and a head of two operators.
GraphPtr layeredNet(int layers)
{
    std::string text = "input x: f32[8,8]\nweight w: f32[8,8]\n";
    std::string last = "x";
    for (int i = 0; i < layers; ++i) {
        const std::string n = std::to_string(i);
        const std::string scope = " name=/encoder/layer." + n + "/";
        text += "a" + n + ": f32[8,8] = MatMul(" + last + ", w)" + scope + "MatMul\n";
        text += "b" + n + ": f32[8,8] = Softmax(a" + n + ")" + scope + "Softmax\n";
        text += "c" + n + ": f32[8,8] = Add(b" + n + ", " + last + ")" + scope + "Add\n";
        last = "c" + n;
    }
    text += "h: f32[8,8] = MatMul(" + last + ", w) name=/head/MatMul\n";
    text += "y: f32[8,8] = Relu(h) name=/head/Relu\noutput y\n";
    return test::textGraph(text);
}

/// The same layers without names that say anything.
GraphPtr namelessNet(int layers)
{
    std::string text = "input x: f32[8,8]\nweight w: f32[8,8]\n";
    std::string last = "x";
    for (int i = 0; i < layers; ++i) {
        const std::string n = std::to_string(i);
        text += "a" + n + ": f32[8,8] = MatMul(" + last + ", w)\n";
        text += "b" + n + ": f32[8,8] = Softmax(a" + n + ")\n";
        text += "d" + n + ": f32[8,8] = Tanh(b" + n + ")\n";
        text += "c" + n + ": f32[8,8] = Add(d" + n + ", " + last + ")\n";
        last = "c" + n;
    }
    return test::textGraph(text + "output " + last + "\n");
}

ScopeTreePtr treeOf(const GraphPtr& graph)
{
    return std::make_shared<const ScopeTree>(graph, PhaseSet{});
}

/// "encoder/layer ×3[layer.0, layer.1], head": the tree as text, with direct operators counted.
std::string describe(const ScopeTree& tree, ScopeId id = ScopeTree::root())
{
    const Scope& scope = tree.scope(id);
    std::string text;
    for (const ScopeId child : scope.children) {
        const Scope& row = tree.scope(child);
        text += (text.empty() ? "" : ", ") + row.name;
        if (row.kind == Scope::Kind::Fold)
            text += " x" + std::to_string(row.repeats);
        const std::string inside = describe(tree, child);
        text += inside.empty() ? "" : "[" + inside + "]";
    }
    if (!scope.nodes.empty() && !scope.body)
        text += (text.empty() ? "" : " ") + std::string("+") + std::to_string(scope.nodes.size());
    return text;
}

std::shared_ptr<const GraphPicture> draw(const Grouping& grouping, const GraphPicture* previous = nullptr)
{
    const Decisions decisions = test::decideByHand(grouping.tree()->graph());
    return makePicture(decisions, findCasts(decisions), grouping, previous);
}

ScopeId scopeNamed(const ScopeTree& tree, std::string_view name)
{
    for (std::uint32_t id = 1; id < tree.size(); ++id) {
        if (tree.scope({id}).name == name)
            return {id};
    }
    return {};
}

GraphPtr netWithBranches()
{
    const GraphPtr outer =
        test::textGraph("input condition: i8[]\n input x: f32[4,4]\n c: f32[4,4] = Relu(x)\n "
                        "y: f32[4,4] = If(condition) name=choice\n z: f32[4,4] = Relu(y)\n "
                        "output z");
    return test::withBodies(outer, "choice",
        {{"then_branch",
             test::textGraph("captured c\n t: f32[4,4] = Tanh(c)\n u: f32[4,4] = Relu(t)\n output u")},
            {"else_branch", test::textGraph("captured c\n e: f32[4,4] = Exp(c)\n output e")}});
}

}

class TestGroups : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { test::useScheme(Scheme::Light); }

    void namesTellScopes_data();
    void namesTellScopes();
    void equalNeighboursAreFolded();
    void neighboursWithSomethingBetweenAreNotFolded();
    void scopesOfOneOperatorAreNone();
    void graphsWithoutScopesAreCutAtWhatRepeats();
    void smallGraphsAreShownWhole();
    void largeGraphsOpenAtAGlance();
    void everyNodeIsInOnePlace();
    void aClosedGroupCountsWhatIsInIt();
    void linesToAGroupCountTheirCasts();
    void openingMovesOnlyWhatIsBelow();
    void closingRestoresThePlaces();
    void equalGroupsShareOneLayout();
    void framesHoldWhatIsInThem();
    void theWayToANodeIsOpened();
    void bodiesOpenInPlace();
    void phasesThatAreHiddenAreInNoGroup();
    void arrowsWalkIntoFramesAndOut();
    void portsLeadOutOfTheFrame();
    void keysAndDoubleClicksAskToOpen();
    void selectionFollowsItsGroup();
    void openingAGroupIsQuick();
    void picturesForReview();
};

void TestGroups::namesTellScopes_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("scopes");
    QTest::newRow("slashes") << "/layer1/layer1.0/conv1/Conv" << "layer1|layer1.0|conv1";
    QTest::newRow("no leading slash") << "model/dense/MatMul" << "model|dense";
    QTest::newRow("dots") << "encoder.layer.0.query" << "encoder|layer|0";
    QTest::newRow("a number behind the operator") << "p2o.Conv.12" << "p2o";
    QTest::newRow("plain") << "Conv_12" << "";
    QTest::newRow("empty") << "" << "";
}

void TestGroups::namesTellScopes()
{
    QFETCH(const QString, name);
    QFETCH(const QString, scopes);
    const std::string text = name.toStdString();
    QStringList found;
    for (const std::string_view scope : scopesOfName(text))
        found << QString::fromUtf8(scope.data(), static_cast<qsizetype>(scope.size()));
    QCOMPARE(found.join('|'), scopes);
}

void TestGroups::equalNeighboursAreFolded()
{
    QCOMPARE(describe(*treeOf(layeredNet(3))),
        "encoder/layer x3[layer.0[+3], layer.1[+3], layer.2[+3]], head[+2]");
}

void TestGroups::neighboursWithSomethingBetweenAreNotFolded()
{
    std::string text = "input x: f32[8,8]\n";
    std::string last = "x";
    for (int i = 0; i < 3; ++i) {
        const std::string n = std::to_string(i);
        text += "a" + n + ": f32[8,8] = Relu(" + last + ") name=/block" + n + "/Relu\n";
        text += "b" + n + ": f32[8,8] = Tanh(a" + n + ") name=/block" + n + "/Tanh\n";
        text += "c" + n + ": f32[8,8] = Exp(b" + n + ") name=between" + n + "\n";
        last = "c" + n;
    }
    QCOMPARE(
        describe(*treeOf(test::textGraph(text + "output " + last))), "block0[+2], block1[+2], block2[+2] +3");
}

void TestGroups::scopesOfOneOperatorAreNone()
{
    QCOMPARE(describe(*treeOf(test::textGraph(R"(
        input x: f32[8,8]
        a: f32[8,8] = Relu(x) name=/net/act1/Relu
        b: f32[8,8] = Tanh(a) name=/net/block/act/Tanh
        c: f32[8,8] = Exp(b) name=/net/block/last/Exp
        output c
    )"))),
        "block[+2] +1");
}

void TestGroups::graphsWithoutScopesAreCutAtWhatRepeats()
{
    const ScopeTreePtr tree = treeOf(namelessNet(60));
    QVERIFY2(describe(*tree).starts_with("MatMul … Add x60["), describe(*tree).c_str());
}

void TestGroups::smallGraphsAreShownWhole()
{
    const Grouping grouping = firstGrouping(layeredNet(3), {});
    QVERIFY(!grouping.tree()->hasGroups());
    QCOMPARE(draw(grouping)->boxes.size(), 13u); // 11 operators, an input and an output
}

void TestGroups::largeGraphsOpenAtAGlance()
{
    const Grouping grouping = firstGrouping(layeredNet(400), {});
    const auto picture = draw(grouping);
    QVERIFY(picture->boxes.size() < 40);
    QVERIFY2(
        picture->box(scopeNamed(*grouping.tree(), "encoder/layer")) != GraphPicture::kNoBox, "still folded");
}

void TestGroups::everyNodeIsInOnePlace()
{
    const ScopeTreePtr tree = treeOf(layeredNet(30));
    Grouping grouping(tree);
    for (const bool isOpen : {false, true}) {
        if (isOpen)
            grouping.openAll();
        const auto picture = draw(grouping);
        for (NodeId node : tree->graph()->nodes()) {
            QVERIFY(picture->nearestBox(node) != GraphPicture::kNoBox);
            QCOMPARE(picture->box(node) != GraphPicture::kNoBox, isOpen);
        }
    }
}

void TestGroups::aClosedGroupCountsWhatIsInIt()
{
    const ScopeTreePtr tree = treeOf(layeredNet(24));
    const auto picture = draw(Grouping(tree));
    const std::uint32_t box = picture->box(scopeNamed(*tree, "encoder/layer"));
    QCOMPARE(picture->boxes[box].title, "encoder/layer ×24");
    const GroupFacts& facts = picture->groups[picture->boxes[box].group];
    QCOMPARE(facts.nodes, 72u);
    QCOMPARE(facts.lists[static_cast<std::size_t>(List::White)], 24u); // MatMul
    QCOMPARE(facts.lists[static_cast<std::size_t>(List::Black)], 24u); // Softmax
    QCOMPARE(facts.lists[static_cast<std::size_t>(List::Gray)], 24u); // Add
    QCOMPARE(facts.precisions[0], 24u); // fp16: MatMul; Add follows Softmax
    QCOMPARE(facts.precisions[2], 48u);
    QVERIFY(facts.casts >= 48); // into each MatMul and each Softmax
}

void TestGroups::linesToAGroupCountTheirCasts()
{
    // Both operators of the group read x, which is FP32.
    const ScopeTreePtr tree = treeOf(test::textGraph(R"(
        input x: f32[8,8]
        weight w: f32[8,8]
        s: f32[8,8] = Softmax(x) name=first
        a: f32[8,8] = MatMul(s, w) name=/pair/a
        b: f32[8,8] = MatMul(s, w) name=/pair/b
        y: f32[8,8] = Add(a, b) name=last
        output y
    )"));
    const auto picture = draw(Grouping(tree));
    const std::uint32_t pair = picture->box(scopeNamed(*tree, "pair"));
    QCOMPARE(picture->edgesInto[pair].size(), 1u);
    const PictureEdge& line = picture->edges[picture->edgesInto[pair].front()];
    QCOMPARE(line.casts, 2u);
    QCOMPARE(line.castTo, DType::Float16);
    QCOMPARE(line.castBytes, 2u * 64 * (4 + 2));
}

void TestGroups::openingMovesOnlyWhatIsBelow()
{
    const ScopeTreePtr tree = treeOf(layeredNet(24));
    Grouping grouping(tree);
    const ScopeId fold = scopeNamed(*tree, "encoder/layer");
    grouping.setOpen(fold, true);
    const auto before = draw(grouping);
    const ScopeId seventh = scopeNamed(*tree, "layer.7");
    grouping.setOpen(seventh, true);
    const auto after = draw(grouping, before.get());
    const QPointF shift =
        boxRect(*after, after->box(seventh)).center() - boxRect(*before, before->box(seventh)).center();
    double lastMove = 0;
    for (const ScopeId layer : tree->scope(fold).children) {
        const QRectF old = boxRect(*before, before->box(layer));
        const QRectF now = boxRect(*after, after->box(layer));
        const double move = now.top() - old.top();
        if (layer <= seventh)
            QCOMPARE(move, 0.0);
        else
            QVERIFY(move > 100 && (lastMove == 0 || std::abs(move - lastMove) < 1e-6));
        lastMove = layer <= seventh ? 0 : move;
        QVERIFY2(
            std::abs(now.center().x() - old.center().x() - shift.x()) < 1e-6, "the trunk stays straight");
    }
}

void TestGroups::closingRestoresThePlaces()
{
    const ScopeTreePtr tree = treeOf(layeredNet(24));
    Grouping grouping(tree);
    const auto before = draw(grouping);
    grouping.openAll();
    const auto open = draw(grouping, before.get());
    grouping.closeAll();
    const auto after = draw(grouping, open.get());
    QCOMPARE(after->boxes.size(), before->boxes.size());
    for (std::uint32_t box = 0; box < before->boxes.size(); ++box)
        QCOMPARE(boxRect(*after, box), boxRect(*before, box));
}

void TestGroups::equalGroupsShareOneLayout()
{
    const ScopeTreePtr tree = treeOf(layeredNet(24));
    PanelPlans plans(tree);
    const auto second = plans.plan(scopeNamed(*tree, "layer.1"));
    const auto third = plans.plan(scopeNamed(*tree, "layer.2"));
    QVERIFY(second != third);
    QCOMPARE(second->closed, third->closed);
    QCOMPARE(plans.plan(scopeNamed(*tree, "layer.1")), second);
}

void TestGroups::framesHoldWhatIsInThem()
{
    Grouping grouping(treeOf(layeredNet(5)));
    grouping.openAll();
    const auto picture = draw(grouping);
    QVERIFY(picture->panels.size() > 6);
    for (const PictureBox& box : picture->boxes) {
        const auto index = static_cast<std::uint32_t>(&box - picture->boxes.data());
        const std::uint32_t frame = picture->panels[box.panel].frame;
        if (frame != GraphPicture::kNoBox)
            QVERIFY(boxRect(*picture, frame).contains(boxRect(*picture, index)));
        for (std::uint32_t other = 0; other < index; ++other) {
            if (picture->boxes[other].panel == box.panel)
                QVERIFY(!boxRect(*picture, other).intersects(boxRect(*picture, index)));
        }
    }
}

void TestGroups::theWayToANodeIsOpened()
{
    const ScopeTreePtr tree = treeOf(layeredNet(24));
    Grouping grouping(tree);
    const NodeId node = tree->graph()->findNode("/encoder/layer.7/Add");
    QVERIFY(grouping.closedAround(node) == scopeNamed(*tree, "encoder/layer"));
    grouping.openTo(node);
    QVERIFY(!grouping.closedAround(node).isValid());
    const auto picture = draw(grouping);
    QVERIFY(picture->box(node) != GraphPicture::kNoBox);
    QCOMPARE(picture->box(tree->graph()->findNode("/encoder/layer.8/Add")), GraphPicture::kNoBox);
}

void TestGroups::bodiesOpenInPlace()
{
    const GraphPtr graph = netWithBranches();
    Grouping grouping(std::make_shared<const ScopeTree>(graph, PhaseSet{}, ScopeTree::Names::Ignore));
    const NodeId choice = graph->findNode("choice");
    const auto closed = draw(grouping);
    QCOMPARE(closed->boxes[closed->box(choice)].kind, PictureBox::Kind::Operator);
    const ScopeId owner = closed->boxes[closed->box(choice)].scope;
    QVERIFY(owner.isValid());
    grouping.setOpen(owner, true);
    const auto open = draw(grouping, closed.get());
    QCOMPARE(open->boxes[open->box(choice)].kind, PictureBox::Kind::Frame);
    QStringList inside;
    for (const PictureBox& box : open->boxes) {
        if (box.panel > 0)
            inside << box.title;
    }
    QCOMPARE(inside.join(' '), "then_branch else_branch c Tanh Relu u c Exp e");
    for (const PictureBox& box : open->boxes) {
        if (box.title == "Tanh") {
            QVERIFY2(box.node == choice, "selecting it selects the operator that owns the body");
            QCOMPARE(text(open->graphOf(box).node(box.inner).opType), "Tanh");
            QCOMPARE(box.precision, DType::Float32);
        }
    }
}

void TestGroups::phasesThatAreHiddenAreInNoGroup()
{
    const GraphPtr graph = test::textGraph(R"(
        input x: f32[8,8]
        a: f32[8,8] = Relu(x) name=/net/a
        b: f32[8,8] = Tanh(a) name=/net/b
        phase backward
        c: f32[8,8] = Exp(b) name=/net/c
        d: f32[8,8] = Neg(c) name=/net/d
        output d
    )");
    QCOMPARE(describe(*treeOf(graph)), "net[+2], backward/net[+2]");
    const auto tree = std::make_shared<const ScopeTree>(graph, PhaseSet{.backward = false});
    QVERIFY(!tree->scopeOf(graph->findNode("/net/c")).isValid());
    QCOMPARE(draw(Grouping(tree))->nearestBox(graph->findNode("/net/c")), GraphPicture::kNoBox);
}

void TestGroups::arrowsWalkIntoFramesAndOut()
{
    const ScopeTreePtr tree = treeOf(layeredNet(3));
    Grouping grouping(tree);
    grouping.openAll();
    const auto picture = draw(grouping);
    const auto scope = [&](std::string_view name) { return picture->box(scopeNamed(*tree, name)); };
    const auto node = [&](std::string_view name) { return picture->box(tree->graph()->findNode(name)); };
    QCOMPARE(neighbour(*picture, scope("encoder/layer"), Direction::Down), scope("layer.0"));
    QCOMPARE(neighbour(*picture, scope("layer.0"), Direction::Down), node("/encoder/layer.0/MatMul"));
    QCOMPARE(neighbour(*picture, node("/encoder/layer.0/MatMul"), Direction::Up), scope("layer.0"));
    QCOMPARE(neighbour(*picture, node("/encoder/layer.0/Add"), Direction::Down), scope("layer.1"));
    QCOMPARE(neighbour(*picture, node("/encoder/layer.2/Add"), Direction::Down), scope("head"));
    QCOMPARE(neighbour(*picture, scope("head"), Direction::Up), scope("encoder/layer"));
}

void TestGroups::portsLeadOutOfTheFrame()
{
    const ScopeTreePtr tree = treeOf(layeredNet(3));
    Grouping grouping(tree);
    grouping.openAll();
    GraphView view;
    view.resize(800, 600);
    view.show();
    view.setPicture(draw(grouping));
    const GraphPicture& picture = *view.picture();
    const auto port = std::ranges::find_if(picture.boxes, [&](const PictureBox& box) {
        return box.kind == PictureBox::Kind::Exit && box.scope == scopeNamed(*tree, "layer.1");
    });
    QVERIFY(port != picture.boxes.end());
    QCOMPARE(port->title, "layer.1");
    view.setZoom(1, {});
    const QRectF place = boxRect(picture, static_cast<std::uint32_t>(port - picture.boxes.begin()));
    view.centreOn(place.center());
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.fromScene(place.center()).toPoint());
    QVERIFY(view.selectedScope() == scopeNamed(*tree, "layer.1"));
}

void TestGroups::keysAndDoubleClicksAskToOpen()
{
    const ScopeTreePtr tree = treeOf(layeredNet(24));
    Grouping grouping(tree);
    GraphView view;
    view.resize(800, 600);
    view.show();
    view.setPicture(draw(grouping));
    connect(&view, &GraphView::scopeActivated, &view, [&](ScopeId scope) {
        grouping.toggle(scope);
        view.setPicture(draw(grouping, view.picture().get()));
    });
    const ScopeId fold = scopeNamed(*tree, "encoder/layer");
    const auto rect = [&] { return boxRect(*view.picture(), view.picture()->box(fold)); };
    QTest::mouseDClick(view.viewport(), Qt::LeftButton, {}, view.fromScene(rect().center()).toPoint());
    QVERIFY(grouping.isOpen(fold));
    QVERIFY(view.selectedScope() == fold);
    QTest::keyClick(&view, Qt::Key_Return);
    QVERIFY(!grouping.isOpen(fold));
    QTest::keyClick(&view, Qt::Key_Return);
    QTest::keyClick(&view, Qt::Key_Down); // into the frame, onto layer.0
    QVERIFY(view.selectedScope() == scopeNamed(*tree, "layer.0"));
    QTest::keyClick(&view, Qt::Key_Backspace);
    QVERIFY(!grouping.isOpen(fold));
    QVERIFY2(view.selectedScope() == fold, "closing selects what was closed");
    QSignalSpy why(&view, &GraphView::nodeActivated);
    QTest::keyClick(&view, Qt::Key_Space);
    QCOMPARE(why.size(), 0);
}

void TestGroups::selectionFollowsItsGroup()
{
    const ScopeTreePtr tree = treeOf(layeredNet(24));
    Grouping grouping(tree);
    const NodeId node = tree->graph()->findNode("/encoder/layer.7/Add");
    grouping.openTo(node);
    GraphView view;
    view.resize(800, 600);
    view.show();
    view.setPicture(draw(grouping));
    view.setSelectedNode(node);
    grouping.closeAll();
    view.setPicture(draw(grouping, view.picture().get()));
    QVERIFY(!view.selectedNode().isValid());
    QVERIFY(view.selectedScope() == scopeNamed(*tree, "encoder/layer"));
}

// The goal is 50 ms in the release build; the guard leaves room for a loaded machine.
void TestGroups::openingAGroupIsQuick()
{
    const ScopeTreePtr tree = treeOf(layeredNet(8000));
    Grouping grouping(tree);
    const Decisions decisions = test::decideByHand(tree->graph());
    const std::vector<CastEdge> casts = findCasts(decisions);
    const auto first = makePicture(decisions, casts, grouping);
    grouping.setOpen(scopeNamed(*tree, "encoder/layer"), true);
    const auto folds = makePicture(decisions, casts, grouping, first.get());
    grouping.setOpen(scopeNamed(*tree, "layer.77"), true);
    QElapsedTimer timer;
    timer.start();
    const auto open = makePicture(decisions, casts, grouping, folds.get());
    qInfo("a group of %zu operators in %zu boxes: %.1f ms", tree->graph()->nodeCount(), open->boxes.size(),
        static_cast<double>(timer.nsecsElapsed()) / 1e6);
    QVERIFY(timer.elapsed() < 500);
}

void TestGroups::picturesForReview()
{
    if (!test::savesPictures())
        QSKIP("saves pictures where HALFTONE_SHOTS names a folder");
    GraphView view;
    view.resize(1280, 800);
    view.show();
    const ScopeTreePtr tree = treeOf(layeredNet(24));
    Grouping grouping(tree);
    view.setPicture(draw(grouping));
    view.showStart();
    test::savePicture(view, "groups_closed");
    grouping.setOpen(scopeNamed(*tree, "encoder/layer"), true);
    grouping.setOpen(scopeNamed(*tree, "layer.1"), true);
    view.setPicture(draw(grouping));
    view.showStart();
    test::savePicture(view, "groups_open");
    view.setZoom(0.3, {});
    test::savePicture(view, "groups_far");
    Grouping bodies(
        std::make_shared<const ScopeTree>(netWithBranches(), PhaseSet{}, ScopeTree::Names::Ignore));
    bodies.openAll();
    view.setPicture(draw(bodies));
    view.fit();
    test::savePicture(view, "groups_bodies");
}

QTEST_MAIN(TestGroups)
#include "tst_groups.moc"
