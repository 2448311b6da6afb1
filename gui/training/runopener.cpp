// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runopener.h"

#include "executor/files/mappedfile.h"
#include "executor/telemetry/runfile.h"

#include <QFile>
#include <QFileInfo>

#include <utility>
#include <variant>

namespace halftone {

Result<RunHistory> readHistory(const QString& path)
{
    auto recorded = readRunFile(path.toStdString());
    if (!recorded)
        return std::unexpected(recorded.error());
    RunHistory history{.steps = std::move(recorded->steps),
        .finished = recorded->finished,
        .places = std::move(recorded->overflows),
        .collapses = std::move(recorded->collapses)};
    if (recorded->infoEnd > 0)
        history.info = std::move(recorded->info);
    for (const RecordedExponents& tensor : recorded->exponents)
        history.exponents[tensor.value].add(tensor.step, tensor.histogram);
    return history;
}

Result<Checkpoint> readCheckpoint(const QString& path)
{
    const auto file = mapFile(path.toStdString());
    if (!file)
        return std::unexpected(file.error());
    return decodeCheckpoint(
        {reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size()}, path.toStdString());
}

namespace {

bool isCheckpoint(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) &&
        file.read(kCheckpointHeader.size()) == QByteArrayView(kCheckpointHeader);
}

using Opened = std::variant<RunHistory, std::shared_ptr<const Checkpoint>>;

Result<Opened> readEither(const QString& path)
{
    if (!isCheckpoint(path))
        return readHistory(path).transform([](RunHistory&& history) { return Opened(std::move(history)); });
    return readCheckpoint(path).transform([](Checkpoint&& checkpoint) {
        return Opened(std::make_shared<const Checkpoint>(std::move(checkpoint)));
    });
}

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
        [path](const std::stop_token&) { return readEither(path); },
        [this, path](Result<Opened> read) {
            m_waiting.removeFirst();
            const QString name = QFileInfo(path).completeBaseName();
            if (!read)
                emit failed(read.error());
            else if (auto* history = std::get_if<RunHistory>(&*read))
                emit opened(name, std::move(*history), path);
            else
                emit checkpointOpened(name, std::get<std::shared_ptr<const Checkpoint>>(*read));
            openNext();
        });
}

}
