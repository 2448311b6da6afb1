// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/runset.h"

#include <QWidget>

#include <memory>
#include <vector>

class QGridLayout;
class QPushButton;

namespace halftone {

class ElidedLabel;
class RunRow;

/// This is the list of runs: one line each, and buttons that add more.
class RunList : public QWidget
{
    Q_OBJECT

public:
    explicit RunList(RunSet& runs, QWidget* parent = nullptr);
    ~RunList() override;

    void setWindowPolicy(const Policy& policy);
    /// Shows how far the runs are; \p canStart: there is a model.
    void refresh(bool canStart);
    /// What the runs will take, beside the buttons.
    void setEstimate(const QString& line, const QString& details);
    /// Offers to find that out, where it is not done without being asked.
    void offerEstimate(bool isOffered);

signals:
    void startRequested(halftone::TrainingRun* run);
    void branchRequested(halftone::TrainingRun* run);
    void saveRequested(halftone::TrainingRun* run);
    void openRequested();
    void estimateRequested();

private:
    void makeRows();
    void arrange();

    RunSet& m_runs;
    std::vector<std::unique_ptr<RunRow>> m_rows;
    QGridLayout* m_grid;
    QWidget* m_buttons;
    QPushButton* m_add;
    QPushButton* m_estimate;
    ElidedLabel* m_estimated;
    Policy m_policy;
    bool m_canStart = false;
};

}
