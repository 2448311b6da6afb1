// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/runset.h"

#include <QWidget>

class QAction;
class QHBoxLayout;
class QProgressBar;

namespace halftone {

class ElidedLabel;

/// This is the line of buttons for all runs at once, with their common progress.
class RunBar : public QWidget
{
    Q_OBJECT

public:
    /// The actions belong to \p view, so that their keys work in all of it.
    RunBar(RunSet& runs, QWidget& view);

    QAction* startAction() const { return m_start; }
    /// Adds a control at the right end.
    void addWidget(QWidget* widget);
    /// \p canStart: there is something that Start would train.
    void refresh(bool hasModel, bool canStart);

signals:
    void startRequested();

private:
    QAction* makeAction(const char* name, int sign, const QString& text, const QString& keys);
    void makeProgress();
    void pauseOrResume();
    QString progressText(bool hasModel) const;

    RunSet& m_runs;
    QWidget& m_view;
    QHBoxLayout* m_row;
    QAction* m_start;
    QAction* m_pause;
    QAction* m_step;
    QAction* m_stop;
    QProgressBar* m_progress = nullptr;
    ElidedLabel* m_text = nullptr;
};

}
