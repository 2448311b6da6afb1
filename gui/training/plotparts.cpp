// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/plotparts.h"

#include <cmath>

namespace halftone {

PowerOfTwoTicker::PowerOfTwoTicker()
{
    setLogBase(2);
    setSubTickCount(0);
}

// Some labels, all a whole number of doublings apart.
QVector<double> PowerOfTwoTicker::createTickVector(double, const QCPRange& range)
{
    const int most = tickCount() + 1;
    const int first = static_cast<int>(std::floor(std::log2(range.lower)));
    const int last = static_cast<int>(std::ceil(std::log2(range.upper)));
    const int step = std::max(1, (last - first + most - 1) / most);
    QVector<double> ticks;
    for (int exponent = first - first % step; exponent <= last; exponent += step)
        ticks.push_back(std::ldexp(1.0, exponent));
    return ticks;
}

QString PowerOfTwoTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    static constexpr char16_t kSuperscripts[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
    QString label(QLatin1Char('2'));
    for (const QChar digit : QString::number(static_cast<int>(std::lround(std::log2(tick)))))
        label += digit == QLatin1Char('-') ? QChar(u'⁻') : QChar(kSuperscripts[digit.digitValue()]);
    return label;
}

LossTicker::LossTicker()
{
    setSubTickCount(0);
}

// At 1, 2 and 5 of each power of ten; over many decades the powers alone.
QVector<double> LossTicker::createTickVector(double, const QCPRange& range)
{
    constexpr double kFewDecades = 2.5;
    const bool isShort = std::log10(range.upper / range.lower) < kFewDecades;
    QVector<double> ticks;
    for (double power = std::pow(10, std::floor(std::log10(range.lower))); power <= range.upper;
        power *= 10) {
        ticks << power;
        if (isShort)
            ticks << 2 * power << 5 * power;
    }
    return ticks;
}

QPainterPath growthMark()
{
    QPainterPath path;
    path.moveTo(0, 0);
    path.lineTo(0, -9);
    path.moveTo(-3.5, -5.5);
    path.lineTo(0, -9);
    path.lineTo(3.5, -5.5);
    return path;
}

QPainterPath floorMark()
{
    QPainterPath path;
    path.moveTo(0, -9);
    path.lineTo(0, -1.5);
    path.moveTo(-3.5, -5);
    path.lineTo(0, -1.5);
    path.lineTo(3.5, -5);
    path.moveTo(-4.5, 0.5);
    path.lineTo(4.5, 0.5);
    return path;
}

QPainterPath ceilingMark()
{
    QPainterPath path = growthMark();
    path.moveTo(-4.5, -11);
    path.lineTo(4.5, -11);
    return path;
}

void applyScheme(QCustomPlot& plot, const QList<QCPAxisRect*>& rects, Scheme scheme)
{
    plot.setBackground(QBrush(color(ColorRole::Canvas, scheme)));
    const QColor text = color(ColorRole::Text, scheme);
    const QPen line(color(ColorRole::Edge, scheme), 1);
    for (QCPAxisRect* rect : rects) {
        for (QCPAxis* axis : rect->axes()) {
            axis->setBasePen(line);
            axis->setTickPen(line);
            axis->setSubTickPen(line);
            axis->setTickLabelColor(text);
            axis->setLabelColor(text);
            axis->grid()->setPen(QPen(color(ColorRole::Grid, scheme), 1));
            axis->grid()->setZeroLinePen(Qt::NoPen);
        }
    }
}

}
