// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/program/program.h"

#include "executor/program/programcontent.h"

#include <cassert>
#include <omp.h>

namespace halftone {

Program::Program(std::unique_ptr<Content> content)
    : m_content(std::move(content))
{
}

Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

Result<Program> Program::compile(GraphPtr graph, ProgramOptions options)
{
    return ProgramBuilder(std::move(graph), std::move(options)).build();
}

const GraphPtr& Program::graph() const
{
    return m_content->graph;
}

std::span<const PlanRow> Program::plan() const
{
    return m_content->plan;
}

std::size_t Program::memoryBytes() const
{
    return m_content->memoryBytes;
}

std::size_t Program::activationBytes() const
{
    return m_content->activationBytes;
}

std::span<float> Program::floats(ValueId id)
{
    const StoredValue& value = m_content->stored[id];
    assert(value.dtype == DType::Float32 && value.layout == Layout::Plain &&
        "only inputs and initializers are written");
    return m_content->arena.span<float>(value.buffer, value.elements());
}

std::span<std::int64_t> Program::integers(ValueId id)
{
    const StoredValue& value = m_content->stored[id];
    assert(value.dtype == DType::Int64 && "labels and indices are int64");
    return m_content->arena.span<std::int64_t>(value.buffer, value.elements());
}

std::span<std::byte> Program::bytes(ValueId id)
{
    const StoredValue& value = m_content->stored[id];
    assert(value.layout == Layout::Plain && "only inputs and initializers are written");
    return m_content->arena.span<std::byte>(value.buffer, storageBytes(value.dtype, value.elements()));
}

namespace {

template <typename T>
TensorData rowMajor(const StoredValue& value, const Arena& arena)
{
    std::vector<T> elements(paddedElements(value.dims, Layout::Plain));
    copyLayout(value.dims, value.layout, arena.data<const T>(value.buffer), Layout::Plain, elements.data());
    return TensorData::of(value.dtype, value.dims, std::move(elements));
}

}

TensorData Program::tensor(ValueId id) const
{
    const StoredValue& value = m_content->stored[id];
    if (value.layout != Layout::Plain)
        return value.dtype == DType::Float32 ? rowMajor<float>(value, m_content->arena)
                                             : rowMajor<std::uint16_t>(value, m_content->arena);
    const std::size_t size = storageBytes(value.dtype, value.elements());
    const std::byte* first = m_content->arena.at(value.buffer);
    return TensorData::of(value.dtype, value.dims, std::vector<std::byte>(first, first + size));
}

void Program::readInto(std::vector<float>& elements, ValueId id) const
{
    const StoredValue& value = m_content->stored[id];
    const std::size_t stored = value.elements();
    elements.resize(stored);
    if (isLowPrecision(value.dtype)) {
        kernels::widen(m_content->arena.span<const std::uint16_t>(value.buffer, stored), elements,
            lowFormat(value.dtype));
    } else {
        std::ranges::copy(m_content->arena.span<const float>(value.buffer, stored), elements.begin());
    }
    if (value.layout == Layout::Plain)
        return;
    std::vector<float> plain(paddedElements(value.dims, Layout::Plain));
    copyLayout(value.dims, value.layout, elements.data(), Layout::Plain, plain.data());
    elements = std::move(plain);
}

std::vector<float> Program::read(ValueId id) const
{
    std::vector<float> elements;
    readInto(elements, id);
    return elements;
}

bool Program::hasMemory(ValueId id) const
{
    return m_content->stored[id].buffer.isValid();
}

bool Program::isAlias(ValueId id) const
{
    const NodeId producer = m_content->graph->value(id).producer;
    return producer.isValid() &&
        std::ranges::find(m_content->steps, producer, &Step::node) == m_content->steps.end();
}

bool Program::isComputed(ValueId id) const
{
    const NodeId producer = m_content->graph->value(id).producer;
    return producer.isValid() && std::ranges::contains(m_content->observed, id) &&
        std::ranges::any_of(m_content->steps,
            [&](const Step& step) { return step.node == producer && step.stage == Stage::Compute; });
}

std::span<const float> Program::view(ValueId id) const
{
    const StoredValue& value = m_content->stored[id];
    if (value.dtype != DType::Float32 || value.layout != Layout::Plain)
        return {};
    return m_content->arena.span<const float>(value.buffer, value.elements());
}

void Program::write(ValueId id, std::span<const float> values)
{
    const StoredValue& value = m_content->stored[id];
    if (value.dtype == DType::Float32 && value.layout == Layout::Plain) {
        std::ranges::copy(values, m_content->arena.data<float>(value.buffer));
        return;
    }
    std::vector<float> arranged(value.elements());
    copyLayout(value.dims, Layout::Plain, values.data(), value.layout, arranged.data());
    if (isLowPrecision(value.dtype)) {
        const auto format = value.dtype == DType::Float16 ? kernels::Format16::F16 : kernels::Format16::Bf16;
        kernels::roundTo16(arranged, m_content->arena.span<std::uint16_t>(value.buffer, arranged.size()),
            {.format = format});
    } else {
        std::ranges::copy(arranged, m_content->arena.data<float>(value.buffer));
    }
}

void Program::run(Stage stage, Statistics statistics)
{
    Content& content = *m_content;
    if (stage == Stage::Compute && statistics == Statistics::Anew) {
        for (kernels::RoundStats& stats : content.state.rounding)
            stats = {};
        content.state.firstOverflow = {};
        content.state.firstCollapse = {};
        content.state.gradientsFinite = true;
        for (auto& [value, histogram] : content.state.histograms)
            histogram.fill(0);
    }
    StepContext context{content.arena, content.stream, content.state};
    for (std::size_t index = 0; index < content.steps.size(); ++index) {
        if (content.steps[index].stage == stage && runsUnwatched(content.steps[index].part))
            content.runStep(index, context, &WatchedValue::behind);
    }
    content.stream.wait();
}

void Program::runWatched(const NodeWatch& watch)
{
    Content& content = *m_content;
    const bool stickyOverflow = content.state.stickyOverflow;
    std::map<ValueId, ExponentHistogram> histograms = std::move(content.state.histograms);
    for (auto& [value, histogram] : histograms)
        histogram.fill(0);
    content.state = {.rounding = IdMap<ValueId, kernels::RoundStats>(content.graph->valueCount()),
        .histograms = std::move(histograms),
        .stickyOverflow = stickyOverflow};
    StepContext context{content.arena, content.stream, content.state};
    NodeId current;
    const auto leave = [&] {
        content.stream.wait();
        if (current.isValid() && watch.after)
            watch.after(current);
    };
    for (std::size_t index = 0; index < content.steps.size(); ++index) {
        const Step& step = content.steps[index];
        if (step.stage != Stage::Compute)
            break;
        if (step.part == Part::Unwatched)
            continue;
        if (step.node != current) {
            leave();
            current = step.node;
            if (watch.before)
                watch.before(current);
        }
        content.runStep(index, context, &WatchedValue::behindWatched);
    }
    leave();
}

const RunState& Program::state() const
{
    return m_content->state;
}

void Program::clearStickyOverflow()
{
    m_content->state.stickyOverflow = false;
}

void Program::restore(const RunState& state)
{
    m_content->state = state;
}

void setThreads(int threads)
{
    omp_set_num_threads(threads);
}

}
