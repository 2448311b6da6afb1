// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counting the exponents of single tensors, where somebody watches them.
#include "executor/program/program.h"
#include "executor/program/programcontent.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>

namespace halftone {
namespace {

/// Four tables instead of one: neighbours mostly have the same exponent, and an increment would have to wait
/// for the one before it.
class Tables
{
public:
    /// At most 2^32 in all.
    void add(std::span<const float> values)
    {
        std::size_t i = 0;
        for (; i + kTables <= values.size(); i += kTables) {
            for (std::size_t table = 0; table < kTables; ++table)
                ++m_counts[table][exponentOf(values[i + table])];
        }
        for (; i < values.size(); ++i)
            ++m_counts[0][exponentOf(values[i])];
    }
    void addTo(ExponentHistogram& histogram) const
    {
        for (const auto& table : m_counts)
            std::ranges::transform(histogram, table, histogram.begin(), std::plus{});
    }

private:
    static constexpr std::size_t kTables = 4;
    static std::size_t exponentOf(float value) { return (std::bit_cast<std::uint32_t>(value) >> 23) & 0xff; }

    std::array<std::array<std::uint32_t, std::tuple_size_v<ExponentHistogram>>, kTables> m_counts{};
};

/// The step behind which a value is whole: the last one of its node, or, where the node has none and only
/// gives memory another name, the last one in front of it. Nullopt when no step makes it.
std::optional<std::size_t> stepBehindWhich(const std::vector<Step>& steps, NodeId producer, bool isWatched)
{
    std::optional<std::size_t> last;
    std::optional<std::size_t> before;
    for (std::size_t index = 0; index < steps.size(); ++index) {
        if (isWatched ? steps[index].part == Part::Unwatched : !runsUnwatched(steps[index].part))
            continue;
        if (steps[index].node == producer)
            last = index;
        else if (steps[index].stage == Stage::Compute && steps[index].node.index < producer.index)
            before = index;
    }
    return last ? last : before;
}

/// The 16-bit value that a Cast widens to make \p id, else \p id itself. Widening changes no exponent, and
/// such a Cast may be left out.
ValueId countedFor(const Graph& graph, const IdMap<ValueId, StoredValue>& stored, ValueId id)
{
    const NodeId producer = graph.value(id).producer;
    if (!producer.isValid() || graph.node(producer).opType != "Cast" || stored[id].dtype != DType::Float32)
        return id;
    const ValueId source = graph.inputs(producer)[0];
    return isLowPrecision(stored[source].dtype) && graph.value(source).producer.isValid() ? source : id;
}

/// The steps that make what step \p index reads and that run in watched runs alone, in order.
std::vector<std::size_t> neededBy(const std::vector<Step>& steps, std::size_t index)
{
    std::vector<std::size_t> needed;
    for (BufferId buffer : steps[index].reads) {
        std::size_t writer = index;
        while (writer-- > 0) {
            if (std::ranges::contains(steps[writer].writes, buffer))
                break;
        }
        if (writer >= steps.size() || runsUnwatched(steps[writer].part))
            continue;
        std::ranges::copy(neededBy(steps, writer), std::back_inserter(needed));
        needed.push_back(writer);
    }
    return needed;
}

/// How the value is watched; nullopt when no step makes it.
std::optional<WatchedValue> watchedValue(
    const std::vector<Step>& steps, NodeId producer, ValueId id, ValueId counted)
{
    const auto behind = stepBehindWhich(steps, producer, false);
    const auto behindWatched = stepBehindWhich(steps, producer, true);
    if (!behindWatched)
        return std::nullopt;
    std::optional<std::size_t> inFrontOf;
    if (behind && steps[*behind].node == producer && steps[*behind].part == Part::Unwatched) {
        // Steps of one node and another together: in front of them the step of the one alone.
        inFrontOf = behind;
    } else if (steps[*behindWatched].node == producer && steps[*behindWatched].part == Part::Left) {
        const auto next = std::find_if(steps.begin() + static_cast<std::ptrdiff_t>(*behindWatched),
            steps.end(), [](const Step& step) { return runsUnwatched(step.part); });
        inFrontOf = static_cast<std::size_t>(next - steps.begin());
    }
    if (!inFrontOf)
        return behind ? std::optional(WatchedValue{id, counted, *behind, *behindWatched, std::nullopt})
                      : std::nullopt;
    return WatchedValue{
        id, counted, *behindWatched, *behindWatched, inFrontOf, neededBy(steps, *behindWatched)};
}

}

void Program::watchExponents(std::span<const ValueId> values)
{
    Content& content = *m_content;
    if (std::ranges::equal(values, content.wished))
        return; // Asked before each step, so this costs nothing.
    content.wished.assign(values.begin(), values.end());
    content.watched.clear();
    content.state.histograms.clear();
    content.ignored.rounding = IdMap<ValueId, kernels::RoundStats>(content.graph->valueCount());
    for (ValueId id : values) {
        const ValueId counted = countedFor(*content.graph, content.stored, id);
        const StoredValue& value = content.stored[counted];
        const NodeId producer = content.graph->value(counted).producer;
        if (content.state.histograms.contains(id) || !producer.isValid() || !value.buffer.isValid() ||
            (value.dtype != DType::Float32 && !isLowPrecision(value.dtype)))
            continue;
        if (const auto watched = watchedValue(content.steps, producer, id, counted)) {
            content.watched.push_back(*watched);
            content.state.histograms[id].fill(0);
        }
    }
}

void Program::Content::runStep(std::size_t index, StepContext& context, Behind behind)
{
    StepContext unheard{
        context.arena, context.stream, ignored}; // what such a step notes is noted by the other
    for (const WatchedValue& each : watched) {
        if (each.inFrontOf != index || behind != &WatchedValue::behind)
            continue;
        for (const std::size_t needed : each.needed)
            steps[needed].run(unheard);
        runStep(each.behind, unheard, behind);
    }
    steps[index].run(context);
    for (const WatchedValue& each : watched) {
        if (each.*behind != index)
            continue;
        stream.wait();
        count(each);
    }
}

// The zeros that fill up a layout are no elements.
void Program::Content::count(const WatchedValue& each)
{
    constexpr std::size_t kStretch = 1024; // stays in the nearest cache
    const StoredValue& value = stored[each.counted];
    const std::size_t padded = value.elements();
    Tables tables;
    if (value.dtype == DType::Float32) {
        tables.add(arena.span<const float>(value.buffer, padded));
    } else {
        widened.resize(kStretch);
        std::span<const std::uint16_t> left = arena.span<const std::uint16_t>(value.buffer, padded);
        while (!left.empty()) {
            const std::size_t size = std::min(kStretch, left.size());
            const std::span<float> wide = std::span(widened).first(size);
            kernels::widen(left.first(size), wide, lowFormat(value.dtype));
            tables.add(wide);
            left = left.subspan(size);
        }
    }
    ExponentHistogram& histogram = state.histograms[each.value];
    tables.addTo(histogram);
    const std::uint64_t padding = padded - paddedElements(value.dims, Layout::Plain);
    histogram[0] -= std::min(histogram[0], padding);
}

}
