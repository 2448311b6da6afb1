// SPDX-License-Identifier: GPL-3.0-or-later
//
// How groups look, closed and open.
#include "gui/graph/boxpainter.h"
#include "gui/graph/distributionbar.h"
#include "gui/graph/picturegeometry.h"
#include "gui/graph/picturemetrics.h"

#include <QFontMetricsF>
#include <QLocale>

namespace halftone {
namespace {

constexpr double kOutlineWidth = 1.5;
constexpr double kBarHeight = 15;

}

// A plus or a minus in a square, as trees have it.
void BoxPainter::paintOpener(QPainter& painter, QPointF centre, bool isOpen, const QColor& ink) const
{
    constexpr double kHalf = 5.5;
    constexpr double kArm = 3;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(ink, 1.2));
    painter.drawRect(QRectF(centre - QPointF(kHalf, kHalf), QSizeF(2 * kHalf, 2 * kHalf)));
    painter.drawLine(centre - QPointF(kArm, 0), centre + QPointF(kArm, 0));
    if (!isOpen)
        painter.drawLine(centre - QPointF(0, kArm), centre + QPointF(0, kArm));
}

void BoxPainter::paintGroup(
    QPainter& painter, const GroupFacts& facts, const BoxText& text, const QRectF& rect)
{
    const QColor ink = color(ColorRole::Text, m_scheme);
    painter.setPen(QPen(color(ColorRole::Edge, m_scheme), kOutlineWidth));
    painter.setBrush(color(ColorRole::Canvas, m_scheme));
    painter.drawRoundedRect(rect.translated(5, 5), kCornerRadius, kCornerRadius); // A pile of sheets.
    painter.drawRoundedRect(rect, kCornerRadius, kCornerRadius);
    painter.setPen(ink);
    painter.setFont(m_titleFont);
    painter.drawStaticText(QPointF(kTextInset, 5), text.title.text);
    painter.setPen(color(ColorRole::MutedText, m_scheme));
    painter.setFont(m_nameFont);
    painter.drawStaticText(QPointF(kTextInset, 24), text.name.text);
    paintOpener(painter, {rect.right() - kOpenerRoom / 2 - 2, 14}, false, ink);
    const QRectF bar(
        kTextInset, rect.bottom() - 2 * kBarHeight - 9, rect.width() - 2 * kTextInset, kBarHeight);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintBar(painter, listParts(facts, m_scheme), bar, m_smallFont);
    paintBar(painter, precisionParts(facts, m_scheme), bar.translated(0, kBarHeight + 3), m_smallFont);
    painter.setRenderHint(QPainter::Antialiasing);
    if (facts.casts == 0)
        return;
    const QString casts = QLocale().toString(facts.casts);
    const double width = QFontMetricsF(m_nameFont).horizontalAdvance(casts);
    painter.setPen(color(ColorRole::MutedText, m_scheme));
    painter.setFont(m_nameFont);
    painter.drawText(QRectF(rect.right() - kTextInset - width, 23, width + 1, 18), Qt::AlignCenter, casts);
    paintCast(painter, {rect.right() - kTextInset - width - kCastRadius - 3, 32});
}

void BoxPainter::paintFrame(QPainter& painter, const GraphPicture& picture, std::uint32_t box) const
{
    QColor ground = color(ColorRole::Edge, m_scheme);
    ground.setAlphaF(m_scheme == Scheme::HighContrast ? 0 : 0.07F);
    painter.setPen(QPen(color(ColorRole::Edge, m_scheme), 1));
    painter.setBrush(ground);
    painter.drawRoundedRect(boxRect(picture, box), kCornerRadius, kCornerRadius);
}

void BoxPainter::paintHeader(
    QPainter& painter, const GroupFacts& facts, const BoxText& text, const QRectF& rect, const QRectF& seen)
{
    constexpr double kBarWidth = 150;
    const QColor ink = color(ColorRole::Text, m_scheme);
    QColor ground = color(ColorRole::Edge, m_scheme);
    ground.setAlphaF(m_scheme == Scheme::HighContrast ? 0 : 0.13F);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(
        QRectF(rect.left(), rect.top(), rect.width(), kFrameHeader), kCornerRadius, kCornerRadius);
    paintOpener(painter, {seen.left() + kOpenerRoom / 2 + 4, kFrameHeader / 2}, true, ink);
    const double left = seen.left() + kOpenerRoom + kTextInset;
    painter.setPen(ink);
    painter.setFont(m_titleFont);
    painter.drawStaticText(QPointF(left, (kFrameHeader - text.title.size.height()) / 2), text.title.text);
    const double nameLeft = left + text.title.size.width() + 2 * kTextInset;
    const double nameRight = nameLeft + text.name.size.width();
    const double right = seen.right() - kTextInset - m_heatRoom;
    const QRectF bar(right - kBarWidth, (kFrameHeader - kBarHeight) / 2, kBarWidth, kBarHeight);
    if (nameRight <= right) {
        painter.setPen(color(ColorRole::MutedText, m_scheme));
        painter.setFont(m_nameFont);
        painter.drawStaticText(
            QPointF(nameLeft, (kFrameHeader - text.name.size.height()) / 2 + 1), text.name.text);
    }
    if (facts.nodes < 2 || nameRight + kTextInset > bar.left())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintBar(painter, precisionParts(facts, m_scheme), bar, m_smallFont);
    if (nameRight + kBarWidth + 2 * kTextInset <= bar.left())
        paintBar(
            painter, listParts(facts, m_scheme), bar.translated(-kBarWidth - kTextInset, 0), m_smallFont);
    painter.setRenderHint(QPainter::Antialiasing);
}

}
