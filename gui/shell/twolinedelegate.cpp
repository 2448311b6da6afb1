// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/twolinedelegate.h"

#include "gui/theme/palette.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QPainter>

#include <limits>
#include <utility>

namespace halftone {
namespace {

constexpr int kMargin = 6;
constexpr int kPadding = 4; // above and below the text
constexpr int kTallest = std::numeric_limits<short>::max();
constexpr int kWordWrap = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

QFont withoutBold(QFont font)
{
    font.setBold(false);
    return font;
}

}

/// Where the texts of an item stand, from its upper left corner.
struct TwoLineDelegate::Parts
{
    QString name;
    QString aside;
    QString second;
    QFont nameFont;
    QFont mutedFont;
    QRect icon;
    QRect nameBox;
    QRect asideBox; // its text ends at its right edge
    QRect secondBox;
};

TwoLineDelegate::TwoLineDelegate(QObject* parent, TooLong tooLong)
    : QStyledItemDelegate(parent)
    , m_tooLong(tooLong)
{
}

// The name comes first; what stands beside it gets the room that is left, or a line of its own.
TwoLineDelegate::Parts TwoLineDelegate::partsOf(
    const QStyleOptionViewItem& option, const QModelIndex& index, int width) const
{
    Parts parts{.name = option.text,
        .aside = index.data(kAsideRole).toString(),
        .second = index.data(kSecondLineRole).toString(),
        .nameFont = option.font,
        .mutedFont = withoutBold(option.font)};
    const QFontMetrics muted(parts.mutedFont);
    const int line = option.fontMetrics.height();
    int left = kMargin;
    if (!option.icon.isNull()) {
        const int size = option.decorationSize.height();
        parts.icon = QRect(left, kPadding + (line - size) / 2, size, size);
        left += size + kMargin;
    }
    const int room = std::max(0, width - left - kMargin);
    parts.nameBox = QRect(left, kPadding, room, line);
    const int used = option.fontMetrics.horizontalAdvance(parts.name) + 2 * kMargin;
    const bool isBeside = parts.aside.isEmpty() || used + muted.horizontalAdvance(parts.aside) <= room;
    int top = kPadding + line;
    if (isBeside || m_tooLong == TooLong::Elide) {
        const int begin = std::min(used, room);
        parts.asideBox = QRect(left + begin, kPadding, room - begin, line);
    } else {
        const int height = muted.boundingRect(QRect(0, 0, room, kTallest), kWordWrap, parts.aside).height();
        parts.asideBox = QRect(left, top, room, height);
        top += height;
    }
    if (!parts.second.isEmpty()) {
        const int height = m_tooLong == TooLong::Elide
            ? line
            : muted.boundingRect(QRect(0, 0, room, kTallest), kWordWrap, parts.second).height();
        parts.secondBox = QRect(left, top, room, height);
    }
    return parts;
}

void TwoLineDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const Parts parts = partsOf(item, index, item.rect.width());
    item.text.clear();
    const QIcon icon = std::exchange(item.icon, QIcon());
    item.features &= ~QStyleOptionViewItem::HasDecoration;
    const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);

    painter->save();
    painter->translate(item.rect.topLeft());
    const bool isSelected = item.state.testFlag(QStyle::State_Selected);
    const bool isEnabled = item.state.testFlag(QStyle::State_Enabled);
    const QPalette::ColorGroup group = isEnabled ? QPalette::Active : QPalette::Disabled;
    const QColor strong = item.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text);
    icon.paint(painter, parts.icon, Qt::AlignCenter, isEnabled ? QIcon::Normal : QIcon::Disabled);
    painter->setFont(parts.nameFont);
    painter->setPen(strong);
    painter->drawText(parts.nameBox, Qt::AlignLeft,
        item.fontMetrics.elidedText(parts.name, Qt::ElideRight, parts.nameBox.width()));
    painter->setPen(isSelected || !isEnabled ? strong : color(ColorRole::MutedText, schemeOf(item.palette)));
    painter->setFont(parts.mutedFont);
    const QFontMetrics muted(parts.mutedFont);
    const auto draw = [&](const QRect& box, Qt::Alignment side, Qt::TextElideMode dots, const QString& text) {
        if (m_tooLong == TooLong::Wrap)
            painter->drawText(box, static_cast<int>(side) | Qt::TextWordWrap, text);
        else
            painter->drawText(box, side, muted.elidedText(text, dots, box.width()));
    };
    draw(parts.asideBox, Qt::AlignRight, Qt::ElideMiddle, parts.aside);
    draw(parts.secondBox, Qt::AlignLeft, Qt::ElideRight, parts.second);
    painter->restore();
}

QSize TwoLineDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const auto* view = qobject_cast<const QAbstractItemView*>(item.widget);
    if (m_tooLong == TooLong::Wrap && view) {
        const int width = view->viewport()->width();
        const Parts parts = partsOf(item, index, width);
        const QRect all = parts.nameBox | parts.asideBox | parts.secondBox;
        return {width, all.bottom() + 1 + kPadding};
    }
    const int lines = index.data(kSecondLineRole).toString().isEmpty() ? 1 : 2;
    const int width = item.fontMetrics.horizontalAdvance(item.text + index.data(kAsideRole).toString());
    return {
        width + item.decorationSize.width() + 4 * kMargin, lines * item.fontMetrics.height() + 2 * kPadding};
}

bool TwoLineDelegate::isCut(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const Parts parts = partsOf(item, index, item.rect.width());
    const QFontMetrics muted(parts.mutedFont);
    const auto isWider = [&](const QString& text, const QRect& box) {
        return m_tooLong == TooLong::Elide && muted.horizontalAdvance(text) > box.width();
    };
    const QRect all = parts.nameBox | parts.asideBox | parts.secondBox;
    return item.fontMetrics.horizontalAdvance(parts.name) > parts.nameBox.width() ||
        isWider(parts.aside, parts.asideBox) || isWider(parts.second, parts.secondBox) ||
        all.bottom() >= item.rect.height();
}

}
