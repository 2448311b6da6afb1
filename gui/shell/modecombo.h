// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/oplibrary/oplibrary.h"
#include "gui/document/policy.h"

#include <QComboBox>

namespace halftone {

/// This chooses what decides: a precision mode of Ascend by any of its spellings, a level of MindSpore, or
/// another tool. The list says in a second line what each does, and which ones the chip cannot run.
class ModeCombo : public QComboBox
{
    Q_OBJECT

public:
    explicit ModeCombo(QWidget* parent = nullptr);

    /// Shows the choice and which of the modes \p chip has; signals nothing. The choice is an element of
    /// policyChoices().
    void setChoice(const PolicyChoice& choice, const ChipTraits& chip);

signals:
    void choiceChosen(const halftone::PolicyChoice& choice);
};

/// This chooses the chip.
class ChipCombo : public QComboBox
{
    Q_OBJECT

public:
    explicit ChipCombo(QWidget* parent = nullptr);

    /// Offers an own library beside the chips; its file, or empty for none.
    void offerLibrary(const QString& file);
    /// \p isInForce is false where what decides knows no chips.
    void setChip(std::string_view soc, bool isInForce);
    /// Shows that the own library decides.
    void setOwnLibrary(bool isInForce);

signals:
    void chipChosen(const QString& soc);
    void ownLibraryChosen();

private:
    void showTip(bool isInForce, const QString& tip);

    QString m_library;
};

}
