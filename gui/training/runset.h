// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/trainingrun.h"

#include <vector>

namespace halftone {

/// These are the runs of the training view: up to four that are trained here, and any that were read from
/// files.
class RunSet : public QObject
{
    Q_OBJECT

public:
    static constexpr int kMostTrained = 4;

    using QObject::QObject;

    const std::vector<std::unique_ptr<TrainingRun>>& runs() const { return m_runs; }
    bool canAdd() const;
    /// Null when there are four already.
    TrainingRun* add(RunSpec spec);
    /// \p file is where it was read from.
    TrainingRun* addRecorded(QString label, RunHistory history, QString file = {});
    /// \p run is one of them and not active.
    void remove(TrainingRun* run);

    bool isRunning() const;
    bool isAny(RunController::State state) const;
    /// \p label, with a number behind it where another run is called so.
    QString uniqueLabel(const QString& label, const TrainingRun* run) const;

signals:
    void runAdded(halftone::TrainingRun* run);
    void runRemoved(); ///< It is gone already.
    void historyChanged(halftone::TrainingRun* run);
    void stateChanged(halftone::TrainingRun* run);
    void usedChanged(halftone::TrainingRun* run);

private:
    TrainingRun* adopt(std::unique_ptr<TrainingRun> run);
    int freeLook() const;

    std::vector<std::unique_ptr<TrainingRun>> m_runs;
    int m_nextNumber = 0;
};

}
