// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/compare/columncomparison.h"

#include <QFrame>

#include <optional>

class QComboBox;
class QGridLayout;
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
    CompareCard(ColumnComparison& comparison, std::size_t column, QWidget* parent = nullptr);

    void refresh();

signals:
    /// The person wants to see the operator that the summary names.
    void nodeSelected(halftone::NodeId node);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    void chooseLists(int row);
    void askForFile();
    void readFile(const QString& path);
    void refreshLists();
    QString summaryText() const;
    QString numbersText() const;
    QString originText(const Comparison& numbers) const;

    ColumnComparison& m_comparison;
    std::size_t m_column;
    QLabel* m_title;
    ModeCombo* m_mode;
    ChipCombo* m_chip;
    QComboBox* m_lists;
    QString m_fileError; // of the list that was chosen last
    QLabel* m_summary;
    QLabel* m_numbers;
    QToolButton* m_remove;
    QGridLayout* m_head;
    std::optional<bool> m_isNarrow; // the mode stands on a line of its own
};

}
