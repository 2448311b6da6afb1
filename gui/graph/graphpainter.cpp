// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/graphpainter.h"

#include "gui/graph/distributionbar.h"
#include "gui/graph/heatpainter.h"
#include "gui/graph/picturegeometry.h"
#include "gui/graph/picturemetrics.h"

#include <QLineF>

#include <algorithm>
#include <array>
#include <map>

namespace halftone {
namespace {

constexpr double kNearScale = 0.4; // Texts of 13 pixels become 5: the smallest that can be guessed at.
constexpr double kMiddleScale = 0.08; // A box becomes 4 pixels high.
constexpr double kLineWidth = 1.4;
constexpr float kVeil = 0.72F; // how much of a pale box is covered
constexpr double kLongestSmooth = 1500; // pixels on the screen

constexpr double kReachAbove = 24; // Marks of casts and rings stand out of a box that far.

}

GraphPainter::Detail GraphPainter::detailFor(double scale)
{
    if (scale >= kNearScale)
        return Detail::Near;
    return scale >= kMiddleScale ? Detail::Middle : Detail::Far;
}

GraphPainter::GraphPainter(std::shared_ptr<const GraphPicture> picture, Scheme scheme, const QFont& font)
    : m_picture(std::move(picture))
    , m_scheme(scheme)
    , m_boxPainter(scheme, font)
{
}

void GraphPainter::paint(
    QPainter& painter, const QRectF& area, double scale, const PictureMarks& marks, const PaintWatch& watch)
{
    const QRectF reach = area.adjusted(-kReachAbove, -kReachAbove, kReachAbove, kReachAbove);
    m_boxPainter.setHasHeat(!marks.heat.empty());
    switch (detailFor(scale)) {
    case Detail::Far:
        paintFar(painter, reach, scale);
        break;
    case Detail::Middle:
        paintMiddle(painter, reach);
        break;
    case Detail::Near:
        paintNear(painter, reach, marks, watch);
        break;
    }
    if (detailFor(scale) != Detail::Near)
        paintCoarseHeat(painter, reach, marks, scale);
    if (detailFor(scale) == Detail::Far)
        paintHotMarks(painter, reach, marks, scale);
    if (marks.palesUnchanged)
        paintVeil(painter, reach, marks);
    if (detailFor(scale) != Detail::Near) // where boxes bear their marks themselves
        paintMarks(painter, reach, marks, scale);
}

// Every box gets at least one pixel, or single boxes would vanish between the lines of the screen.
void GraphPainter::paintFar(QPainter& painter, const QRectF& area, double scale) const
{
    std::map<DType, QList<QRectF>> rects;
    const double pixel = 1 / scale;
    paintFrames(painter, area);
    for (const std::uint32_t box : boxesIn(*m_picture, area)) {
        if (m_picture->boxes[box].kind == PictureBox::Kind::Frame)
            continue;
        QRectF rect = boxRect(*m_picture, box);
        rect.setSize(rect.size().expandedTo({pixel, pixel}));
        rects[m_picture->boxes[box].precision].push_back(rect);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (const auto& [dtype, list] : rects) {
        painter.setBrush(precisionStyle(dtype, m_scheme).fill);
        painter.drawRects(list);
    }
}

void GraphPainter::paintMiddle(QPainter& painter, const QRectF& area)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintFrames(painter, area);
    paintCoarseEdges(painter, area);
    paintCoarseBoxes(painter, area);
}

// The grounds of open groups, outer ones first.
void GraphPainter::paintFrames(QPainter& painter, const QRectF& area) const
{
    for (std::size_t panel = 1; panel < m_picture->panels.size(); ++panel) {
        if (boxRect(*m_picture, m_picture->panels[panel].frame).intersects(area))
            m_boxPainter.paintFrame(painter, *m_picture, m_picture->panels[panel].frame);
    }
}

void GraphPainter::paintCoarseEdges(QPainter& painter, const QRectF& area) const
{
    QList<QLineF> lines;
    QList<QPointF> casts;
    for (const std::uint32_t edge : edgesIn(*m_picture, area)) {
        const PicturePlaces::Panel& panel = m_picture->placesOf(m_picture->edges[edge].panel);
        const GraphLayout& layout = panel.layout();
        const Slice route = layout.routes[edge - m_picture->panels[m_picture->edges[edge].panel].firstEdge];
        for (std::uint32_t i = route.first + 1; i < route.first + route.count; ++i) {
            const LayoutPoint& from = layout.points[i - 1];
            const LayoutPoint& to = layout.points[i];
            lines.push_back({panel.x + from.x, panel.y + from.y, panel.x + to.x, panel.y + to.y});
        }
        if (m_picture->edges[edge].hasCast())
            casts.push_back(castPlace(*m_picture, edge));
    }
    QPen pen(color(ColorRole::Edge, m_scheme), 1);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.drawLines(lines);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color(ColorRole::Cast, m_scheme));
    for (const QPointF& place : casts)
        painter.drawRect(QRectF(place - QPointF(7, 7), QSizeF(14, 14)));
}

namespace {

void addParts(const std::vector<BarPart>& bar, const QRectF& room, std::map<QRgb, QList<QRectF>>& byColor)
{
    const std::vector<QRectF> places = placesOfParts(bar, room);
    for (std::size_t i = 0; i < bar.size(); ++i)
        byColor[bar[i].fill.rgb()].push_back(places[i]);
}

// The two bars of a group without its title, which cannot be read from there.
QRectF upperHalf(const QRectF& rect)
{
    return {rect.left() + 12, rect.top() + 12, rect.width() - 24, rect.height() / 2 - 14};
}
QRectF lowerHalf(const QRectF& rect)
{
    return upperHalf(rect).translated(0, rect.height() / 2 - 10);
}

}

void GraphPainter::paintCoarseBoxes(QPainter& painter, const QRectF& area) const
{
    std::array<QList<QRectF>, 3> boxes; // by list
    std::map<DType, QList<QRectF>> stripes;
    std::map<QRgb, QList<QRectF>> parts; // of groups, by colour
    QList<QRectF> ends;
    for (const std::uint32_t index : boxesIn(*m_picture, area)) {
        const PictureBox& box = m_picture->boxes[index];
        const QRectF rect = boxRect(*m_picture, index);
        if (box.kind == PictureBox::Kind::Frame)
            continue;
        if (!box.isOperator()) {
            ends.push_back(rect);
            continue;
        }
        if (box.kind == PictureBox::Kind::Group) {
            ends.push_back(rect);
            addParts(listParts(m_picture->groups[box.group], m_scheme), upperHalf(rect), parts);
            addParts(precisionParts(m_picture->groups[box.group], m_scheme), lowerHalf(rect), parts);
            continue;
        }
        boxes[static_cast<std::size_t>(box.list)].push_back(rect);
        stripes[box.precision].push_back({rect.topLeft(), QSizeF(kStripeWidth, rect.height())});
    }
    QPen pen(color(ColorRole::Edge, m_scheme), 1);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.setBrush(color(ColorRole::Canvas, m_scheme));
    painter.drawRects(ends);
    for (const List list : {List::White, List::Black, List::Gray}) {
        const ListStyle style = listStyle(list, m_scheme);
        pen.setColor(style.outline);
        painter.setPen(pen);
        painter.setBrush(style.fill);
        painter.drawRects(boxes[static_cast<std::size_t>(list)]);
    }
    painter.setPen(Qt::NoPen);
    for (const auto& [dtype, list] : stripes) {
        painter.setBrush(precisionStyle(dtype, m_scheme).fill);
        painter.drawRects(list);
    }
    for (const auto& [fill, list] : parts) {
        painter.setBrush(QColor(fill));
        painter.drawRects(list);
    }
}

// Texts cannot be read from there: the level is a colour and the width of a bar.
void GraphPainter::paintCoarseHeat(
    QPainter& painter, const QRectF& area, const PictureMarks& marks, double scale) const
{
    if (marks.heat.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    QPen pen(color(ColorRole::Edge, m_scheme), 1);
    pen.setCosmetic(true);
    for (const std::uint32_t box : boxesIn(*m_picture, area)) {
        const HeatMark& mark = marks.heat[box];
        if (!mark.isShown() || m_picture->boxes[box].kind == PictureBox::Kind::Frame)
            continue;
        QRectF rect = boxRect(*m_picture, box);
        const double full = rect.width() - kStripeWidth;
        rect.setLeft(rect.right() - full * (mark.level + 1) / kHeatLevels);
        rect.setSize(rect.size().expandedTo({1 / scale, 1 / scale}));
        painter.setPen(detailFor(scale) == Detail::Far ? QPen(Qt::NoPen) : pen);
        painter.setBrush(heatStyle(mark.level, m_scheme).fill);
        painter.drawRect(rect);
    }
}

namespace {

/// Counts what has been painted.
class PaintSteps
{
public:
    PaintSteps(const PaintWatch& watch, std::size_t all)
        : m_watch(watch)
        , m_all(all)
    {
    }
    /// False when it is to stop.
    bool goOn()
    {
        constexpr std::size_t kBetween = 256; // a few milliseconds
        const bool isAsked = m_watch && ++m_done % kBetween == 0;
        return !isAsked || m_watch(static_cast<double>(m_done) / static_cast<double>(m_all));
    }

private:
    const PaintWatch& m_watch;
    std::size_t m_all;
    std::size_t m_done = 0;
};

}

void GraphPainter::paintNear(
    QPainter& painter, const QRectF& area, const PictureMarks& marks, const PaintWatch& watch)
{
    const std::vector<std::uint32_t> edges = edgesIn(*m_picture, area);
    const std::vector<std::uint32_t> boxes = boxesIn(*m_picture, area);
    PaintSteps steps(watch, edges.size() + boxes.size());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    paintFrames(painter, area);
    const QPen pen(color(ColorRole::Edge, m_scheme), kLineWidth);
    for (const std::uint32_t edge : edges) {
        if (!steps.goOn())
            return;
        paintEdge(painter, edge, pen);
    }
    if (marks.hovered != GraphPicture::kNoBox)
        paintMarkedEdges(painter, marks.hovered, kLineWidth);
    if (marks.selected != GraphPicture::kNoBox)
        paintMarkedEdges(painter, marks.selected, 2 * kLineWidth);
    for (const std::uint32_t box : boxes) {
        if (!steps.goOn())
            return;
        m_boxPainter.paint(painter, *m_picture, box,
            {marks.isSelectedBox(box), box == marks.hovered, marks.isChangedBox(box), marks.heatOf(box),
                marks.seen});
        const Slice stubs = m_picture->stubsOf[box];
        for (std::uint32_t stub = stubs.first; stub < stubs.first + stubs.count; ++stub)
            m_boxPainter.paintStub(painter, *m_picture, stub);
    }
    for (const std::uint32_t edge : edges) {
        if (m_picture->edges[edge].hasCast())
            m_boxPainter.paintCast(painter, castPlace(*m_picture, edge), m_picture->edges[edge].casts);
    }
    if (marks.selected != GraphPicture::kNoBox)
        paintDecider(painter, marks.selected);
}

void GraphPainter::paintEdge(QPainter& painter, std::uint32_t edge, const QPen& pen) const
{
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const QPainterPath path = edgePath(*m_picture, edge);
    // Qt's rasterizer takes quadratic time in the length of flat smooth lines; of these nobody sees the
    // steps.
    const bool isSmooth = path.controlPointRect().width() * painter.transform().m11() < kLongestSmooth;
    painter.setRenderHint(QPainter::Antialiasing, isSmooth);
    painter.drawPath(path);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF tip = path.currentPosition();
    painter.setPen(Qt::NoPen);
    painter.setBrush(pen.color());
    painter.drawPolygon(
        QPolygonF({tip, tip + QPointF(-3.5, -kArrowLength), tip + QPointF(3.5, -kArrowLength)}));
}

void GraphPainter::paintMarkedEdges(QPainter& painter, std::uint32_t box, double width)
{
    const QPen pen(color(ColorRole::Selection, m_scheme), width);
    for (const Adjacency* edges : {&m_picture->edgesInto, &m_picture->edgesFrom}) {
        for (const std::uint32_t edge : (*edges)[box]) {
            if (!m_picture->isStub(edge))
                paintEdge(painter, edge, pen);
        }
    }
}

// Around the left side, where no labels stand, to the operator whose type was inherited.
void GraphPainter::paintDecider(QPainter& painter, std::uint32_t box) const
{
    const std::uint32_t decider = m_picture->nearestBox(m_picture->boxes[box].decidedBy);
    if (decider == GraphPicture::kNoBox || decider == box)
        return;
    const QRectF from = boxRect(*m_picture, box);
    const QRectF to = boxRect(*m_picture, decider);
    const QPointF start(from.left() - 7, from.center().y());
    const QPointF end(to.left() - 1, to.center().y());
    const double side = std::min(start.x(), end.x()) - 48;
    QPainterPath path(start);
    path.cubicTo(QPointF(side, start.y()), QPointF(side, end.y()), end - QPointF(kArrowLength, 0));
    const QColor ink = color(ColorRole::Selection, m_scheme);
    QPen pen(ink, 1.2);
    pen.setDashPattern({6, 3});
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawPolygon(
        QPolygonF({end, end + QPointF(-kArrowLength - 1, -4), end + QPointF(-kArrowLength - 1, 4)}));
}

// From far away a ring of fixed width on the screen still shows where the selection is.
void GraphPainter::paintMarks(
    QPainter& painter, const QRectF& area, const PictureMarks& marks, double scale) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const auto ring = [&](std::uint32_t box, ColorRole role, double width) {
        QPen pen(color(role, m_scheme), width);
        pen.setCosmetic(true);
        painter.setPen(pen);
        const double gap = 3 / scale;
        painter.drawRect(boxRect(*m_picture, box).adjusted(-gap, -gap, gap, gap));
    };
    for (const std::uint32_t box : boxesIn(*m_picture, area)) {
        if (marks.isChangedBox(box))
            ring(box, ColorRole::Changed, 1.5);
        if (box != marks.selected && marks.isSelectedBox(box))
            ring(box, ColorRole::Selection, 1.5);
    }
    if (marks.selected != GraphPicture::kNoBox)
        ring(marks.selected, ColorRole::Selection, 2.5);
}

// The casts of a pale box are pale too: they stand above it.
void GraphPainter::paintVeil(QPainter& painter, const QRectF& area, const PictureMarks& marks) const
{
    QColor veil = color(ColorRole::Canvas, m_scheme);
    veil.setAlphaF(kVeil);
    for (const std::uint32_t box : boxesIn(*m_picture, area)) {
        const PictureBox& row = m_picture->boxes[box];
        if (!marks.isChangedBox(box) && !marks.isSelectedBox(box) && row.isOperator() &&
            row.kind != PictureBox::Kind::Frame)
            painter.fillRect(boxRect(*m_picture, box).adjusted(-1, -kReachAbove / 2, 1, 1), veil);
    }
}

}
