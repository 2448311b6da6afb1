// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/compare/columncomparison.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace halftone {

class ElidedLabel;

/// This is the line above the columns: what they are compared with, whether their graphs move together, and
/// the data that numbers are computed on, with the button that starts and stops it.
class NumericsBar : public QWidget
{
    Q_OBJECT

public:
    explicit NumericsBar(ColumnComparison& comparison, QWidget* parent = nullptr);

    bool isLinked() const;
    /// Starts the numbers on the data chosen; stops them while they are computed.
    void startOrStop();
    void setData(const QString& place); ///< As `halftone-cli compare --data` takes it.

signals:
    void linkToggled(bool isLinked);
    void addRequested();
    void reportRequested();

private:
    void makeParts();
    QWidget* besides(QWidget* first, QWidget* second);
    void refreshColumns();
    void refreshRun();
    void chooseFolder();
    std::string data() const;
    QString stateText() const;

    ColumnComparison& m_comparison;
    QComboBox* m_baseline;
    QCheckBox* m_link;
    QComboBox* m_data;
    QToolButton* m_folder;
    QSpinBox* m_batch;
    QSpinBox* m_after;
    QPushButton* m_run;
    QProgressBar* m_progress;
    ElidedLabel* m_state;
    QPushButton* m_add;
    QPushButton* m_report;
    QTimer m_ticks; // while numbers are computed
};

}
