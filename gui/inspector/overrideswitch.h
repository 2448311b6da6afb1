// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/policy/override.h"

#include <QWidget>

class QComboBox;

namespace halftone {

/// This asks for a type on one operator or on a scope around it, beside what the policy says: MindSpore's
/// to_float, for any policy.
class OverrideSwitch : public QWidget
{
    Q_OBJECT

public:
    /// \p node is the operator's name, \p overrides are those in force.
    OverrideSwitch(
        const QString& node, std::span<const PrecisionOverride> overrides, QWidget* parent = nullptr);

signals:
    /// Undefined takes the wish back.
    void typeChosen(const QString& target, halftone::DType dtype);

private:
    void showType(std::span<const PrecisionOverride> overrides);

    QComboBox* m_target;
    QComboBox* m_type;
};

}
