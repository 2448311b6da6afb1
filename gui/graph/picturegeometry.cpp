// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/picturegeometry.h"

#include "gui/graph/picturemetrics.h"

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

QPointF originOf(const GraphPicture& picture, std::uint32_t panel)
{
    return {picture.placesOf(panel).x, picture.placesOf(panel).y};
}

QPointF point(const LayoutPoint& p)
{
    return {p.x, p.y};
}

std::span<const LayoutPoint> route(const GraphLayout& layout, std::uint32_t edge)
{
    const Slice slice = layout.routes[edge];
    return std::span(layout.points).subspan(slice.first, slice.count);
}

std::span<const std::uint32_t> boxesOfRank(const GraphLayout& layout, std::uint32_t rank)
{
    const Slice slice = layout.ranks[rank].boxes;
    return std::span(layout.byRank).subspan(slice.first, slice.count);
}

const GraphLayout::Box& placeOf(const GraphPicture& picture, std::uint32_t box)
{
    const std::uint32_t panel = picture.boxes[box].panel;
    return picture.placesOf(panel).layout().boxes[box - picture.panels[panel].firstBox];
}

/// The panels that touch an area, with the area in their own coordinates.
template <typename Visit>
void forPanelsIn(const GraphPicture& picture, const QRectF& area, Visit visit)
{
    for (std::uint32_t panel = 0; panel < picture.panels.size(); ++panel) {
        const GraphLayout& layout = picture.placesOf(panel).layout();
        const QRectF inside = area.translated(-originOf(picture, panel));
        const double reach = kStubReach; // Stubs of the last column stand out.
        if (inside.left() <= layout.width + reach && inside.right() >= 0 && inside.top() <= layout.height &&
            inside.bottom() >= 0)
            visit(panel, inside);
    }
}

}

QRectF pictureRect(const GraphPicture& picture)
{
    const GraphLayout& layout = picture.placesOf(0).layout();
    return {0, 0, layout.width, layout.height};
}

QRectF boxRect(const GraphPicture& picture, std::uint32_t box)
{
    const GraphLayout::Box& place = placeOf(picture, box);
    return QRectF(place.x, place.y, place.width, place.height)
        .translated(originOf(picture, picture.boxes[box].panel));
}

QRectF headerRect(const GraphPicture& picture, std::uint32_t frame)
{
    QRectF rect = boxRect(picture, frame);
    rect.setHeight(kFrameHeader);
    return rect;
}

QRectF clickableRect(const GraphPicture& picture, std::uint32_t box)
{
    const bool isFrame = picture.boxes[box].kind == PictureBox::Kind::Frame;
    return isFrame ? headerRect(picture, box) : boxRect(picture, box);
}

QRectF stubRect(const GraphPicture& picture, const PictureStub& stub)
{
    const QRectF box = boxRect(picture, stub.box);
    const double top = stub.isOutgoing ? box.bottom() - kStubInset - kStubHeight : box.top() + kStubInset;
    return {box.right(), top, kStubReach, kStubHeight};
}

std::vector<QPointF> edgeCorners(const GraphPicture& picture, std::uint32_t edge)
{
    const std::uint32_t panel = picture.edges[edge].panel;
    const QPointF origin = originOf(picture, panel);
    std::vector<QPointF> corners;
    for (const LayoutPoint& corner :
        route(picture.placesOf(panel).layout(), edge - picture.panels[panel].firstEdge))
        corners.push_back(point(corner) + origin);
    return corners;
}

QPainterPath edgePath(const GraphPicture& picture, std::uint32_t edge)
{
    const std::vector<QPointF> corners = edgeCorners(picture, edge);
    QPainterPath path(corners.front());
    for (std::size_t i = 1; i < corners.size(); ++i) {
        const QPointF& from = corners[i - 1];
        const QPointF& to = corners[i];
        const double middle = (from.y() + to.y()) / 2;
        if (from.x() == to.x())
            path.lineTo(to);
        else
            path.cubicTo({from.x(), middle}, {to.x(), middle}, to);
    }
    return path;
}

QPointF castPlace(const GraphPicture& picture, std::uint32_t edge)
{
    const std::vector<QPointF> corners = edgeCorners(picture, edge);
    const QPointF from = corners[corners.size() - 2];
    const QPointF to = corners.back();
    if (from.x() == to.x())
        return {to.x(), std::max(to.y() - kCastDistance, (from.y() + to.y()) / 2)};
    // The point of the cubic at three quarters of its parameter.
    constexpr double t = 0.75;
    constexpr double u = 1 - t;
    const double start = u * u * u + 3 * u * u * t;
    const double end = t * t * t + 3 * u * t * t;
    const double middle = 3 * u * u * t + 3 * u * t * t;
    return {start * from.x() + end * to.x(),
        u * u * u * from.y() + middle * (from.y() + to.y()) / 2 + t * t * t * to.y()};
}

RankSpan ranksBetween(const GraphLayout& layout, double top, double bottom)
{
    const auto first = std::ranges::lower_bound(layout.ranks, top, {}, &GraphLayout::Rank::bottom);
    const auto end = std::ranges::upper_bound(layout.ranks, bottom, {}, &GraphLayout::Rank::top);
    const auto index = [&](auto it) { return static_cast<std::uint32_t>(it - layout.ranks.begin()); };
    return {index(first), std::max(index(first), index(end))};
}

std::vector<std::uint32_t> boxesIn(const GraphPicture& picture, const QRectF& area)
{
    std::vector<std::uint32_t> found;
    forPanelsIn(picture, area, [&](std::uint32_t panel, const QRectF& inside) {
        const GraphLayout& layout = picture.placesOf(panel).layout();
        const std::uint32_t first = picture.panels[panel].firstBox;
        const RankSpan ranks = ranksBetween(layout, inside.top(), inside.bottom());
        for (std::uint32_t rank = ranks.first; rank < ranks.end; ++rank) {
            for (const std::uint32_t box : boxesOfRank(layout, rank)) {
                const GraphLayout::Box& place = layout.boxes[box];
                const double reach = picture.stubsOf[first + box].count > 0 ? kStubReach : 0;
                if (place.x <= inside.right() && place.x + place.width + reach >= inside.left())
                    found.push_back(first + box);
            }
        }
    });
    return found;
}

std::vector<std::uint32_t> edgesIn(const GraphPicture& picture, const QRectF& area)
{
    std::vector<std::uint32_t> found;
    forPanelsIn(picture, area, [&](std::uint32_t panel, const QRectF& inside) {
        const PanelPlaces& places = *picture.placesOf(panel).places;
        const RankSpan ranks = ranksBetween(places.layout, inside.top(), inside.bottom());
        const auto start = static_cast<std::ptrdiff_t>(found.size());
        // The gap above the first rank, too.
        for (std::uint32_t rank = ranks.first == 0 ? 0 : ranks.first - 1; rank < ranks.end; ++rank)
            std::ranges::copy(places.edgesBelowRank[rank], std::back_inserter(found));
        std::ranges::sort(found.begin() + start, found.end());
        const auto isAside = [&](std::uint32_t edge) {
            const auto [left, right] = std::ranges::minmax(route(places.layout, edge), {}, &LayoutPoint::x);
            return right.x < inside.left() || left.x > inside.right();
        };
        found.erase(std::unique(found.begin() + start, found.end()), found.end());
        found.erase(std::remove_if(found.begin() + start, found.end(), isAside), found.end());
        for (auto edge = found.begin() + start; edge != found.end(); ++edge)
            *edge += picture.panels[panel].firstEdge;
    });
    return found;
}

// Inner boxes come last, and of a frame only its band is a thing to point at.
std::uint32_t boxAt(const GraphPicture& picture, QPointF where)
{
    std::uint32_t at = GraphPicture::kNoBox;
    for (const std::uint32_t box : boxesIn(picture, {where, QSizeF()})) {
        const bool isFrame = picture.boxes[box].kind == PictureBox::Kind::Frame;
        if ((isFrame ? headerRect(picture, box) : boxRect(picture, box)).contains(where))
            at = box;
    }
    return at;
}

std::uint32_t stubAt(const GraphPicture& picture, QPointF where)
{
    for (const std::uint32_t box : boxesIn(picture, {where, QSizeF()})) {
        const Slice slice = picture.stubsOf[box];
        for (std::uint32_t i = slice.first; i < slice.first + slice.count; ++i) {
            if (stubRect(picture, picture.stubs[i]).contains(where))
                return i;
        }
    }
    return GraphPicture::kNoBox;
}

std::uint32_t castAt(const GraphPicture& picture, QPointF where)
{
    for (const std::uint32_t edge : edgesIn(picture, {where, QSizeF()})) {
        if (!picture.edges[edge].hasCast())
            continue;
        const QPointF offset = castPlace(picture, edge) - where;
        if (std::abs(offset.x()) + std::abs(offset.y()) <= kCastRadius + 2)
            return edge;
    }
    return GraphPicture::kNoBox;
}

namespace {

/// Keeps the operator that stands nearest to a place; drawn lines come before stubs.
class NearestBox
{
public:
    NearestBox(const GraphPicture& picture, std::uint32_t start)
        : m_picture(picture)
        , m_start(start)
        , m_best(start)
    {
    }

    void offer(std::uint32_t box, bool isStub)
    {
        if (!m_picture.boxes[box].isOperator())
            return;
        const double distance = std::abs(centre(box) - centre(m_start));
        if (m_best != m_start && std::pair(isStub, distance) >= std::pair(m_isStub, m_distance))
            return;
        m_best = box;
        m_isStub = isStub;
        m_distance = distance;
    }
    std::uint32_t best() const { return m_best; }

private:
    double centre(std::uint32_t box) const { return boxRect(m_picture, box).center().x(); }

    const GraphPicture& m_picture;
    std::uint32_t m_start;
    std::uint32_t m_best;
    bool m_isStub = false;
    double m_distance = 0;
};

std::uint32_t sibling(const GraphPicture& picture, std::uint32_t box, int step)
{
    const GraphLayout::Box& place = placeOf(picture, box);
    const std::uint32_t panel = picture.boxes[box].panel;
    const std::span<const std::uint32_t> rank = boxesOfRank(picture.placesOf(panel).layout(), place.rank);
    for (auto column = static_cast<std::int64_t>(place.column) + step;
        column >= 0 && column < static_cast<std::int64_t>(rank.size()); column += step) {
        const std::uint32_t other = picture.panels[panel].firstBox + rank[static_cast<std::size_t>(column)];
        if (picture.boxes[other].isOperator())
            return other;
    }
    return box;
}

// The first operator inside, from the top and the left.
std::uint32_t firstInside(const GraphPicture& picture, std::uint32_t frame)
{
    for (std::uint32_t panel = 1; panel < picture.panels.size(); ++panel) {
        if (picture.panels[panel].frame != frame)
            continue;
        for (const std::uint32_t box : picture.placesOf(panel).layout().byRank) {
            if (picture.boxes[picture.panels[panel].firstBox + box].isOperator())
                return picture.panels[panel].firstBox + box;
        }
    }
    return frame;
}

std::uint32_t alongLines(const GraphPicture& picture, std::uint32_t box, bool isUp)
{
    NearestBox nearest(picture, box);
    for (const std::uint32_t edge : isUp ? picture.edgesInto[box] : picture.edgesFrom[box]) {
        const PictureEdge& line = picture.edges[edge];
        nearest.offer(isUp ? line.from : line.to, picture.isStub(edge));
    }
    return nearest.best();
}

}

std::uint32_t neighbour(const GraphPicture& picture, std::uint32_t box, Direction direction)
{
    if (direction == Direction::Left || direction == Direction::Right)
        return sibling(picture, box, direction == Direction::Left ? -1 : 1);
    const bool isUp = direction == Direction::Up;
    if (!isUp && picture.boxes[box].kind == PictureBox::Kind::Frame)
        return firstInside(picture, box);
    std::uint32_t next = alongLines(picture, box, isUp);
    const std::uint32_t frame = picture.panels[picture.boxes[box].panel].frame;
    if (next != box || frame == GraphPicture::kNoBox)
        return next;
    if (isUp)
        return frame;
    for (std::uint32_t outer = frame; outer != GraphPicture::kNoBox;
        outer = picture.panels[picture.boxes[outer].panel].frame) {
        next = alongLines(picture, outer, false);
        if (next != outer)
            return next;
    }
    return box;
}

}
