// SPDX-License-Identifier: GPL-3.0-or-later
//
// The mark of a training in the upper right corner of a box.
#include "gui/graph/boxpainter.h"
#include "gui/graph/heatpainter.h"
#include "gui/graph/picturemetrics.h"

namespace halftone {

void BoxPainter::setHasHeat(bool hasHeat)
{
    const double room = hasHeat ? kHeatPlateWidth + kTextInset : 0;
    if (std::exchange(m_heatRoom, room) != room)
        m_boxTexts.clear(); // Titles end where the mark begins.
}

void BoxPainter::paintHeat(
    QPainter& painter, const PictureBox& box, const HeatMark& mark, const QRectF& rect) const
{
    constexpr double kInset = 6;
    const bool hasOpener = box.kind == PictureBox::Kind::Group ||
        (box.kind == PictureBox::Kind::Operator && box.scope.isValid());
    const double right = rect.right() - kInset - (hasOpener ? kOpenerRoom : 0);
    const double top =
        box.kind == PictureBox::Kind::Frame ? (kFrameHeader - kHeatPlateHeight) / 2 : kInset - 1;
    paintHeatPlate(painter, {right - kHeatPlateWidth, top, kHeatPlateWidth, kHeatPlateHeight}, mark.text,
        mark.level, m_scheme, m_markFont);
}

}
