// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/openedmodel.h"

#include <QDialog>

class QSpinBox;

namespace halftone {

/// This asks for the sizes of dimensions that the model only names. 0 leaves a dimension open.
class DimsDialog : public QDialog
{
    Q_OBJECT

public:
    DimsDialog(const OpenedModel& model, QWidget* parent);

    /// True when the model has dimensions to set.
    static bool hasDims(const OpenedModel& model);

    DimSizes dims() const;

private:
    std::map<std::string, QSpinBox*> m_boxes;
};

}
