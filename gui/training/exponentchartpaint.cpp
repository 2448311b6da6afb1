// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the chart of exponents is painted.
#include "gui/training/exponentchart.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace halftone {
namespace {

constexpr double kLabels = 44; // at the left
constexpr double kBars = 72;
constexpr double kZones = 66; // their names, at the right
constexpr double kGap = 8;
constexpr double kTop = 20; // the title of the bars
constexpr double kBottom = 38; // numbers of steps, and the shades
constexpr double kLeastShare = 1e-6; // that is told from nothing

// 0 for the least share, 1 for all: one element of a million is still seen.
double weightOf(double share)
{
    if (share <= 0)
        return 0;
    const double weight = 1 - std::log10(share) / std::log10(kLeastShare);
    return std::clamp(weight, 0.0, 1.0);
}

QRgb shade(const QColor& canvas, const QColor& ink, double weight)
{
    constexpr double kPalest = 0.14; // Told from the canvas.
    const double part = weight <= 0 ? 0 : kPalest + (1 - kPalest) * weight;
    const auto mix = [part](int from, int to) {
        return static_cast<int>(std::lround(from + (to - from) * part));
    };
    return qRgb(
        mix(canvas.red(), ink.red()), mix(canvas.green(), ink.green()), mix(canvas.blue(), ink.blue()));
}

/// The distance of labels: 1, 2 or 5 times a power of ten.
double niceDistance(double range, double most)
{
    const double least = range / std::max(1.0, most);
    const double power = std::pow(10.0, std::floor(std::log10(std::max(1.0, least))));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least)
            return factor * power;
    }
    return 10 * power;
}

QString powerText(int exponent)
{
    return QStringLiteral("2^%1").arg(exponent);
}

}

QRectF ExponentChart::heatArea() const
{
    const double right = kGap + kBars + kGap / 2 + kZones;
    return {
        kLabels, kTop, std::max(20.0, width() - kLabels - right), std::max(20.0, height() - kTop - kBottom)};
}

QRectF ExponentChart::barArea() const
{
    const QRectF heat = heatArea();
    return {heat.right() + kGap, heat.top(), kBars, heat.height()};
}

double ExponentChart::rowHeight() const
{
    return heatArea().height() / m_rows.count();
}

double ExponentChart::yOf(int row) const
{
    return heatArea().top() + row * rowHeight();
}

double ExponentChart::xOf(double step) const
{
    const QRectF area = heatArea();
    return area.left() + (step - m_firstStep) / (m_lastStep - m_firstStep) * area.width();
}

QColor ExponentChart::ink(int row) const
{
    const Scheme scheme = schemeOf(palette());
    if (row == 0)
        return color(ColorRole::Overflow, scheme);
    if (!m_rows.isFinite(row))
        return color(ColorRole::MutedText, scheme);
    switch (zoneOf(exponentWindow(m_format), m_rows.exponentAt(row))) {
    case ExponentZone::Overflow:
        return color(ColorRole::Overflow, scheme);
    case ExponentZone::Lost:
        return color(ColorRole::MutedText, scheme);
    case ExponentZone::Subnormal:
    case ExponentZone::Normal:
        break;
    }
    return color(m_format == DType::BFloat16 ? ColorRole::Bf16 : ColorRole::Fp16, scheme);
}

// One pixel for each row and each pixel of the width. Where several columns share a pixel the fullest is
// seen.
QImage ExponentChart::makeHeat(QSize size) const
{
    const auto width = static_cast<std::size_t>(size.width());
    const auto rows = static_cast<std::size_t>(size.height());
    std::vector<double> weights(width * rows, 0.0);
    const double left = heatArea().left();
    for (const ExponentColumn& column : m_history->columns()) {
        const double first = xOf(static_cast<double>(column.firstStep) - 0.5) - left;
        const double end = xOf(static_cast<double>(column.lastStep) + 0.5) - left;
        if (end < 0 || first >= static_cast<double>(width))
            continue;
        const auto from = static_cast<std::size_t>(std::max(0.0, first));
        const auto to = std::min(width, std::max(from + 1, static_cast<std::size_t>(std::max(0.0, end))));
        const auto total = static_cast<double>(column.total());
        for (std::size_t row = 0; row < rows; ++row) {
            const std::uint64_t count = column.counts[m_rows.binAt(static_cast<int>(row))];
            if (count == 0)
                continue;
            const double weight = weightOf(static_cast<double>(count) / total);
            for (std::size_t x = from; x < to; ++x)
                weights[row * width + x] = std::max(weights[row * width + x], weight);
        }
    }
    QImage image(size, QImage::Format_RGB32);
    const QColor canvas = color(ColorRole::Canvas, schemeOf(palette()));
    for (std::size_t row = 0; row < rows; ++row) {
        const QColor pen = ink(static_cast<int>(row));
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
        for (std::size_t x = 0; x < width; ++x)
            line[x] = shade(canvas, pen, weights[row * width + x]);
    }
    return image;
}

void ExponentChart::paintEvent(QPaintEvent* /*event*/)
{
    const Scheme scheme = schemeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), color(ColorRole::Canvas, scheme));
    QFont small = font();
    small.setPointSizeF(std::max(7.0, small.pointSizeF() * 0.85));
    if (!hasData()) {
        painter.setPen(color(ColorRole::MutedText, scheme));
        painter.drawText(rect().adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap, m_message);
    } else {
        painter.setFont(small);
        paintCells(painter);
        paintBars(painter);
        paintLimits(painter);
        paintAxes(painter);
        paintShades(painter);
        paintPointer(painter);
    }
    if (hasFocus()) {
        painter.setPen(color(ColorRole::Selection, scheme));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void ExponentChart::paintCells(QPainter& painter)
{
    const QRectF area = heatArea();
    painter.drawImage(area, makeHeat({static_cast<int>(area.width()), m_rows.count()}));
}

void ExponentChart::paintBars(QPainter& painter) const
{
    const QRectF area = barArea();
    const ExponentColumn& shown = *column();
    const auto total = static_cast<double>(shown.total());
    const double height = std::max(1.0, rowHeight() - 1);
    for (int row = 0; row < m_rows.count(); ++row) {
        const std::uint64_t count = shown.counts[m_rows.binAt(row)];
        if (count == 0)
            continue;
        const double length = std::max(2.0, area.width() * weightOf(static_cast<double>(count) / total));
        painter.fillRect(QRectF(area.left(), yOf(row), length, height), ink(row));
    }
    painter.setPen(color(ColorRole::Edge, schemeOf(palette())));
    painter.drawLine(area.topLeft(), area.bottomLeft());
    painter.setPen(color(ColorRole::Text, schemeOf(palette())));
    painter.drawText(QRectF(area.left(), 0, width() - area.left(), kTop), Qt::AlignLeft | Qt::AlignVCenter,
        stepsText(shown));
}

// Lines where the format ends, and between them what it does with the numbers there.
void ExponentChart::paintLimits(QPainter& painter) const
{
    const Scheme scheme = schemeOf(palette());
    const ExponentWindow window = exponentWindow(m_format);
    const QRectF bars = barArea();
    struct Band
    {
        ExponentZone zone;
        int top; // exponents
        int bottom;
    };
    const std::array bands{Band{ExponentZone::Overflow, m_rows.highest, window.highest + 1},
        Band{ExponentZone::Normal, window.highest, window.lowestNormal},
        Band{ExponentZone::Subnormal, window.lowestNormal - 1, window.lowestSubnormal},
        Band{ExponentZone::Lost, window.lowestSubnormal - 1, m_rows.lowest}};
    for (const Band& band : bands) {
        const int top = std::min(band.top, m_rows.highest);
        const int bottom = std::max(band.bottom, m_rows.lowest);
        if (top < bottom)
            continue;
        const double from = yOf(m_rows.rowOf(top));
        const double to = yOf(m_rows.rowOf(bottom) + 1);
        painter.setPen(QPen(color(ColorRole::MutedText, scheme), 1, Qt::DashLine));
        if (band.top < m_rows.highest)
            painter.drawLine(QPointF(heatArea().left(), from), QPointF(bars.right() + kZones, from));
        painter.setPen(color(ColorRole::Text, scheme));
        if (to - from + 4 >= painter.fontMetrics().ascent())
            painter.drawText(QRectF(bars.right() + kGap / 2, from - 4, kZones, to - from + 8),
                Qt::AlignLeft | Qt::AlignVCenter, zoneTitle(band.zone));
    }
}

void ExponentChart::paintAxes(QPainter& painter) const
{
    const Scheme scheme = schemeOf(palette());
    const QRectF area = heatArea();
    painter.setPen(color(ColorRole::Edge, scheme));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(area);
    painter.setPen(color(ColorRole::MutedText, scheme));
    const double line = painter.fontMetrics().height();
    const auto label = [&](int row, const QString& words) {
        const double middle = yOf(row) + rowHeight() / 2;
        painter.drawText(
            QRectF(0, middle - line / 2, kLabels - 5, line), Qt::AlignRight | Qt::AlignVCenter, words);
    };
    painter.drawText(QRectF(4, 0, area.right() - 4, kTop), Qt::AlignLeft | Qt::AlignVCenter, tr("exponent"));
    painter.drawText(QRectF(area.right() + 24, area.bottom() + 3, kBars, line),
        Qt::AlignLeft | Qt::AlignVCenter, tr("step"));
    label(0, tr("∞ NaN", "at an axis: infinite or not a number"));
    label(m_rows.count() - 1, QStringLiteral("0"));
    const int distance = std::max(4, static_cast<int>(std::ceil(1.4 * line / rowHeight() / 4)) * 4);
    for (int exponent = m_rows.lowest; exponent <= m_rows.highest; ++exponent) {
        const bool isClear = m_rows.rowOf(exponent) * rowHeight() > line &&
            (m_rows.count() - 1 - m_rows.rowOf(exponent)) * rowHeight() > line;
        if (exponent % distance == 0 && isClear)
            label(m_rows.rowOf(exponent), powerText(exponent));
    }
    constexpr double kRoom = 60; // between two numbers
    const double steps = niceDistance(m_lastStep - m_firstStep, area.width() / kRoom);
    for (double step = std::ceil(m_firstStep / steps) * steps; step <= m_lastStep; step += steps) {
        const double x = xOf(step);
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 3));
        painter.drawText(QRectF(x - kRoom / 2, area.bottom() + 3, kRoom, line), Qt::AlignCenter,
            QString::number(step, 'f', 0));
    }
}

// Below: which share each shade stands for.
void ExponentChart::paintShades(QPainter& painter) const
{
    const Scheme scheme = schemeOf(palette());
    constexpr std::array kShares{1e-5, 1e-3, 0.01, 0.1, 1.0};
    constexpr double kBox = 12;
    const double line = painter.fontMetrics().height();
    const double y = height() - line - 2;
    double x = heatArea().left();
    const QColor canvas = color(ColorRole::Canvas, scheme);
    const QColor pen = color(m_format == DType::BFloat16 ? ColorRole::Bf16 : ColorRole::Fp16, scheme);
    painter.setPen(color(ColorRole::MutedText, scheme));
    const auto word = [&](const QString& words) {
        const double width = painter.fontMetrics().horizontalAdvance(words);
        painter.drawText(QRectF(x, y, width + 1, line), Qt::AlignLeft | Qt::AlignVCenter, words);
        x += width + 6;
    };
    word(tr("share"));
    for (const double share : kShares) {
        painter.fillRect(
            QRectF(x, y + (line - kBox) / 2, kBox, kBox), QColor(shade(canvas, pen, weightOf(share))));
        x += kBox + 3;
        word(QStringLiteral("%1 %").arg(QLocale().toString(100 * share, 'g', 3)));
    }
}

void ExponentChart::paintPointer(QPainter& painter) const
{
    const QRectF area = heatArea();
    painter.setPen(QPen(color(ColorRole::Selection, schemeOf(palette())), 1));
    painter.setBrush(Qt::NoBrush);
    if (m_pointed >= m_firstStep && m_pointed <= m_lastStep && m_pointed > 0) {
        const double x = xOf(m_pointed);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
    }
    if (m_row)
        painter.drawRect(QRectF(area.left(), yOf(*m_row), barArea().right() - area.left(), rowHeight()));
}

}
