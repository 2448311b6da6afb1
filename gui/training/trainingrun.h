// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/runfolder.h"
#include "gui/training/trainingsetup.h"

#include <QObject>

#include <memory>

namespace halftone {

/// This is one line of the list of runs: one that is trained here, now and again, or one that was read from a
/// file.
class TrainingRun : public QObject
{
    Q_OBJECT

public:
    /// A run to be trained. \p number tells it from the others for ever.
    TrainingRun(int number, int look, RunSpec spec, QObject* parent);
    /// A run that was read from \p file.
    TrainingRun(int number, int look, QString label, RunHistory history, QString file, QObject* parent);

    int number() const { return m_number; }
    int look() const { return m_look; } ///< See runLook().
    bool isRecorded() const { return !m_controller; }
    /// Whether Start trains it, or whether the plots show what was read.
    bool isUsed() const { return m_isUsed; }
    void setUsed(bool isUsed);

    const RunSpec& spec() const { return m_spec; }
    void setSpec(const RunSpec& spec);

    /// As it was called when it started.
    const QString& label() const { return m_label; }
    const QString& file() const { return m_file; } ///< Of a run that was read.
    bool hasScale() const;
    const RunHistory& history() const { return m_controller ? m_controller->history() : m_recorded; }
    RunController* controller() const { return m_controller.get(); } ///< Null for a run that was read.
    RunController::State state() const;
    bool isActive() const { return m_controller && m_controller->isActive(); }
    /// Whether there is anything to show.
    bool hasBegun() const;

    /// Forgets what it trained before. It must not be active. \p kept is where it is kept, or null.
    void start(QString label, RunRequest request, std::unique_ptr<KeptRun> kept = nullptr);

signals:
    void specChanged();
    void usedChanged();
    void historyChanged();
    void stateChanged();

private:
    int m_number;
    int m_look;
    bool m_isUsed = true;
    RunSpec m_spec;
    bool m_startedWithScale = false;
    QString m_label;
    std::unique_ptr<RunController> m_controller;
    RunHistory m_recorded;
    QString m_file;
    std::unique_ptr<KeptRun> m_kept; // while it goes on
};

}
