// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/lossscale/scaleparameters.h"

#include <QObject>

#include <vector>

class QCheckBox;
class QWidget;

namespace halftone {

class ShortNumberBox;

/// These are the parameters of a loss-scale rule besides its first scale and its window: a field for each
/// that the rule reads, and none for the others.
class ScaleSettings : public QObject
{
    Q_OBJECT

public:
    /// The fields become part of \p form and of its layout.
    explicit ScaleSettings(QWidget& form);

    /// Shows the fields of \p rule with its own values in them.
    void setRule(const LossScaleRule& rule);
    /// Writes what is filled in for the rule; leaves what it does not read.
    void apply(LossScaleParameters& parameters) const;
    void setEnabled(bool isEnabled);

signals:
    void changed();

private:
    struct Field
    {
        const ScaleParameterRow* row = nullptr; // never null
        QWidget* box = nullptr; // with the caption
        ShortNumberBox* number = nullptr; // one of these two
        QCheckBox* choice = nullptr;
        bool isRead = false; // by the rule
    };

    void addField(const ScaleParameterRow& row, QWidget& form);
    static ShortNumberBox* makeNumber(const ScaleParameterRow& row, QWidget& form);
    static double valueOf(const Field& field);

    std::vector<Field> m_fields;
};

}
