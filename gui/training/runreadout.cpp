// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runreadout.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <cmath>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct RunReadout
{
    Q_DECLARE_TR_FUNCTIONS(halftone::RunReadout)
};

QString rowText(const ReadoutRow& row)
{
    QStringList parts{RunReadout::tr("%1 loss %2").arg(runKindText(row.kind), lossText(row.step->loss))};
    if (row.kind == RunKind::Mixed)
        parts << RunReadout::tr("scale %1").arg(shortScaleText(row.step->scaleUsed));
    if (row.step->overflow)
        parts << RunReadout::tr("overflow");
    if (row.step->skipped)
        parts << RunReadout::tr("skipped");
    return parts.join(QStringLiteral(", "));
}

}

QString readoutText(double step, std::span<const ReadoutRow> rows)
{
    QStringList parts;
    for (const ReadoutRow& row : rows) {
        if (row.step)
            parts << rowText(row);
    }
    if (parts.isEmpty())
        return {};
    return RunReadout::tr("Step %1:  ").arg(step, 0, 'f', 0) + parts.join(QStringLiteral("  ·  "));
}

QString runKindText(RunKind kind)
{
    return kind == RunKind::Mixed ? RunReadout::tr("Mixed") : RunReadout::tr("FP32");
}

QString lossText(double loss)
{
    if (std::isnan(loss))
        return RunReadout::tr("NaN");
    if (std::isinf(loss))
        return loss > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    return QLocale().toString(loss, 'g', 4);
}

QString accuracyText(double accuracy)
{
    return std::isnan(accuracy) ? RunReadout::tr("no test data")
                                : RunReadout::tr("%1 %").arg(QLocale().toString(100 * accuracy, 'f', 1));
}

QString shortScaleText(double scale)
{
    constexpr double kLongest = 1e9;
    int exponent = 0;
    if (scale >= kLongest && std::frexp(scale, &exponent) == 0.5)
        return QStringLiteral("2^%1").arg(exponent - 1);
    return QString::number(scale, 'g', 10);
}

QString durationText(double seconds)
{
    const auto total = static_cast<qint64>(std::ceil(seconds));
    const auto two = [](qint64 number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); };
    const qint64 minutes = total / 60;
    if (minutes < 60)
        return QStringLiteral("%1:%2").arg(minutes).arg(two(total % 60));
    return QStringLiteral("%1:%2:%3").arg(minutes / 60).arg(two(minutes % 60), two(total % 60));
}

}
