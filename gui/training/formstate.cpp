// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/formstate.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QSpinBox>

namespace halftone {
namespace {

QString valueOf(const QComboBox& combo)
{
    return combo.isEditable() ? combo.currentText() : combo.currentData().toString();
}

void choose(QComboBox& combo, const QString& value)
{
    for (int row = 0; row < combo.count(); ++row) {
        if (combo.itemData(row).toString() == value)
            combo.setCurrentIndex(row);
    }
}

}

QJsonObject fieldsOf(const QWidget& form)
{
    QJsonObject fields;
    for (const auto* combo : form.findChildren<QComboBox*>())
        fields[combo->objectName()] = valueOf(*combo);
    for (const auto* box : form.findChildren<QSpinBox*>())
        fields[box->objectName()] = box->value();
    for (const auto* box : form.findChildren<QDoubleSpinBox*>())
        fields[box->objectName()] = box->value();
    for (const auto* box : form.findChildren<QCheckBox*>())
        fields[box->objectName()] = box->isChecked();
    return fields;
}

// What is chosen comes in front of what is typed, because choosing a rule fills in other fields.
void fillFields(QWidget& form, const QJsonObject& fields)
{
    for (auto* combo : form.findChildren<QComboBox*>()) {
        if (!combo->isEditable() && fields.contains(combo->objectName()))
            choose(*combo, fields[combo->objectName()].toString());
    }
    for (auto* combo : form.findChildren<QComboBox*>()) {
        if (combo->isEditable() && fields.contains(combo->objectName()))
            combo->setEditText(fields[combo->objectName()].toString());
    }
    for (auto* box : form.findChildren<QSpinBox*>())
        box->setValue(fields[box->objectName()].toInt(box->value()));
    for (auto* box : form.findChildren<QDoubleSpinBox*>())
        box->setValue(fields[box->objectName()].toDouble(box->value()));
    for (auto* box : form.findChildren<QCheckBox*>())
        box->setChecked(fields[box->objectName()].toBool(box->isChecked()));
}

}
