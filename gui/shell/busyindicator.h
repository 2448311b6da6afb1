// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

#include <vector>

class QProgressBar;

namespace halftone {

class ElidedLabel;
class JobRunner;

/// This says in the status bar what goes on elsewhere once it takes longer than a moment, with a button that
/// cancels it.
class BusyIndicator : public QWidget
{
    Q_OBJECT

public:
    /// Of several jobs it shows the first.
    explicit BusyIndicator(std::vector<JobRunner*> jobs, QWidget* parent = nullptr);

private:
    void refresh();
    void refreshBar();
    JobRunner* current() const; // null while nothing goes on

    std::vector<JobRunner*> m_jobs;
    ElidedLabel* m_title;
    QProgressBar* m_bar;
    QTimer m_patience;
    QTimer m_clock; // for the bar
};

}
