// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work of one node that a step of another does: additions in products, and Casts in what stands around them.
#include "executor/program/programbuilder.h"
#include "kernels/elementwise.h"
#include "kernels/round.h"

#include <algorithm>
#include <format>

namespace halftone {

std::optional<ProgramBuilder::RowAddition> ProgramBuilder::rowAddition() const
{
    const ValueId product = output();
    const auto uses = m_graph->uses(product);
    if (uses.size() != 1 || m_graph->node(uses.front().node).opType != "Add" || uses.front().slot > 1)
        return std::nullopt;
    const NodeId adder = uses.front().node;
    const ValueId row = m_graph->inputs(adder)[1 - uses.front().slot], sum = m_graph->outputs(adder)[0];
    const auto isFloat = [&](ValueId id) { return m_stored[id].dtype == DType::Float32; };
    const bool isSum = isFloat(product) && isFloat(row) && isFloat(sum) && dims(sum) == dims(product) &&
        dims(row) == std::vector{dims(product).back()};
    if (!isSum || isSeen(product) || isPlaced(product) || isPlaced(sum) || !isPlaced(row) ||
        m_stored[row].layout != Layout::Plain)
        return std::nullopt;
    return RowAddition{adder, row, sum};
}

void ProgramBuilder::absorb(const RowAddition& addition)
{
    alias(output(), m_stored[addition.sum].buffer, m_stored[addition.sum].layout);
    absorb(addition.node);
}

std::optional<NodeId> ProgramBuilder::soleReader(ValueId id, std::string_view opType) const
{
    const auto uses = m_graph->uses(id);
    if (uses.size() != 1 || isSeen(id) || m_graph->node(uses.front().node).opType != opType)
        return std::nullopt;
    return uses.front().node;
}

std::optional<NodeId> ProgramBuilder::narrowingReader() const
{
    const auto reader = soleReader(output(), "Cast");
    if (!reader || m_stored[output()].dtype != DType::Float32)
        return std::nullopt;
    const ValueId narrow = m_graph->outputs(*reader)[0];
    return isLowPrecision(m_stored[narrow].dtype) && !isPlaced(narrow) ? reader : std::nullopt;
}

std::optional<NodeId> ProgramBuilder::unscalingReader(ValueId id) const
{
    const auto cast = soleReader(id, "Cast");
    if (!cast || m_stored[m_graph->outputs(*cast)[0]].dtype != DType::Float32)
        return std::nullopt;
    const auto unscaling = soleReader(m_graph->outputs(*cast)[0], "UnscaleGradient");
    const bool isFree = unscaling && !isPlaced(m_graph->outputs(*unscaling)[0]) &&
        m_buffers[m_stored[m_graph->inputs(*unscaling)[1]].buffer.index].isPersistent;
    return isFree ? unscaling : std::nullopt;
}

// The gradient of a weight is rounded and then read only to be unscaled. Both are done at once, where the
// product has written it, and no copy of 16 bits is made.
bool ProgramBuilder::addUnscaledRounding(const PendingRounding& rounding)
{
    const auto [id, source, isOwn] = rounding;
    const StoredValue& value = m_stored[id];
    const auto unscaling = !isOwn || m_absorbed.contains(m_node) ? std::nullopt : unscalingReader(id);
    if (!unscaling || value.layout != Layout::Plain)
        return false;
    alias(m_graph->outputs(*unscaling)[0], source, Layout::Plain);
    const BufferId inverse = m_stored[m_graph->inputs(*unscaling)[1]].buffer;
    addLoop(std::format("round to {} and unscale", name(value.dtype)), {source, inverse}, {source},
        [output = rounded(id), source, inverse, count = value.elements()](StepContext& context) {
            constexpr std::size_t kPiece = 1024;
            float memory[kPiece];
            RoundedPieces pieces(output, context.state);
            for (std::size_t first = 0; first < count; first += kPiece) {
                const std::span<float> wide =
                    context.arena.span<float>(source, count).subspan(first, std::min(kPiece, count - first));
                const std::span<float> unscaled(memory, wide.size());
                const kernels::RoundStats stats =
                    kernels::unscaleRounded(wide, *context.arena.data<const float>(inverse), unscaled,
                        output.rounding(), context.state.gradientsFinite);
                pieces.add(first, stats, [wide] { return wide; });
                std::ranges::copy(unscaled, wide.begin());
            }
            pieces.note();
        });
    onlyUnwatched();
    m_absorbed[m_graph->value(m_graph->inputs(*unscaling)[0]).producer] = m_absorbed[*unscaling] = m_node;
    addRounding(id, source);
    onlyWatched();
    return true;
}

void ProgramBuilder::absorb(NodeId reader)
{
    m_absorbed[reader] = m_node;
    onlyUnwatched();
}

std::optional<BufferId> ProgramBuilder::lastingSource(ValueId id) const
{
    const NodeId producer = m_graph->value(id).producer;
    if (!producer.isValid() || m_graph->node(producer).opType != "Cast")
        return std::nullopt;
    const StoredValue& source = m_stored[m_graph->inputs(producer)[0]];
    const bool isLasting = source.dtype == DType::Float32 && m_buffers[source.buffer.index].isPersistent &&
        source.layout == m_stored[id].layout && !m_absorbed.contains(producer);
    return isLasting ? std::optional(source.buffer) : std::nullopt;
}

// Both gradients of a product read the gradient of its result, one soon after the other: it is widened once.
std::optional<BufferId> ProgramBuilder::widenedBefore(ValueId id)
{
    const auto found = m_widened.find({m_stored[id].buffer, m_stored[id].layout});
    if (found == m_widened.end())
        return std::nullopt;
    Step& widening = m_steps[found->second];
    const NodeId origin = m_graph->node(m_node).origin;
    const bool isNear = widening.node == m_node ||
        (origin.isValid() && m_graph->node(widening.node).origin == origin &&
            !m_absorbed.contains(widening.node));
    if (!isNear || (widening.alsoFor && widening.alsoFor != m_node))
        return std::nullopt;
    const BufferId target = widening.writes.front();
    const bool isOverwritten = std::ranges::any_of(std::span(m_steps).subspan(found->second + 1),
        [&](const Step& step) { return std::ranges::contains(step.writes, target); });
    if (isOverwritten)
        return std::nullopt;
    if (widening.node != m_node)
        widening.alsoFor = m_node;
    return target;
}

// A weight's 16-bit copy would be written only to be widened again. Products that compute in float32 round
// the weight itself, and the Cast is left to them (see leaveCasts()); the first one counts.
Operand ProgramBuilder::widened(ValueId id, const dnnl::memory::desc& desc)
{
    if (const auto before = widenedBefore(id))
        return {*before, desc};
    const StoredValue& value = m_stored[id];
    const Operand target = scratch(desc);
    const auto source = m_absorbed.contains(m_node) ? std::nullopt : lastingSource(id);
    if (source) {
        std::vector<std::size_t>& steps = m_roundedOnReading[id];
        addLoop(kRoundedWidening, {*source}, {target.buffer},
            [output = rounded(id), isFirst = steps.empty(), from = *source, to = target.buffer,
                count = value.elements()](StepContext& context) {
                const std::span<const float> wide = context.arena.span<const float>(from, count);
                kernels::Rounding rounding = output.rounding();
                if (!isFirst)
                    rounding.counting = kernels::Counting::Off;
                const kernels::RoundStats stats =
                    kernels::roundToFloats(wide, context.arena.span<float>(to, count), rounding);
                if (isFirst)
                    output.note(context.state, stats, [wide] { return wide; });
            });
        onlyUnwatched();
        steps.push_back(m_steps.size() - 1);
    }
    addLoop(kWidening, {value.buffer}, {target.buffer},
        [count = value.elements(), format = lowFormat(value.dtype), from = value.buffer, to = target.buffer](
            StepContext& context) {
            kernels::widen(context.arena.span<const std::uint16_t>(from, count),
                context.arena.span<float>(to, count), format);
        });
    if (source)
        onlyWatched();
    else
        m_widened[{value.buffer, value.layout}] = m_steps.size() - 1;
    return target;
}

// A Cast whose result is read in watched runs alone need not run in others.
void ProgramBuilder::leaveCasts()
{
    std::vector<NodeId> readers(m_buffers.size()), watchedReaders(m_buffers.size()); // by buffer: the first
    for (const Step& step : m_steps) {
        for (BufferId id : step.reads) {
            NodeId& first = (runsUnwatched(step.part) ? readers : watchedReaders)[id.index];
            if (!first.isValid())
                first = step.node;
        }
    }
    std::vector<bool> isKept(m_buffers.size());
    for (const std::span<const ValueId> seen :
        {m_graph->graphOutputs(), std::span<const ValueId>(m_options.observed)}) {
        for (ValueId id : seen) {
            if (m_stored[id].buffer.isValid())
                isKept[m_stored[id].buffer.index] = true;
        }
    }
    std::map<NodeId, NodeId> left; // Casts, and who reads them
    for (NodeId id : m_graph->nodes()) {
        if (m_graph->node(id).opType != "Cast" || m_absorbed.contains(id))
            continue;
        const BufferId buffer = m_stored[m_graph->outputs(id)[0]].buffer;
        if (!buffer.isValid() || isKept[buffer.index] || m_buffers[buffer.index].isPersistent ||
            readers[buffer.index].isValid() || !watchedReaders[buffer.index].isValid())
            continue;
        left[id] = watchedReaders[buffer.index];
        m_plan[id.index].implementation = std::format("in {}", m_graph->displayName(left[id]));
    }
    for (Step& step : m_steps) {
        if (left.contains(step.node))
            step.part = Part::Left;
    }
    for (const auto& [id, steps] : m_roundedOnReading) {
        if (!left.contains(m_graph->value(id).producer))
            widenCopy(steps);
    }
}

// The copy is there all the same, because somebody reads it as it is: it counts, and the others widen it.
void ProgramBuilder::widenCopy(std::span<const std::size_t> steps)
{
    for (const std::size_t index : steps) {
        m_steps[index].run = nullptr;
        m_steps[index + 1].part = Part::Always;
    }
}

}
