// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/trainingsetup.h"

#include <QRegularExpression>

#include <cmath>

namespace halftone {

std::vector<PlannedRun> planRuns(const TrainingSetup& setup, const std::filesystem::path& model,
    const std::map<std::string, std::int64_t>& dims, const Precision& precision)
{
    std::vector<PlannedRun> runs;
    const RunRequest request{model, dims, setup.data, setup.settings};
    if (setup.trainsFp32)
        runs.push_back({RunKind::Fp32, request});
    if (setup.trainsMixed) {
        runs.push_back({RunKind::Mixed, request});
        Precision& mixed = runs.back().request.settings.precision.emplace(precision);
        mixed.lossScaleRule = setup.lossScaleRule;
        mixed.lossScale = setup.lossScale;
    }
    return runs;
}

std::optional<double> parseScale(const QString& text)
{
    QString number = text.section(QLatin1Char('='), 0, 0).trimmed();
    number.remove(QLatin1Char(','));
    static const QRegularExpression power(QStringLiteral(R"(^2\s*\^\s*(\d{1,3})$)"));
    if (const auto match = power.match(number); match.hasMatch())
        return std::ldexp(1.0, match.captured(1).toInt());
    bool isNumber = false;
    const double value = number.toDouble(&isNumber);
    if (!isNumber || !std::isfinite(value) || value < 1)
        return std::nullopt;
    return value;
}

QString scaleText(double scale)
{
    const QString number = QString::number(scale, 'f', scale == std::floor(scale) ? 0 : 3);
    int exponent = 0;
    if (std::frexp(scale, &exponent) != 0.5)
        return number;
    return QStringLiteral("2^%1 = %2").arg(exponent - 1).arg(number);
}

}
