// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/inspector/weightchart.h"

#include "gui/shell/named.h"
#include "gui/theme/palette.h"

#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

constexpr int kExponentHeight = 76;
constexpr int kValueHeight = 60;
constexpr int kLabelHeight = 16;

// FP16: largest exponent, smallest of a normal and of a subnormal number.
constexpr int kFirstTooLarge = 16;
constexpr int kFirstNormal = -14;
constexpr int kFirstSubnormal = -24;

/// What FP16 does with numbers of one exponent.
enum class Fate { Flushed, Subnormal, Kept, Overflows };

Fate fateOf(int exponent)
{
    if (exponent >= kFirstTooLarge)
        return Fate::Overflows;
    if (exponent >= kFirstNormal)
        return Fate::Kept;
    return exponent >= kFirstSubnormal ? Fate::Subnormal : Fate::Flushed;
}

QBrush brushFor(Fate fate, Scheme scheme)
{
    switch (fate) {
    case Fate::Overflows:
        return {color(ColorRole::Overflow, scheme), Qt::DiagCrossPattern};
    case Fate::Flushed:
        return {color(ColorRole::Skipped, scheme), Qt::Dense4Pattern};
    case Fate::Subnormal:
        return {color(ColorRole::Fp16, scheme), Qt::BDiagPattern};
    case Fate::Kept:
        break;
    }
    return color(ColorRole::Fp16, scheme);
}

// One of a million still has a visible bar.
double heightOf(std::uint64_t count, std::uint64_t most)
{
    return most == 0 ? 0 : std::log1p(static_cast<double>(count)) / std::log1p(static_cast<double>(most));
}

template <typename Bins>
QRectF barOf(const Bins& bins, std::size_t i, const QRectF& area)
{
    const double width = area.width() / static_cast<double>(bins.size());
    const double height = area.height() * heightOf(bins[i], std::ranges::max(bins));
    return {area.left() + width * static_cast<double>(i), area.bottom() - height, std::max(1.0, width - 1),
        height};
}

}

WeightChart::WeightChart(WeightFactsPtr facts, QWidget* parent)
    : QWidget(parent)
    , m_facts(std::move(facts))
{
    named(this, "weightChart", tr("Histogram of the weight by exponent and by value"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize WeightChart::sizeHint() const
{
    return {200, kExponentHeight + kValueHeight + 2 * kLabelHeight};
}

QRectF WeightChart::exponentArea() const
{
    return {1, 2, width() - 2.0, kExponentHeight - 4.0};
}

QRectF WeightChart::valueArea() const
{
    return {1, kExponentHeight + kLabelHeight + 2.0, width() - 2.0, kValueHeight - 4.0};
}

void WeightChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QFont small = font();
    small.setPointSizeF(std::max(6.0, small.pointSizeF() * 0.85));
    painter.setFont(small);
    paintExponents(painter, exponentArea());
    paintLimits(painter, exponentArea());
    paintValues(painter, valueArea());
}

void WeightChart::paintExponents(QPainter& painter, const QRectF& area) const
{
    const Scheme scheme = schemeOf(palette());
    const auto& bins = m_facts->spread.exponents;
    painter.setPen(Qt::NoPen);
    for (std::size_t i = 0; i < bins.size(); ++i) {
        if (bins[i] == 0)
            continue;
        const QRectF bar = barOf(bins, i, area);
        const Fate fate = fateOf(static_cast<int>(i) + WeightSpread::kLowestExponent);
        const QBrush brush = brushFor(fate, scheme);
        painter.fillRect(bar, brush);
        if (fate == Fate::Kept)
            continue;
        painter.setPen(brush.color());
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(bar);
        painter.setPen(Qt::NoPen);
    }
    painter.setPen(color(ColorRole::Edge, scheme));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
}

void WeightChart::paintLimits(QPainter& painter, const QRectF& area) const
{
    const Scheme scheme = schemeOf(palette());
    QPen line(color(ColorRole::MutedText, scheme), 1, Qt::DashLine);
    const double width = area.width() / static_cast<double>(WeightSpread::kExponents);
    for (const int exponent : {kFirstSubnormal, kFirstNormal, 0, kFirstTooLarge}) {
        const double x = area.left() + width * (exponent - WeightSpread::kLowestExponent);
        painter.setPen(line);
        if (exponent != 0)
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(color(ColorRole::MutedText, scheme));
        painter.drawText(QRectF(x - 30, area.bottom() + 1, 60, kLabelHeight), Qt::AlignHCenter | Qt::AlignTop,
            QStringLiteral("2^%1").arg(exponent));
    }
}

void WeightChart::paintValues(QPainter& painter, const QRectF& area) const
{
    const Scheme scheme = schemeOf(palette());
    const WeightSpread& spread = m_facts->spread;
    for (std::size_t i = 0; i < spread.bins.size(); ++i) {
        if (spread.bins[i] > 0)
            painter.fillRect(barOf(spread.bins, i, area), color(ColorRole::OtherType, scheme));
    }
    painter.setPen(color(ColorRole::Edge, scheme));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(color(ColorRole::MutedText, scheme));
    const QRectF labels(area.left(), area.bottom() + 1, area.width(), kLabelHeight);
    painter.drawText(labels, Qt::AlignLeft | Qt::AlignTop, QLocale().toString(spread.min, 'g', 3));
    painter.drawText(labels, Qt::AlignRight | Qt::AlignTop, QLocale().toString(spread.max, 'g', 3));
}

QString WeightChart::toolTipAt(QPointF place) const
{
    const QLocale locale;
    const auto binAt = [&](const QRectF& area, std::size_t count) {
        const double part = std::clamp((place.x() - area.left()) / area.width(), 0.0, 0.999);
        return static_cast<std::size_t>(part * static_cast<double>(count));
    };
    if (place.y() < kExponentHeight + kLabelHeight) {
        const std::size_t bin = binAt(exponentArea(), WeightSpread::kExponents);
        return tr("%1 numbers from 2^%2 up")
            .arg(locale.toString(static_cast<qulonglong>(m_facts->spread.exponents[bin])))
            .arg(static_cast<int>(bin) + WeightSpread::kLowestExponent);
    }
    const WeightSpread& spread = m_facts->spread;
    const std::size_t bin = binAt(valueArea(), WeightSpread::kBins);
    const double width = (static_cast<double>(spread.max) - spread.min) / WeightSpread::kBins;
    return tr("%1 numbers from %2 up")
        .arg(locale.toString(static_cast<qulonglong>(spread.bins[bin])),
            locale.toString(spread.min + width * static_cast<double>(bin), 'g', 4));
}

bool WeightChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
    return true;
}

}
