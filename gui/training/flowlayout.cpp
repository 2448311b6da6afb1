// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/flowlayout.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace halftone {

FlowLayout::FlowLayout(QWidget* parent)
    : QLayout(parent)
{
    setSpacing(10);
}

FlowLayout::~FlowLayout() = default;

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.emplace_back(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    if (index < 0 || index >= count())
        return nullptr;
    QLayoutItem* item = m_items[static_cast<std::size_t>(index)].release();
    m_items.erase(m_items.begin() + index);
    return item;
}

int FlowLayout::heightForWidth(int width) const
{
    return flow({0, 0, width, 0}, Mode::Measure);
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : shownItems())
        size = size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

QSize FlowLayout::sizeHint() const
{
    int width = 0;
    for (const QLayoutItem* item : shownItems())
        width += item->sizeHint().width() + spacing();
    return QSize(width, minimumSize().height());
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    flow(rect, Mode::Place);
}

std::vector<QLayoutItem*> FlowLayout::shownItems() const
{
    std::vector<QLayoutItem*> shown;
    for (const auto& item : m_items) {
        if (!item->isEmpty())
            shown.push_back(item.get());
    }
    return shown;
}

// Items of one line end at one height: the fields of a line stand level whatever is above them.
int FlowLayout::flow(const QRect& rect, Mode mode) const
{
    const QRect area = rect.marginsRemoved(contentsMargins());
    const std::vector<QLayoutItem*> items = shownItems();
    int y = area.top();
    for (std::size_t first = 0; first < items.size();) {
        int width = -spacing();
        int height = 0;
        std::size_t end = first;
        for (; end < items.size(); ++end) {
            const QSize size = items[end]->sizeHint();
            if (end > first && width + spacing() + size.width() > area.width())
                break;
            width += spacing() + size.width();
            height = std::max(height, size.height());
        }
        int x = area.left();
        for (std::size_t i = first; i < end && mode == Mode::Place; ++i) {
            const QSize size = items[i]->sizeHint();
            const int fitting = std::min(size.width(), area.width());
            items[i]->setGeometry(QStyle::visualRect(parentWidget()->layoutDirection(), area,
                QRect(x, y + height - size.height(), fitting, size.height())));
            x += fitting + spacing();
        }
        y += height + spacing();
        first = end;
    }
    return std::max(0, y - spacing() - rect.top()) + contentsMargins().bottom();
}

}
