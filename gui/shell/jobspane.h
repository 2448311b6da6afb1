// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace halftone {

class JobRunner;

/// This lists what goes on on other threads and what has been done, with the time that each job takes; a
/// running one can be cancelled.
class JobsPane : public QWidget
{
    Q_OBJECT

public:
    explicit JobsPane(QWidget* parent = nullptr);

    /// Lists the jobs of \p runner, which outlives the pane or dies with its window.
    void add(JobRunner& runner);

    QTreeWidget* list() const { return m_list; }
    /// "Jobs", or "Jobs (2)" while two run.
    QString title() const;

signals:
    void titleChanged(const QString& title);

private:
    struct Running
    {
        JobRunner* runner = nullptr;
        QTreeWidgetItem* item = nullptr;
        QElapsedTimer time;
    };

    void onBusyChanged(JobRunner& runner);
    void finish(JobRunner& runner, const QString& state);
    void refreshTimes();
    void refreshButtons();
    void cancelSelected();

    std::vector<Running> m_running;
    QTreeWidget* m_list;
    QLabel* m_nothing;
    QPushButton* m_cancel;
    QTimer m_clock;
    const JobRunner* m_cancelling = nullptr;
};

}
