// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/formfield.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace halftone {

QWidget* formField(QWidget* parent, const QString& label, QWidget* control, const QString& tip)
{
    auto* box = new QWidget(parent);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* caption = new QLabel(label, box);
    caption->setBuddy(control);
    for (QWidget* widget : {static_cast<QWidget*>(caption), control}) {
        widget->setToolTip(tip);
        widget->setWhatsThis(tip);
    }
    control->setFixedHeight(
        std::max(QComboBox().sizeHint().height(), QDoubleSpinBox().sizeHint().height()) + 2);
    column->addWidget(caption);
    column->addWidget(control);
    return box;
}

}
