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
    /// What becomes of texts that have no room: dots in one line, or more lines, which makes rows of
    /// different heights.
    enum class TooLong { Elide, Wrap };

    explicit TwoLineDelegate(QObject* parent = nullptr, TooLong tooLong = TooLong::Elide);

    void paint(
        QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Whether an item that has the size of \p option.rect shows dots somewhere.
    bool isCut(const QStyleOptionViewItem& option, const QModelIndex& index) const;

private:
    struct Parts;
    Parts partsOf(const QStyleOptionViewItem& option, const QModelIndex& index, int width) const;

    TooLong m_tooLong;
};

}
