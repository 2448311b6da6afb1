// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runfolder.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QSaveFile>

#include <utility>

namespace halftone {
namespace {

constexpr qint64 kLargestRecipe = 16'000'000; // bytes; real ones have some thousand

QString recipeOf(const QString& runFile)
{
    return runFile + QStringLiteral(".json");
}

QString lockOf(const QString& runFile)
{
    return runFile + QStringLiteral(".lock");
}

bool write(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
}

}

KeptRun::KeptRun(QString runFile)
    : m_runFile(std::move(runFile))
    , m_lock(std::make_unique<QLockFile>(lockOf(m_runFile)))
{
    m_lock->setStaleLockTime(0); // A long run is not a dead one; that its process is gone says it.
    m_isLocked = m_lock->tryLock();
}

void KeptRun::end()
{
    if (!m_isLocked)
        return;
    QFile::remove(recipeOf(m_runFile));
    m_lock->unlock();
}

RunFolder::RunFolder(QString path)
    : m_path(std::move(path))
{
}

std::unique_ptr<KeptRun> RunFolder::begin(const QJsonObject& recipe)
{
    if (!QDir().mkpath(m_path))
        return nullptr;
    forgetOldest();
    const QString stamp = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd'T'hh-mm-ss"));
    QString path;
    for (int number = 1; path.isEmpty() || QFile::exists(path) || QFile::exists(recipeOf(path)); ++number)
        path = QStringLiteral("%1/%2-%3.run").arg(m_path, stamp).arg(number);
    auto kept = std::make_unique<KeptRun>(path);
    if (!kept->isLocked() || !write(recipeOf(path), QJsonDocument(recipe).toJson()))
        return nullptr;
    return kept;
}

std::vector<CutOffRun> RunFolder::cutOff() const
{
    std::vector<CutOffRun> runs;
    const QDir folder(m_path);
    for (const QString& name : folder.entryList({QStringLiteral("*.run.json")}, QDir::Files, QDir::Name)) {
        const QString runFile = folder.filePath(name.chopped(5)); // without ".json"
        QFile recipe(recipeOf(runFile));
        if (!recipe.open(QIODevice::ReadOnly) || !KeptRun(runFile).isLocked())
            continue;
        runs.push_back({runFile, QJsonDocument::fromJson(recipe.read(kLargestRecipe)).object()});
    }
    return runs;
}

void RunFolder::discard(const QString& runFile)
{
    const KeptRun run(runFile); // takes its lock along
    for (const char* ending : {"", ".json", ".checkpoint"}) {
        if (run.isLocked())
            QFile::remove(runFile + QLatin1StringView(ending));
    }
}

// Runs that are not over have a recipe and stay.
void RunFolder::forgetOldest() const
{
    constexpr qsizetype kKept = 20;
    const QDir folder(m_path);
    const QStringList names =
        folder.entryList({QStringLiteral("*.run")}, QDir::Files, QDir::Time); // the newest first
    for (const QString& name : names.mid(std::min(kKept, names.size()))) {
        const QString runFile = folder.filePath(name);
        if (!QFile::exists(recipeOf(runFile)))
            discard(runFile);
    }
}

}
