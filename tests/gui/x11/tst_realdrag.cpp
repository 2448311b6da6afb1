// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drags with a real mouse in a real window: neither synthetic events nor the offscreen platform go through
// the drag that people use. Started by run_in_window.sh.
#include "gui/mixlist/mixlisteditor.h"
#include "gui/mixlist/typecolumn.h"
#include "gui/mixlist/typelistview.h"
#include "gui/models/columntable.h"
#include "gui/shell/appearance.h"
#include "gui/shell/mainwindow.h"
#include "tests/gui/guitest.h"

#include <QApplication>
#include <QProcess>

using namespace halftone;

namespace {

// Runs xdotool beside the event loop, which the drag needs.
bool useMouse(const QStringList& arguments)
{
    QProcess tool;
    tool.start("xdotool", arguments);
    return QTest::qWaitFor([&] { return tool.state() == QProcess::NotRunning; }) && tool.exitCode() == 0;
}

QStringList moveTo(const QPoint& place)
{
    return {"mousemove", QString::number(place.x()), QString::number(place.y()), "sleep", "0.1"};
}

}

class TestRealDrag : public QObject
{
    Q_OBJECT

private slots:
    void aTypeIsDraggedFromWhiteToBlack();
};

void TestRealDrag::aTypeIsDraggedFromWhiteToBlack()
{
    applyTheme(Theme::Light);
    MainWindow window{Settings()};
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QVERIFY(test::openSample(window.document()));
    window.showView(MainWindow::View::Mixlist);
    QCoreApplication::processEvents();

    TypeListView* white = window.mixlistEditor()->column(List::White)->view();
    TypeListView* black = window.mixlistEditor()->column(List::Black)->view();
    const QModelIndexList found =
        white->model()->match(white->model()->index(0, 0), kNameRole, "Conv2D", 1, Qt::MatchExactly);
    QVERIFY(!found.isEmpty());
    const QPoint from = white->viewport()->mapToGlobal(white->visualRect(found.front()).center());
    const QPoint to = black->viewport()->mapToGlobal(black->viewport()->rect().center());

    // A drag starts only after some small moves with the button down.
    QStringList drag = moveTo(from) + QStringList{"mousedown", "1", "sleep", "0.1"};
    for (int i = 0; i < 6; ++i)
        drag += QStringList{"mousemove_relative", "--", "-6", "2", "sleep", "0.05"};
    drag += moveTo(to) + QStringList{"mousemove_relative", "--", "3", "3", "sleep", "0.2", "mouseup", "1"};
    QVERIFY(useMouse(drag));

    QTRY_COMPARE(window.document().policy().mixlist.entries.size(), std::size_t{1});
    const MixlistEntry& entry = window.document().policy().mixlist.entries.front();
    QCOMPARE(entry.opType, std::string("Conv2D"));
    QCOMPARE(entry.list, List::Black);
    QCOMPARE(black->selectedTypes(), QStringList{"Conv2D"});
}

QTEST_MAIN(TestRealDrag)
#include "tst_realdrag.moc"
