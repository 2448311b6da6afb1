// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a person does in the editor of the lists without an action of a menu: by the mouse and by keys, to the
// same effect.
#include "gui/document/policyedits.h"
#include "gui/mixlist/callspane.h"
#include "gui/mixlist/jsonedit.h"
#include "gui/mixlist/jsonpane.h"
#include "tests/gui/gestures.h"

#include <QCheckBox>
#include <QPushButton>
#include <QTabWidget>
#include <QToolButton>

#include <array>

using namespace halftone;
using test::click;
using test::Gesture;
using test::key;
using test::Net;

namespace {

using W = test::TestWindow;
using View = MainWindow::View;

void showLists(W& w)
{
    w.window().showView(View::Mixlist);
    list(w, List::White).clearSelection();
}
void misspell(W& w)
{
    changeMixlist(w.document(), {.entries = {{.opType = "MatMu1V2", .list = List::Black}}}, "typed");
    showLists(w);
}
bool isSpelled(W& w)
{
    const auto& entries = w.document().policy().mixlist.entries;
    return entries.size() == 1 && entries.front().opType == "MatMulV2";
}
void useNoLists(W& w)
{
    changeChoice(w.document(), test::choiceNamed("force_fp16"));
    showLists(w);
}
void breakJson(W& w)
{
    showLists(w);
    w.window().mixlistEditor()->json()->setDraft("{ broken");
}
void showCalls(W& w)
{
    overridePrecision(w.document(), "fc3", DType::Float32);
    showLists(w);
    w.find<QTabWidget>("mixlistSide")->setCurrentIndex(1);
}
void selectWhite(W& w)
{
    showLists(w);
    test::selectInList(w, List::White, "Conv2D");
}

constexpr auto kGestures = std::to_array<Gesture>({
    {"select several types", Net::Sample, showLists,
        [](W& w) {
            TypeListView& white = list(w, List::White);
            click(white.viewport(), white.visualRect(white.model()->index(0, 0)).center());
            click(
                white.viewport(), white.visualRect(white.model()->index(1, 0)).center(), Qt::ControlModifier);
        },
        [](W& w) {
            TypeListView& white = list(w, List::White);
            key(&white, Qt::Key_Home);
            key(&white, Qt::Key_Down, Qt::ShiftModifier);
        },
        [](W& w) { return list(w, List::White).selectedTypes().size() == 2; }},
    {"move a type by the menu of its list", Net::Sample, selectWhite,
        [](W& w) {
            test::askForMenu(list(w, List::White), QContextMenuEvent::Mouse,
                test::placeOf(list(w, List::White), "Conv2D"));
            test::clickEntry(w.find<QMenu>("typeMenu"), w.action("mixlist.black"));
        },
        [](W& w) {
            test::askForMenu(list(w, List::White), QContextMenuEvent::Keyboard, {-1, -1});
            QTest::keyClick(w.find<QMenu>("typeMenu"), Qt::Key_B);
        },
        test::isConvBlack},
    {"find a type", Net::Sample,
        [](W& w) {
            showLists(w);
            w.find<QLineEdit>("whiteSearch")->clear();
        },
        [](W& w) {
            click(w.find<QLineEdit>("whiteSearch"), {20, 8});
            QTest::keyClicks(QApplication::focusWidget(), "matmul");
        },
        [](W& w) {
            key(&list(w, List::White), Qt::Key_Tab, Qt::ShiftModifier);
            QTest::keyClicks(QApplication::focusWidget(), "matmul");
        },
        [](W& w) { return list(w, List::White).model()->rowCount() == 1; }},
    {"show the rest of the library", Net::Sample,
        [](W& w) {
            showLists(w);
            w.find<QCheckBox>("showLibrary")->setChecked(false);
        },
        [](W& w) { click(w.find<QCheckBox>("showLibrary"), {8, 8}); },
        [](W& w) { key(w.find<QCheckBox>("showLibrary"), Qt::Key_Space); },
        [](W& w) { return list(w, List::White).model()->rowCount() > 20; }},
    {"undo by the bar of the lists", Net::Sample,
        [](W& w) {
            moveTypes(w.document(), {"Conv2D"}, List::Black);
            showLists(w);
        },
        [](W& w) { test::clickNamed<QToolButton>(w, "bar.edit.undo"); },
        [](W& w) { key(w.find<QToolButton>("bar.edit.undo"), Qt::Key_Space); },
        [](W& w) { return !test::isConvBlack(w); }},
    {"mend a misspelled name", Net::Sample, misspell,
        [](W& w) { test::clickNamed<QPushButton>(w, "adviceFix"); },
        [](W& w) { key(w.find<QPushButton>("adviceFix"), Qt::Key_Space); }, isSpelled},
    {"show a misspelled name", Net::Sample, misspell,
        [](W& w) { test::clickNamed<QPushButton>(w, "adviceShow"); },
        [](W& w) { key(w.find<QPushButton>("adviceShow"), Qt::Key_Space); },
        [](W& w) { return list(w, List::Black).selectedTypes() == QStringList{"MatMu1V2"}; }},
    {"choose a mode with lists", Net::Sample, useNoLists,
        [](W& w) { test::clickNamed<QPushButton>(w, "useLists"); },
        [](W& w) { key(w.find<QPushButton>("useLists"), Qt::Key_Space); },
        [](W& w) { return list(w, List::White).isEnabled(); }},
    {"type JSON", Net::Sample, showLists,
        [](W& w) {
            JsonEdit* edit = w.window().mixlistEditor()->json()->edit();
            click(edit->viewport(), {20, 8});
            edit->selectAll();
            QTest::keyClicks(QApplication::focusWidget(), R"({"black-list":{"to-add":["Conv2D"]}})");
        },
        [](W& w) {
            JsonEdit* edit = w.window().mixlistEditor()->json()->edit();
            key(edit, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(edit, R"({"black-list":{"to-add":["Conv2D"]}})");
        },
        test::isConvBlack},
    {"take broken JSON back", Net::Sample, breakJson,
        [](W& w) { test::clickNamed<QPushButton>(w, "jsonRevert"); },
        [](W& w) { key(w.find<QPushButton>("jsonRevert"), Qt::Key_Space); },
        [](W& w) { return !w.window().mixlistEditor()->hasMistake(); }},
    {"look at what is asked for by hand", Net::Sample,
        [](W& w) {
            showLists(w);
            w.find<QTabWidget>("mixlistSide")->setCurrentIndex(0);
        },
        [](W& w) {
            QTabBar* tabs = w.find<QTabWidget>("mixlistSide")->tabBar();
            click(tabs, tabs->tabRect(1).center());
        },
        [](W& w) { key(w.find<QTabWidget>("mixlistSide")->tabBar(), Qt::Key_Right); },
        [](W& w) { return w.window().mixlistEditor()->calls()->isVisible(); }},
    {"change what is asked for", Net::Sample, showCalls,
        [](W& w) {
            QTableView* calls = w.window().mixlistEditor()->calls()->table();
            const QPoint place = calls->visualRect(calls->model()->index(0, 0)).center();
            click(calls->viewport(), place);
            QTest::mouseDClick(calls->viewport(), Qt::LeftButton, {}, place);
        },
        [](W& w) {
            QTableView* calls = w.window().mixlistEditor()->calls()->table();
            key(calls, Qt::Key_Down);
            key(calls, Qt::Key_Return);
        },
        [](W& w) { return test::isOpen(w, "groupDialog"); }},
});

}

class TestListGestures : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();

    void mouseAndKeysDoTheSame_data() { test::addRows(kGestures); }
    void mouseAndKeysDoTheSame();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<test::TestWindow> m_window;
};

void TestListGestures::cleanup()
{
    test::closeWhatOpened();
    m_window.reset();
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

void TestListGestures::mouseAndKeysDoTheSame()
{
    QFETCH(const int, gesture);
    m_window = std::make_unique<test::TestWindow>();
    QCOMPARE(
        test::misses(*m_window, m_folder, kGestures[static_cast<std::size_t>(gesture)]), QString());
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestListGestures>(argc, argv);
}
#include "tst_listgestures.moc"
