// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/autosave.h"

#include "executor/files/atomicfile.h"

#include <QDir>
#include <QFile>
#include <QThreadPool>
#include <QUuid>

namespace halftone {
namespace {

const QString kSuffix = QStringLiteral(".halftone");

// A lock is free when its program is gone, however old it is.
std::unique_ptr<QLockFile> takeLock(const QString& copy)
{
    auto lock = std::make_unique<QLockFile>(copy + ".lock");
    lock->setStaleLockTime(0);
    return lock->tryLock() ? std::move(lock) : nullptr;
}

}

Autosave::Autosave(const QString& folder, QObject* parent)
    : QObject(parent)
    , m_folder(folder)
{
    QDir().mkpath(folder);
    m_copy->path = QDir(folder).filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + kSuffix);
    m_lock = takeLock(m_copy->path);
}

Autosave::~Autosave()
{
    const std::lock_guard lock(m_copy->mutex);
    m_copy->isOver = true;
    QFile::remove(m_copy->path);
}

void Autosave::save(std::string text)
{
    QThreadPool::globalInstance()->start([copy = m_copy, text = std::move(text)] {
        const std::lock_guard lock(copy->mutex);
        if (!copy->isOver)
            copy->hasFailed = !writeFileAtomically(copy->path.toStdString(), text);
    });
}

bool Autosave::hasFailed() const
{
    const std::lock_guard lock(m_copy->mutex);
    return m_copy->hasFailed;
}

std::optional<QString> Autosave::findOrphan()
{
    const QFileInfoList copies = QDir(m_folder).entryInfoList({'*' + kSuffix}, QDir::Files, QDir::Time);
    for (const QFileInfo& copy : copies) {
        if (copy.filePath() == m_copy->path)
            continue;
        if (auto lock = takeLock(copy.filePath())) {
            m_orphan = copy.filePath();
            m_orphanLock = std::move(lock);
            return m_orphan;
        }
    }
    return std::nullopt;
}

void Autosave::dropOrphan()
{
    if (m_orphanLock)
        QFile::remove(m_orphan);
    m_orphanLock.reset();
}

}
