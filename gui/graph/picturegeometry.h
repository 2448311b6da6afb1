// SPDX-License-Identifier: GPL-3.0-or-later
//
// Questions about where things of a picture are, for painting, hit tests and tests. In a panel
// boxes of a rank stand from left to right and ranks from top to bottom, so searching needs no index besides
// the layout itself.
#pragma once

#include "gui/graph/graphpicture.h"

#include <QPainterPath>
#include <QPointF>
#include <QRectF>

namespace halftone {

QRectF pictureRect(const GraphPicture& picture);
QRectF boxRect(const GraphPicture& picture, std::uint32_t box);
/// The band at the top of an open group, which is the part of it that can be pointed at.
QRectF headerRect(const GraphPicture& picture, std::uint32_t frame);
/// What of a box a person points at: all of it, of an open group its band.
QRectF clickableRect(const GraphPicture& picture, std::uint32_t box);
/// Where the short labelled end of \p stub stands, right of its box.
QRectF stubRect(const GraphPicture& picture, const PictureStub& stub);

/// The corners of the line of a drawn edge, from top to bottom.
std::vector<QPointF> edgeCorners(const GraphPicture& picture, std::uint32_t edge);
/// The line of a drawn edge. A curve runs between ranks, a straight line inside them.
QPainterPath edgePath(const GraphPicture& picture, std::uint32_t edge);
/// Where an edge carries the mark of its cast: shortly before the box that wants the other type.
QPointF castPlace(const GraphPicture& picture, std::uint32_t edge);

/// First and one past last rank that a span of heights touches.
struct RankSpan
{
    std::uint32_t first = 0;
    std::uint32_t end = 0;
};
RankSpan ranksBetween(const GraphLayout& layout, double top, double bottom);

/// Boxes that touch \p area with their stubs, rank by rank; what is in a frame comes after it.
std::vector<std::uint32_t> boxesIn(const GraphPicture& picture, const QRectF& area);
/// Drawn edges of which a part may be in \p area, each once, in ascending order.
std::vector<std::uint32_t> edgesIn(const GraphPicture& picture, const QRectF& area);

/// kNoBox where there is none.
std::uint32_t boxAt(const GraphPicture& picture, QPointF point);
/// Index into stubs, or kNoBox.
std::uint32_t stubAt(const GraphPicture& picture, QPointF point);
/// The edge whose cast mark is there, or kNoBox.
std::uint32_t castAt(const GraphPicture& picture, QPointF point);

enum class Direction : std::uint8_t { Up, Down, Left, Right };
/// The operator or group that an arrow key leads to: a producer, a user or a neighbour in the rank, the one
/// that stands nearest; \p box itself where there is none. Down from a frame leads into it, up from the first
/// operator inside to the frame, down from the last one to what follows the frame.
std::uint32_t neighbour(const GraphPicture& picture, std::uint32_t box, Direction direction);

}
