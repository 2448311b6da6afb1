// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/eventmark.h"

#include "gui/training/plotparts.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>

namespace halftone {
namespace {

using Draw = void (*)(QPainter& painter, const QPalette& palette, QPalette::ColorGroup group);

/// Draws a sign around (0, 0), 16 pixels wide, anew for every size, state and palette.
class SignEngine : public QIconEngine
{
public:
    explicit SignEngine(Draw draw)
        : m_draw(draw)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        constexpr double kDrawnSize = 16;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(QRectF(rect).center());
        const double scale = std::min(rect.width(), rect.height()) / kDrawnSize;
        painter->scale(scale, scale);
        m_draw(*painter, QGuiApplication::palette(),
            mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active);
        painter->restore();
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new SignEngine(m_draw); }

private:
    Draw m_draw;
};

void drawOverflow(QPainter& painter, const QPalette& palette, QPalette::ColorGroup)
{
    const Scheme scheme = schemeOf(palette);
    painter.setPen(QPen(color(ColorRole::Text, scheme), 0.8));
    painter.setBrush(color(ColorRole::Overflow, scheme));
    painter.drawPolygon(QPolygonF({QPointF(0, -4.5), QPointF(5, 4), QPointF(-5, 4)}));
}

void drawGrowth(QPainter& painter, const QPalette& palette, QPalette::ColorGroup)
{
    painter.translate(0, 5);
    painter.setPen(QPen(color(ColorRole::Growth, schemeOf(palette)), 1.8));
    painter.drawPath(growthMark());
}

void drawCeiling(QPainter& painter, const QPalette& palette, QPalette::ColorGroup)
{
    painter.translate(0, 5.5);
    painter.setPen(QPen(color(ColorRole::Growth, schemeOf(palette)), 1.8));
    painter.drawPath(ceilingMark());
}

void drawBadLoss(QPainter& painter, const QPalette& palette, QPalette::ColorGroup)
{
    painter.setPen(QPen(color(ColorRole::Overflow, schemeOf(palette)), 2));
    painter.drawLine(-4, -4, 4, 4);
    painter.drawLine(-4, 4, 4, -4);
}

void drawStart(QPainter& painter, const QPalette& palette, QPalette::ColorGroup group)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.color(group, QPalette::ButtonText));
    painter.drawPolygon(QPolygonF({QPointF(-4, -5.5), QPointF(5.5, 0), QPointF(-4, 5.5)}));
}

void drawPause(QPainter& painter, const QPalette& palette, QPalette::ColorGroup group)
{
    const QColor ink = palette.color(group, QPalette::ButtonText);
    painter.fillRect(QRectF(-5, -5, 3.5, 10), ink);
    painter.fillRect(QRectF(1.5, -5, 3.5, 10), ink);
}

void drawStep(QPainter& painter, const QPalette& palette, QPalette::ColorGroup group)
{
    const QColor ink = palette.color(group, QPalette::ButtonText);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawPolygon(QPolygonF({QPointF(-4, -5), QPointF(3, 0), QPointF(-4, 5)}));
    painter.fillRect(QRectF(3, -5, 2.5, 10), ink);
}

void drawBranch(QPainter& painter, const QPalette& palette, QPalette::ColorGroup group)
{
    const QColor ink = palette.color(group, QPalette::ButtonText);
    painter.setPen(QPen(ink, 1.8));
    painter.drawLine(QPointF(-5.5, 3.5), QPointF(5.5, 3.5));
    painter.drawPolyline(QPolygonF({QPointF(-3, 3.5), QPointF(1, -3), QPointF(5.5, -3)}));
}

void drawSave(QPainter& painter, const QPalette& palette, QPalette::ColorGroup group)
{
    painter.setPen(QPen(palette.color(group, QPalette::ButtonText), 1.8));
    painter.drawLine(QPointF(0, -5.5), QPointF(0, 2));
    painter.drawPolyline(QPolygonF({QPointF(-3.5, -1.5), QPointF(0, 2), QPointF(3.5, -1.5)}));
    painter.drawLine(QPointF(-5.5, 5), QPointF(5.5, 5));
}

void drawRemove(QPainter& painter, const QPalette& palette, QPalette::ColorGroup group)
{
    painter.setPen(QPen(palette.color(group, QPalette::ButtonText), 1.8));
    painter.drawLine(QPointF(-4, -4), QPointF(4, 4));
    painter.drawLine(QPointF(-4, 4), QPointF(4, -4));
}

void drawStop(QPainter& painter, const QPalette& palette, QPalette::ColorGroup group)
{
    painter.fillRect(QRectF(-5, -5, 10, 10), palette.color(group, QPalette::ButtonText));
}

}

QIcon eventMark(RunEvent::Kind kind)
{
    static constexpr Draw kDraws[] = {drawOverflow, drawGrowth, drawCeiling, drawBadLoss};
    return QIcon(new SignEngine(kDraws[static_cast<std::size_t>(kind)]));
}

QIcon transportIcon(Transport sign)
{
    static constexpr Draw kDraws[] = {
        drawStart, drawPause, drawStep, drawStop, drawBranch, drawSave, drawRemove};
    return QIcon(new SignEngine(kDraws[static_cast<std::size_t>(sign)]));
}

}
