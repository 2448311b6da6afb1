// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runkeeper.h"

#include "executor/files/atomicfile.h"

#include <algorithm>

namespace halftone {
namespace {

using namespace std::chrono_literals;

constexpr auto kBetweenSaves = 20s;
constexpr int kMostShare = 50; // Saving a large model may take one part in so many of the time.

}

std::filesystem::path checkpointBeside(const std::filesystem::path& runFile)
{
    std::filesystem::path path = runFile;
    return path += ".checkpoint";
}

Result<std::unique_ptr<RunKeeper>> RunKeeper::create(
    const std::filesystem::path& runFile, const Trainer& trainer)
{
    auto file = FileSink::continueBehind(runFile, trainer.completedSteps());
    if (!file)
        return std::unexpected(file.error());
    return std::unique_ptr<RunKeeper>(new RunKeeper(trainer, *std::move(file), checkpointBeside(runFile)));
}

RunKeeper::RunKeeper(const Trainer& trainer, std::unique_ptr<FileSink> file, std::filesystem::path checkpoint)
    : m_trainer(trainer)
    , m_file(std::move(file))
    , m_checkpoint(std::move(checkpoint))
    , m_nextSave(Clock::now() + kBetweenSaves)
{
}

void RunKeeper::consume(const Event& event) noexcept
{
    if (std::holds_alternative<TensorCounts>(event) || std::holds_alternative<TensorExponents>(event))
        return;
    m_file->consume(event);
    if (std::holds_alternative<RunFinished>(event) || Clock::now() >= m_nextSave)
        saveState();
}

void RunKeeper::saveState()
{
    const auto start = Clock::now();
    if (const auto saved = writeFileAtomically(m_checkpoint, encode(m_trainer.checkpoint())); !saved)
        m_failure = saved.error();
    const auto end = Clock::now();
    m_nextSave = end + std::max<Clock::duration>(kBetweenSaves, kMostShare * (end - start));
}

}
