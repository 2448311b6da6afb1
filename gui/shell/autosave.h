// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLockFile>
#include <QObject>
#include <QString>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace halftone {

/// This keeps a copy of the window's session in a folder while the program runs, and finds the copies that
/// programs left which did not end properly. A lock beside each copy tells the two apart: that of a program
/// that died is free again.
class Autosave : public QObject
{
    Q_OBJECT

public:
    /// Makes \p folder where it is missing.
    explicit Autosave(const QString& folder, QObject* parent = nullptr);
    /// A proper end: the own copy goes.
    ~Autosave() override;

    /// The place of the own copy.
    const QString& path() const { return m_copy->path; }
    /// Writes the own copy on another thread. What cannot be written is written the next time; there is
    /// nothing that a person could do about it while working.
    void save(std::string text);
    /// The last write has not worked.
    bool hasFailed() const;

    /// The newest copy that another program left; it stays this one's, until it is dropped. Nullopt without
    /// any.
    std::optional<QString> findOrphan();
    /// Removes the copy that findOrphan() found.
    void dropOrphan();

private:
    /// What the writing thread shares: nothing is written after the end.
    struct Copy
    {
        std::mutex mutex;
        QString path;
        bool isOver = false;
        bool hasFailed = false;
    };

    QString m_folder;
    std::unique_ptr<QLockFile> m_lock;
    std::shared_ptr<Copy> m_copy = std::make_shared<Copy>();
    QString m_orphan;
    std::unique_ptr<QLockFile> m_orphanLock;
};

}
