// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/exponentwindow.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <numeric>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct Exponents
{
    Q_DECLARE_TR_FUNCTIONS(halftone::Exponents)
};

}

ExponentWindow exponentWindow(DType format)
{
    return format == DType::BFloat16
        ? ExponentWindow{.lowestSubnormal = -133, .lowestNormal = -126, .highest = 127}
        : ExponentWindow{};
}

ExponentZone zoneOf(const ExponentWindow& window, int exponent)
{
    if (exponent > window.highest)
        return ExponentZone::Overflow;
    if (exponent >= window.lowestNormal)
        return ExponentZone::Normal;
    return exponent >= window.lowestSubnormal ? ExponentZone::Subnormal : ExponentZone::Lost;
}

ZoneShares zoneShares(const ExponentHistogram& histogram, const ExponentWindow& window)
{
    ZoneShares shares;
    const auto total = std::accumulate(histogram.begin(), histogram.end(), 0.0);
    if (total == 0)
        return shares;
    const auto share = [&](std::size_t index) { return static_cast<double>(histogram[index]) / total; };
    shares.zero = share(0);
    shares.notFinite = share(histogram.size() - 1);
    for (std::size_t index = 1; index + 1 < histogram.size(); ++index) {
        switch (zoneOf(window, exponentOf(index))) {
        case ExponentZone::Lost:
            shares.lost += share(index);
            break;
        case ExponentZone::Subnormal:
            shares.subnormal += share(index);
            break;
        case ExponentZone::Normal:
            shares.normal += share(index);
            break;
        case ExponentZone::Overflow:
            shares.overflow += share(index);
            break;
        }
    }
    return shares;
}

QString shareText(double share)
{
    constexpr double kLeast = 0.001;
    const QLocale locale;
    const double percent = 100 * share;
    if (percent > 0 && percent < kLeast)
        return QStringLiteral("< %1 %").arg(locale.toString(kLeast));
    const int digits = percent == 0 || percent >= 99.95 ? 0 : percent >= 10 ? 1 : percent >= 0.1 ? 2 : 3;
    return QStringLiteral("%1 %").arg(locale.toString(percent, 'f', digits));
}

QString zoneTitle(ExponentZone zone)
{
    switch (zone) {
    case ExponentZone::Lost:
        return Exponents::tr("below", "too small for the format");
    case ExponentZone::Subnormal:
        return Exponents::tr("subnormal");
    case ExponentZone::Normal:
        return Exponents::tr("normal");
    case ExponentZone::Overflow:
        return Exponents::tr("overflow");
    }
    return {};
}

QString sharesText(const ZoneShares& shares)
{
    QStringList parts;
    const auto add = [&parts](double share, const QString& words) {
        if (share > 0)
            parts << words.arg(shareText(share));
    };
    add(shares.notFinite, Exponents::tr("%1 infinite or NaN"));
    add(shares.overflow, Exponents::tr("%1 overflow"));
    add(shares.normal, Exponents::tr("%1 normal"));
    add(shares.subnormal, Exponents::tr("%1 subnormal"));
    add(shares.lost, Exponents::tr("%1 too small"));
    add(shares.zero, Exponents::tr("%1 zero"));
    return parts.join(QStringLiteral(", "));
}

}
