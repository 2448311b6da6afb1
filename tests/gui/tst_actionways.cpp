// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every action of the graph and of the lists, done by its keys and by the mouse in its menu. An action
// without a row here fails a test. What is done without an action stands in tst_graphgestures.cpp and
// tst_listgestures.cpp.
#include "gui/compare/compareview.h"
#include "gui/shell/findfield.h"
#include "tests/gui/menus.h"
#include "tests/gui/uses.h"

#include <QClipboard>
#include <QDockWidget>

#include <array>
#include <set>

using namespace halftone;

namespace {

using W = test::TestWindow;
using View = MainWindow::View;
using test::Net;

/// What one action does that a person sees.
struct Use
{
    const char* action;
    bool (*isDone)(W&);
    void (*prepare)(W&) = nullptr; ///< Begins where nothing is selected and the graph has the keyboard.
    Net net = Net::Sample;
    const char* where = ""; ///< Of an action that has several rows.
};

void showCopy(W& w)
{
    test::selectConv(w);
    QApplication::clipboard()->clear();
}
void askForConv(W& w)
{
    test::selectConv(w);
    overridePrecision(w.document(), w.document().graph()->node(test::conv(w)).name, DType::Float32);
}
template <DType dtype>
bool isAsked(W& w)
{
    const auto& calls = w.document().policy().overrides;
    return calls.size() == 1 && calls.front().dtype == dtype;
}
void blacken(W& w)
{
    moveTypes(w.document(), {"Conv2D"}, List::Black);
}
template <List from>
void takeFrom(W& w)
{
    if (from != List::White)
        moveTypes(w.document(), {"Conv2D"}, from);
    test::selectInList(w, from, "Conv2D");
}
template <List to>
bool isIn(W& w)
{
    return test::listOfConv(w) == to;
}
bool hasEntries(W& w)
{
    return !w.document().policy().mixlist.isEmpty();
}
bool hasNoEntries(W& w)
{
    return !hasEntries(w);
}
template <View view>
bool isIn(W& w)
{
    return w.window().view() == view;
}
void leaveGraph(W& w)
{
    w.window().showView(View::Mixlist);
}
void showTraining(W& w)
{
    w.document().show(Document::Shown::Training);
    QTRY_VERIFY(w.document().judgement()); // a slow machine decides it on another thread
    page(w).setPhases({});
    QTRY_COMPARE(graph(w).picture()->graph, w.document().graph());
}
template <Phase phase>
bool hides(W& w)
{
    const GraphPicture& picture = *graph(w).picture();
    for (const NodeId node : picture.graph->nodes()) {
        if (picture.graph->node(node).phase == phase && picture.nearestBox(node) != GraphPicture::kNoBox)
            return false;
    }
    return true;
}
void cool(W& w)
{
    w.action("view.heatNone")->trigger();
}
template <HeatKind kind>
bool isHot(W& w)
{
    return graph(w).heat().kind == kind && !graph(w).viewport()->accessibleDescription().isEmpty();
}
void closeAll(W& w)
{
    page(w).collapseAll();
}
bool showsLayers(W& w)
{
    return test::showsScope(w, "layer.3");
}
bool showsOperators(W& w)
{
    return test::showsNode(w, "/encoder/layer.3/Add");
}
bool copiesTable(W& w)
{
    return QApplication::clipboard()->text().count('\n') ==
        static_cast<qsizetype>(w.document().graph()->nodeCount()) + 1;
}

// In the order of the table of actions.
constexpr auto kUses = std::to_array<Use>({
    {"file.open", [](W& w) { return test::asksForFile(w, "Open Model"); }},
    {"file.sample", [](W& w) { return w.window().windowTitle().contains("LeNet-5"); },
        [](W& w) { w.document().closeModel(); }},
    {"file.sampleResNet", [](W& w) { return w.window().windowTitle().contains("ResNet"); },
        [](W& w) { w.document().closeModel(); }},
    {"file.sampleTransformer", [](W& w) { return w.window().windowTitle().contains("ransformer"); },
        [](W& w) { w.document().closeModel(); }},
    {"file.openSession", [](W& w) { return test::asksForFile(w, "Open Session"); }},
    {"file.saveSession", [](W& w) { return test::asksForFile(w, "Save Session"); }},
    {"file.saveSessionAs", [](W& w) { return test::asksForFile(w, "Save Session"); }},
    {"file.close", [](W& w) { return w.find<QWidget>("startPage")->isVisible(); },
        [](W& w) {
            if (!w.document().hasModel())
                w.openSample();
        }},
    {"file.exportPng", [](W& w) { return test::asksForFile(w, "Export Graph"); }},
    {"file.exportSvg", [](W& w) { return test::asksForFile(w, "Export Graph"); }},
    {"file.exportPdf", [](W& w) { return test::asksForFile(w, "Export Graph"); }},
    {"file.exportTiles", [](W& w) { return test::asksForFile(w, "Export Graph as Tiles"); }},
    {"file.exportVisible", [](W& w) { return w.action("file.exportVisible")->isChecked(); },
        [](W& w) { w.action("file.exportVisible")->setChecked(false); }},
    {"file.exportJson", [](W& w) { return test::asksForFile(w, "Export Operators"); }},
    {"file.exportCsv", [](W& w) { return test::asksForFile(w, "Export Operators"); }},
    {"file.settings", [](W& w) { return test::isOpen(w, "settingsDialog"); }},
    {"file.quit", [](W& w) { return !w.window().isVisible(); }, [](W& w) { w.show(); }},

    {"edit.undo", hasNoEntries, blacken},
    {"edit.redo", hasEntries,
        [](W& w) {
            blacken(w);
            w.document().undoStack().undo();
        }},
    {"edit.find", [](W& w) { return w.window().findField()->hasFocus(); }},
    {"edit.filter", [](W& w) { return w.find<QLineEdit>("opsFilter")->hasFocus(); }},
    {"edit.selectVisible", [](W& w) { return w.document().selectedNodes().size() > 2; },
        [](W& w) { graph(w).fit(); }},
    {"edit.copyName",
        [](W& w) {
            return QApplication::clipboard()->text() ==
                text(w.document().graph()->displayName(test::conv(w)));
        },
        showCopy},
    {"edit.copyTable", copiesTable, showCopy},

    {"view.graph", isIn<View::Graph>, leaveGraph},
    {"view.mixlist", isIn<View::Mixlist>},
    {"view.compare", isIn<View::Compare>},
    {"view.training", isIn<View::Training>},
    {"view.library", isIn<View::Library>},
    {"view.showForward", [](W& w) { return graph(w).picture()->graph == w.document().model().forward; },
        showTraining},
    {"view.showTraining",
        [](W& w) { return graph(w).picture()->graph == w.document().model().training->graph; },
        [](W& w) { QTRY_COMPARE(graph(w).picture()->graph, w.document().model().forward); }},
    {"view.fit", [](W& w) { return graph(w).visibleScene().contains(pictureRect(*graph(w).picture())); },
        [](W& w) { graph(w).setZoom(3, {}); }},
    {"view.zoomSelection",
        [](W& w) {
            const QRectF box = boxRect(*graph(w).picture(), graph(w).picture()->box(test::conv(w)));
            return graph(w).zoom() >= 1 && graph(w).visibleScene().contains(box);
        },
        [](W& w) {
            test::selectConv(w);
            graph(w).setZoom(0.2, {});
        }},
    {"view.groups", [](W& w) { return test::showsNode(w, "/encoder/layer.3/Add"); },
        [](W& w) {
            page(w).setGrouped(true);
            page(w).collapseAll();
        },
        Net::Scoped},
    {"view.toggleGroup", [](W& w) { return page(w).grouping().isOpen(test::scopeNamed(w, "head")); },
        [](W& w) {
            closeAll(w);
            graph(w).selectScope(test::scopeNamed(w, "head"));
        },
        Net::Scoped},
    {"view.expandAll", showsOperators, closeAll, Net::Scoped},
    {"view.collapseAll", [](W& w) { return !showsLayers(w); }, [](W& w) { page(w).expandAll(); },
        Net::Scoped},
    {"view.depth1", [](W& w) { return showsLayers(w) && !showsOperators(w); }, closeAll, Net::Scoped},
    {"view.depth2", showsOperators, closeAll, Net::Scoped},
    {"view.depth3", showsOperators, closeAll, Net::Scoped},
    {"view.phaseForward", hides<Phase::Forward>, showTraining},
    {"view.phaseLoss", hides<Phase::Loss>, showTraining},
    {"view.phaseBackward", hides<Phase::Backward>, showTraining},
    {"view.phaseUpdate", hides<Phase::Update>, showTraining},
    {"view.heatNone", [](W& w) { return graph(w).viewport()->accessibleDescription().isEmpty(); },
        [](W& w) { w.action("view.heatOverflow")->trigger(); }},
    {"view.heatOverflow", isHot<HeatKind::Overflow>, cool},
    {"view.heatUnderflow", isHot<HeatKind::Underflow>, cool},
    {"view.heatHeadroom", isHot<HeatKind::Headroom>, cool},
    {"view.heatError", isHot<HeatKind::Error>, cool},
    {"view.back", [](W& w) { return w.document().selection() == NodeId{1}; },
        [](W& w) {
            w.document().select({1});
            w.document().select({3});
        }},
    {"view.forward", [](W& w) { return w.document().selection() == NodeId{3}; },
        [](W& w) {
            w.document().select({1});
            w.document().select({3});
            w.action("view.back")->trigger();
        }},
    {"view.nextPane", [](W& w) { return test::table(w).hasFocus(); }},
    {"view.resetLayout", [](W& w) { return w.find<QDockWidget>("opsDock")->isVisible(); },
        [](W& w) { w.find<QDockWidget>("opsDock")->hide(); }},

    {"model.why", [](W& w) { return w.find<QWidget>("inspector")->hasFocus(); }, test::selectConv},
    {"model.follow", [](W& w) { return w.document().selection() == test::conv(w); },
        [](W& w) {
            const Decisions& decisions = w.document().judgement()->decisions();
            for (NodeId node : w.document().graph()->nodes()) {
                if (decisions.node(node).decidedBy == test::conv(w))
                    return w.document().select(node);
            }
        }},
    {"model.selectType", [](W& w) { return w.find<QLineEdit>("opsFilter")->text() == "Conv"; },
        [](W& w) {
            w.find<QLineEdit>("opsFilter")->clear();
            test::selectConv(w);
        }},
    {"model.askFloat32", isAsked<DType::Float32>, test::selectConv},
    {"model.askFloat16", isAsked<DType::Float16>, test::selectConv},
    {"model.askBFloat16", isAsked<DType::BFloat16>, test::selectConv},
    {"model.askNothing", [](W& w) { return w.document().policy().overrides.empty(); }, askForConv},
    {"model.dims", [](W& w) { return test::isOpen(w, "dimsDialog"); }},
    {"model.options", [](W& w) { return test::isOpen(w, "policyOptionsDialog"); }},
    {"model.group", [](W& w) { return test::isOpen(w, "groupDialog"); }, test::selectConv},
    {"model.openCalls", [](W& w) { return test::asksForFile(w, "Open Types by Hand"); }},
    {"model.saveCalls", [](W& w) { return test::asksForFile(w, "Save Types by Hand"); }, askForConv},
    {"model.copyCommand",
        [](W&) { return QApplication::clipboard()->text().startsWith("halftone-cli decide"); }, showCopy},

    {"mixlist.black", isIn<List::Black>, test::selectConv, Net::Sample, "graph"},
    {"mixlist.black", isIn<List::Black>, takeFrom<List::White>, Net::Sample, "list"},
    {"mixlist.gray", isIn<List::Gray>, test::selectConv, Net::Sample, "graph"},
    {"mixlist.gray", isIn<List::Gray>, takeFrom<List::White>, Net::Sample, "list"},
    {"mixlist.white", isIn<List::White>,
        [](W& w) {
            blacken(w);
            test::selectConv(w);
        },
        Net::Sample, "graph"},
    {"mixlist.white", isIn<List::White>, takeFrom<List::Black>, Net::Sample, "list"},
    {"mixlist.reset", hasNoEntries,
        [](W& w) {
            blacken(w);
            test::selectConv(w);
        },
        Net::Sample, "graph"},
    {"mixlist.reset", hasNoEntries, takeFrom<List::Black>, Net::Sample, "list"},
    {"mixlist.reason", [](W& w) { return test::isOpen(w, "reasonDialog"); }, takeFrom<List::Black>},
    {"mixlist.open", [](W& w) { return test::asksForFile(w, "Open Mixlist"); }, leaveGraph},
    {"mixlist.save", [](W& w) { return test::asksForFile(w, "Save Mixlist"); }, leaveGraph},
    {"mixlist.saveAs", [](W& w) { return test::asksForFile(w, "Save Mixlist"); }, leaveGraph},
    {"mixlist.check", [](W& w) { return w.window().messages().message().contains("CANN takes"); },
        [](W& w) {
            leaveGraph(w);
            w.window().messages().settle("mixlist");
        }},
    {"mixlist.clear", hasNoEntries,
        [](W& w) {
            leaveGraph(w);
            blacken(w);
        }},
    {"mixlist.duplicate", [](W& w) { return w.find<QComboBox>("variantCombo")->currentText() == "List 2"; },
        leaveGraph},
    {"mixlist.rename", [](W& w) { return test::isOpen(w, "variantNameDialog"); }, leaveGraph},
    {"mixlist.delete", [](W& w) { return w.find<QComboBox>("variantCombo")->count() == 1; },
        [](W& w) {
            leaveGraph(w);
            duplicateVariant(w.document());
        }},
    {"mixlist.compare", isIn<View::Compare>,
        [](W& w) {
            leaveGraph(w);
            duplicateVariant(w.document());
        }},

    {"help.shortcuts", [](W& w) { return test::isOpen(w, "shortcutSheet"); }},
    {"help.about", [](W& w) { return test::isOpen(w, "aboutDialog"); }},
});

// The menus of the two other views have actions of their own.
bool isOfOtherView(const ActionRow& row)
{
    return row.menu == MenuId::Compare || row.menu == MenuId::Train;
}

const ActionRow& rowOf(const char* id)
{
    return *std::ranges::find_if(
        actionRows(), [id](const ActionRow& row) { return QByteArrayView(row.id) == id; });
}

}

class TestActionWays : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void cleanup();

    void everyActionHasARow();
    void actionsAreDoneByKeysAndByMouse_data();
    void actionsAreDoneByKeysAndByMouse();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<test::TestWindow> m_window;
};

void TestActionWays::cleanup()
{
    test::closeWhatOpened();
    m_window.reset();
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

void TestActionWays::everyActionHasARow()
{
    std::set<QByteArray> used;
    for (const Use& use : kUses)
        used.insert(use.action);
    std::set<QByteArray> known;
    for (const ActionRow& row : actionRows()) {
        known.insert(row.id);
        QVERIFY2(isOfOtherView(row) != used.contains(row.id), row.id);
    }
    for (const QByteArray& action : used)
        QVERIFY2(known.contains(action), action);
}

void TestActionWays::actionsAreDoneByKeysAndByMouse_data()
{
    QTest::addColumn<int>("use");
    for (int i = 0; i < static_cast<int>(kUses.size()); ++i)
        QTest::addRow(
            "%s %s", kUses[static_cast<std::size_t>(i)].action, kUses[static_cast<std::size_t>(i)].where)
            << i;
}

void TestActionWays::actionsAreDoneByKeysAndByMouse()
{
    QFETCH(const int, use);
    const Use& row = kUses[static_cast<std::size_t>(use)];
    m_window = std::make_unique<test::TestWindow>();
    m_window->window().show();
    QVERIFY(QTest::qWaitForWindowActive(&m_window->window()));
    QVERIFY(test::open(*m_window, row.net, m_folder));
    for (auto* way : {test::useByKeys, test::useByMouse}) {
        const char* name = way == test::useByKeys ? "by keys" : "by mouse";
        test::startAgain(*m_window);
        if (row.prepare)
            row.prepare(*m_window);
        QVERIFY2(!row.isDone(*m_window), name);
        QVERIFY2(way(*m_window, rowOf(row.action)), name);
        QVERIFY2(QTest::qWaitFor([&] { return row.isDone(*m_window); }), name);
    }
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestActionWays>(argc, argv);
}
#include "tst_actionways.moc"
