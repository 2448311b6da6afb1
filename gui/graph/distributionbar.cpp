// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/distributionbar.h"

#include <QFontMetricsF>
#include <QLocale>

#include <algorithm>

namespace halftone {
namespace {

constexpr double kNarrowest = 5; // of a part that has one operator of thousands
constexpr double kHatchStep = 5;

void keepFilled(std::vector<BarPart>& parts)
{
    std::erase_if(parts, [](const BarPart& part) { return part.count == 0; });
}

void paintHatch(QPainter& painter, const QRectF& rect, QColor ink)
{
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    ink.setAlphaF(0.55F);
    painter.setPen(QPen(ink, 1.2));
    for (double x = rect.left() - rect.height(); x < rect.right(); x += kHatchStep)
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()));
    painter.restore();
}

// The letters and the count, or the letters, or nothing.
QString textFor(const BarPart& part, double width, const QFontMetricsF& metrics)
{
    constexpr double kInset = 6;
    const QString whole = part.letters + QStringLiteral(" · ") + QLocale().toString(part.count);
    for (const QString& text : {whole, part.letters}) {
        if (metrics.horizontalAdvance(text) + kInset <= width)
            return text;
    }
    return {};
}

}

std::vector<BarPart> listParts(const GroupFacts& group, Scheme scheme)
{
    struct Row
    {
        List list;
        const char* letter;
    };
    static constexpr std::array kRows{Row{List::White, "W"}, Row{List::Gray, "G"}, Row{List::Black, "B"}};
    std::vector<BarPart> parts;
    for (const Row& row : kRows) {
        const ListStyle style = listStyle(row.list, scheme);
        parts.push_back({.count = group.lists[static_cast<std::size_t>(row.list)],
            .fill = style.fill,
            .text = style.text,
            .outline = style.outline,
            .letters = QLatin1String(row.letter),
            .isDashed = style.isDashed});
    }
    keepFilled(parts);
    return parts;
}

std::vector<BarPart> precisionParts(const GroupFacts& group, Scheme scheme)
{
    std::vector<BarPart> parts;
    for (std::size_t i = 0; i < GroupFacts::kPrecisions.size(); ++i) {
        const PrecisionStyle style = precisionStyle(GroupFacts::kPrecisions[i], scheme);
        const bool isOther = GroupFacts::kPrecisions[i] == DType::Undefined;
        parts.push_back({.count = group.precisions[i],
            .fill = style.fill,
            .text = style.text,
            .outline = style.fill,
            .letters = isOther ? QStringLiteral("…") : style.letters,
            .isHatched = style.isHatched});
    }
    keepFilled(parts);
    return parts;
}

std::vector<QRectF> placesOfParts(std::span<const BarPart> parts, const QRectF& bar)
{
    double total = 0;
    for (const BarPart& part : parts)
        total += part.count;
    const double free = bar.width() - kNarrowest * static_cast<double>(parts.size());
    std::vector<QRectF> places;
    double x = bar.left();
    for (const BarPart& part : parts) {
        const double width = kNarrowest + free * part.count / total;
        places.push_back({x, bar.top(), width, bar.height()});
        x += width;
    }
    return places;
}

void paintBar(QPainter& painter, std::span<const BarPart> parts, const QRectF& bar, const QFont& font)
{
    const std::vector<QRectF> places = placesOfParts(parts, bar);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const BarPart& part = parts[i];
        painter.fillRect(places[i], part.fill);
        const QString text = textFor(part, places[i].width(), metrics);
        if (part.isHatched)
            paintHatch(painter, places[i], part.text);
        if (part.isHatched && !text.isEmpty()) { // The letters stand on plain ground.
            const double width = metrics.horizontalAdvance(text) + 4;
            painter.fillRect(
                QRectF(places[i].center().x() - width / 2, places[i].top(), width, places[i].height()),
                part.fill);
        }
        QPen outline(part.outline, 1);
        if (part.isDashed)
            outline.setDashPattern({3, 2.5});
        painter.setPen(outline);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(places[i]);
        painter.setPen(part.text);
        painter.drawText(places[i], Qt::AlignCenter, text);
    }
}

}
