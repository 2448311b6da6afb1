// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/jobrunner.h"
#include "gui/document/session.h"

#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace halftone {

class Autosave;
class FileCommands;
class MainWindow;

/// This puts a window's state into session files and takes it out of them again, saves a copy every while,
/// and offers what a crash left.
class SessionKeeper : public QObject
{
    Q_OBJECT

public:
    SessionKeeper(MainWindow& window, FileCommands& files);
    ~SessionKeeper() override;

    /// The window as it is now.
    Session capture() const;
    void askForSession();
    /// Replaces model, policy and view by those of the file. The policy is one undo step, so that nothing is
    /// lost.
    void open(const QString& path);
    /// Writes to the file that was opened or saved last, or asks for one; calls \p then after it has been
    /// written.
    void save(std::function<void()> then = {});
    void saveAs(std::function<void()> then = {});
    /// True when the session file has the policy as it is now.
    bool holdsPolicy() const { return m_savedPolicy && *m_savedPolicy == capture().policy; }

    /// Saves a copy into \p folder every so many seconds where something has changed, and offers the newest
    /// one there whose program is gone. 0 seconds: only offers.
    void startAutosave(const QString& folder, int seconds);
    /// Changes that time, once it has been started.
    void setAutosave(int seconds);

signals:
    void fileUsed(const QString& path); ///< A session was opened or saved.

private:
    void writeTo(const QString& path, const std::function<void()>& then);
    void accept(const QString& path, const Result<LoadedSession>& loaded);
    void apply(const LoadedSession& loaded, const QString& what);
    void markSavedLists(const Policy& policy);
    void showAsSaved();
    void onModelChanged();
    void onOpeningFailed(const Error& error);
    void findModel();
    void select(const QString& name);
    void compareFingerprint(const QString& expected);
    void saveCopy();
    void offerOrphan();
    void offer(const QString& path, const std::shared_ptr<const Result<LoadedSession>>& loaded);
    void restore(const LoadedSession& orphan);

    MainWindow& m_window;
    FileCommands& m_files;
    QString m_path; // of the session file; empty: none
    std::optional<Policy> m_savedPolicy;
    std::optional<Session> m_pending; // while its model is being opened
    QStringList m_remarks; // on the session that was opened last
    QString m_fingerprint; // of the open model; empty until it is known
    JobRunner m_reading; // of a session, with the files that its options name
    JobRunner m_hashing;
    JobRunner m_orphanReading; // of a copy that a crash left
    QTimer m_timer;
    std::unique_ptr<Autosave> m_autosave;
    std::string m_lastCopy;
};

}
