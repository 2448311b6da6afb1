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

QString numberText(const StepDone& step, CurveKind kind)
{
    const auto number = [](double value) { return lossText(value); };
    switch (kind) {
    case CurveKind::Loss:
        return RunReadout::tr("loss %1").arg(number(step.loss));
    case CurveKind::Scale:
        return RunReadout::tr("scale %1").arg(shortScaleText(step.scaleUsed));
    case CurveKind::GradientNorm:
        return RunReadout::tr("gradient %1").arg(number(step.gradientNorm));
    case CurveKind::LearningRate:
        return RunReadout::tr("rate %1").arg(number(step.learningRate));
    case CurveKind::Underflow:
        return RunReadout::tr("underflow %1 %").arg(number(100 * step.underflowShare));
    case CurveKind::StepTime:
        return RunReadout::tr("%1 ms").arg(number(static_cast<double>(step.nanoseconds) * 1e-6));
    }
    return {};
}

// What a growing scale does is no event of the step but worth a word where a person looks for it.
QStringList eventWords(const StepDone& step)
{
    QStringList words;
    if (step.overflow)
        words << RunReadout::tr("overflow");
    if (step.skipped)
        words << RunReadout::tr("skipped");
    switch (step.cause) {
    case ScaleCause::Growth:
        return words << RunReadout::tr("scale grows");
    case ScaleCause::AtFloor:
        return words << RunReadout::tr("scale at its floor");
    case ScaleCause::AtCeiling:
        return words << RunReadout::tr("scale at its ceiling");
    case ScaleCause::Hysteresis:
        return words << RunReadout::tr("forgiven");
    case ScaleCause::Stuck:
        return words << RunReadout::tr("scale stuck");
    case ScaleCause::Kept:
    case ScaleCause::Overflow:
        return words;
    }
    return words;
}

QString rowText(const ReadoutRow& row, std::span<const CurveKind> curves)
{
    QStringList parts;
    for (const CurveKind kind : curves) {
        if (row.hasScale || !curveRow(kind).needsScale)
            parts << numberText(*row.step, kind);
    }
    return QStringLiteral("%1 %2").arg(row.label, (parts + eventWords(*row.step)).join(QStringLiteral(", ")));
}

}

QString readoutText(double step, std::span<const ReadoutRow> rows, std::span<const CurveKind> curves)
{
    QStringList parts;
    for (const ReadoutRow& row : rows) {
        if (row.step)
            parts << rowText(row, curves);
    }
    if (parts.isEmpty())
        return {};
    return RunReadout::tr("Step %1:  ").arg(step, 0, 'f', 0) + parts.join(QStringLiteral("  ·  "));
}

QString lossText(double loss)
{
    if (std::isnan(loss))
        return RunReadout::tr("NaN");
    if (std::isinf(loss))
        return loss > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    return QLocale().toString(loss, 'g', 4);
}

QString accuracyText(const RunFinished& finished)
{
    if (!std::isnan(finished.accuracy))
        return RunReadout::tr("%1 %").arg(QLocale().toString(100 * finished.accuracy, 'f', 1));
    return finished.why == RunFinished::Why::Stopped ? RunReadout::tr("not measured")
                                                     : RunReadout::tr("no test data");
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
