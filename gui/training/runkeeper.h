// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/telemetry/runfile.h"
#include "executor/train/trainer.h"

#include <chrono>
#include <filesystem>
#include <memory>

namespace halftone {

/// Where the state of the run in \p runFile is saved.
std::filesystem::path checkpointBeside(const std::filesystem::path& runFile);

/// This keeps a run on the disk while it goes on, so that a crash of the program loses half a minute at most:
/// every step in the run file, and its state from time to time. In the thread that trains.
class RunKeeper final : public Sink
{
public:
    /// \p trainer is between two steps and outlives the keeper. Steps behind its position are cut off the
    /// file.
    static Result<std::unique_ptr<RunKeeper>> create(
        const std::filesystem::path& runFile, const Trainer& trainer);

    void begin(const RunInfo& info) override { m_file->begin(info); }
    /// Counts of tensors are too many for a file that nobody asked for.
    void consume(const Event& event) noexcept override;
    /// The state as it is now.
    void saveState();
    const std::optional<Error>& failure() const { return m_failure ? m_failure : m_file->failure(); }

private:
    using Clock = std::chrono::steady_clock;
    RunKeeper(const Trainer& trainer, std::unique_ptr<FileSink> file, std::filesystem::path checkpoint);

    const Trainer& m_trainer;
    std::unique_ptr<FileSink> m_file;
    std::filesystem::path m_checkpoint;
    Clock::time_point m_nextSave;
    std::optional<Error> m_failure;
};

}
