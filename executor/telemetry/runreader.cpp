// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/files/mappedfile.h"
#include "executor/telemetry/run.pb.h"
#include "executor/telemetry/runfile.h"

#include <google/protobuf/arena.h>
#include <google/protobuf/io/coded_stream.h>

#include <algorithm>
#include <format>
#include <string_view>

namespace halftone {
namespace {

constexpr std::size_t kRecordsPerArena = 4096;
constexpr int kLongestRecord = 64 << 20; // the names of a graph of a million nodes

void read(const run::Info& in, RecordedRun& recorded)
{
    recorded.info = {.model = in.model(),
        .precision = in.precision(),
        .path = in.path(),
        .plannedSteps = in.planned_steps(),
        .parameters = in.parameters(),
        .dataNote = in.data_note(),
        .graph = nullptr};
}

OverflowDescription placeOf(const run::Overflow& place)
{
    return {place.node(), place.op(), place.phase(), place.value(), place.converted(), place.dtype(),
        place.element()};
}

void read(const run::Counts& in, RecordedRun& recorded)
{
    recorded.counts.push_back({in.step(), in.value(),
        {.count = in.count(),
            .overflows = in.overflows(),
            .underflows = in.underflows(),
            .subnormals = in.subnormals(),
            .absMax = in.abs_max()}});
}

/// False when there are not as many counts as exponents.
bool read(const run::Exponents& in, RecordedRun& recorded)
{
    RecordedExponents& out = recorded.exponents.emplace_back(in.step(), in.value());
    if (static_cast<std::size_t>(in.counts_size()) != out.histogram.size())
        return false;
    std::ranges::copy(in.counts(), out.histogram.begin());
    return true;
}

/// False when the record speaks of a cause that does not exist.
bool read(const run::Step& in, RecordedRun& recorded)
{
    StepDone step{.step = in.step(),
        .loss = in.loss(),
        .learningRate = in.learning_rate(),
        .scaleUsed = in.scale_used(),
        .scaleAfter = in.scale_after(),
        .overflow = in.overflow(),
        .skipped = in.skipped(),
        .cause = static_cast<ScaleCause>(in.cause()),
        .gradientNorm = in.gradient_norm(),
        .underflowShare = in.underflow_share(),
        .nanoseconds = in.nanoseconds()};
    if (in.has_first_overflow())
        recorded.overflows[in.step()] = placeOf(in.first_overflow());
    if (in.has_first_collapse())
        recorded.collapses[in.step()] = placeOf(in.first_collapse());
    recorded.steps.push_back(step);
    return in.cause() <= static_cast<std::uint32_t>(ScaleCause::Stuck);
}

bool read(const run::Finished& in, RecordedRun& recorded)
{
    recorded.finished = RunFinished{.why = static_cast<RunFinished::Why>(in.why()),
        .steps = in.steps(),
        .skippedSteps = in.skipped_steps(),
        .accuracy = in.accuracy(),
        .meanLoss = in.mean_loss()};
    return in.why() <= static_cast<std::uint32_t>(RunFinished::Why::Failed);
}

bool read(const run::Record& record, RecordedRun& recorded)
{
    switch (record.kind_case()) {
    case run::Record::kInfo:
        read(record.info(), recorded);
        return true;
    case run::Record::kStep:
        return read(record.step(), recorded);
    case run::Record::kFinished:
        return read(record.finished(), recorded);
    case run::Record::kCounts:
        read(record.counts(), recorded);
        return true;
    case run::Record::kExponents:
        return read(record.exponents(), recorded);
    case run::Record::KIND_NOT_SET:
        return true; // A newer version writes kinds that this one does not know.
    }
    return true;
}

}

Result<RecordedRun> readRunFile(const std::filesystem::path& path)
{
    const auto file = mapFile(path);
    if (!file)
        return std::unexpected(file.error());
    const auto malformed = [&path](std::string what) {
        return std::unexpected(Error{ErrorKind::Format, "E-RUN-FILE", std::move(what), path.string(),
            "Give a file that train --run-file wrote."});
    };
    const std::string_view text(reinterpret_cast<const char*>(file->bytes.data()), file->bytes.size());
    if (!text.starts_with(kRunFileHeader))
        return malformed("This is not a run file of a version that is known here.");
    RecordedRun recorded;
    // A million steps are read in half a second only when not each of them asks for memory.
    google::protobuf::Arena arena;
    std::size_t records = 0;
    std::string_view left = text.substr(kRunFileHeader.size());
    while (!left.empty() && !recorded.isCutOff) {
        const int window = static_cast<int>(
            std::min<std::size_t>(left.size(), static_cast<std::size_t>(kLongestRecord) + 16));
        google::protobuf::io::CodedInputStream stream(
            reinterpret_cast<const std::uint8_t*>(left.data()), window);
        std::uint32_t length = 0;
        const bool hasLength = stream.ReadVarint32(&length);
        const auto start = static_cast<std::size_t>(stream.CurrentPosition());
        if (hasLength && length > static_cast<std::uint32_t>(kLongestRecord))
            return malformed(std::format("Record {} claims a length of {} bytes.", records + 1, length));
        recorded.isCutOff = !hasLength || length > left.size() - start;
        if (recorded.isCutOff)
            break;
        if (records % kRecordsPerArena == 0)
            arena.Reset();
        auto& record = *google::protobuf::Arena::CreateMessage<run::Record>(&arena);
        if (!record.ParseFromArray(left.data() + start, static_cast<int>(length)) || !read(record, recorded))
            return malformed(std::format("Record {} is damaged.", records + 1));
        left.remove_prefix(start + length);
        const std::size_t end = text.size() - left.size();
        ++records;
        if (record.has_info())
            recorded.infoEnd = end;
        if (record.has_step())
            recorded.stepEnds.push_back(end);
    }
    return recorded;
}

}
