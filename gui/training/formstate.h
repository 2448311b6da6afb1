// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>

class QWidget;

namespace halftone {

/// What is filled in below \p form, by the object names of the fields.
QJsonObject fieldsOf(const QWidget& form);

/// Fills in what fieldsOf() gave; what it does not name stays.
void fillFields(QWidget& form, const QJsonObject& fields);

}
