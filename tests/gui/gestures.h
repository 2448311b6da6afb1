// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a person does without an action of a menu, in two ways to the same effect.
#pragma once

#include "tests/gui/menus.h"
#include "tests/gui/uses.h"

#include <QContextMenuEvent>

#include <span>

namespace halftone::test {

/// Both ways begin where nothing is selected and the graph has the keyboard.
struct Gesture
{
    const char* what;
    Net net;
    void (*prepare)(TestWindow&);
    void (*byMouse)(TestWindow&);
    void (*byKeys)(TestWindow&);
    bool (*isDone)(TestWindow&);
};

inline void click(QWidget* widget, QPoint place = {}, Qt::KeyboardModifiers modifiers = {})
{
    QTest::mouseClick(widget, Qt::LeftButton, modifiers, place);
}
inline void key(QWidget* widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {})
{
    widget->setFocus();
    QTest::keyClick(widget, key, modifiers);
}
template <typename Widget>
void clickNamed(TestWindow& w, const char* name)
{
    click(w.find<Widget>(name));
}
inline void askForMenu(QAbstractScrollArea& pane, QContextMenuEvent::Reason reason, QPoint place)
{
    QContextMenuEvent event(reason, place, pane.viewport()->mapToGlobal(place));
    QApplication::sendEvent(pane.viewport(), &event);
}
inline QPoint placeOf(const QAbstractItemView& view, const QString& name)
{
    const QModelIndexList found = view.model()->match(
        view.model()->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? QPoint(-1, -1) : view.visualRect(found.front()).center();
}
inline void chooseInCombo(TestWindow& w, const char* name, int row)
{
    auto* combo = w.find<QComboBox>(name);
    click(combo, combo->rect().center());
    QAbstractItemView* rows = combo->view();
    if (!QTest::qWaitFor([rows] { return rows->isVisible(); }))
        return;
    const QPoint place = rows->visualRect(rows->model()->index(row, 0)).center();
    QTest::qWait(QApplication::doubleClickInterval()); // sooner it would be the button that opened the list
    QTest::mouseMove(rows->viewport(), place);
    click(rows->viewport(), place);
}

/// One row of data for each.
inline void addRows(std::span<const Gesture> gestures)
{
    QTest::addColumn<int>("gesture");
    for (int i = 0; i < static_cast<int>(gestures.size()); ++i)
        QTest::newRow(gestures[static_cast<std::size_t>(i)].what) << i;
}

/// Opens the net of a gesture in \p window, does it both ways, and says which way had no effect, or had it
/// before.
inline QString misses(TestWindow& window, const QTemporaryDir& folder, const Gesture& gesture)
{
    window.window().show();
    if (!QTest::qWaitForWindowActive(&window.window()) || !open(window, gesture.net, folder))
        return QStringLiteral("no window with a model");
    for (auto* way : {gesture.byMouse, gesture.byKeys}) {
        const QString name = way == gesture.byMouse ? "the mouse" : "keys";
        startAgain(window);
        gesture.prepare(window);
        QCoreApplication::processEvents(); // panes come and go
        if (gesture.isDone(window))
            return "done before " + name;
        way(window);
        if (!QTest::qWaitFor([&] { return gesture.isDone(window); }))
            return "not done by " + name;
    }
    return {};
}

}
