// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/scalesettings.h"

#include "gui/document/text.h"
#include "gui/training/formfield.h"
#include "gui/training/shortnumberbox.h"

#include <QCheckBox>
#include <QLayout>
#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace halftone {
namespace {

constexpr double kUnset = 0; // how a floor or a ceiling says that there is none

/// What people read about a parameter.
struct Caption
{
    ScaleParameter parameter;
    const char* title;
    const char* tip;
};

constexpr auto kCaptions = std::to_array<Caption>({
    {ScaleParameter::Growth, QT_TRANSLATE_NOOP("halftone::ScaleSettings", "Growth"),
        QT_TRANSLATE_NOOP("halftone::ScaleSettings",
            "What the scale is multiplied by after a full window; where the rule has no shrinking of its "
            "own, an overflow divides by the same.")},
    {ScaleParameter::Backoff, QT_TRANSLATE_NOOP("halftone::ScaleSettings", "Shrinking"),
        QT_TRANSLATE_NOOP("halftone::ScaleSettings", "What the scale is multiplied by after an overflow.")},
    {ScaleParameter::Minimum, QT_TRANSLATE_NOOP("halftone::ScaleSettings", "Floor"),
        QT_TRANSLATE_NOOP("halftone::ScaleSettings", "The scale does not fall below it.")},
    {ScaleParameter::Maximum, QT_TRANSLATE_NOOP("halftone::ScaleSettings", "Ceiling"),
        QT_TRANSLATE_NOOP("halftone::ScaleSettings", "The scale does not grow above it.")},
    {ScaleParameter::RefusesInfinity, QT_TRANSLATE_NOOP("halftone::ScaleSettings", "Stays finite"),
        QT_TRANSLATE_NOOP(
            "halftone::ScaleSettings", "The scale does not grow to what FP32 holds as infinity.")},
    {ScaleParameter::Hysteresis, QT_TRANSLATE_NOOP("halftone::ScaleSettings", "Hysteresis"),
        QT_TRANSLATE_NOOP("halftone::ScaleSettings",
            "The scale shrinks at this overflow; the ones before it are forgiven.")},
    {ScaleParameter::RefillsHysteresis, QT_TRANSLATE_NOOP("halftone::ScaleSettings", "Refills"),
        QT_TRANSLATE_NOOP("halftone::ScaleSettings",
            "Each clean step lets overflows be forgiven anew; otherwise only growth does.")},
    {ScaleParameter::RaisesAtMinimum, QT_TRANSLATE_NOOP("halftone::ScaleSettings", "Gives up"),
        QT_TRANSLATE_NOOP("halftone::ScaleSettings", "An overflow at the floor ends the run.")},
    {ScaleParameter::SkipsOverflow, QT_TRANSLATE_NOOP("halftone::ScaleSettings", "Skips overflows"),
        QT_TRANSLATE_NOOP("halftone::ScaleSettings",
            "A step that overflows leaves the weights alone; otherwise infinite gradients go into them.")},
});

bool hasNone(ScaleParameter parameter)
{
    return parameter == ScaleParameter::Minimum || parameter == ScaleParameter::Maximum;
}

}

ScaleSettings::ScaleSettings(QWidget& form)
    : QObject(&form)
{
    for (const ScaleParameterRow& row : scaleParameterRows()) {
        if (std::ranges::contains(kCaptions, row.parameter, &Caption::parameter))
            addField(row, form);
    }
}

void ScaleSettings::addField(const ScaleParameterRow& row, QWidget& form)
{
    const Caption& caption = *std::ranges::find(kCaptions, row.parameter, &Caption::parameter);
    Field field{.row = &row};
    QWidget* control = nullptr;
    if (row.kind == ScaleParameterRow::Kind::Switch) {
        control = field.choice = new QCheckBox(&form);
        connect(field.choice, &QCheckBox::toggled, this, &ScaleSettings::changed);
    } else {
        control = field.number = makeNumber(row, form);
        connect(field.number, &QDoubleSpinBox::valueChanged, this, &ScaleSettings::changed);
    }
    control->setObjectName(QStringLiteral("trainingScale.") + text(row.name));
    control->setAccessibleName(tr(caption.title));
    field.box = formField(&form, tr(caption.title), control, tr(caption.tip));
    field.box->hide();
    form.layout()->addWidget(field.box);
    m_fields.push_back(field);
}

ShortNumberBox* ScaleSettings::makeNumber(const ScaleParameterRow& row, QWidget& form)
{
    constexpr double kLargest = 0x1p127; // what FP32 holds
    constexpr int kCharacters = 14;
    const bool isCount = row.kind == ScaleParameterRow::Kind::Count;
    auto* box = new ShortNumberBox(&form);
    box->setDecimals(isCount ? 0 : 10);
    box->setRange(isCount ? 1 : 0, kLargest);
    if (hasNone(row.parameter))
        box->setSpecialValueText(tr("none"));
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setFixedWidth(box->fontMetrics().averageCharWidth() * kCharacters);
    return box;
}

void ScaleSettings::setEnabled(bool isEnabled)
{
    for (const Field& field : m_fields)
        field.box->setEnabled(isEnabled);
}

void ScaleSettings::setRule(const LossScaleRule& rule)
{
    for (Field& field : m_fields) {
        field.isRead = reads(rule, field.row->parameter);
        field.box->setVisible(field.isRead);
        const double value = field.row->get(rule.defaults);
        if (field.choice) {
            const QSignalBlocker quiet(field.choice);
            field.choice->setChecked(value != 0);
        } else {
            const QSignalBlocker quiet(field.number);
            field.number->setValue(std::isinf(value) ? kUnset : value);
        }
    }
    emit changed();
}

double ScaleSettings::valueOf(const Field& field)
{
    if (field.choice)
        return field.choice->isChecked() ? 1 : 0;
    const double value = field.number->value();
    return field.row->parameter == ScaleParameter::Maximum && value == kUnset
        ? std::numeric_limits<double>::infinity()
        : value;
}

void ScaleSettings::apply(LossScaleParameters& parameters) const
{
    for (const Field& field : m_fields) {
        if (field.isRead)
            field.row->set(parameters, valueOf(field));
    }
}

}
