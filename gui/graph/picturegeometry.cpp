// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/picturegeometry.h"

#include "gui/graph/picturemetrics.h"

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

QPointF point(const LayoutPoint& p)
{
    return {p.x, p.y};
}

std::span<const LayoutPoint> route(const GraphPicture& picture, std::uint32_t edge)
{
    const Slice slice = picture.layout().routes[edge];
    return std::span(picture.layout().points).subspan(slice.first, slice.count);
}

std::span<const std::uint32_t> boxesOfRank(const GraphLayout& layout, std::uint32_t rank)
{
    const Slice slice = layout.ranks[rank].boxes;
    return std::span(layout.byRank).subspan(slice.first, slice.count);
}

}

QRectF pictureRect(const GraphPicture& picture)
{
    return {0, 0, picture.layout().width, picture.layout().height};
}

QRectF boxRect(const GraphPicture& picture, std::uint32_t box)
{
    const GraphLayout::Box& place = picture.layout().boxes[box];
    return {place.x, place.y, place.width, place.height};
}

QRectF stubRect(const GraphPicture& picture, const PictureStub& stub)
{
    const QRectF box = boxRect(picture, stub.box);
    const double top = stub.isOutgoing ? box.bottom() - kStubInset - kStubHeight : box.top() + kStubInset;
    return {box.right(), top, kStubReach, kStubHeight};
}

QPainterPath edgePath(const GraphPicture& picture, std::uint32_t edge)
{
    const std::span<const LayoutPoint> corners = route(picture, edge);
    QPainterPath path(point(corners.front()));
    for (std::size_t i = 1; i < corners.size(); ++i) {
        const LayoutPoint& from = corners[i - 1];
        const LayoutPoint& to = corners[i];
        const double middle = (from.y + to.y) / 2;
        if (from.x == to.x)
            path.lineTo(point(to));
        else
            path.cubicTo({from.x, middle}, {to.x, middle}, point(to));
    }
    return path;
}

QPointF castPlace(const GraphPicture& picture, std::uint32_t edge)
{
    const std::span<const LayoutPoint> corners = route(picture, edge);
    const LayoutPoint& from = corners[corners.size() - 2];
    const LayoutPoint& to = corners.back();
    if (from.x == to.x)
        return {to.x, std::max(to.y - kCastDistance, (from.y + to.y) / 2)};
    // The point of the cubic at three quarters of its parameter.
    constexpr double t = 0.75;
    constexpr double u = 1 - t;
    const double start = u * u * u + 3 * u * u * t;
    const double end = t * t * t + 3 * u * t * t;
    const double middle = 3 * u * u * t + 3 * u * t * t;
    return {
        start * from.x + end * to.x, u * u * u * from.y + middle * (from.y + to.y) / 2 + t * t * t * to.y};
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
    const GraphLayout& layout = picture.layout();
    const RankSpan ranks = ranksBetween(layout, area.top(), area.bottom());
    for (std::uint32_t rank = ranks.first; rank < ranks.end; ++rank) {
        for (const std::uint32_t box : boxesOfRank(layout, rank)) {
            const GraphLayout::Box& place = layout.boxes[box];
            const double reach = picture.stubsOf[box].count > 0 ? kStubReach : 0;
            if (place.x <= area.right() && place.x + place.width + reach >= area.left())
                found.push_back(box);
        }
    }
    return found;
}

std::vector<std::uint32_t> edgesIn(const GraphPicture& picture, const QRectF& area)
{
    std::vector<std::uint32_t> found;
    const RankSpan ranks = ranksBetween(picture.layout(), area.top(), area.bottom());
    const std::uint32_t first = ranks.first == 0 ? 0 : ranks.first - 1; // The gap above the first rank, too.
    for (std::uint32_t rank = first; rank < ranks.end; ++rank) {
        const std::span<const std::uint32_t> edges = picture.places->edgesBelowRank[rank];
        found.insert(found.end(), edges.begin(), edges.end());
    }
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    std::erase_if(found, [&](std::uint32_t edge) {
        const auto [left, right] = std::ranges::minmax(route(picture, edge), {}, &LayoutPoint::x);
        return right.x < area.left() || left.x > area.right();
    });
    return found;
}

std::uint32_t boxAt(const GraphPicture& picture, QPointF where)
{
    for (const std::uint32_t box : boxesIn(picture, {where, QSizeF()})) {
        if (boxRect(picture, box).contains(where))
            return box;
    }
    return GraphPicture::kNoBox;
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
    const GraphLayout::Box& place = picture.layout().boxes[box];
    const std::span<const std::uint32_t> rank = boxesOfRank(picture.layout(), place.rank);
    for (auto column = static_cast<std::int64_t>(place.column) + step;
        column >= 0 && column < static_cast<std::int64_t>(rank.size()); column += step) {
        const std::uint32_t other = rank[static_cast<std::size_t>(column)];
        if (picture.boxes[other].isOperator())
            return other;
    }
    return box;
}

}

std::uint32_t neighbour(const GraphPicture& picture, std::uint32_t box, Direction direction)
{
    if (direction == Direction::Left || direction == Direction::Right)
        return sibling(picture, box, direction == Direction::Left ? -1 : 1);
    NearestBox nearest(picture, box);
    const bool isUp = direction == Direction::Up;
    for (const std::uint32_t edge : isUp ? picture.edgesInto[box] : picture.edgesFrom[box]) {
        const PictureEdge& line = picture.edges[edge];
        nearest.offer(isUp ? line.from : line.to, picture.layout().isStub(edge));
    }
    return nearest.best();
}

}
