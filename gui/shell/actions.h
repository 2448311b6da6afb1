// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QHash>
#include <QObject>

#include <cstdint>
#include <span>

class QMenu;
class QMenuBar;

namespace halftone {

enum class MenuId : std::uint8_t { File, Edit, View, Model, Mixlist, Compare, Train, Help };

/// This is one thing that a person can do, wherever it is offered: menus, the find field, the sheet of
/// shortcuts and the tests are all made from these rows.
struct ActionRow
{
    const char* id = "";
    MenuId menu = MenuId::File;
    const char* text = ""; ///< With its mnemonic.
    const char* shortcut = ""; ///< In portable text; may be empty.
    const char* tip = ""; ///< One sentence.
    bool startsGroup = false; ///< A line stands above it in its menu.
    bool isCheckable = false;
};

/// All rows, in the order of the menus.
std::span<const ActionRow> actionRows();

/// This owns the actions of one window.
class Actions : public QObject
{
    Q_OBJECT

public:
    /// The actions are added to \p window, so that their shortcuts work in all of it.
    explicit Actions(QWidget* window);

    QAction* get(const char* id) const;

    /// Calls \p handler, a member of \p receiver or a callable, whenever the action is triggered.
    template <typename Receiver, typename Handler>
    void handle(const char* id, Receiver* receiver, Handler handler)
    {
        connect(get(id), &QAction::triggered, receiver, handler);
    }

    void fill(QMenuBar* bar);
    QMenu* menu(MenuId id) const { return m_menus[id]; } ///< After fill().

    /// "Open Model" without mnemonic and dots; for lists. The text of a row does not change with what can be
    /// undone.
    static QString plainText(const QAction& action);
    static QString plainText(const ActionRow& row);

private:
    QHash<QString, QAction*> m_actions;
    QHash<MenuId, QMenu*> m_menus;
};

}
