// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/heatpainter.h"

#include "gui/graph/heattexts.h"

#include <QFontMetricsF>

#include <algorithm>

namespace halftone {
namespace {

constexpr double kMargin = 12; // between the legend and the corner
constexpr double kPadding = 10;
constexpr double kGap = 4;
constexpr double kLegendWidth = 2 * kPadding + kHeatLevels * (kHeatPlateWidth + kGap) - kGap;

QColor mixed(const QColor& a, const QColor& b, double share)
{
    const auto part = [share](
                          float from, float to) { return static_cast<float>(from + (to - from) * share); };
    return QColor::fromRgbF(
        part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

QFont sized(QFont font, int pixels, QFont::Weight weight)
{
    font.setPixelSize(pixels);
    font.setWeight(weight);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

struct LegendText
{
    QString text;
    QFont font;
    QColor color;
    double height = 0;
};

std::vector<LegendText> legendTexts(const HeatMap& map, Scheme scheme, const QFont& font)
{
    std::vector<LegendText> all;
    for (const QString& text : heatLegendTexts(map)) {
        const bool isTitle = all.empty();
        const QFont used = sized(font, isTitle ? 13 : 11, isTitle ? QFont::DemiBold : QFont::Normal);
        const double height = QFontMetricsF(used)
                                  .boundingRect(QRectF(0, 0, kLegendWidth - 2 * kPadding, 1000),
                                      Qt::AlignLeft | Qt::TextWordWrap, text)
                                  .height();
        all.push_back({text, used, color(isTitle ? ColorRole::Text : ColorRole::MutedText, scheme), height});
    }
    return all;
}

}

// Towards the red of what does not work; the first level is just off the canvas.
HeatStyle heatStyle(int level, Scheme scheme)
{
    const double share = static_cast<double>(level) / (kHeatLevels - 1);
    const QColor fill = mixed(color(ColorRole::Canvas, scheme), color(ColorRole::Unsupported, scheme), share);
    const QColor dark = color(ColorRole::Fp32Text, scheme);
    const QColor light = color(ColorRole::WhiteFill, scheme);
    return {fill, contrast(fill, dark) >= contrast(fill, light) ? dark : light};
}

void paintHeatPlate(
    QPainter& painter, const QRectF& plate, const QString& text, int level, Scheme scheme, const QFont& font)
{
    constexpr double kBar = 3;
    const HeatStyle style = heatStyle(level, scheme);
    painter.setPen(QPen(color(ColorRole::Edge, scheme), 1));
    painter.setBrush(style.fill);
    painter.drawRoundedRect(plate, 3, 3);
    const double share = static_cast<double>(level) / (kHeatLevels - 1);
    painter.fillRect(
        QRectF(plate.left() + 2, plate.bottom() - kBar, (plate.width() - 4) * share, kBar - 1), style.text);
    painter.setPen(style.text);
    painter.setFont(font);
    painter.drawText(plate.adjusted(0, 0, 0, 1 - kBar), Qt::AlignCenter, text);
}

namespace {

QStringList errorLegendTexts(const HeatMap& map)
{
    if (!map.graph)
        return {
            Heat::tr("Nothing measured yet. While this model trains in mixed precision (View, Training, then "
                     "Start), single steps are computed in FP32 as well, from the same weights.")};
    return {Heat::tr("%1, step %2").arg(map.run).arg(map.steps),
        Heat::tr(
            "The largest error of a result, as a share of its largest number in FP32; ∞: became infinite or "
            "NaN."),
        Heat::tr("Groups show their worst operator.")};
}

}

QStringList heatLegendTexts(const HeatMap& map)
{
    QStringList texts{Heat::title(map.kind)};
    if (!map.problem.isEmpty())
        return texts << map.problem;
    if (map.kind == HeatKind::Error)
        return texts << errorLegendTexts(map);
    if (!map.graph)
        return texts << Heat::tr("Nothing trained yet. Train this model in mixed precision (View, Training, "
                                 "then Start): numbers appear on the operators while it goes on.");
    texts << Heat::tr("%1, %Ln steps", nullptr, static_cast<int>(map.steps)).arg(map.run);
    if (map.kind == HeatKind::Overflow)
        texts << Heat::tr("→ infinite or NaN before, passed on.");
    return texts << Heat::tr("No number: not rounded to 16 bits. Groups show their worst operator.");
}

namespace {

double frameHeight(const HeatMap& map, const std::vector<LegendText>& texts)
{
    double height = 2 * kPadding + (map.graph ? kHeatPlateHeight + 2 * kGap : 0) - kGap;
    for (const LegendText& text : texts)
        height += text.height + kGap;
    return height;
}

}

QSizeF heatLegendSize(const HeatMap& map, Scheme scheme, const QFont& font)
{
    return {kLegendWidth + 2 * kMargin, frameHeight(map, legendTexts(map, scheme, font)) + 2 * kMargin};
}

void paintHeatLegend(
    QPainter& painter, const QRectF& area, const HeatMap& map, Scheme scheme, const QFont& font)
{
    const std::vector<LegendText> texts = legendTexts(map, scheme, font);
    const double height = frameHeight(map, texts);
    const QRectF frame(area.left() + kMargin, area.bottom() - kMargin - height, kLegendWidth, height);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.setPen(QPen(color(ColorRole::Edge, scheme), 1));
    painter.setBrush(color(ColorRole::Canvas, scheme));
    painter.drawRoundedRect(frame, 6, 6);
    double y = frame.top() + kPadding;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        painter.setFont(texts[i].font);
        painter.setPen(texts[i].color);
        painter.drawText(QRectF(frame.left() + kPadding, y, kLegendWidth - 2 * kPadding, texts[i].height),
            Qt::AlignLeft | Qt::TextWordWrap, texts[i].text);
        y += texts[i].height + kGap;
        if (i != 1 || !map.graph)
            continue; // The plates stand below the run.
        y += kGap / 2;
        const std::array<QString, kHeatLevels> levels = Heat::levels(map.kind);
        for (int level = 0; level < kHeatLevels; ++level) {
            const QRectF plate(frame.left() + kPadding + level * (kHeatPlateWidth + kGap), y, kHeatPlateWidth,
                kHeatPlateHeight);
            paintHeatPlate(painter, plate, levels[static_cast<std::size_t>(level)], level, scheme,
                sized(font, 11, QFont::DemiBold));
        }
        y += kHeatPlateHeight + 3 * kGap / 2;
    }
}

}
