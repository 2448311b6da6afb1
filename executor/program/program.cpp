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

std::vector<float> Program::read(ValueId id) const
{
    const StoredValue& value = m_content->stored[id];
    const std::size_t stored = value.elements();
    std::vector<float> padded(stored);
    if (isLowPrecision(value.dtype)) {
        const auto format = value.dtype == DType::Float16 ? kernels::Format16::F16 : kernels::Format16::Bf16;
        kernels::widen(m_content->arena.span<const std::uint16_t>(value.buffer, stored), padded, format);
    } else {
        std::ranges::copy(m_content->arena.span<const float>(value.buffer, stored), padded.begin());
    }
    if (value.layout == Layout::Plain)
        return padded;
    std::vector<float> plain(paddedElements(value.dims, Layout::Plain));
    copyLayout(value.dims, value.layout, padded.data(), Layout::Plain, plain.data());
    return plain;
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
        content.state.gradientsFinite = true;
    }
    StepContext context{content.arena, content.stream, content.state};
    for (const Step& step : content.steps) {
        if (step.stage == stage)
            step.run(context);
    }
    content.stream.wait();
}

const RunState& Program::state() const
{
    return m_content->state;
}

void Program::clearStickyOverflow()
{
    m_content->state.stickyOverflow = false;
}

void setThreads(int threads)
{
    omp_set_num_threads(threads);
}

}
