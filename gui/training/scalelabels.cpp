// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/scalelabels.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <vector>

namespace halftone {
namespace {

constexpr double kFromMark = 7; // pixels between the middle of a mark and words; marks are 9 wide
constexpr double kApart = 3;

/// Where words of \p size may stand around a mark, the best first.
std::array<QRectF, 6> placesAround(QPointF mark, QSizeF size)
{
    const double above = mark.y() - kFromMark - size.height();
    const double beside = mark.y() - size.height() / 2;
    const double left = mark.x() - kFromMark - size.width();
    const double right = mark.x() + kFromMark;
    const double centre = mark.x() - size.width() / 2;
    const double below = mark.y() + kFromMark;
    const auto at = [&size](double x, double y) { return QRectF(QPointF(x, y), size); };
    return {at(centre, above), at(right, beside), at(right, above), at(centre, below), at(left, beside),
        at(left, above)};
}

/// These are the pixels that marks and words take.
class TakenRoom
{
public:
    explicit TakenRoom(std::vector<QPointF> marks)
        : m_marks(std::move(marks))
    {
        std::ranges::sort(m_marks, {}, &QPointF::x);
    }

    bool isFree(const QRectF& place) const
    {
        const QRectF wide = place.adjusted(-kApart, -kApart, kApart, kApart);
        if (std::ranges::any_of(m_words, [&](const QRectF& words) { return words.intersects(wide); }))
            return false;
        constexpr double kHalfMark = kFromMark - 1;
        const QRectF around = place.adjusted(-kHalfMark, -kHalfMark, kHalfMark, kHalfMark);
        auto mark = std::ranges::lower_bound(m_marks, around.left(), {}, &QPointF::x);
        for (; mark != m_marks.end() && mark->x() < around.right(); ++mark) {
            if (around.contains(*mark))
                return false;
        }
        return true;
    }
    void take(const QRectF& words) { m_words.push_back(words); }

private:
    std::vector<QPointF> m_marks; // by x
    std::vector<QRectF> m_words;
};

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
        item->position->setType(QCPItemPosition::ptAbsolute);
        item->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
        item->setColor(m_ink);
        item->setFont(m_font);
        m_items.push_back(item);
    }
    return m_items[static_cast<qsizetype>(index)];
}

QPointF ScaleLabels::pixelOf(double step, double value) const
{
    return {m_rect->axis(QCPAxis::atBottom)->coordToPixel(step),
        m_rect->axis(QCPAxis::atLeft)->coordToPixel(value)};
}

void ScaleLabels::place(std::span<const Label> labels, std::span<const QPointF> marks)
{
    std::vector<QPointF> pixels;
    for (const QPointF& mark : marks)
        pixels.push_back(pixelOf(mark.x(), mark.y()));
    TakenRoom room(std::move(pixels));
    const QFontMetricsF metrics(m_font);
    const QRectF inside = m_rect->rect();
    std::size_t shown = 0;
    for (const Label& label : labels) {
        const auto places = placesAround(
            pixelOf(label.step, label.value), {metrics.horizontalAdvance(label.text), metrics.height()});
        const auto place = std::ranges::find_if(
            places, [&](const QRectF& each) { return inside.contains(each) && room.isFree(each); });
        if (place == places.end())
            continue;
        room.take(*place);
        QCPItemText* words = item(shown++);
        words->position->setPixelPosition(place->topLeft());
        words->setText(label.text);
        words->setVisible(m_rect->visible());
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
