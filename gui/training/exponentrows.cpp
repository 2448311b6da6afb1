// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/exponentrows.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct ExponentTexts
{
    Q_DECLARE_TR_FUNCTIONS(halftone::ExponentTexts)
};

QString formatTitle(DType format)
{
    return format == DType::BFloat16 ? QStringLiteral("BF16") : QStringLiteral("FP16");
}

QString zoneSentence(ExponentZone zone)
{
    switch (zone) {
    case ExponentZone::Lost:
        return ExponentTexts::tr("too small for %1");
    case ExponentZone::Subnormal:
        return ExponentTexts::tr("subnormal in %1");
    case ExponentZone::Normal:
        return ExponentTexts::tr("normal in %1");
    case ExponentZone::Overflow:
        return ExponentTexts::tr("too large for %1");
    }
    return {};
}

}

std::size_t ExponentRows::binAt(int row) const
{
    if (row <= 0)
        return std::tuple_size_v<ExponentHistogram> - 1;
    return row + 1 >= count() ? 0 : static_cast<std::size_t>(exponentAt(row) + 127);
}

ExponentRows rowsFor(const ExponentHistory& history)
{
    ExponentRows rows;
    for (const ExponentColumn& column : history.columns()) {
        for (std::size_t bin = 1; bin + 1 < column.counts.size(); ++bin) {
            if (column.counts[bin] == 0)
                continue;
            rows.lowest = std::min(rows.lowest, exponentOf(bin));
            rows.highest = std::max(rows.highest, exponentOf(bin));
        }
    }
    return rows;
}

QString stepsText(const ExponentColumn& column)
{
    if (column.firstStep == column.lastStep)
        return ExponentTexts::tr("Step %1").arg(column.firstStep);
    return ExponentTexts::tr("Steps %1 to %2").arg(column.firstStep).arg(column.lastStep);
}

QString columnText(const ExponentColumn& column, DType format)
{
    return ExponentTexts::tr("%1, in %2: %3")
        .arg(stepsText(column), formatTitle(format),
            sharesText(zoneShares(column.counts, exponentWindow(format))));
}

QString cellText(const ExponentColumn& column, const ExponentRows& rows, int row, DType format)
{
    const QLocale locale;
    const std::uint64_t count = column.counts[rows.binAt(row)];
    const std::uint64_t total = column.total();
    QString where = row <= 0 ? ExponentTexts::tr("infinite or NaN") : ExponentTexts::tr("zero");
    if (rows.isFinite(row)) {
        const int exponent = rows.exponentAt(row);
        const QString zone = zoneSentence(zoneOf(exponentWindow(format), exponent)).arg(formatTitle(format));
        where = ExponentTexts::tr("from 2^%1 to 2^%2, %3").arg(exponent).arg(exponent + 1).arg(zone);
    }
    return ExponentTexts::tr("%1: %2 (%3 of %4) %5")
        .arg(stepsText(column),
            shareText(total == 0 ? 0 : static_cast<double>(count) / static_cast<double>(total)),
            locale.toString(static_cast<qulonglong>(count)), locale.toString(static_cast<qulonglong>(total)),
            where);
}

}
