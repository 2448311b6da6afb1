// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/boxpainter.h"

#include <functional>
#include <memory>
#include <vector>

namespace halftone {

/// What a person points at or has changed, on top of a picture.
struct PictureMarks
{
    std::uint32_t selected = GraphPicture::kNoBox;
    std::uint32_t hovered = GraphPicture::kNoBox;
    std::vector<bool> isAlsoSelected; ///< By box; empty unless several are.
    std::vector<bool> isChanged; ///< By box; empty when nothing is.
    bool palesUnchanged = false; ///< All other boxes are pale.
    QRectF seen; ///< What of the scene is in the view: titles of open groups stay in it. Null for files.
    std::vector<HeatMark> heat; ///< By box; empty while it is off.

    const HeatMark* heatOf(std::uint32_t box) const { return box < heat.size() ? &heat[box] : nullptr; }
    bool isSelectedBox(std::uint32_t box) const
    {
        return box == selected || (box < isAlsoSelected.size() && isAlsoSelected[box]);
    }
    bool isChangedBox(std::uint32_t box) const { return box < isChanged.size() && isChanged[box]; }
};

/// Told now and then how much is painted, from 0 to 1; gives false to stop. Null for what is over in a
/// moment.
using PaintWatch = std::function<bool(double)>;

/// This paints a picture at three levels of detail: all text from 40 % up, boxes and plain lines down to 8 %,
/// below that boxes in the colour of their precision alone.
class GraphPainter
{
public:
    enum class Detail : std::uint8_t { Far, Middle, Near };
    static Detail detailFor(double scale);

    GraphPainter(std::shared_ptr<const GraphPicture> picture, Scheme scheme, const QFont& font);

    /// Paints what is in \p area, in scene coordinates: the caller has set the painter's transform.
    /// \p watch is asked where there is much to paint: with all text.
    void paint(QPainter& painter, const QRectF& area, double scale, const PictureMarks& marks,
        const PaintWatch& watch = {});

private:
    void paintFar(QPainter& painter, const QRectF& area, double scale) const;
    void paintMiddle(QPainter& painter, const QRectF& area);
    void paintNear(QPainter& painter, const QRectF& area, const PictureMarks& marks, const PaintWatch& watch);
    void paintFrames(QPainter& painter, const QRectF& area) const;
    void paintCoarseEdges(QPainter& painter, const QRectF& area) const;
    void paintCoarseBoxes(QPainter& painter, const QRectF& area) const;
    void paintCoarseHeat(
        QPainter& painter, const QRectF& area, const PictureMarks& marks, double scale) const;
    void paintHotMarks(QPainter& painter, const QRectF& area, const PictureMarks& marks, double scale) const;
    void paintEdge(QPainter& painter, std::uint32_t edge, const QPen& pen) const;
    void paintMarkedEdges(QPainter& painter, std::uint32_t box, double width);
    void paintDecider(QPainter& painter, std::uint32_t box) const;
    void paintVeil(QPainter& painter, const QRectF& area, const PictureMarks& marks) const;
    void paintMarks(QPainter& painter, const QRectF& area, const PictureMarks& marks, double scale) const;

    std::shared_ptr<const GraphPicture> m_picture;
    Scheme m_scheme;
    BoxPainter m_boxPainter;
};

}
