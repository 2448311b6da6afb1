// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/train/checkpoint.h"
#include "gui/document/jobrunner.h"
#include "gui/training/runhistory.h"

#include <QObject>
#include <QStringList>

#include <memory>

namespace halftone {

/// Reads a run file as a history. Without a graph: operators are known by their names alone.
Result<RunHistory> readHistory(const QString& path);

Result<Checkpoint> readCheckpoint(const QString& path);

/// This reads run files and checkpoints on another thread, several one after the other.
class RunOpener : public QObject
{
    Q_OBJECT

public:
    explicit RunOpener(QObject* parent = nullptr);

    void open(const QStringList& paths);
    /// Those that are not read yet.
    QStringList waiting() const { return m_waiting; }

signals:
    void opened(QString name, halftone::RunHistory history, QString path);
    void checkpointOpened(QString name, std::shared_ptr<const halftone::Checkpoint> checkpoint);
    void failed(halftone::Error error);

private:
    void openNext();

    QStringList m_waiting; // the first one is being read
    JobRunner m_jobs;
};

}
