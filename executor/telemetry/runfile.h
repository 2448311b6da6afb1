// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"
#include "executor/telemetry/overflowdescription.h"
#include "executor/telemetry/sink.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace halftone {

inline constexpr std::string_view kRunFileHeader = "halftone-run 1\n";

/// Writes a run into a file, record by record (format: run.proto). Lossless. A record reaches the operating
/// system within a step, so that a reader sees it and a crash of the program loses nothing that was finished.
class FileSink final : public Sink
{
public:
    /// Makes the file anew; fails when it cannot.
    static Result<std::unique_ptr<FileSink>> create(const std::filesystem::path& path);
    /// Goes on with the file of a run that is resumed after that step: what it says about later steps is cut
    /// off. Makes the file where there is none; fails when it is something else than a run file.
    static Result<std::unique_ptr<FileSink>> continueBehind(
        const std::filesystem::path& path, std::uint64_t step);
    ~FileSink() override;

    void begin(const RunInfo& info) override;
    void consume(const Event& event) noexcept override;
    bool wantsCounts() const override { return m_wantsCounts; }
    /// From now on the counts of every 16-bit tensor are recorded, too.
    void recordCounts() { m_wantsCounts = true; }
    /// Set when writing failed later on (a full disk). What was written up to then stays readable.
    const std::optional<Error>& failure() const { return m_failure; }

private:
    FileSink(std::filesystem::path path, int descriptor);
    void write(const std::string& bytes);

    std::filesystem::path m_path;
    int m_descriptor;
    GraphPtr m_graph;
    bool m_hasInfo = false;
    bool m_wantsCounts = false;
    std::optional<Error> m_failure;
    struct Records;
    std::unique_ptr<Records> m_records;
};

/// TensorCounts with the tensor's name, TensorExponents likewise.
struct RecordedCounts
{
    std::uint64_t step = 0;
    std::string value;
    kernels::RoundStats counts;
};
struct RecordedExponents
{
    std::uint64_t step = 0;
    std::string value;
    ExponentHistogram histogram = {};
};

/// A run as it was recorded.
struct RecordedRun
{
    RunInfo info; ///< Without its graph.
    std::vector<StepDone> steps; ///< Without the ids of firstOverflow, which mean nothing without the graph;
    std::map<std::uint64_t, OverflowDescription> overflows; ///< they are here in words, by step number.
    std::map<std::uint64_t, OverflowDescription> collapses; ///< firstCollapse, likewise.
    std::vector<RecordedCounts> counts;
    std::vector<RecordedExponents> exponents;
    std::optional<RunFinished> finished; ///< Nullopt while the run goes on, or after a crash.
    bool isCutOff = false; ///< The last record is incomplete; all before it are here.
    std::size_t infoEnd = 0; ///< Where the record about the run ends in the file; 0 without one.
    std::vector<std::size_t> stepEnds; ///< Where the record of each step ends.
};

/// Reads a run file. A missing header or a record that makes no sense is an error; a tail that is cut off is
/// not.
Result<RecordedRun> readRunFile(const std::filesystem::path& path);

}
