// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runopener.h"

#include "executor/telemetry/runfile.h"

#include <QFileInfo>

#include <utility>

namespace halftone {

Result<RunHistory> readHistory(const QString& path)
{
    auto recorded = readRunFile(path.toStdString());
    if (!recorded)
        return std::unexpected(recorded.error());
    RunHistory history{.steps = std::move(recorded->steps),
        .finished = recorded->finished,
        .places = std::move(recorded->overflows)};
    if (recorded->infoEnd > 0)
        history.info = std::move(recorded->info);
    for (const RecordedExponents& tensor : recorded->exponents)
        history.exponents[tensor.value].add(tensor.step, tensor.histogram);
    return history;
}

RunOpener::RunOpener(QObject* parent)
    : QObject(parent)
{
}

void RunOpener::open(const QStringList& paths)
{
    m_waiting += paths;
    if (!m_jobs.isBusy())
        openNext();
}

void RunOpener::openNext()
{
    if (m_waiting.isEmpty())
        return;
    const QString path = m_waiting.first();
    m_jobs.start(
        tr("Reading %1").arg(QFileInfo(path).fileName()),
        [path](const std::stop_token&) { return readHistory(path); },
        [this, path](Result<RunHistory> history) {
            m_waiting.removeFirst();
            if (history)
                emit opened(QFileInfo(path).completeBaseName(), *std::move(history), path);
            else
                emit failed(history.error());
            openNext();
        });
}

}
