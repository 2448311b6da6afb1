// SPDX-License-Identifier: GPL-3.0-or-later
//
// The marks of the hottest boxes where boxes are too small for a width to be told.
#include "gui/graph/graphpainter.h"
#include "gui/graph/picturegeometry.h"

#include <unordered_set>

namespace halftone {
namespace {

constexpr int kWarm = kHeatLevels - 2; // hollow from here on
constexpr int kHot = kHeatLevels - 1; // filled
constexpr double kSide = 10; // of a triangle, in pixels on the screen

// At most one mark in a square of the screen, or thousands of them would be one stain.
std::uint64_t squareOf(const QPointF& onScreen)
{
    const auto cell = [](double at) {
        return static_cast<std::uint32_t>(static_cast<std::int32_t>(at / kSide));
    };
    return std::uint64_t(cell(onScreen.x())) << 32 | cell(onScreen.y());
}

QPolygonF triangle(const QPointF& middle, double side)
{
    return {{middle + QPointF(0, -side / 2), middle + QPointF(side / 2, side / 2),
        middle + QPointF(-side / 2, side / 2)}};
}

}

// Hot ones first: where there is room for one, it is theirs.
void GraphPainter::paintHotMarks(
    QPainter& painter, const QRectF& area, const PictureMarks& marks, double scale) const
{
    if (marks.heat.empty())
        return;
    const std::vector<std::uint32_t> boxes = boxesIn(*m_picture, area);
    std::unordered_set<std::uint64_t> taken;
    QPen pen(color(ColorRole::Text, m_scheme), 1.2);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const int level : {kHot, kWarm}) {
        painter.setBrush(color(level == kHot ? ColorRole::Text : ColorRole::Canvas, m_scheme));
        for (const std::uint32_t box : boxes) {
            const HeatMark& mark = marks.heat[box];
            if (!mark.isShown() || mark.level != level ||
                m_picture->boxes[box].kind == PictureBox::Kind::Frame)
                continue;
            const QRectF rect = boxRect(*m_picture, box);
            const QPointF beside(rect.right() + kSide / scale, rect.center().y());
            if (taken.insert(squareOf(beside * scale)).second)
                painter.drawPolygon(triangle(beside, kSide / scale));
        }
    }
}

}
