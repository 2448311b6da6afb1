// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/compare/comparison.h"

#include <QFrame>

class QCheckBox;
class QComboBox;
class QLabel;
class QToolButton;

namespace halftone {

class ChipCombo;
class ModeCombo;

/// This is the head of one column: what decides, on which chip, and what comes of it against the baseline.
class CompareCard : public QFrame
{
    Q_OBJECT

public:
    CompareCard(Comparison& comparison, std::size_t column, QWidget* parent = nullptr);

    void refresh();

private:
    void refreshVariants(const ComparedColumn& column);
    QString summaryText() const;

    Comparison& m_comparison;
    std::size_t m_column;
    QLabel* m_title;
    ModeCombo* m_mode;
    ChipCombo* m_chip;
    QCheckBox* m_edits;
    QComboBox* m_variant; // shown while there is more than one list
    QLabel* m_summary;
    QToolButton* m_remove;
};

}
