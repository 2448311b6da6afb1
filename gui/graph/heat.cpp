// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/heattexts.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <utility>

namespace halftone {
namespace {

constexpr double kLargestFloat16 = 65504;
constexpr double kLargestBfloat16 = 0x1.fep127;

// Where the levels above the first begin; of overflows behind "only passed on".
constexpr std::array<std::uint64_t, 3> kOverflowSteps{1, 1'000, 1'000'000};
constexpr std::array<double, 3> kUnderflowSteps{0.01, 0.1, 0.5};
constexpr std::array<double, 4> kHeadroomSteps{8, 4, 2, 0}; // bits, downwards
constexpr std::array<double, 4> kErrorSteps{0.001, 0.01, 0.1, 1}; // FP16 rounds by 0.0005 at most

// Short enough for a mark: at most six signs.
QString compact(std::uint64_t count)
{
    const QLocale locale;
    const auto value = static_cast<double>(count);
    if (count < 1'000)
        return locale.toString(static_cast<qulonglong>(count));
    if (count < 1'000'000)
        return Heat::tr("%1 k", "thousands").arg(locale.toString(value / 1e3, 'f', count < 10'000 ? 1 : 0));
    return Heat::tr("%1 M", "millions").arg(locale.toString(value / 1e6, 'f', count < 10'000'000 ? 1 : 0));
}

QString percent(double share)
{
    const double value = 100 * share;
    if (value > 0 && value < 0.01)
        return QStringLiteral("< %1 %").arg(QLocale().toString(0.01));
    const int digits = value == 0 || value >= 10 ? 0 : value < 1 ? 2 : 1;
    return QStringLiteral("%1 %").arg(QLocale().toString(value, 'f', digits));
}

QString bits(double headroom)
{
    constexpr double kShownAsZero = 0.05; // 65536 does not fit and is 0.0007 bits too large.
    if (std::isinf(headroom))
        return Heat::tr("all 0");
    if (headroom < 0 && headroom > -kShownAsZero)
        return Heat::tr("< 0 bits");
    return Heat::tr("%1 bits").arg(
        QLocale().toString(headroom, 'f', std::abs(headroom) < 100 ? 1 : 0).replace('-', QChar(0x2212)));
}

HeatMark overflowMark(const OperatorHeat& heat)
{
    const std::uint64_t born = heat.counts.newOverflows();
    if (born == 0 && heat.counts.inherited > 0)
        return {.text = QStringLiteral("→ ") + compact(heat.counts.inherited), .level = 1};
    const auto above = std::ranges::count_if(kOverflowSteps, [born](auto step) { return born >= step; });
    return {.text = compact(born), .level = above == 0 ? 0 : static_cast<int>(above) + 1};
}

HeatMark underflowMark(const OperatorHeat& heat)
{
    const double share = heat.underflowShare();
    const auto above = std::ranges::count_if(kUnderflowSteps, [share](double step) { return share >= step; });
    return {.text = percent(share), .level = share == 0 ? 0 : static_cast<int>(above) + 1};
}

HeatMark headroomMark(const OperatorHeat& heat)
{
    const double room = heat.headroomBits;
    const auto below = std::ranges::count_if(kHeadroomSteps, [room](double step) { return room < step; });
    return {.text = bits(room), .level = static_cast<int>(below)};
}

QString errorText(double error)
{
    constexpr double kMostShown = 99.99; // longer numbers fill no plate
    if (std::isinf(error))
        return QStringLiteral("∞");
    return error > kMostShown ? QStringLiteral("> %1 %").arg(100 * std::floor(kMostShown)) : percent(error);
}

HeatMark errorMark(const OperatorHeat& heat)
{
    const auto above = std::ranges::count_if(kErrorSteps, [&](double step) { return heat.error >= step; });
    return {.text = errorText(heat.error), .level = static_cast<int>(above)};
}

// Larger is hotter.
std::pair<double, double> rank(HeatKind kind, const OperatorHeat& heat)
{
    switch (kind) {
    case HeatKind::None:
        break;
    case HeatKind::Overflow:
        return {static_cast<double>(heat.counts.newOverflows()), static_cast<double>(heat.counts.inherited)};
    case HeatKind::Underflow:
        return {heat.underflowShare(), static_cast<double>(heat.counts.underflows)};
    case HeatKind::Headroom:
        return {-heat.headroomBits, 0};
    case HeatKind::Error:
        return {heat.error, 0};
    }
    return {};
}

}

void OperatorHeat::add(const kernels::RoundStats& tensor, DType dtype)
{
    if (tensor.count == 0)
        return;
    const double largest = dtype == DType::BFloat16 ? kLargestBfloat16 : kLargestFloat16;
    counts += tensor;
    if (tensor.absMax > 0)
        headroomBits = std::min(headroomBits, std::log2(largest / static_cast<double>(tensor.absMax)));
}

double OperatorHeat::underflowShare() const
{
    return isRounded() ? static_cast<double>(counts.underflows) / static_cast<double>(counts.count) : 0;
}

void OperatorHeat::addError(double relative)
{
    error = std::isnan(error) ? relative : std::max(error, relative);
}

bool OperatorHeat::isKnown(HeatKind kind) const
{
    return kind == HeatKind::Error ? !std::isnan(error) : isRounded();
}

QString Heat::title(HeatKind kind)
{
    switch (kind) {
    case HeatKind::None:
        break;
    case HeatKind::Overflow:
        return tr("Numbers that overflowed");
    case HeatKind::Underflow:
        return tr("Share rounded to zero");
    case HeatKind::Headroom:
        return tr("Headroom below the largest number");
    case HeatKind::Error:
        return tr("Error against FP32");
    }
    return {};
}

std::array<QString, kHeatLevels> Heat::levels(HeatKind kind)
{
    switch (kind) {
    case HeatKind::None:
        break;
    case HeatKind::Overflow:
        return {QStringLiteral("0"), QStringLiteral("→ 1+"), QStringLiteral("1+"), QStringLiteral("1 k+"),
            QStringLiteral("1 M+")};
    case HeatKind::Underflow:
        return {QStringLiteral("0 %"), QStringLiteral("< 1 %"), QStringLiteral("1 %+"),
            QStringLiteral("10 %+"), QStringLiteral("50 %+")};
    case HeatKind::Headroom:
        return {tr("8+ bits"), tr("4 – 8"), tr("2 – 4"), tr("0 – 2"), tr("< 0")};
    case HeatKind::Error:
        return {QStringLiteral("< 0.1 %"), QStringLiteral("0.1 %+"), QStringLiteral("1 %+"),
            QStringLiteral("10 %+"), QStringLiteral("100 %+")};
    }
    return {};
}

QString Heat::sentence(const OperatorHeat& heat)
{
    QStringList parts;
    if (heat.isRounded())
        parts << tr("%L1 overflowed, %L2 came in so; %3 rounded to zero; headroom %4")
                     .arg(heat.counts.newOverflows())
                     .arg(heat.counts.inherited)
                     .arg(percent(heat.underflowShare()), bits(heat.headroomBits));
    if (heat.isKnown(HeatKind::Error))
        parts << tr("error %1 of the largest number").arg(errorText(heat.error));
    return parts.join(QStringLiteral("; "));
}

HeatMark heatMark(HeatKind kind, const OperatorHeat& heat)
{
    if (!heat.isKnown(kind))
        return {};
    switch (kind) {
    case HeatKind::None:
        break;
    case HeatKind::Overflow:
        return overflowMark(heat);
    case HeatKind::Underflow:
        return underflowMark(heat);
    case HeatKind::Headroom:
        return headroomMark(heat);
    case HeatKind::Error:
        return errorMark(heat);
    }
    return {};
}

bool isHotter(HeatKind kind, const OperatorHeat& a, const OperatorHeat& b)
{
    if (a.isKnown(kind) != b.isKnown(kind))
        return a.isKnown(kind);
    return rank(kind, a) > rank(kind, b);
}

std::vector<HeatMark> heatMarks(const HeatMap& map, const GraphPicture& picture)
{
    if (map.kind == HeatKind::None || map.graph != picture.graph)
        return {};
    std::vector<NodeId> worst(picture.boxes.size());
    for (NodeId node : picture.graph->nodes()) {
        if (!map.operators[node].isKnown(map.kind))
            continue;
        for (std::uint32_t box = picture.shownIn[node]; box != GraphPicture::kNoBox;
            box = picture.panels[picture.boxes[box].panel].frame) {
            const bool isFirst = !worst[box].isValid();
            if (isFirst || isHotter(map.kind, map.operators[node], map.operators[worst[box]]))
                worst[box] = node;
        }
    }
    std::vector<HeatMark> marks(picture.boxes.size());
    for (std::size_t box = 0; box < marks.size(); ++box) {
        if (!worst[box].isValid())
            continue;
        marks[box] = heatMark(map.kind, map.operators[worst[box]]);
        marks[box].node = worst[box];
    }
    return marks;
}

}
