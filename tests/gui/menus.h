// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/gui/testwindow.h"

#include <QMenuBar>
#include <QTimer>

#include <functional>

namespace halftone::test {

/// Does something as soon as a menu is open whose button waits until it is closed.
inline void whenShown(QMenu* menu, const std::function<void()>& act)
{
    auto* timer = new QTimer(menu);
    QObject::connect(timer, &QTimer::timeout, menu, [menu, timer, act] {
        if (!menu->isVisible())
            return;
        timer->deleteLater();
        timer->stop();
        act();
    });
    timer->start(10);
}

/// Clicks on an entry of a menu that is open; after moves, without which a menu takes the button for the one
/// that opened it.
inline void clickEntry(QMenu* menu, QAction* action)
{
    constexpr int kMoves = 8;
    for (int i = 0; i < kMoves; ++i)
        QTest::mouseMove(menu, menu->actionGeometry(action).center() + QPoint(i, 0));
    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
}

/// Goes down to an entry of a menu that is open, and takes it.
inline bool takeEntryByKeys(QMenu* menu, const QAction* action)
{
    for (qsizetype i = 0; i < menu->actions().size() && menu->activeAction() != action; ++i)
        QTest::keyClick(menu, Qt::Key_Down);
    if (menu->activeAction() != action)
        return false;
    QTest::keyClick(menu, Qt::Key_Return);
    return true;
}

/// Does what a row of the table of actions says by clicks in the bar of menus.
inline bool useByMouse(TestWindow& window, const ActionRow& row)
{
    QMenu* menu = window.window().actions().menu(row.menu);
    QMenuBar* bar = window.window().menuBar();
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->actionGeometry(menu->menuAction()).center());
    if (!QTest::qWaitFor([menu] { return menu->isVisible(); }) || !window.action(row.id)->isEnabled())
        return false;
    clickEntry(menu, window.action(row.id));
    return QTest::qWaitFor([menu] { return !menu->isVisible(); });
}

/// The same by its keys; where it has none, by Alt and the letter of its menu, arrows and Return.
inline bool useByKeys(TestWindow& window, const ActionRow& row)
{
    QWidget* focus = QApplication::focusWidget();
    QWidget* target = focus ? focus : &window.window();
    const QAction* action = window.action(row.id);
    if (!action->isEnabled())
        return false;
    if (!action->shortcut().isEmpty()) {
        QTest::keySequence(target, action->shortcut());
        return true;
    }
    QMenu* menu = window.window().actions().menu(row.menu);
    const QString title = menu->title();
    const QChar letter = title[title.indexOf('&') + 1];
    QTest::keyClick(target, letter.toLower().toLatin1(), Qt::AltModifier);
    return QTest::qWaitFor([menu] { return menu->isVisible(); }) && takeEntryByKeys(menu, action);
}

}
