// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/twolinedelegate.h"

#include "gui/theme/palette.h"

#include <QApplication>
#include <QPainter>

namespace halftone {
namespace {

constexpr int kMargin = 6;
constexpr int kPadding = 4; // above and below the text

}

void TwoLineDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString name = std::exchange(item.text, QString());
    const QIcon icon = std::exchange(item.icon, QIcon());
    item.features &= ~QStyleOptionViewItem::HasDecoration;
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    painter->save();
    const bool isSelected = item.state.testFlag(QStyle::State_Selected);
    const bool isEnabled = item.state.testFlag(QStyle::State_Enabled);
    const QPalette::ColorGroup group = isEnabled ? QPalette::Active : QPalette::Disabled;
    const QColor strong = item.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text);
    const QColor muted =
        isSelected || !isEnabled ? strong : color(ColorRole::MutedText, schemeOf(item.palette));
    QRect box = item.rect.adjusted(kMargin, kPadding, -kMargin, -kPadding);
    const int lineHeight = item.fontMetrics.height();
    if (!icon.isNull()) {
        const int size = item.decorationSize.height();
        icon.paint(painter, QRect(box.left(), box.top() + (lineHeight - size) / 2, size, size),
            Qt::AlignCenter, isEnabled ? QIcon::Normal : QIcon::Disabled);
        box.setLeft(box.left() + size + kMargin);
    }
    // The name comes first; what stands beside it gets the room that is left.
    painter->setFont(item.font);
    painter->setPen(strong);
    painter->drawText(QRect(box.left(), box.top(), box.width(), lineHeight), Qt::AlignLeft,
        item.fontMetrics.elidedText(name, Qt::ElideRight, box.width()));
    painter->setPen(muted);
    QFont plain = item.font;
    plain.setBold(false);
    painter->setFont(plain);
    const QFontMetrics plainMetrics(plain);
    const int used = item.fontMetrics.horizontalAdvance(name) + 2 * kMargin;
    const QString aside = index.data(kAsideRole).toString();
    painter->drawText(QRect(box.left(), box.top(), box.width(), lineHeight), Qt::AlignRight,
        plainMetrics.elidedText(aside, Qt::ElideMiddle, box.width() - used));
    const QString second = index.data(kSecondLineRole).toString();
    if (!second.isEmpty()) {
        painter->drawText(QRect(box.left(), box.top() + lineHeight, box.width(), lineHeight), Qt::AlignLeft,
            plainMetrics.elidedText(second, Qt::ElideRight, box.width()));
    }
    painter->restore();
}

QSize TwoLineDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const int lines = index.data(kSecondLineRole).toString().isEmpty() ? 1 : 2;
    const int width = item.fontMetrics.horizontalAdvance(item.text + index.data(kAsideRole).toString());
    return {
        width + item.decorationSize.width() + 4 * kMargin, lines * item.fontMetrics.height() + 2 * kPadding};
}

}
