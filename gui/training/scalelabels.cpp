// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/scalelabels.h"

#include <QFontMetricsF>

#include <algorithm>

namespace halftone {
namespace {

constexpr int kAboveMark = 12; // pixels
constexpr double kApart = 6;

}

ScaleLabels::ScaleLabels(QCPAxisRect& rect)
    : m_rect(&rect)
{
}

QCPItemText* ScaleLabels::item(std::size_t index)
{
    while (static_cast<std::size_t>(m_items.size()) <= index) {
        auto* item = new QCPItemText(m_rect->parentPlot());
        item->setClipAxisRect(m_rect);
        item->position->setAxisRect(m_rect);
        item->position->setAxes(m_rect->axis(QCPAxis::atBottom), m_rect->axis(QCPAxis::atLeft));
        item->position->setType(QCPItemPosition::ptPlotCoords);
        item->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
        item->setPadding({0, 0, 0, kAboveMark});
        item->setColor(m_ink);
        item->setFont(m_font);
        m_items.push_back(item);
    }
    return m_items[static_cast<qsizetype>(index)];
}

void ScaleLabels::place(std::span<const Label> labels)
{
    const QFontMetricsF metrics(m_font);
    const QCPAxis* steps = m_rect->axis(QCPAxis::atBottom);
    const QCPAxis* values = m_rect->axis(QCPAxis::atLeft);
    std::vector<QRectF> taken;
    for (const Label& label : labels) {
        const double width = metrics.horizontalAdvance(label.text) + kApart;
        const QPointF at(steps->coordToPixel(label.step), values->coordToPixel(label.value) - kAboveMark);
        const QRectF place(at.x() - width / 2, at.y() - metrics.height(), width, metrics.height());
        const bool isInside = place.left() >= m_rect->left() && place.right() <= m_rect->right() &&
            place.top() >= m_rect->top();
        if (!isInside || std::ranges::any_of(taken, [&](const QRectF& r) { return r.intersects(place); }))
            continue;
        QCPItemText* shown = item(taken.size());
        shown->position->setCoords(label.step, label.value);
        shown->setText(label.text);
        shown->setVisible(m_rect->visible());
        taken.push_back(place);
    }
    for (std::size_t i = taken.size(); i < static_cast<std::size_t>(m_items.size()); ++i)
        m_items[static_cast<qsizetype>(i)]->setVisible(false);
}

void ScaleLabels::setStyle(const QColor& ink, const QFont& font)
{
    m_ink = ink;
    m_font = font;
    for (QCPItemText* item : m_items) {
        item->setColor(ink);
        item->setFont(font);
    }
}

}
