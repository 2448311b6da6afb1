// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/telemetry/runfile.h"

#include "executor/files/mappedfile.h"
#include "executor/telemetry/run.pb.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/util/delimited_message_util.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <format>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace halftone {
namespace {

constexpr std::string_view kHeader = "halftone-run 1\n";
constexpr int kLongestRecord = 64 << 20; // the names of a graph of a million nodes

std::string delimited(const run::Record& record)
{
    std::ostringstream stream;
    google::protobuf::util::SerializeDelimitedToOstream(record, &stream);
    return std::move(stream).str();
}

run::Record recordOf(const RunInfo& info)
{
    run::Record record;
    run::Info& out = *record.mutable_info();
    out.set_model(info.model);
    out.set_precision(info.precision);
    out.set_path(info.path);
    out.set_planned_steps(info.plannedSteps);
    out.set_parameters(info.parameters);
    out.set_data_note(info.dataNote);
    return record;
}

run::Record recordOf(const StepDone& step, const Graph& graph)
{
    run::Record record;
    run::Step& out = *record.mutable_step();
    out.set_step(step.step);
    out.set_loss(step.loss);
    out.set_scale_used(step.scaleUsed);
    out.set_scale_after(step.scaleAfter);
    out.set_overflow(step.overflow);
    out.set_skipped(step.skipped);
    out.set_cause(static_cast<std::uint32_t>(step.cause));
    if (const auto overflow = describeOverflow(graph, step.firstOverflow)) {
        run::Overflow& place = *out.mutable_first_overflow();
        place.set_node(overflow->node);
        place.set_op(overflow->op);
        place.set_phase(overflow->phase);
        place.set_value(overflow->value);
        place.set_converted(overflow->converted);
        place.set_dtype(overflow->dtype);
        place.set_element(overflow->element);
    }
    out.set_gradient_norm(step.gradientNorm);
    out.set_underflow_share(step.underflowShare);
    out.set_nanoseconds(step.nanoseconds);
    return record;
}

run::Record recordOf(const RunFinished& finished)
{
    run::Record record;
    run::Finished& out = *record.mutable_finished();
    out.set_why(static_cast<std::uint32_t>(finished.why));
    out.set_steps(finished.steps);
    out.set_skipped_steps(finished.skippedSteps);
    out.set_accuracy(finished.accuracy);
    out.set_mean_loss(finished.meanLoss);
    return record;
}

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

/// False when the record speaks of a cause that does not exist.
bool read(const run::Step& in, RecordedRun& recorded)
{
    StepDone step{.step = in.step(),
        .loss = in.loss(),
        .scaleUsed = in.scale_used(),
        .scaleAfter = in.scale_after(),
        .overflow = in.overflow(),
        .skipped = in.skipped(),
        .cause = static_cast<ScaleCause>(in.cause()),
        .gradientNorm = in.gradient_norm(),
        .underflowShare = in.underflow_share(),
        .nanoseconds = in.nanoseconds()};
    if (in.has_first_overflow()) {
        const run::Overflow& place = in.first_overflow();
        recorded.overflows[in.step()] = {place.node(), place.op(), place.phase(), place.value(),
            place.converted(), place.dtype(), place.element()};
    }
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
    case run::Record::KIND_NOT_SET:
        return true; // A newer version writes kinds that this one does not know.
    }
    return true;
}

}

FileSink::FileSink(std::filesystem::path path, int descriptor)
    : m_path(std::move(path))
    , m_descriptor(descriptor)
{
}

FileSink::~FileSink()
{
    ::close(m_descriptor);
}

Result<std::unique_ptr<FileSink>> FileSink::create(const std::filesystem::path& path)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        return std::unexpected(Error{ErrorKind::File, "E-FILE-WRITE",
            std::format("The run file cannot be written ({}).", std::strerror(errno)), path.string(),
            "Check the folder and its permissions."});
    }
    std::unique_ptr<FileSink> sink(new FileSink(path, descriptor));
    sink->write(std::string(kHeader));
    if (sink->failure())
        return std::unexpected(*sink->failure());
    return sink;
}

void FileSink::write(const std::string& bytes)
{
    std::string_view left = bytes;
    while (!left.empty() && !m_failure) {
        const ssize_t written = ::write(m_descriptor, left.data(), left.size());
        if (written >= 0)
            left.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            m_failure = Error{ErrorKind::File, "E-FILE-WRITE",
                std::format("The run file ends early ({}).", std::strerror(errno)), m_path.string(),
                "Free some space; the run itself goes on."};
    }
}

void FileSink::begin(const RunInfo& info)
{
    m_graph = info.graph;
    write(delimited(recordOf(info)));
}

void FileSink::consume(const Event& event) noexcept
{
    if (const auto* step = std::get_if<StepDone>(&event))
        write(delimited(recordOf(*step, *m_graph)));
    else
        write(delimited(recordOf(std::get<RunFinished>(event))));
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
    if (!text.starts_with(kHeader))
        return malformed("This is not a run file of a version that is known here.");
    RecordedRun recorded;
    std::string_view left = text.substr(kHeader.size());
    while (!left.empty() && !recorded.isCutOff) {
        const int window = static_cast<int>(
            std::min<std::size_t>(left.size(), static_cast<std::size_t>(kLongestRecord) + 16));
        google::protobuf::io::CodedInputStream stream(
            reinterpret_cast<const std::uint8_t*>(left.data()), window);
        std::uint32_t length = 0;
        const bool hasLength = stream.ReadVarint32(&length);
        const auto start = static_cast<std::size_t>(stream.CurrentPosition());
        if (hasLength && length > static_cast<std::uint32_t>(kLongestRecord))
            return malformed(
                std::format("Record {} claims a length of {} bytes.", recorded.steps.size() + 2, length));
        recorded.isCutOff = !hasLength || length > left.size() - start;
        if (recorded.isCutOff)
            break;
        run::Record record;
        if (!record.ParseFromArray(left.data() + start, static_cast<int>(length)) || !read(record, recorded))
            return malformed(std::format("Record {} is damaged.", recorded.steps.size() + 2));
        left.remove_prefix(start + length);
    }
    return recorded;
}

}
