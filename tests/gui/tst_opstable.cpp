// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of operators: several rows are selected in it and in the graph at once, and the same is done with
// them as there.
#include "gui/graph/picturegeometry.h"
#include "gui/inspector/inspector.h"
#include "gui/models/columntable.h"
#include "gui/shell/opstable.h"
#include "tests/gui/pictures.h"
#include "tests/gui/testwindow.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QTableView>

using namespace halftone;

namespace {

/// A click on a row, or a key where there is one.
struct Step
{
    int row = -1;
    Qt::KeyboardModifiers modifiers;
    Qt::Key key = Qt::Key_unknown;
};

using Steps = QList<Step>;
constexpr auto kCtrl = Qt::ControlModifier;
constexpr auto kShift = Qt::ShiftModifier;

}

Q_DECLARE_METATYPE(Steps)

class TestOpsTable : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void mouseAndKeysSelectRows_data();
    void mouseAndKeysSelectRows();
    void rowsFollowTheGraph();
    void shiftGoesOnFromWhatTheGraphSelected();
    void whatIsTakenOutIsNoLongerDescribed();
    void aFilterHidesAndKeepsTheSelection();
    void allThatIsShownIsSelected();
    void sortingKeepsTheSelection();
    void theirTypesMoveByOneKey();
    void aTypeIsAskedForByTheMenu_data();
    void aTypeIsAskedForByTheMenu();
    void namesAreCopied();
    void selectedRowsAreCopiedAsCsv();
    void aMenuIsForAllThatIsSelected_data();
    void aMenuIsForAllThatIsSelected();
    void rowsAreSortedByKeys_data();
    void rowsAreSortedByKeys();
    void escapeSelectsNothing();
    void enterAndDoubleClickSayWhy();
    void picturesForReview_data();
    void picturesForReview();

private:
    Document& document() { return m_window->document(); }
    QTableView* table() const { return m_window->window().opsTable()->view(); }
    GraphView* graph() const { return m_window->window().graphPage()->view(); }
    QPoint placeOf(int row) const;
    NodeId nodeAt(int row) const { return {table()->model()->index(row, 0).data(kNodeRole).toUInt()}; }
    void take(const Step& step) const;
    QList<int> selectedRows() const;
    std::vector<NodeId> nodesAt(const QList<int>& rows) const;
    QMenu* menu() const { return m_window->find<QMenu>("graphMenu"); }

    std::unique_ptr<test::TestWindow> m_window;
};

void TestOpsTable::init()
{
    m_window = std::make_unique<test::TestWindow>();
    QVERIFY(m_window->show());
    QVERIFY(m_window->openSample());
    QVERIFY(table()->model()->rowCount() > 8);
}

QPoint TestOpsTable::placeOf(int row) const
{
    const QModelIndex index = table()->model()->index(row, 0);
    table()->scrollTo(index);
    return table()->visualRect(index).center();
}

void TestOpsTable::cleanup()
{
    test::closeWhatOpened();
    m_window.reset();
    QVERIFY2(test::warnings.isEmpty(), qPrintable(test::warnings.join('\n')));
}

void TestOpsTable::take(const Step& step) const
{
    if (step.key != Qt::Key_unknown)
        QTest::keyClick(table(), step.key, step.modifiers);
    else
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, step.modifiers, placeOf(step.row));
}

QList<int> TestOpsTable::selectedRows() const
{
    QList<int> rows;
    for (const QModelIndex& index : table()->selectionModel()->selectedRows())
        rows += index.row();
    std::ranges::sort(rows);
    return rows;
}

std::vector<NodeId> TestOpsTable::nodesAt(const QList<int>& rows) const
{
    std::vector<NodeId> nodes;
    for (const int row : rows)
        nodes.push_back(nodeAt(row));
    std::ranges::sort(nodes);
    return nodes;
}

void TestOpsTable::mouseAndKeysSelectRows_data()
{
    QTest::addColumn<Steps>("steps");
    QTest::addColumn<QList<int>>("rows");
    QTest::addColumn<int>("described");
    QTest::addRow("a click") << Steps{{.row = 2}} << QList{2} << 2;
    QTest::addRow("a click leaves one") << Steps{{.row = 1}, {4, kShift}, {.row = 3}} << QList{3} << 3;
    QTest::addRow("Ctrl and a click adds") << Steps{{.row = 1}, {4, kCtrl}} << QList{1, 4} << 4;
    QTest::addRow("Ctrl and a click takes out")
        << Steps{{.row = 1}, {4, kCtrl}, {5, kCtrl}, {4, kCtrl}} << QList{1, 5} << 5;
    QTest::addRow("Shift and a click takes all between")
        << Steps{{.row = 1}, {4, kShift}} << QList{1, 2, 3, 4} << 4;
    QTest::addRow("an arrow") << Steps{{.row = 1}, {.key = Qt::Key_Down}} << QList{2} << 2;
    QTest::addRow("Shift and arrows")
        << Steps{{.row = 1}, {-1, kShift, Qt::Key_Down}, {-1, kShift, Qt::Key_Down}} << QList{1, 2, 3} << 3;
    QTest::addRow("Shift and an arrow back")
        << Steps{{.row = 1}, {-1, kShift, Qt::Key_Down}, {-1, kShift, Qt::Key_Down}, {-1, kShift, Qt::Key_Up}}
        << QList{1, 2} << 2;
    QTest::addRow("Ctrl, an arrow and Space")
        << Steps{{.row = 1}, {-1, kCtrl, Qt::Key_Down}, {-1, kCtrl, Qt::Key_Down}, {-1, kCtrl, Qt::Key_Space}}
        << QList{1, 3} << 3;
}

void TestOpsTable::mouseAndKeysSelectRows()
{
    QFETCH(const Steps, steps);
    QFETCH(const QList<int>, rows);
    QFETCH(const int, described);
    for (const Step& step : steps)
        take(step);
    QCOMPARE(selectedRows(), rows);
    QVERIFY(document().selectedNodes() == nodesAt(rows));
    QCOMPARE(document().selection(), nodeAt(described));
    for (const NodeId node : document().graph()->nodes())
        QCOMPARE(graph()->isSelectedBox(graph()->picture()->box(node)),
            std::ranges::contains(document().selectedNodes(), node));
    QCOMPARE(m_window->find<QWidget>("inspectorMany") != nullptr, rows.size() > 1);
}

void TestOpsTable::rowsFollowTheGraph()
{
    graph()->setFocus();
    graph()->chooseBox(graph()->picture()->box(nodeAt(1)));
    QCOMPARE(selectedRows(), QList{1});
    QTest::keyClick(graph(), Qt::Key_Down, kShift);
    QTest::keyClick(graph(), Qt::Key_Down, kShift);
    QCOMPARE(selectedRows().size(), 3);
    QVERIFY(document().selectedNodes() == nodesAt(selectedRows()));
    QCOMPARE(nodeAt(table()->currentIndex().row()), document().selection());
    graph()->fit();
    QTest::keyClick(&m_window->window(), Qt::Key_A, kCtrl | kShift);
    QCOMPARE(selectedRows().size(), table()->model()->rowCount());
    QTest::keyClick(graph(), Qt::Key_Escape);
    QVERIFY(selectedRows().isEmpty());
}

void TestOpsTable::shiftGoesOnFromWhatTheGraphSelected()
{
    take({.row = 5});
    document().select(nodeAt(1));
    take({3, kShift});
    QCOMPARE(selectedRows(), (QList{1, 2, 3}));
}

void TestOpsTable::whatIsTakenOutIsNoLongerDescribed()
{
    for (const Step& step : Steps{{.row = 1}, {3, kCtrl}, {3, kCtrl}})
        take(step);
    QCOMPARE(selectedRows(), QList{1});
    QCOMPARE(document().selection(), nodeAt(1));
    take({1, kCtrl});
    QVERIFY(!document().selection().isValid());
    QVERIFY(document().selectedNodes().empty());
}

void TestOpsTable::aFilterHidesAndKeepsTheSelection()
{
    const NodeId conv = test::nodeOfType(document(), "Conv");
    const NodeId pool = test::nodeOfType(document(), "MaxPool");
    document().selectNodes({conv, pool}, conv);
    m_window->action("edit.filter")->trigger();
    QTest::keyClicks(m_window->find<QLineEdit>("opsFilter"), "MaxPool");
    QCOMPARE(selectedRows(), QList{0});
    QCOMPARE(document().selectedNodes().size(), 2u);
    m_window->find<QLineEdit>("opsFilter")->clear();
    QCOMPARE(selectedRows().size(), 2);
    QVERIFY(document().selectedNodes() == nodesAt(selectedRows()));
}

void TestOpsTable::allThatIsShownIsSelected()
{
    QTest::keyClicks(m_window->find<QLineEdit>("opsFilter"), "conv");
    const int shown = table()->model()->rowCount();
    QVERIFY(shown > 1 && shown < static_cast<int>(document().graph()->nodeCount()));
    table()->setFocus();
    take({1, kCtrl});
    QTest::keyClick(table(), Qt::Key_A, kCtrl);
    QCOMPARE(selectedRows().size(), shown);
    QCOMPARE(document().selectedNodes().size(), static_cast<std::size_t>(shown));
}

void TestOpsTable::sortingKeepsTheSelection()
{
    take({.row = 1});
    take({4, kCtrl});
    const std::vector<NodeId> before = document().selectedNodes();
    QHeaderView* titles = table()->horizontalHeader();
    const QPoint place(titles->sectionViewportPosition(1) + 10, titles->height() / 2);
    QTest::mouseClick(titles->viewport(), Qt::LeftButton, {}, place);
    QCOMPARE(titles->sortIndicatorSection(), 1);
    QVERIFY(document().selectedNodes() == before);
    QVERIFY(nodesAt(selectedRows()) == before);
}

void TestOpsTable::theirTypesMoveByOneKey()
{
    const NodeId conv = test::nodeOfType(document(), "Conv");
    const NodeId pool = test::nodeOfType(document(), "MaxPool");
    take({.row = static_cast<int>(conv.index)});
    take({static_cast<int>(pool.index), kCtrl});
    QTest::keyClick(table(), Qt::Key_B);
    for (const NodeId node : {conv, pool})
        QCOMPARE(document().judgement()->decisions().node(node).list, List::Black);
    QCOMPARE(document().undoStack().count(), 1);
    QCOMPARE(selectedRows().size(), 2);
}

void TestOpsTable::aTypeIsAskedForByTheMenu_data()
{
    QTest::addColumn<QByteArray>("action");
    QTest::addColumn<DType>("dtype");
    QTest::addRow("FP32") << QByteArray("model.askFloat32") << DType::Float32;
    QTest::addRow("FP16") << QByteArray("model.askFloat16") << DType::Float16;
    QTest::addRow("BF16") << QByteArray("model.askBFloat16") << DType::BFloat16;
}

void TestOpsTable::aTypeIsAskedForByTheMenu()
{
    QFETCH(const QByteArray, action);
    QFETCH(const DType, dtype);
    QVERIFY2(!m_window->action(action)->isEnabled(), "nothing is selected");
    for (const Step& step : Steps{{.row = 0}, {2, kShift}})
        take(step);
    QVERIFY(m_window->action(action)->isEnabled());
    m_window->action(action)->trigger();
    QCOMPARE(document().policy().overrides.size(), 3u);
    for (const PrecisionOverride& call : document().policy().overrides)
        QCOMPARE(call.dtype, dtype);
    QCOMPARE(document().undoStack().count(), 1);
    m_window->action("model.askNothing")->trigger();
    QVERIFY(document().policy().overrides.empty());
}

void TestOpsTable::namesAreCopied()
{
    for (const Step& step : Steps{{.row = 1}, {3, kCtrl}})
        take(step);
    QTest::keyClick(table(), Qt::Key_C, kCtrl | kShift);
    QStringList names;
    for (const int row : {1, 3})
        names += table()->model()->index(row, 0).data().toString();
    QCOMPARE(QApplication::clipboard()->text().split('\n'), names);
}

void TestOpsTable::selectedRowsAreCopiedAsCsv()
{
    const auto copied = [this](Qt::Key key, Qt::KeyboardModifiers modifiers) {
        QApplication::clipboard()->clear();
        QTest::keyClick(table(), key, modifiers);
        return QApplication::clipboard()->text().split("\r\n", Qt::SkipEmptyParts);
    };
    const qsizetype all = table()->model()->rowCount();
    take({.row = 3});
    QCOMPARE(copied(Qt::Key_V, kCtrl | Qt::AltModifier).size(), all + 1);
    QCOMPARE(copied(Qt::Key_C, kCtrl).size(), 2); // the title and the row
    take({1, kCtrl});
    for (const QStringList& lines : {copied(Qt::Key_V, kCtrl | Qt::AltModifier), copied(Qt::Key_C, kCtrl)}) {
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[0].startsWith("Name,Type,"));
        for (const int line : {1, 2}) // in the order of the table
            QVERIFY(lines[line].startsWith(
                table()->model()->index(line == 1 ? 1 : 3, 0).data().toString() + ','));
    }
}

void TestOpsTable::aMenuIsForAllThatIsSelected_data()
{
    QTest::addColumn<bool>("isInGraph");
    QTest::addColumn<bool>("isByKey");
    QTest::addRow("in the graph by the mouse") << true << false;
    QTest::addRow("in the graph by a key") << true << true;
    QTest::addRow("in the table by the mouse") << false << false;
    QTest::addRow("in the table by a key") << false << true;
}

void TestOpsTable::aMenuIsForAllThatIsSelected()
{
    QFETCH(const bool, isInGraph);
    QFETCH(const bool, isByKey);
    for (const Step& step : Steps{{.row = 1}, {3, kCtrl}})
        take(step);
    const std::vector<NodeId> before = document().selectedNodes();
    QAbstractScrollArea* pane = isInGraph ? static_cast<QAbstractScrollArea*>(graph()) : table();
    const auto boxPlace = [this](int row) {
        const QRectF box = boxRect(*graph()->picture(), graph()->picture()->box(nodeAt(row)));
        return graph()->fromScene(box.center()).toPoint();
    };
    const auto request = [&](int row) {
        const QPoint place = isInGraph ? boxPlace(row) : placeOf(row);
        if (!isByKey)
            QTest::mouseClick(pane->viewport(), Qt::RightButton, {}, place);
        QContextMenuEvent event(isByKey ? QContextMenuEvent::Keyboard : QContextMenuEvent::Mouse,
            isByKey ? QPoint() : place, pane->viewport()->mapToGlobal(place));
        QApplication::sendEvent(pane->viewport(), &event);
        return QTest::qWaitFor([this] { return menu() && menu()->isVisible(); });
    };
    QVERIFY(request(1));
    QVERIFY(document().selectedNodes() == before);
    QVERIFY(!menu()->actions().contains(m_window->action("model.follow")));
    QTest::keyClick(menu(), Qt::Key_B); // "Move to Black"
    QTRY_VERIFY(!menu());
    for (const NodeId node : before)
        QCOMPARE(document().judgement()->decisions().node(node).list, List::Black);
    if (isByKey)
        return;
    QVERIFY(request(5)); // not selected: the menu is for it alone
    QVERIFY(document().selectedNodes() == nodesAt({5}));
    QVERIFY(menu()->actions().contains(m_window->action("model.why")));
}

void TestOpsTable::rowsAreSortedByKeys_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<int>("entry");
    QTest::addColumn<bool>("isDescending");
    QTest::addRow("by name") << -1 << 1 << false;
    QTest::addRow("by name once more, which turns the order") << 0 << 1 << true;
    QTest::addRow("as in the model") << 0 << 0 << false;
}

void TestOpsTable::rowsAreSortedByKeys()
{
    QFETCH(const int, column);
    QFETCH(const int, entry);
    QFETCH(const bool, isDescending);
    const auto names = [this] {
        QStringList all;
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            all += table()->model()->index(row, 0).data().toString();
        return all;
    };
    QStringList wanted = names();
    if (entry == 1)
        wanted.sort(Qt::CaseInsensitive);
    if (isDescending)
        std::ranges::reverse(wanted);
    table()->sortByColumn(column, Qt::AscendingOrder);
    QVERIFY(names() != wanted);
    take({.row = 1});
    QContextMenuEvent event(QContextMenuEvent::Keyboard, placeOf(1), table()->mapToGlobal(placeOf(1)));
    QApplication::sendEvent(table()->viewport(), &event);
    QTRY_VERIFY(menu() && menu()->isVisible());
    QTest::keyClick(menu(), Qt::Key_S);
    auto* columns = menu()->findChild<QMenu*>("sortMenu");
    QTRY_VERIFY(columns->isVisible());
    columns->setActiveAction(columns->actions().front());
    for (int i = 0; i < entry; ++i)
        QTest::keyClick(columns, Qt::Key_Down);
    QTest::keyClick(columns, Qt::Key_Return);
    QTRY_COMPARE(names(), wanted);
}

void TestOpsTable::escapeSelectsNothing()
{
    for (const Step& step : Steps{{.row = 1}, {3, kCtrl}, {.key = Qt::Key_Escape}})
        take(step);
    QVERIFY(selectedRows().isEmpty());
    QVERIFY(document().selectedNodes().empty());
}

void TestOpsTable::enterAndDoubleClickSayWhy()
{
    auto* inspector = m_window->find<Inspector>("inspector");
    take({.row = 1});
    QTest::keyClick(table(), Qt::Key_Return);
    QTRY_VERIFY(inspector->hasFocus());
    table()->setFocus();
    take({.row = 2});
    QTest::mouseDClick(table()->viewport(), Qt::LeftButton, {}, placeOf(2));
    QTRY_VERIFY(inspector->hasFocus());
}

void TestOpsTable::picturesForReview_data()
{
    QTest::addColumn<Theme>("theme");
    QTest::newRow("light") << Theme::Light;
    QTest::newRow("dark") << Theme::Dark;
    QTest::newRow("contrast") << Theme::HighContrast;
}

void TestOpsTable::picturesForReview()
{
    if (!test::savesPictures())
        QSKIP("saves pictures where HALFTONE_SHOTS names a folder");
    QFETCH(const Theme, theme);
    const QString suffix = QString::fromLatin1(QTest::currentDataTag());
    applyTheme(theme);
    QCoreApplication::processEvents();
    for (const Step& step : Steps{{.row = 1}, {3, kShift}, {5, kCtrl}})
        take(step);
    test::savePicture(m_window->window(), "table_rows_" + suffix);
    QContextMenuEvent event(QContextMenuEvent::Mouse, placeOf(3), table()->mapToGlobal(placeOf(3)));
    QApplication::sendEvent(table()->viewport(), &event);
    QTRY_VERIFY(menu() && menu()->isVisible());
    test::savePicture(*menu(), "table_menu_" + suffix);
    applyTheme(Theme::Light);
}

int main(int argc, char* argv[])
{
    return test::runWindowTest<TestOpsTable>(argc, argv);
}
#include "tst_opstable.moc"
