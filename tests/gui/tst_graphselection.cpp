// SPDX-License-Identifier: GPL-3.0-or-later
//
// Several operators at once: selected by band, keys and clicks, and what is then done to all of them. And
// what a screen reader is told of the graph.
#include "gui/graph/graphaccessible.h"
#include "gui/inspector/inspector.h"
#include "tests/gui/handdecisions.h"
#include "tests/gui/testwindow.h"
#include "tests/support/textgraph.h"

#include <QClipboard>
#include <QPushButton>

using namespace halftone;

namespace {

/// What was told to screen readers: the kind of event, and the name of what it is about.
std::vector<std::pair<QAccessible::Event, QString>> told;

void keepWhatIsTold(QAccessibleEvent* event)
{
    const QAccessibleInterface* about = event->accessibleInterface();
    told.emplace_back(event->type(), about ? about->text(QAccessible::Name) : QString());
}

/// The last thing that got the focus.
QString focused()
{
    const auto last =
        std::ranges::find_last(told, QAccessible::Focus, &std::pair<QAccessible::Event, QString>::first);
    return last.empty() ? QString() : last.begin()->second;
}

}

class TestGraphSelection : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void aBandSelectsWhatItTouches();
    void aBandWithCtrlAddsToTheSelection();
    void escapeLeavesABandWithoutEffect();
    void arrowsWithShiftSelectWhatTheyCross();
    void aClickWithCtrlAddsAndTakesOut();
    void aPlainClickLeavesOne();
    void arrowsWithCtrlMoveTheGraph();
    void visibleOperatorsAreSelectedByKey();
    void typeIsAskedOnAllInOneStep();
    void theirTypesMoveTogether();
    void theirNamesAreCopied();
    void readersGetTheBoxesThatAreSeen();
    void readersFindTheBoxUnderAPoint();
    void keysTellReadersWhereTheyLead();
    void readersCanSelectABox();
    void readersOpenGroups();
    void aBoxOfAnotherPictureIsGone();

private:
    NodeId node(std::string_view name) const { return m_view->picture()->graph->findNode(name); }
    QRectF rect(std::string_view name) const
    {
        const QRectF scene = boxRect(*m_view->picture(), m_view->picture()->box(node(name)));
        return {m_view->fromScene(scene.topLeft()), m_view->fromScene(scene.bottomRight())};
    }
    QStringList selected() const;
    void drag(const QRectF& band, Qt::KeyboardModifiers modifiers);
    QAccessibleInterface* accessible() const { return QAccessible::queryAccessibleInterface(m_view.get()); }
    std::vector<QAccessibleInterface*> items() const;
    void followOwnWishes();

    std::unique_ptr<GraphView> m_view;
    std::unique_ptr<test::TestWindow> m_window;
};

void TestGraphSelection::init()
{
    m_view = std::make_unique<GraphView>();
    m_view->resize(900, 700);
    m_view->show();
    m_view->setFocus();
    QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    const GraphPtr graph = test::textGraph(test::kBranches);
    m_view->setPicture(makePicture(graph, test::decideByHand(graph), {}));
    followOwnWishes();
}

void TestGraphSelection::cleanup()
{
    QAccessible::installUpdateHandler(nullptr);
    told.clear();
    m_view.reset();
    m_window.reset();
}

// As the document does it in the program.
void TestGraphSelection::followOwnWishes()
{
    connect(m_view.get(), &GraphView::nodesSelected, m_view.get(), [this](std::vector<NodeId> nodes) {
        std::ranges::sort(nodes);
        nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
        m_view->setSelectedNodes(nodes);
    });
    connect(m_view.get(), &GraphView::nodeSelected, m_view.get(), [this](NodeId chosen) {
        m_view->setSelectedNodes(chosen.isValid() ? std::vector{chosen} : std::vector<NodeId>());
    });
}

QStringList TestGraphSelection::selected() const
{
    QStringList names;
    for (std::uint32_t box = 0; box < m_view->picture()->boxes.size(); ++box) {
        if (m_view->isSelectedBox(box))
            names += m_view->picture()->boxes[box].name;
    }
    return names;
}

void TestGraphSelection::drag(const QRectF& band, Qt::KeyboardModifiers modifiers)
{
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, modifiers, band.topLeft().toPoint());
    QTest::mouseMove(m_view->viewport(), band.center().toPoint());
    QTest::mouseMove(m_view->viewport(), band.bottomRight().toPoint());
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, modifiers, band.bottomRight().toPoint());
}

void TestGraphSelection::aBandSelectsWhatItTouches()
{
    const QRectF before = m_view->visibleScene();
    drag(rect("b").united(rect("c")).adjusted(-8, -8, 8, 8), Qt::ShiftModifier);
    QCOMPARE(selected(), QStringList({"b", "c"}));
    QCOMPARE(m_view->visibleScene(), before); // the graph was not dragged along
}

void TestGraphSelection::aBandWithCtrlAddsToTheSelection()
{
    drag(rect("b").adjusted(-8, -8, 8, 8), Qt::ShiftModifier);
    QCOMPARE(selected(), QStringList{"b"});
    drag(rect("d").adjusted(-8, -8, 8, 8), Qt::ShiftModifier | Qt::ControlModifier);
    QCOMPARE(selected(), QStringList({"b", "d"}));
    drag(rect("d").adjusted(-8, -8, 8, 8), Qt::ShiftModifier);
    QCOMPARE(selected(), QStringList{"d"});
}

void TestGraphSelection::escapeLeavesABandWithoutEffect()
{
    const QRectF band = rect("b").united(rect("c"));
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, Qt::ShiftModifier, band.topLeft().toPoint());
    QTest::mouseMove(m_view->viewport(), band.center().toPoint());
    const QImage during = m_view->viewport()->grab().toImage();
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY2(m_view->viewport()->grab().toImage() != during,
        "the band is drawn while it is pulled, and gone then");
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, Qt::ShiftModifier, band.bottomRight().toPoint());
    QVERIFY(selected().isEmpty());
}

void TestGraphSelection::arrowsWithShiftSelectWhatTheyCross()
{
    m_view->chooseBox(m_view->picture()->box(node("a")));
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(selected().size(), 3);
    QVERIFY(m_view->selectedNode() == node("d"));
    QTest::keyClick(m_view.get(), Qt::Key_Up);
    QCOMPARE(selected().size(), 1);
}

void TestGraphSelection::aClickWithCtrlAddsAndTakesOut()
{
    const auto click = [this](std::string_view name) {
        QTest::mouseClick(
            m_view->viewport(), Qt::LeftButton, Qt::ControlModifier, rect(name).center().toPoint());
    };
    click("a");
    click("d");
    click("c");
    QCOMPARE(selected(), QStringList({"a", "c", "d"}));
    click("c");
    QCOMPARE(selected(), QStringList({"a", "d"}));
    QVERIFY2(m_view->selectedNode().isValid(), "keys still have a place to go on from");
    click("a");
    click("d");
    QVERIFY(selected().isEmpty());
}

void TestGraphSelection::aPlainClickLeavesOne()
{
    m_view->selectVisible();
    QCOMPARE(selected().size(), 4);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, rect("a").center().toPoint());
    QCOMPARE(selected(), QStringList{"a"});
}

void TestGraphSelection::arrowsWithCtrlMoveTheGraph()
{
    m_view->chooseBox(m_view->picture()->box(node("a")));
    const QRectF before = m_view->visibleScene();
    QTest::keyClick(m_view.get(), Qt::Key_Right, Qt::ControlModifier);
    QTest::keyClick(m_view.get(), Qt::Key_Down, Qt::ControlModifier);
    QVERIFY(m_view->visibleScene().left() > before.left() && m_view->visibleScene().top() > before.top());
    QTest::keyClick(m_view.get(), Qt::Key_Left, Qt::ControlModifier);
    QTest::keyClick(m_view.get(), Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(m_view->visibleScene(), before);
    QVERIFY2(m_view->selectedNode() == node("a"), "the selection stays");
}

void TestGraphSelection::visibleOperatorsAreSelectedByKey()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
    QVERIFY(m_window->openSample());
    GraphView* view = m_window->window().graphPage()->view();
    view->fit();
    view->setFocus();
    QTest::keyClick(&m_window->window(), Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
    const std::size_t all = m_window->document().graph()->nodeCount();
    QCOMPARE(m_window->document().selectedNodes().size(), all);
    QVERIFY(m_window->find<QWidget>("inspectorMany"));
    view->setZoom(3, {0, 0});
    m_window->action("edit.selectVisible")->trigger();
    QVERIFY(m_window->document().selectedNodes().size() < all);
}

void TestGraphSelection::typeIsAskedOnAllInOneStep()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
    QVERIFY(m_window->openSample());
    Document& document = m_window->document();
    std::vector<NodeId> convs;
    for (NodeId each : document.graph()->nodes()) {
        if (document.graph()->node(each).opType == "Conv")
            convs.push_back(each);
    }
    QVERIFY(convs.size() >= 2);
    document.selectNodes(convs, convs.front());
    auto* ask = m_window->find<QPushButton>("many.float32");
    QVERIFY(ask && ask->isEnabled());
    QTest::mouseClick(ask, Qt::LeftButton);
    QCOMPARE(document.policy().overrides.size(), convs.size());
    for (NodeId each : convs)
        QCOMPARE(document.judgement()->decisions().precision(each), DType::Float32);
    QCOMPARE(document.selectedNodes().size(), convs.size()); // for the next thing to do
    m_window->action("edit.undo")->trigger();
    QVERIFY(document.policy().overrides.empty());
}

void TestGraphSelection::theirTypesMoveTogether()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
    QVERIFY(m_window->openSample());
    Document& document = m_window->document();
    const NodeId conv = test::nodeOfType(document, "Conv");
    const NodeId pool = test::nodeOfType(document, "MaxPool");
    document.selectNodes({pool, conv}, conv);
    QStringList types = typesOf(document.judgement()->decisions(), conv);
    types += typesOf(document.judgement()->decisions(), pool);
    m_window->window().graphPage()->view()->setFocus();
    QTest::keyClick(m_window->window().graphPage()->view(), Qt::Key_B);
    for (const QString& type : types)
        QVERIFY2(std::ranges::contains(
                     document.policy().mixlist.entries, type.toStdString(), &MixlistEntry::opType),
            qPrintable(type));
    QCOMPARE(document.undoStack().count(), 1);
}

void TestGraphSelection::theirNamesAreCopied()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
    QVERIFY(m_window->openSample());
    Document& document = m_window->document();
    document.selectNodes({{0}, {1}}, {1});
    m_window->action("edit.copyName")->trigger();
    QCOMPARE(QApplication::clipboard()->text().split('\n'),
        QStringList({text(document.graph()->displayName({0})), text(document.graph()->displayName({1}))}));
}

std::vector<QAccessibleInterface*> TestGraphSelection::items() const
{
    std::vector<QAccessibleInterface*> items;
    for (int i = 0; i < accessible()->childCount(); ++i) {
        QAccessibleInterface* child = accessible()->child(i);
        if (child && child->role() == QAccessible::ListItem)
            items.push_back(child);
    }
    return items;
}

void TestGraphSelection::readersGetTheBoxesThatAreSeen()
{
    QCOMPARE(accessible()->role(), QAccessible::List);
    QCOMPARE(accessible()->text(QAccessible::Name), m_view->accessibleName());
    QCOMPARE(items().size(), 4u);
    QStringList names;
    for (QAccessibleInterface* item : items()) {
        names += item->text(QAccessible::Name);
        QVERIFY(item->parent() == accessible());
        QVERIFY(accessible()->child(accessible()->indexOfChild(item)) == item);
    }
    QVERIFY2(names.contains("a, Conv, float16, white list"), qPrintable(names.join('\n')));
    QVERIFY(names.contains("c, Softmax, float32, black list"));
    m_view->setZoom(4, rect("a").center());
    QVERIFY2(items().size() < 4u, "what is out of the view is not told");
}

void TestGraphSelection::readersFindTheBoxUnderAPoint()
{
    const QPoint inA = m_view->viewport()->mapToGlobal(rect("a").center().toPoint());
    QAccessibleInterface* found = accessible()->childAt(inA.x(), inA.y());
    QVERIFY(found);
    QVERIFY(found->text(QAccessible::Name).startsWith("a, Conv"));
    QVERIFY(found->rect().contains(inA));
    const QPoint beside = m_view->viewport()->mapToGlobal(QPoint(3, 3));
    QAccessibleInterface* nothing = accessible()->childAt(beside.x(), beside.y());
    QVERIFY(!nothing || nothing->role() != QAccessible::ListItem);
}

void TestGraphSelection::keysTellReadersWhereTheyLead()
{
    QAccessible::installUpdateHandler(keepWhatIsTold);
    m_view->chooseBox(m_view->picture()->box(node("a")));
    QVERIFY2(focused().startsWith("a, Conv"), qPrintable(focused()));
    QTest::keyClick(m_view.get(), Qt::Key_Down);
    const QString next = focused();
    QVERIFY2(next.startsWith("b, Relu") || next.startsWith("c, Softmax"), qPrintable(next));
    QAccessibleInterface* item = accessible()->focusChild();
    QVERIFY(item);
    QCOMPARE(item->text(QAccessible::Name), next);
    QVERIFY(item->state().focused && item->state().selected);
}

void TestGraphSelection::readersCanSelectABox()
{
    QSignalSpy chosen(m_view.get(), &GraphView::nodeSelected);
    QAccessibleActionInterface* action = items().back()->actionInterface();
    QVERIFY(action);
    QCOMPARE(action->actionNames(), QStringList{QAccessibleActionInterface::pressAction()});
    action->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(chosen.count(), 1);
    QVERIFY(items().back()->state().selected);
}

void TestGraphSelection::readersOpenGroups()
{
    std::string text = "input x: f32[4]\nv0: f32[4] = Relu(x)\n";
    std::string last = "v0";
    for (int i = 0; i < 80; ++i) {
        const std::string name = "block" + std::to_string(i / 20) + "/op" + std::to_string(i);
        text += name + ": f32[4] = " + (i % 20 < 10 ? "Relu(" : "Exp(") + last + ")\n";
        last = name;
    }
    const GraphPtr graph = test::textGraph(text + "output " + last + "\n");
    Grouping grouping = firstGrouping(graph, {});
    grouping.closeAll();
    m_view->setPicture(makePicture(test::decideByHand(graph), {}, grouping));
    QSignalSpy opened(m_view.get(), &GraphView::scopeActivated);
    const std::vector<QAccessibleInterface*> all = items();
    const auto group =
        std::ranges::find_if(all, [](const QAccessibleInterface* item) { return item->state().expandable; });
    QVERIFY(group != all.end());
    QVERIFY((*group)->state().collapsed);
    QVERIFY2((*group)->text(QAccessible::Name).startsWith("group "),
        qPrintable((*group)->text(QAccessible::Name)));
    (*group)->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
    QCOMPARE(opened.count(), 1);
}

void TestGraphSelection::aBoxOfAnotherPictureIsGone()
{
    QAccessibleInterface* item = items().front();
    QVERIFY(item->isValid());
    const QAccessible::Id id = QAccessible::uniqueId(item);
    m_view->setPicture(nullptr);
    QVERIFY(!item->isValid());
    QVERIFY(item->state().invalid);
    QVERIFY(items().empty());
    const GraphPtr graph = test::textGraph(test::kBranches);
    m_view->setPicture(makePicture(graph, test::decideByHand(graph), {}));
    QVERIFY(!items().empty());
    QVERIFY2(!QAccessible::accessibleInterface(id), "nothing is kept of the picture before");
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestGraphSelection>(argc, argv);
}
#include "tst_graphselection.moc"
