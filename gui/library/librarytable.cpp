// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/library/librarytable.h"

#include "gui/models/columntable.h"
#include "gui/shell/named.h"

#include <QKeyEvent>

#include <algorithm>
#include <array>

namespace halftone {
namespace {

struct KeyRow
{
    Qt::Key key;
    std::optional<List> list;
};
constexpr auto kKeys = std::to_array<KeyRow>({{Qt::Key_B, List::Black}, {Qt::Key_G, List::Gray},
    {Qt::Key_W, List::White}, {Qt::Key_Delete, std::nullopt}});

// Null for a key that means nothing here.
const KeyRow* keyRow(const QKeyEvent& event)
{
    const auto row = std::ranges::find(kKeys, event.key(), &KeyRow::key);
    return row == kKeys.end() || event.modifiers() != Qt::NoModifier ? nullptr : &*row;
}

}

LibraryTable::LibraryTable(QWidget* parent)
    : QTableView(parent)
{
    named(this, "libraryTable", tr("Operators of the library"));
}

QStringList LibraryTable::selectedTypes() const
{
    QStringList types;
    for (const QModelIndex& index : selectionModel()->selectedRows())
        types += index.data(kNameRole).toString();
    return types;
}

bool LibraryTable::event(QEvent* event)
{
    // The window has these keys too, for the mixlist.
    if (event->type() == QEvent::ShortcutOverride && keyRow(*static_cast<const QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QTableView::event(event);
}

void LibraryTable::keyPressEvent(QKeyEvent* event)
{
    if (const KeyRow* row = keyRow(*event))
        emit listWished(row->list);
    else
        QTableView::keyPressEvent(event);
}

}
