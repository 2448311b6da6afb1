// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/train/estimate.h"
#include "gui/document/jobrunner.h"
#include "gui/training/runrequest.h"

#include <QTimer>

#include <vector>

namespace halftone {

/// A run that is to be estimated, and what it is called.
struct PlannedRun
{
    QString label;
    RunRequest request;
};

/// What was found out about a run.
struct RunEstimate
{
    QString label;
    Result<TrainingEstimate> estimate;
};

/// "FP32 2.1 MiB, 4.1 ms a step  ·  O2 1.6 MiB, 4.5 ms a step  ·  about 0:03 for 250 steps": runs that train
/// at once share \p cores. The first error stands for all.
QString estimateLine(const std::vector<RunEstimate>& runs, int cores);
/// One line a run, with what its memory is for; for a tool tip.
QString estimateDetails(const std::vector<RunEstimate>& runs);

/// Of all initializers of a model.
std::size_t weightBytes(const Graph& forward);

/// This finds out, on another thread, what runs will take before they start: it plans each and makes a few of
/// its steps. Wishes that follow each other quickly become one; a new wish ends the trial of the one before.
class RunEstimator : public QObject
{
    Q_OBJECT

public:
    explicit RunEstimator(QObject* parent = nullptr);

    /// All with the same data and batch.
    void estimate(std::vector<PlannedRun> runs);
    void cancel();
    bool isBusy() const { return m_timer.isActive() || m_jobs.isBusy(); }
    JobRunner& jobs() { return m_jobs; }

signals:
    void estimated(const std::vector<halftone::RunEstimate>& runs);

private:
    void begin();

    QTimer m_timer;
    std::vector<PlannedRun> m_waiting;
    JobRunner m_jobs;
};

}
