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

// Above its mark, and moved inside where that is beyond an end of the plot.
QRectF ScaleLabels::placeOf(const Label& label, const QFontMetricsF& metrics) const
{
    const double width = metrics.horizontalAdvance(label.text) + kApart;
    const QPointF mark = positionOf(label);
    const double last = std::max<double>(m_rect->left(), m_rect->right() - width);
    const double left = std::clamp<double>(mark.x() - width / 2, m_rect->left(), last);
    return {left, mark.y() - kAboveMark - metrics.height(), width, metrics.height()};
}

QPointF ScaleLabels::positionOf(const Label& label) const
{
    return {m_rect->axis(QCPAxis::atBottom)->coordToPixel(label.step),
        m_rect->axis(QCPAxis::atLeft)->coordToPixel(label.value)};
}

void ScaleLabels::place(std::span<const Label> labels)
{
    constexpr double kMark = 5; // half of its width
    const QFontMetricsF metrics(m_font);
    std::vector<QRectF> taken; // by words and by marks
    for (const Label& label : labels)
        taken.emplace_back(positionOf(label) - QPointF(kMark, kMark), QSizeF(2 * kMark, 2 * kMark));
    std::size_t shown = 0;
    for (const Label& label : labels) {
        const QRectF place = placeOf(label, metrics);
        const bool isInView = m_rect->axis(QCPAxis::atBottom)->range().contains(label.step);
        if (!isInView || place.top() < m_rect->top() || place.width() > m_rect->width() ||
            std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(place); }))
            continue;
        QCPItemText* words = item(shown++);
        words->position->setCoords(
            m_rect->axis(QCPAxis::atBottom)->pixelToCoord(place.center().x()), label.value);
        words->setText(label.text);
        words->setVisible(m_rect->visible());
        taken.push_back(place);
    }
    for (std::size_t i = shown; i < static_cast<std::size_t>(m_items.size()); ++i)
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
