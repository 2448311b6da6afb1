// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/heat.h"
#include "gui/theme/palette.h"

#include <QFont>
#include <QPainter>
#include <QStaticText>

#include <unordered_map>

namespace halftone {

/// Colours of one list: how a box is filled.
struct ListStyle
{
    QColor fill;
    QColor text;
    QColor outline;
    bool isDashed = false;
};
ListStyle listStyle(List list, Scheme scheme);

/// Colour, letters and texture of one precision.
struct PrecisionStyle
{
    QColor fill;
    QColor text;
    QString letters; ///< "16", "32", "B"
    bool isHatched = false;
};
PrecisionStyle precisionStyle(DType dtype, Scheme scheme);

/// What else is to be seen at a box.
struct BoxMarks
{
    bool isSelected = false;
    bool isHovered = false;
    bool isChanged = false;
    const HeatMark* heat = nullptr; ///< May be null.
    QRectF seen; ///< What of the scene is in the view: titles of open groups stay in it. Null for all.
};

/// This paints single boxes with all their text. Texts are shortened in the middle to fit and kept for the
/// next frame.
class BoxPainter
{
public:
    BoxPainter(Scheme scheme, const QFont& font);

    /// Whether boxes have marks of a training, which take room from titles.
    void setHasHeat(bool hasHeat);

    void paint(QPainter& painter, const GraphPicture& picture, std::uint32_t box, BoxMarks marks);
    void paintStub(QPainter& painter, const GraphPicture& picture, std::uint32_t stub);
    /// The ground and the outline of an open group; its band is painted with the boxes.
    void paintFrame(QPainter& painter, const GraphPicture& picture, std::uint32_t box) const;
    /// The diamond of a cast, around \p centre, with the number where there are several.
    void paintCast(QPainter& painter, QPointF centre, std::uint32_t count = 1) const;

private:
    struct Line
    {
        QStaticText text;
        QSizeF size;
    };
    struct BoxText
    {
        Line title;
        Line name;
    };

    Line fit(const QString& text, const QFont& font, double width) const;
    const BoxText& textOf(const GraphPicture& picture, std::uint32_t box);
    void paintOperator(QPainter& painter, const PictureBox& box, const BoxText& text);
    void paintGroup(QPainter& painter, const GroupFacts& facts, const BoxText& text, const QRectF& rect);
    void paintHeader(QPainter& painter, const GroupFacts& facts, const BoxText& text, const QRectF& rect,
        const QRectF& seen);
    static QRectF seenPart(const QRectF& header, const QRectF& seen);
    void paintOpener(QPainter& painter, QPointF centre, bool isOpen, const QColor& ink) const;
    void paintEnd(QPainter& painter, const PictureBox& box, const BoxText& text, const QRectF& rect);
    void paintStripe(QPainter& painter, DType dtype);
    void paintPhase(QPainter& painter, const PictureBox& box, const QColor& color);
    void paintWeightCasts(QPainter& painter, const PictureBox& box) const;
    void paintHeat(QPainter& painter, const PictureBox& box, const HeatMark& mark, const QRectF& rect) const;
    void paintRings(QPainter& painter, const QRectF& rect, BoxMarks marks) const;

    Scheme m_scheme;
    QFont m_titleFont;
    QFont m_nameFont;
    QFont m_smallFont;
    QFont m_markFont;
    double m_heatRoom = 0;
    std::unordered_map<std::uint32_t, BoxText> m_boxTexts;
    std::unordered_map<std::uint32_t, Line> m_stubTexts;
    std::unordered_map<QString, Line> m_words; // phases and letters
};

}
