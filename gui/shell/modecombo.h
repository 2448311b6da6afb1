// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/oplibrary/oplibrary.h"
#include "gui/document/policy.h"

#include <QComboBox>

namespace halftone {

/// This chooses a precision mode by any of its spellings. The list says in a second line what each does, and
/// which ones the chip cannot run.
class ModeCombo : public QComboBox
{
    Q_OBJECT

public:
    explicit ModeCombo(QWidget* parent = nullptr);

    /// Shows the mode and which of the others \p chip has; signals nothing.
    void setPolicy(const ModeName& mode, const ChipTraits& chip);

signals:
    void modeChosen(const halftone::ModeName& mode);
};

/// This chooses the chip.
class ChipCombo : public QComboBox
{
    Q_OBJECT

public:
    explicit ChipCombo(QWidget* parent = nullptr);

    void setChip(std::string_view soc);

signals:
    void chipChosen(const QString& soc);
};

}
