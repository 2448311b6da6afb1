// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/typelistview.h"

#include "gui/document/text.h"
#include "gui/mixlist/typelistmodel.h"
#include "gui/models/marks.h"
#include "gui/shell/named.h"
#include "gui/shell/twolinedelegate.h"
#include "gui/theme/palette.h"

#include <QDragEnterEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QPainter>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace halftone {
namespace {

struct KeyRow
{
    Qt::Key key;
    std::optional<List> to; // nullopt: back to the built-in list
};
constexpr auto kKeys = std::to_array<KeyRow>({{Qt::Key_B, List::Black}, {Qt::Key_G, List::Gray},
    {Qt::Key_W, List::White}, {Qt::Key_Delete, std::nullopt}, {Qt::Key_Backspace, std::nullopt}});

// Null for a key that means nothing here.
const KeyRow* keyRow(const QKeyEvent& event)
{
    const auto row = std::ranges::find(kKeys, event.key(), &KeyRow::key);
    const bool isPlain = event.modifiers() == Qt::NoModifier || event.modifiers() == Qt::KeypadModifier;
    return row == kKeys.end() || !isPlain ? nullptr : &*row;
}

QStringList typesIn(const QDropEvent& event)
{
    return QString::fromUtf8(event.mimeData()->data(TypeListModel::mimeType()))
        .split('\n', Qt::SkipEmptyParts);
}

}

TypeListView::TypeListView(List list, QWidget* parent)
    : QListView(parent)
    , m_list(list)
{
    named(this, qPrintable(text(name(list)) + "List"),
        tr("Operator types on the %1 list").arg(listTitle(list)));
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setDragEnabled(true);
    setAcceptDrops(true);
    setDragDropMode(QAbstractItemView::DragDrop);
    setDefaultDropAction(Qt::MoveAction);
    setDropIndicatorShown(false); // a list has no order, so the whole of it is the target
    setItemDelegate(new TwoLineDelegate(this, TwoLineDelegate::TooLong::Wrap));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setLayoutMode(QListView::Batched);
    setResizeMode(QListView::Adjust);
}

QStringList TypeListView::selectedTypes() const
{
    QStringList types;
    for (const QModelIndex& index : selectionModel()->selectedIndexes())
        types.append(index.data(kNameRole).toString());
    return types;
}

void TypeListView::selectTypes(const QStringList& types)
{
    QItemSelection found;
    for (int row = 0; row < model()->rowCount(); ++row) {
        const QModelIndex index = model()->index(row, 0);
        if (types.contains(index.data(kNameRole).toString()))
            found.select(index, index);
    }
    if (found.isEmpty()) {
        clearSelection();
        return;
    }
    const QModelIndex first = found.front().topLeft();
    selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    selectionModel()->select(found, QItemSelectionModel::ClearAndSelect);
    scrollTo(first);
}

bool TypeListView::event(QEvent* event)
{
    // The window has these keys too, for the operator selected in the graph; here they mean these types.
    if (event->type() == QEvent::ShortcutOverride && keyRow(*static_cast<const QKeyEvent*>(event))) {
        event->accept();
        return true;
    }
    return QListView::event(event);
}

void TypeListView::keyPressEvent(QKeyEvent* event)
{
    const KeyRow* row = keyRow(*event);
    if (!row) {
        QListView::keyPressEvent(event);
        return;
    }
    const QStringList types = selectedTypes();
    if (types.isEmpty())
        return;
    if (row->to)
        emit typesMoved(types, *row->to);
    else
        emit typesReset(types);
}

bool TypeListView::accepts(const QDropEvent& event) const
{
    return event.mimeData()->hasFormat(TypeListModel::mimeType());
}

void TypeListView::endHover()
{
    if (!std::exchange(m_isTarget, false))
        return;
    viewport()->update();
    emit dropWithdrawn();
}

void TypeListView::dragEnterEvent(QDragEnterEvent* event)
{
    if (!accepts(*event))
        return event->ignore();
    event->acceptProposedAction();
    if (event->source() == this)
        return;
    m_isTarget = true;
    viewport()->update();
    emit dropOffered(typesIn(*event), m_list);
}

void TypeListView::dragMoveEvent(QDragMoveEvent* event)
{
    if (accepts(*event))
        event->acceptProposedAction();
    else
        event->ignore();
}

void TypeListView::dragLeaveEvent(QDragLeaveEvent* event)
{
    endHover();
    QListView::dragLeaveEvent(event);
}

void TypeListView::dropEvent(QDropEvent* event)
{
    endHover();
    if (!accepts(*event))
        return event->ignore();
    // A copy for the view that dragged: after a move it would delete the rows itself.
    event->setDropAction(Qt::CopyAction);
    event->accept();
    if (event->source() != this)
        emit typesMoved(typesIn(*event), m_list);
}

void TypeListView::paintEvent(QPaintEvent* event)
{
    QListView::paintEvent(event);
    if (!m_isTarget)
        return;
    QPainter painter(viewport());
    constexpr int kFrame = 3;
    painter.setPen(QPen(color(ColorRole::Selection, schemeOf(palette())), kFrame));
    painter.drawRect(viewport()->rect().adjusted(1, 1, -2, -2));
}

}
