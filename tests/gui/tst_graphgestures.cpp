// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a person does in the graph and the panes around it without an action of a menu: by the mouse and by
// keys, to the same effect. Where other tests have both already, a table says which.
#include "gui/graph/rankstrip.h"
#include "gui/inspector/inspector.h"
#include "gui/shell/findfield.h"
#include "tests/gui/gestures.h"

#include <QCheckBox>
#include <QDockWidget>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QTreeView>
#include <QWheelEvent>

#include <array>

using namespace halftone;
using test::click;
using test::Gesture;
using test::key;
using test::Net;

namespace {

using W = test::TestWindow;

void turnWheel(W& w, int notches)
{
    QWidget* viewport = graph(w).viewport();
    const QPointF at = viewport->rect().center();
    QWheelEvent event(at, viewport->mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton,
        Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(viewport, &event);
}
double sceneHeight(W& w)
{
    return pictureRect(*graph(w).picture()).height();
}
void zoomFarIn(W& w)
{
    graph(w).setZoom(2, {});
    graph(w).centreOn(pictureRect(*graph(w).picture()).center());
}
RankStrip* strip(W& w)
{
    return w.find<RankStrip>("rankStrip");
}
bool showsTop(W& w)
{
    return graph(w).visibleScene().top() <= 0;
}
bool showsBottom(W& w)
{
    return graph(w).visibleScene().bottom() >= sceneHeight(w);
}
void selectConvs(W& w)
{
    w.document().selectNodes({test::conv(w), {3}}, test::conv(w));
}
QLabel* linkIn(W& w, const char* section)
{
    for (QLabel* label : w.find<QWidget>(section)->findChildren<QLabel*>()) {
        if (label->text().contains("<a "))
            return label;
    }
    return nullptr;
}
void clickLink(W& w, const char* section)
{
    QLabel* label = linkIn(w, section);
    w.find<Inspector>("inspector")->ensureWidgetVisible(label);
    for (int y = 4; y < label->height(); y += 6) {
        for (int x = 2; x < label->width(); x += 6) {
            QTest::mouseMove(label, {x, y});
            if (label->cursor().shape() == Qt::PointingHandCursor)
                return click(label, {x, y});
        }
    }
}
void takeLink(W& w, const char* section)
{
    QLabel* label = linkIn(w, section);
    label->setFocus(Qt::TabFocusReason);
    QTest::keyClick(label, Qt::Key_Tab); // to the first link of the text
    QTest::keyClick(label, Qt::Key_Return);
}
void selectFollower(W& w)
{
    const Decisions& decisions = w.document().judgement()->decisions();
    for (NodeId node : w.document().graph()->nodes()) {
        if (decisions.node(node).decidedBy == test::conv(w))
            return w.document().select(node);
    }
}
void startFind(W& w)
{
    w.window().findField()->start();
    w.window().findField()->clear();
    QTest::keyClicks(w.window().findField(), "maxpool");
}
bool foundPool(W& w)
{
    const NodeId node = w.document().selection();
    return node.isValid() && w.document().graph()->node(node).opType == "MaxPool";
}
QTreeView* scopes(W& w)
{
    return w.find<QTreeView>("scopesView");
}
void closeScopes(W& w)
{
    page(w).collapseAll();
    graph(w).chooseBox(GraphPicture::kNoBox);
    scopes(w)->setCurrentIndex({});
    scopes(w)->setFocus();
}

constexpr auto kGestures = std::to_array<Gesture>({
    {"zoom in", Net::Sample, [](W& w) { graph(w).setZoom(0.7, {}); }, [](W& w) { turnWheel(w, 1); },
        [](W& w) { key(&graph(w), Qt::Key_Plus); }, [](W& w) { return graph(w).zoom() > 0.75; }},
    {"zoom out", Net::Sample, [](W& w) { graph(w).setZoom(0.7, {}); }, [](W& w) { turnWheel(w, -1); },
        [](W& w) { key(&graph(w), Qt::Key_Minus); }, [](W& w) { return graph(w).zoom() < 0.65; }},
    {"go to the start", Net::Sample, zoomFarIn, [](W& w) { click(strip(w), {20, 1}); },
        [](W& w) { key(&graph(w), Qt::Key_Home); }, showsTop},
    {"go to the end", Net::Sample, zoomFarIn, [](W& w) { click(strip(w), {20, strip(w)->height() - 1}); },
        [](W& w) { key(&graph(w), Qt::Key_End); }, showsBottom},
    {"go on by pages", Net::Sample,
        [](W& w) {
            zoomFarIn(w);
            key(&graph(w), Qt::Key_Home);
        },
        [](W& w) {
            QScrollBar* bar = graph(w).verticalScrollBar();
            click(bar, {bar->width() / 2, bar->height() - bar->height() / 4});
        },
        [](W& w) { key(&graph(w), Qt::Key_PageDown); },
        [](W& w) { return graph(w).visibleScene().top() > 0; }},
    {"move the frame of the overview", Net::Sample, zoomFarIn,
        [](W& w) {
            QTest::mousePress(strip(w), Qt::LeftButton, {}, {20, strip(w)->height() / 2});
            QTest::mouseMove(strip(w), {20, strip(w)->height() - 20});
            QMouseEvent move(QEvent::MouseMove, QPointF(20, strip(w)->height() - 1),
                strip(w)->mapToGlobal(QPointF(20, strip(w)->height() - 1)), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(strip(w), &move);
            QTest::mouseRelease(strip(w), Qt::LeftButton, {}, {20, strip(w)->height() - 1});
        },
        [](W& w) { key(strip(w), Qt::Key_End); }, showsBottom},
    {"select nothing", Net::Sample, test::selectConv,
        [](W& w) { click(graph(w).viewport(), {3, graph(w).viewport()->height() - 3}); },
        [](W& w) { key(&graph(w), Qt::Key_Escape); },
        [](W& w) { return !w.document().selection().isValid() && w.document().selectedNodes().empty(); }},
    {"ask why", Net::Sample, test::selectConv,
        [](W& w) {
            QTest::mouseDClick(graph(w).viewport(), Qt::LeftButton, {}, test::placeOf(w, test::conv(w)));
        },
        [](W& w) { key(&graph(w), Qt::Key_Space); },
        [](W& w) { return w.find<Inspector>("inspector")->hasFocus(); }},
    {"open a group", Net::Scoped, [](W& w) { page(w).collapseAll(); },
        [](W& w) {
            QTest::mouseDClick(graph(w).viewport(), Qt::LeftButton, {},
                test::placeOf(w, graph(w).picture()->box(test::scopeNamed(w, "head"))));
        },
        [](W& w) {
            graph(w).selectScope(test::scopeNamed(w, "head"));
            key(&graph(w), Qt::Key_Return);
        },
        [](W& w) { return test::showsNode(w, "/head/Relu"); }},
    {"go to a neighbour by the menu", Net::Sample, test::selectConv,
        [](W& w) {
            test::askForMenu(graph(w), QContextMenuEvent::Mouse, test::placeOf(w, test::conv(w)));
            auto* menu = w.find<QMenu>("graphMenu");
            auto* users = w.find<QMenu>("usedByMenu");
            test::clickEntry(menu, users->menuAction());
            if (QTest::qWaitFor([users] { return users->isVisible(); }))
                test::clickEntry(users, users->actions().front());
        },
        [](W& w) {
            test::askForMenu(graph(w), QContextMenuEvent::Keyboard, {});
            auto* users = w.find<QMenu>("usedByMenu");
            test::takeEntryByKeys(w.find<QMenu>("graphMenu"), users->menuAction());
            QTest::keyClick(users, Qt::Key_Return);
        },
        [](W& w) { return w.document().selection() != test::conv(w); }},
    {"take a hit", Net::Sample, startFind,
        [](W& w) {
            QListWidget* hits = w.window().findField()->hits();
            click(hits->viewport(), hits->visualItemRect(hits->item(0)).center());
        },
        [](W& w) { QTest::keyClick(w.window().findField(), Qt::Key_Return); }, foundPool},
    {"show only what changed", Net::Sample,
        [](W& w) {
            w.find<QCheckBox>("opsOnlyChanged")->setChecked(false);
            moveTypes(w.document(), {"Conv2D"}, List::Black);
        },
        [](W& w) { click(w.find<QCheckBox>("opsOnlyChanged"), {8, 8}); },
        [](W& w) { key(w.find<QCheckBox>("opsOnlyChanged"), Qt::Key_Space); },
        [](W& w) { return table(w).model()->rowCount() == static_cast<int>(w.document().changed().size()); }},
    {"move a type in the inspector", Net::Sample, test::selectConv,
        [](W& w) { test::clickNamed<QToolButton>(w, "list.Conv2D.black"); },
        [](W& w) { key(w.find<QToolButton>("list.Conv2D.black"), Qt::Key_Space); }, test::isConvBlack},
    {"ask for a type in the inspector", Net::Sample, test::selectConv,
        [](W& w) { test::chooseInCombo(w, "overrideType", 1); },
        [](W& w) { key(w.find<QComboBox>("overrideType"), Qt::Key_Down); },
        [](W& w) { return w.document().policy().overrides.size() == 1; }},
    {"follow a reason to its operator", Net::Sample, selectFollower,
        [](W& w) { clickLink(w, "inspectorWhy"); }, [](W& w) { takeLink(w, "inspectorWhy"); },
        [](W& w) { return w.document().selection() == test::conv(w); }},
    {"ask for a type on several", Net::Sample, selectConvs,
        [](W& w) { test::clickNamed<QPushButton>(w, "many.float32"); },
        [](W& w) { key(w.find<QPushButton>("many.float32"), Qt::Key_Space); },
        [](W& w) { return w.document().policy().overrides.size() == 2; }},
    {"go to one of several", Net::Sample, selectConvs, [](W& w) { clickLink(w, "inspectorManyNames"); },
        [](W& w) { takeLink(w, "inspectorManyNames"); },
        [](W& w) { return w.document().selectedNodes().size() == 1; }},
    {"go to a scope", Net::Scoped, closeScopes,
        [](W& w) { click(scopes(w)->viewport(), test::placeOf(*scopes(w), "head")); },
        [](W& w) {
            scopes(w)->setCurrentIndex(scopes(w)->model()->index(0, 0));
            key(scopes(w), Qt::Key_End);
        },
        [](W& w) { return graph(w).selectedScope() == test::scopeNamed(w, "head"); }},
    {"open a scope in the tree", Net::Scoped, closeScopes,
        [](W& w) {
            const QPoint place = test::placeOf(*scopes(w), "head");
            click(scopes(w)->viewport(), place);
            QTest::mouseDClick(scopes(w)->viewport(), Qt::LeftButton, {}, place);
        },
        [](W& w) {
            scopes(w)->setCurrentIndex(scopes(w)->model()->index(0, 0));
            key(scopes(w), Qt::Key_End);
            key(scopes(w), Qt::Key_Return);
        },
        [](W& w) { return test::showsNode(w, "/head/Relu"); }},
    {"hide a pane", Net::Sample, [](W& w) { w.find<QDockWidget>("issuesDock")->show(); },
        [](W& w) {
            QMenu* view = w.window().actions().menu(MenuId::View);
            click(w.window().menuBar(), w.window().menuBar()->actionGeometry(view->menuAction()).center());
            auto* panes = w.find<QMenu>("menuPanes");
            test::clickEntry(view, panes->menuAction());
            if (QTest::qWaitFor([panes] { return panes->isVisible(); }))
                test::clickEntry(panes, w.find<QDockWidget>("issuesDock")->toggleViewAction());
        },
        [](W& w) {
            QMenu* view = w.window().actions().menu(MenuId::View);
            QTest::keyClick(&graph(w), Qt::Key_V, Qt::AltModifier);
            auto* panes = w.find<QMenu>("menuPanes");
            test::takeEntryByKeys(view, panes->menuAction());
            test::takeEntryByKeys(panes, w.find<QDockWidget>("issuesDock")->toggleViewAction());
        },
        [](W& w) { return w.find<QDockWidget>("issuesDock")->isHidden(); }},
});

/// What tests beside this one do, the two ways.
struct Elsewhere
{
    const char* what;
    const char* byMouse;
    const char* byKeys;
};

constexpr auto kElsewhere = std::to_array<Elsewhere>({
    {"select an operator", "graphview clickSelectsTheBoxUnderTheCursor", "graphview arrowsWalkAlongLines"},
    {"select several", "graphselection aBandSelectsWhatItTouches",
        "graphselection arrowsWithShiftSelectWhatTheyCross"},
    {"move the graph", "graphview draggingPansAndDoesNotSelect", "graphselection arrowsWithCtrlMoveTheGraph"},
    {"open and close groups", "groups keysAndDoubleClicksAskToOpen", "groups keysAndDoubleClicksAskToOpen"},
    {"menu of an operator", "graphview rightClickAsksForAMenu", "graphview rightClickAsksForAMenu"},
    {"menu of several", "opstable aMenuIsForAllThatIsSelected", "opstable aMenuIsForAllThatIsSelected"},
    {"select rows", "opstable mouseAndKeysSelectRows", "opstable mouseAndKeysSelectRows"},
    {"sort rows", "opstable sortingKeepsTheSelection", "opstable rowsAreSortedByKeys"},
    {"ask why of a row", "opstable enterAndDoubleClickSayWhy", "opstable enterAndDoubleClickSayWhy"},
    {"move types between lists", "realdrag aTypeIsDraggedFromWhiteToBlack", "mixlisteditor keysMoveTypes"},
    {"take an offer", "proposals anOfferIsTakenByTheMouse", "proposals aMovedTypeIsOfferedTheWayBack"},
    {"apply a proposal", "proposals aRemedyOfADiagnosisIsPreviewed", "proposals aFlipIsPreviewedAndApplied"},
    {"discard a proposal", "proposals aProposalIsDiscardedByEscape",
        "proposals aProposalIsDiscardedByEscape"},
    {"take back what is asked for", "calls callsAreTakenBackByDel", "calls callsAreTakenBackByDel"},
    {"make a group", "calls aGroupIsMadeOfSelectedRows", "calls aGroupIsMadeByKeys"},
});

}

class TestGraphGestures : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();

    void mouseAndKeysDoTheSame_data() { test::addRows(kGestures); }
    void mouseAndKeysDoTheSame();
    void otherTestsAreThere_data();
    void otherTestsAreThere();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<test::TestWindow> m_window;
};

void TestGraphGestures::cleanup()
{
    test::closeWhatOpened();
    m_window.reset();
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

void TestGraphGestures::mouseAndKeysDoTheSame()
{
    QFETCH(const int, gesture);
    m_window = std::make_unique<test::TestWindow>();
    QCOMPARE(
        test::misses(*m_window, m_folder, kGestures[static_cast<std::size_t>(gesture)]), QString());
}

void TestGraphGestures::otherTestsAreThere_data()
{
    QTest::addColumn<QString>("test");
    for (const Elsewhere& row : kElsewhere) {
        QTest::addRow("%s, mouse", row.what) << row.byMouse;
        QTest::addRow("%s, keys", row.what) << row.byKeys;
    }
}

void TestGraphGestures::otherTestsAreThere()
{
    QFETCH(const QString, test);
    const QString file = test.section(' ', 0, 0);
    const QString folder = QStringLiteral(HALFTONE_SOURCE_DIR "/tests/gui/");
    QFile source(folder + (file == "realdrag" ? "x11/tst_" : "tst_") + file + ".cpp");
    QVERIFY2(source.open(QIODevice::ReadOnly), qPrintable(source.fileName()));
    QVERIFY(source.readAll().contains("::" + test.section(' ', 1).toUtf8() + "()\n{"));
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestGraphGestures>(argc, argv);
}
#include "tst_graphgestures.moc"
