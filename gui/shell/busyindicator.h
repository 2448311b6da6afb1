// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;

namespace halftone {

class JobRunner;

/// This says in the status bar what goes on elsewhere once it takes longer than a moment, with a button that
/// cancels it.
class BusyIndicator : public QWidget
{
    Q_OBJECT

public:
    explicit BusyIndicator(JobRunner& jobs, QWidget* parent = nullptr);

private:
    void refresh();

    JobRunner& m_jobs;
    QLabel* m_title;
    QTimer m_patience;
};

}
