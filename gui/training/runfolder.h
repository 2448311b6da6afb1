// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QLockFile>
#include <QString>

#include <memory>
#include <vector>

namespace halftone {

/// This is a run that is being written: while it lives, no other window takes it for one that was cut off.
class KeptRun
{
public:
    /// Locks the run; isLocked() is false when another window has it.
    explicit KeptRun(QString runFile);
    /// The run stays known as one that was cut off, unless it was ended.
    ~KeptRun() = default;

    bool isLocked() const { return m_isLocked; }
    const QString& runFile() const { return m_runFile; }
    /// The run needs no rescue any more; what it wrote stays. That of another window stays as it is.
    void end();

private:
    QString m_runFile;
    std::unique_ptr<QLockFile> m_lock;
    bool m_isLocked = false;
};

/// A run that a crash cut off.
struct CutOffRun
{
    QString runFile;
    QJsonObject recipe; ///< What begin() was given.
};

/// This is the folder where the window keeps its runs: NAME.run with all steps, NAME.run.checkpoint with the
/// state, NAME.run.json with what the run was made from, as long as the run is not over.
class RunFolder
{
public:
    explicit RunFolder(QString path);

    const QString& path() const { return m_path; }

    /// A file of a new name; null when it cannot be made. The oldest files beyond the last twenty go.
    std::unique_ptr<KeptRun> begin(const QJsonObject& recipe);
    std::vector<CutOffRun> cutOff() const;
    /// Takes a run that was cut off out of the folder; not one that another window has taken up.
    static void discard(const QString& runFile);

private:
    void forgetOldest() const;

    QString m_path;
};

}
