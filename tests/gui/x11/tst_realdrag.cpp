// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drags with a real mouse, and keys that are held, in a real window: neither synthetic events nor the
// offscreen platform go through the drag that people use. Started by run_in_window.sh.
#include "gui/document/policyedits.h"
#include "gui/document/proposal.h"
#include "gui/graph/graphview.h"
#include "gui/graph/picturegeometry.h"
#include "gui/mixlist/mixlisteditor.h"
#include "gui/mixlist/typecolumn.h"
#include "gui/mixlist/typelistview.h"
#include "gui/models/columntable.h"
#include "gui/shell/appearance.h"
#include "gui/shell/graphpage.h"
#include "gui/shell/mainwindow.h"
#include "gui/shell/opstable.h"
#include "tests/gui/guitest.h"

#include <QApplication>
#include <QProcess>
#include <QTableView>
#include <QTimer>

#include <memory>

using namespace halftone;

namespace {

// Runs xdotool beside the event loop, which a drag needs.
bool use(const QStringList& arguments)
{
    QProcess tool;
    tool.start("xdotool", arguments);
    return QTest::qWaitFor([&] { return tool.state() == QProcess::NotRunning; }, 20000) &&
        tool.exitCode() == 0;
}

QStringList moveTo(const QPoint& place)
{
    return {"mousemove", QString::number(place.x()), QString::number(place.y()), "sleep", "0.1"};
}

// A drag starts only after some small moves with the button down.
QStringList press(const QPoint& place)
{
    QStringList steps = moveTo(place) + QStringList{"mousedown", "1", "sleep", "0.1"};
    for (int i = 0; i < 6; ++i)
        steps += QStringList{"mousemove_relative", "--", "-6", "2", "sleep", "0.05"};
    return steps;
}

// Above something, with moves there, which is when it is told.
QStringList hover(const QPoint& place)
{
    return moveTo(place) + QStringList{"mousemove_relative", "--", "3", "3", "sleep", "0.4"};
}

const QStringList kRelease{"mouseup", "1", "sleep", "0.1"};

}

class TestRealDrag : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(Theme::Light); }
    void init();
    void cleanup();

    void aTypeIsDraggedFromWhiteToBlack();
    void severalTypesAreDraggedTogether();
    void escapeEndsADrag();
    void theGraphIsDragged();
    void aBandSelectsWhatItTouches();
    void theOverviewIsDragged();
    void heldKeysSelectRows();

private:
    Document& document() { return m_window->document(); }
    TypeListView* list(List list) const { return m_window->mixlistEditor()->column(list)->view(); }
    GraphView* graph() const { return m_window->graphPage()->view(); }
    void showLists();
    QPoint placeOf(List from, const QString& type) const;
    QPoint middleOf(const QWidget* widget) const { return widget->mapToGlobal(widget->rect().center()); }
    QPoint placeOf(NodeId node) const;
    /// What the panel says of a drag while it goes on, one after the other; empty for nothing.
    QStringList saidDuring(const QStringList& steps) const;
    QString effectOfMoving(const QString& type, List to);

    std::unique_ptr<MainWindow> m_window;
};

void TestRealDrag::init()
{
    m_window = std::make_unique<MainWindow>(Settings());
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QVERIFY(test::openSample(document()));
    QTRY_VERIFY(graph()->picture());
}

void TestRealDrag::cleanup()
{
    use({"keyup", "ctrl", "keyup", "shift", "mouseup", "1"});
    m_window.reset();
}

void TestRealDrag::showLists()
{
    m_window->showView(MainWindow::View::Mixlist);
    QCoreApplication::processEvents();
}

QPoint TestRealDrag::placeOf(List from, const QString& type) const
{
    const QAbstractItemModel& model = *list(from)->model();
    const QModelIndexList found = model.match(model.index(0, 0), kNameRole, type, 1, Qt::MatchExactly);
    return found.isEmpty() ? QPoint()
                           : list(from)->viewport()->mapToGlobal(list(from)->visualRect(found[0]).center());
}

QPoint TestRealDrag::placeOf(NodeId node) const
{
    const QRectF box = boxRect(*graph()->picture(), graph()->picture()->box(node));
    return graph()->viewport()->mapToGlobal(graph()->fromScene(box.center()).toPoint());
}

// A drag has an event loop of its own, so it is watched from inside. Between two lists there may be a moment
// of nothing, which does not count.
QStringList TestRealDrag::saidDuring(const QStringList& steps) const
{
    QStringList texts;
    int ticksOfNothing = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, this, [&] {
        constexpr int kLasting = 10;
        const auto* effect = m_window->findChild<QLabel*>("dropEffect");
        const QString now = effect ? effect->text() : QString();
        ticksOfNothing = effect ? 0 : ticksOfNothing + 1;
        const bool counts = effect ? now != "…" : ticksOfNothing == kLasting && !texts.isEmpty();
        if (counts && (texts.isEmpty() || texts.back() != now))
            texts += now;
    });
    timer.start(10);
    return use(steps + QStringList{"sleep", "0.3"}) ? texts : QStringList();
}

QString TestRealDrag::effectOfMoving(const QString& type, List to)
{
    Policy before = document().policy();
    before.mixlist = {};
    const Judgement now(document().graph(), before);
    const Judgement after(document().graph(), withTypesInList(before, {type}, to));
    return effectText(effectOf(now, after));
}

void TestRealDrag::aTypeIsDraggedFromWhiteToBlack()
{
    showLists();
    const QPoint from = placeOf(List::White, "Conv2D");
    const QPoint black = middleOf(list(List::Black)->viewport());
    QVERIFY(!from.isNull());
    const QStringList said = saidDuring(press(from) + hover(middleOf(list(List::White)->viewport())) +
        hover(middleOf(list(List::Gray)->viewport())) + hover(black) +
        hover(middleOf(m_window->findChild<QWidget*>("mixlistBar"))) + hover(black) + kRelease);
    const QString toGray = effectOfMoving("Conv2D", List::Gray);
    const QString toBlack = effectOfMoving("Conv2D", List::Black);
    // A busy machine may be looked at too seldom to see all in turn, but nothing else is ever said.
    for (const QString& text : said)
        QVERIFY2(text.isEmpty() || text == toGray || text == toBlack, qPrintable(text));
    QVERIFY(said.contains(toGray));
    QVERIFY(said.contains(toBlack));
    QCOMPARE(document().policy().mixlist.entries.size(), std::size_t{1});
    const MixlistEntry& entry = document().policy().mixlist.entries.front();
    QCOMPARE(entry.opType, std::string("Conv2D"));
    QCOMPARE(entry.list, List::Black);
    QCOMPARE(list(List::Black)->selectedTypes(), QStringList{"Conv2D"});
}

void TestRealDrag::severalTypesAreDraggedTogether()
{
    showLists();
    QVERIFY(use(moveTo(placeOf(List::White, "Conv2D")) + QStringList{"click", "1", "sleep", "0.1"}));
    QVERIFY(use(QStringList{"keydown", "ctrl"} + moveTo(placeOf(List::White, "MatMulV2")) +
        QStringList{"click", "1", "keyup", "ctrl", "sleep", "0.1"}));
    QTRY_COMPARE(list(List::White)->selectedTypes().size(), 2);
    QVERIFY(use(
        press(placeOf(List::White, "Conv2D")) + hover(middleOf(list(List::Black)->viewport())) + kRelease));
    QTRY_COMPARE(document().policy().mixlist.entries.size(), std::size_t{2});
    QCOMPARE(document().undoStack().count(), 1);
}

void TestRealDrag::escapeEndsADrag()
{
    showLists();
    const QStringList said =
        saidDuring(press(placeOf(List::White, "Conv2D")) + hover(middleOf(list(List::Black)->viewport())) +
            QStringList{"key", "Escape", "sleep", "0.3"} + kRelease);
    QCOMPARE(said, (QStringList{effectOfMoving("Conv2D", List::Black), QString()}));
    QVERIFY(document().policy().mixlist.isEmpty());
}

void TestRealDrag::theGraphIsDragged()
{
    graph()->setZoom(2, {});
    const QPoint middle = middleOf(graph()->viewport());
    const QPointF held = graph()->toScene(graph()->viewport()->mapFromGlobal(middle));
    QVERIFY(use(press(middle) + moveTo(middle - QPoint(60, 40)) + kRelease));
    const QPointF now = graph()->toScene(graph()->viewport()->mapFromGlobal(middle - QPoint(60, 40)));
    QVERIFY((now - held).manhattanLength() < 2);
    QVERIFY(!document().selection().isValid());
}

void TestRealDrag::aBandSelectsWhatItTouches()
{
    graph()->fit();
    const QPoint first = placeOf(NodeId{0});
    const QPoint last = placeOf(NodeId{2});
    const QRect band = QRect(first, last).normalized().adjusted(-90, -6, 90, 6);
    QVERIFY(use(moveTo(band.topLeft()) + QStringList{"keydown", "shift", "mousedown", "1", "sleep", "0.1"} +
        moveTo(band.center()) + moveTo(band.bottomRight()) + kRelease + QStringList{"keyup", "shift"}));
    QTRY_VERIFY(document().selectedNodes().size() >= 2);
    QVERIFY(std::ranges::contains(document().selectedNodes(), NodeId{0}));
    QVERIFY(std::ranges::contains(document().selectedNodes(), NodeId{2}));
}

void TestRealDrag::theOverviewIsDragged()
{
    graph()->setZoom(2, {});
    const auto* strip = m_window->findChild<QWidget*>("rankStrip");
    const QPoint end = strip->mapToGlobal(QPoint(20, strip->height() - 3));
    QVERIFY(use(
        moveTo(middleOf(strip)) + QStringList{"mousedown", "1", "sleep", "0.1"} + moveTo(end) + kRelease));
    QVERIFY(graph()->visibleScene().bottom() >= pictureRect(*graph()->picture()).height());
}

void TestRealDrag::heldKeysSelectRows()
{
    QTableView* table = m_window->opsTable()->view();
    const auto place = [table](int row) {
        return table->viewport()->mapToGlobal(table->visualRect(table->model()->index(row, 0)).center());
    };
    const QStringList click{"click", "1", "sleep", "0.1"};
    QVERIFY(use(moveTo(place(1)) + click + QStringList{"keydown", "shift"} + moveTo(place(2)) + click +
        QStringList{"keyup", "shift", "keydown", "ctrl"} + moveTo(place(4)) + click +
        QStringList{"keyup", "ctrl"}));
    QTRY_COMPARE(document().selectedNodes().size(), 3u);
    QVERIFY(use({"key", "shift+Up", "sleep", "0.1"})); // from the last one on
    QTRY_VERIFY(std::ranges::contains(document().selectedNodes(), NodeId{3}));
    QVERIFY(use({"key", "ctrl+a", "sleep", "0.1"}));
    QTRY_COMPARE(document().selectedNodes().size(), document().graph()->nodeCount());
    QVERIFY(use({"key", "Escape"}));
    QTRY_VERIFY(document().selectedNodes().empty());
    // What the graph selects while a key is held is selected in the table as it is.
    graph()->fit();
    QVERIFY(use(QStringList{"keydown", "ctrl"} + moveTo(placeOf(NodeId{0})) + click +
        moveTo(placeOf(NodeId{2})) + click + QStringList{"keyup", "ctrl"}));
    QTRY_COMPARE(document().selectedNodes().size(), 2u);
    QCOMPARE(table->selectionModel()->selectedRows().size(), 2);
}

QTEST_MAIN(TestRealDrag)
#include "tst_realdrag.moc"
