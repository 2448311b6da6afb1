// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the list of steps to a program: which stage each step belongs to, how long each buffer lives, which
// may share memory, and the one block of memory for all of them.
#include "executor/program/programcontent.h"

#include <algorithm>
#include <cstring>
#include <format>
#include <sys/mman.h>

namespace halftone {

// A node belongs to Compute when a checked value or an output of the graph needs it.
void ProgramBuilder::assignStages()
{
    if (m_options.checked.empty())
        return;
    IdMap<NodeId, bool> needed(m_graph->nodeCount(), false);
    const auto need = [&](ValueId id) {
        if (id.isValid() && m_graph->value(id).producer.isValid())
            needed[m_graph->value(id).producer] = true;
    };
    std::ranges::for_each(m_options.checked, need);
    for (ValueId output : m_graph->graphOutputs()) {
        if (!m_options.carried.contains(output))
            need(output);
    }
    std::ranges::for_each(m_options.observed, need);
    for (std::size_t index = m_graph->nodeCount(); index-- > 0;) {
        const NodeId id{static_cast<std::uint32_t>(index)};
        if (needed[id])
            std::ranges::for_each(m_graph->inputs(id), need);
    }
    for (Step& step : m_steps) {
        if (!needed[step.node] && !(step.alsoFor && needed[*step.alsoFor]))
            step.stage = Stage::Apply;
    }
    std::ranges::stable_sort(m_steps, {}, &Step::stage);
}

void ProgramBuilder::findLifetimes()
{
    const auto keep = [&](ValueId id) { m_buffers[m_stored[id].buffer.index].isPersistent = true; };
    std::ranges::for_each(m_graph->graphOutputs(), keep);
    std::ranges::for_each(m_options.observed, keep);
    std::vector<bool> isSeen(m_buffers.size(), false);
    for (std::size_t step = 0; step < m_steps.size(); ++step) {
        const auto touch = [&](BufferId id) {
            BufferSpan& span = m_buffers[id.index];
            if (!isSeen[id.index])
                span.firstStep = step;
            isSeen[id.index] = true;
            span.lastStep = step;
        };
        std::ranges::for_each(m_steps[step].reads, touch);
        std::ranges::for_each(m_steps[step].writes, touch);
    }
}

// An output takes the memory of an input whose last reader is the very step that makes it. Half the memory is
// touched then, which is what loops over large tensors cost.
void ProgramBuilder::joinBuffers()
{
    for (const auto& [input, output] : m_inPlace) {
        const auto found = m_joined.find(input);
        const BufferId owner = found == m_joined.end() ? input : found->second;
        BufferSpan& kept = m_buffers[owner.index];
        BufferSpan& joined = m_buffers[output.index];
        const bool fits = owner != output && !m_joined.contains(output) && !kept.isPersistent &&
            !joined.isPersistent && kept.bytes == joined.bytes && kept.lastStep == joined.firstStep;
        if (!fits)
            continue;
        kept.lastStep = joined.lastStep;
        joined.bytes = 0;
        m_joined.emplace(output, owner);
    }
}

namespace {

/// Memory in pages of that size, as far as the system has such. Tensors of megabytes in pages of 4 KiB cost
/// more for finding the pages than for some of the loops over them.
PageMemory allocatePages(std::size_t bytes, std::size_t page)
{
    const std::size_t whole = (bytes + page - 1) / page * page; // as aligned_alloc wants it
    PageMemory memory(static_cast<std::byte*>(std::aligned_alloc(page, whole)));
    if (memory)
        madvise(memory.get(), bytes, MADV_HUGEPAGE); // advice: where it is not taken, nothing is lost
    return memory;
}

}

Result<std::unique_ptr<Program::Content>> ProgramBuilder::allocate()
{
    IdMap<BufferId, BufferSpan> buffers(m_buffers.size());
    std::ranges::copy(m_buffers, buffers.begin());
    MemoryPlan memoryPlan = planMemory(buffers);
    for (const auto& [joined, owner] : m_joined)
        memoryPlan.offsets[joined] = memoryPlan.offsets[owner];

    auto content = std::make_unique<Program::Content>();
    constexpr std::size_t kPage = 4096, kHugePage = std::size_t{1} << 21;
    content->memoryBytes = (memoryPlan.totalBytes + kPage) / kPage * kPage;
    content->activationBytes = memoryPlan.totalBytes - memoryPlan.persistentBytes;
    content->memory =
        allocatePages(content->memoryBytes, content->memoryBytes < 2 * kHugePage ? kPage : kHugePage);
    if (!content->memory) {
        return std::unexpected(Error{ErrorKind::Resource, "E-MEMORY",
            std::format(
                "The model needs {} MiB, which the machine does not have.", content->memoryBytes >> 20),
            m_graph->name(), "Choose a smaller batch (--batch)."});
    }
    std::memset(content->memory.get(), 0, content->memoryBytes);
    content->arena = Arena(content->memory.get(), std::move(memoryPlan.offsets));
    for (auto& [memory, buffer] : m_bindings)
        memory.set_data_handle(content->arena.at(buffer));
    for (ValueId id : m_graph->values()) {
        const TensorData* data = m_graph->data(id);
        if (!data)
            continue;
        if (data->bytes.size() < bytesOf(m_stored[id])) {
            return std::unexpected(Error{ErrorKind::File, "E-RUN",
                std::format("The values of \"{}\" are not at hand.", m_graph->value(id).name),
                m_graph->name(), "Put the model's data file beside it and open it again."});
        }
        std::memcpy(content->arena.at(m_stored[id].buffer), data->bytes.data(), bytesOf(m_stored[id]));
    }
    content->graph = m_graph;
    content->engine = m_engine;
    content->stream = dnnl::stream(m_engine);
    content->steps = std::move(m_steps);
    content->plan = std::move(m_plan);
    content->observed = m_options.observed;
    content->stored = std::move(m_stored);
    content->state.rounding = IdMap<ValueId, kernels::RoundStats>(m_graph->valueCount());
    return content;
}

}
