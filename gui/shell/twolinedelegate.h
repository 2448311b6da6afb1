// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace halftone {

/// This paints an item as a name with a muted word at the right end and, where there is one, a muted line
/// below it.
class TwoLineDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    enum Role { kSecondLineRole = Qt::UserRole + 100, kAsideRole };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}
