// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runlook.h"

#include <QGuiApplication>
#include <QPainter>

#include <array>

namespace halftone {
namespace {

constexpr std::array kInks{
    ColorRole::Fp32Curve, ColorRole::MixedCurve, ColorRole::ThirdCurve, ColorRole::FourthCurve};
constexpr std::array kMarks{QCPScatterStyle::ssDisc, QCPScatterStyle::ssSquare, QCPScatterStyle::ssDiamond,
    QCPScatterStyle::ssTriangleInverted, QCPScatterStyle::ssPlusCircle, QCPScatterStyle::ssPlusSquare,
    QCPScatterStyle::ssCircle, QCPScatterStyle::ssStar};
static_assert(kMarks.size() == kRunLooks);

// In widths of the line.
QList<qreal> dashesOf(int number)
{
    static const std::array<QList<qreal>, 4> kDashes{QList<qreal>{}, {4, 2.5}, {1, 2}, {6, 2, 1, 2}};
    return kDashes[static_cast<std::size_t>(number) % kDashes.size()];
}

}

// The second four have the colours of the first, each with other dashes.
RunLook runLook(int number)
{
    const int look = number % kRunLooks;
    const auto index = static_cast<std::size_t>(look);
    const int turn = look / static_cast<int>(kInks.size());
    return {kInks[index % kInks.size()], dashesOf(look + turn), kMarks[index]};
}

QPen runPen(const RunLook& look, Scheme scheme, double width)
{
    QPen pen(color(look.ink, scheme), width);
    if (!look.dashes.isEmpty())
        pen.setDashPattern(look.dashes);
    return pen;
}

QIcon runSwatch(int look)
{
    constexpr QSize kSize(32, 14);
    constexpr double kFiner = 2; // for screens with small pixels
    const Scheme scheme = schemeOf(QGuiApplication::palette());
    QPixmap pixmap(kSize * kFiner);
    pixmap.setDevicePixelRatio(kFiner);
    pixmap.fill(Qt::transparent);
    QCPPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    const RunLook shape = runLook(look);
    QPen pen = runPen(shape, scheme, 2.2);
    pen.setCapStyle(Qt::FlatCap);
    painter.setPen(pen);
    const double middle = kSize.height() / 2.0;
    painter.drawLine(QPointF(0, middle), QPointF(kSize.width(), middle));
    const QColor ink = color(shape.ink, scheme);
    const QCPScatterStyle mark(shape.mark, QPen(ink, 1.4), ink, 8);
    mark.applyTo(&painter, QPen(ink, 1.4));
    mark.drawShape(&painter, kSize.width() / 2.0, middle);
    QIcon icon(pixmap);
    icon.addPixmap(pixmap, QIcon::Disabled); // A run that goes on cannot be changed, and has its colour.
    return icon;
}

}
