// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/trainingsetup.h"

#include "gui/document/commands.h"
#include "gui/document/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct SetupProblems
{
    Q_DECLARE_TR_FUNCTIONS(halftone::SetupProblems)
};

Error wrong(const QString& what, const QString& where, const QString& remedy)
{
    return {
        ErrorKind::Usage, "E-TRAINING-SETUP", what.toStdString(), where.toStdString(), remedy.toStdString()};
}

}

// A list that is in force now, or gone, is no other one.
bool namesOtherList(const RunSpec& spec, const Policy& window)
{
    return spec.variant && std::ranges::contains(window.variants, *spec.variant, &MixlistVariant::name);
}

Policy policyOf(const RunSpec& spec, const Policy& window)
{
    Policy policy = window;
    if (const PolicyChoice* choice = findChoice(spec.choice); choice && spec.way == RunSpec::Way::Choice)
        policy.choice = choice;
    if (!spec.usesList) {
        policy.mixlist = {};
        policy.overrides.clear();
    } else if (namesOtherList(spec, window)) {
        policy.mixlist = window.variant(*spec.variant);
        policy.variantName = *spec.variant;
    }
    return policy;
}

QString specLabel(const RunSpec& spec, const Policy& window)
{
    if (spec.way == RunSpec::Way::Float32)
        return QStringLiteral("FP32");
    QString label = text(policyOf(spec, window).choice->name);
    if (!spec.usesList)
        label = QCoreApplication::translate("RunSpec", "%1, no list").arg(label);
    else if (namesOtherList(spec, window) && policyOf(spec, window).mixlistInForce())
        label = QStringLiteral("%1, %2").arg(label, variantTitle(*spec.variant));
    if (const LossScaleRule* rule = findLossScaleRule(spec.lossScaleRule))
        label = QStringLiteral("%1, %2").arg(label, text(rule->title));
    return label;
}

RunRequest planRun(const TrainingSetup& setup, const RunSpec& spec, const Policy& window,
    const std::filesystem::path& model, const std::map<std::string, std::int64_t>& dims)
{
    RunRequest request{model, dims, setup.data, setup.settings};
    if (spec.way == RunSpec::Way::Float32)
        return request;
    Precision& mixed = request.settings.precision.emplace(precisionBy(policyOf(spec, window).precision()));
    if (const LossScaleRule* rule = findLossScaleRule(spec.lossScaleRule)) {
        mixed.lossScaleRule = spec.lossScaleRule;
        mixed.lossScale = rule->defaults;
    } else {
        mixed.lossScaleRule = setup.lossScaleRule;
        mixed.lossScale = setup.lossScale;
    }
    mixed.onOverflow = setup.onOverflow;
    mixed.overflowTest = setup.overflowTest;
    mixed.accumulation = setup.accumulation;
    return request;
}

std::optional<Error> problemOf(const TrainingSetup& setup, bool usesScale)
{
    const TrainSettings& settings = setup.settings;
    if (setup.data.empty())
        return wrong(SetupProblems::tr("No data is chosen."), SetupProblems::tr("Data"),
            SetupProblems::tr("Choose a folder, a file, or samples from the list."));
    if (settings.batch % settings.microBatches != 0)
        return wrong(SetupProblems::tr("A batch of %1 cannot be cut into %2 equal parts.")
                         .arg(settings.batch)
                         .arg(settings.microBatches),
            SetupProblems::tr("Accumulation"), SetupProblems::tr("Choose a divisor of the batch size."));
    const LossScaleRule* rule = findLossScaleRule(setup.lossScaleRule);
    if (!usesScale || !rule)
        return std::nullopt;
    const auto started = startLossScale(*rule, setup.lossScale);
    return started ? std::nullopt : std::optional(started.error());
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
