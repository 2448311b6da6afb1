// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/telemetry/runfile.h"

#include "executor/telemetry/run.pb.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/util/delimited_message_util.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <format>
#include <string_view>
#include <unistd.h>
#include <variant>

namespace halftone {
namespace {

void fill(run::Record& record, const RunInfo& info)
{
    run::Info& out = *record.mutable_info();
    out.set_model(info.model);
    out.set_precision(info.precision);
    out.set_path(info.path);
    out.set_planned_steps(info.plannedSteps);
    out.set_parameters(info.parameters);
    out.set_data_note(info.dataNote);
}

void describe(const Graph& graph, const OverflowPlace& place, run::Overflow& out)
{
    const OverflowDescription overflow = *describeOverflow(graph, place);
    out.set_node(overflow.node);
    out.set_op(overflow.op);
    out.set_phase(overflow.phase);
    out.set_value(overflow.value);
    out.set_converted(overflow.converted);
    out.set_dtype(overflow.dtype);
    out.set_element(overflow.element);
}

void fill(run::Record& record, const TensorCounts& tensor, const Graph& graph)
{
    run::Counts& out = *record.mutable_counts();
    out.set_step(tensor.step);
    out.set_value(graph.value(tensor.value).name);
    out.set_count(tensor.counts.count);
    out.set_overflows(tensor.counts.overflows);
    out.set_underflows(tensor.counts.underflows);
    out.set_subnormals(tensor.counts.subnormals);
    out.set_abs_max(tensor.counts.absMax);
}

void fill(run::Record& record, const TensorExponents& tensor, const Graph& graph)
{
    run::Exponents& out = *record.mutable_exponents();
    out.set_step(tensor.step);
    out.set_value(graph.value(tensor.value).name);
    out.mutable_counts()->Assign(tensor.histogram->begin(), tensor.histogram->end());
}

void fill(run::Record& record, const StepDone& step, const Graph& graph)
{
    run::Step& out = *record.mutable_step();
    out.set_step(step.step);
    out.set_loss(step.loss);
    out.set_scale_used(step.scaleUsed);
    out.set_scale_after(step.scaleAfter);
    out.set_overflow(step.overflow);
    out.set_skipped(step.skipped);
    out.set_cause(static_cast<std::uint32_t>(step.cause));
    out.clear_first_overflow();
    out.clear_first_collapse();
    if (step.firstOverflow.isValid())
        describe(graph, step.firstOverflow, *out.mutable_first_overflow());
    if (step.firstCollapse.isValid())
        describe(graph, step.firstCollapse, *out.mutable_first_collapse());
    out.set_learning_rate(step.learningRate);
    out.set_gradient_norm(step.gradientNorm);
    out.set_underflow_share(step.underflowShare);
    out.set_nanoseconds(step.nanoseconds);
}

void fill(run::Record& record, const RunFinished& finished, const Graph& /*graph*/)
{
    run::Finished& out = *record.mutable_finished();
    out.set_why(static_cast<std::uint32_t>(finished.why));
    out.set_steps(finished.steps);
    out.set_skipped_steps(finished.skippedSteps);
    out.set_accuracy(finished.accuracy);
    out.set_mean_loss(finished.meanLoss);
}

}

namespace {

Error cannotWrite(const std::filesystem::path& path)
{
    return {ErrorKind::File, "E-FILE-WRITE",
        std::format("The run file cannot be written ({}).", std::strerror(errno)), path.string(),
        "Check the folder and its permissions."};
}

/// The bytes up to the last record that tells of a step up to \p step.
std::size_t lengthUpTo(const RecordedRun& run, std::uint64_t step)
{
    std::size_t length = run.infoEnd;
    for (std::size_t i = 0; i < run.steps.size() && run.steps[i].step <= step; ++i)
        length = run.stepEnds[i];
    return length;
}

}

/// A message of each kind and its bytes. They keep their memory, so that a step allocates nothing.
struct FileSink::Records
{
    std::array<run::Record, std::variant_size_v<Event>> events;
    std::string bytes;

    /// The record with its length in front.
    const std::string& delimited(const run::Record& record)
    {
        bytes.clear();
        google::protobuf::io::StringOutputStream stream(&bytes);
        google::protobuf::util::SerializeDelimitedToZeroCopyStream(record, &stream);
        return bytes;
    }
};

FileSink::FileSink(std::filesystem::path path, int descriptor)
    : m_path(std::move(path))
    , m_descriptor(descriptor)
    , m_records(std::make_unique<Records>())
{
}

FileSink::~FileSink()
{
    ::close(m_descriptor);
}

Result<std::unique_ptr<FileSink>> FileSink::create(const std::filesystem::path& path)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return std::unexpected(cannotWrite(path));
    std::unique_ptr<FileSink> sink(new FileSink(path, descriptor));
    sink->write(std::string(kRunFileHeader));
    if (sink->failure())
        return std::unexpected(*sink->failure());
    return sink;
}

Result<std::unique_ptr<FileSink>> FileSink::continueBehind(
    const std::filesystem::path& path, std::uint64_t step)
{
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
        return create(path);
    const auto run = readRunFile(path);
    if (!run)
        return std::unexpected(run.error());
    if (run->infoEnd == 0)
        return create(path);
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (descriptor < 0)
        return std::unexpected(cannotWrite(path));
    std::unique_ptr<FileSink> sink(new FileSink(path, descriptor));
    sink->m_hasInfo = true;
    // Whole records in front of the cut stay whole, so a crash here leaves a file that can be read.
    if (::ftruncate(descriptor, static_cast<off_t>(lengthUpTo(*run, step))) != 0)
        return std::unexpected(cannotWrite(path));
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
    if (!m_hasInfo) {
        run::Record record;
        fill(record, info);
        write(m_records->delimited(record));
    }
    m_hasInfo = true;
}

void FileSink::consume(const Event& event) noexcept
{
    run::Record& record = m_records->events[event.index()];
    std::visit([&](const auto& what) { fill(record, what, *m_graph); }, event);
    write(m_records->delimited(record));
}

}
