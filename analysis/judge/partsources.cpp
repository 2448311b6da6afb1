// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/partsources.h"

#include "analysis/ops/optable.h"

#include <algorithm>

namespace halftone {
namespace {

constexpr std::string_view kCast = "Cast";

// The Cast is the part \p part of \p node; \p decided are the decisions for the node's parts.
CastInFront behindCast(const Decisions& decisions, NodeId node, const AscendPart& part,
    const PartDecision& cast, std::span<const PartDecision> decided)
{
    if (part.inputs.empty())
        return {};
    const AscendInput& front = part.inputs.front();
    if (front.source == AscendInput::Source::Part)
        return {cast.inputs.front(), decided[front.index].outputs[front.output], node};
    const Graph& graph = *decisions.graph();
    const std::span<const ValueId> inputs = graph.inputs(node);
    if (front.source != AscendInput::Source::Slot || front.index >= inputs.size() ||
        !inputs[front.index].isValid())
        return {cast.inputs.front(), DType::Undefined, {}};
    return {cast.inputs.front(), decisions.produced(inputs[front.index]),
        graph.value(inputs[front.index]).producer};
}

class SourceFinder
{
public:
    SourceFinder(const JudgeContext& context, NodeId node, const PreparedNode& prepared,
        std::span<const PartDecision> earlier)
        : m_context(context)
        , m_graph(*context.decisions.graph())
        , m_node(node)
        , m_prepared(prepared)
        , m_earlier(earlier)
    {
    }

    PartSource find(const PreparedPart& part, std::size_t index) const
    {
        const AscendInput& input = part.part->inputs[index];
        if (part.isAbsent[index])
            return {};
        if (input.source == AscendInput::Source::Part)
            return fromEarlierPart(input);
        if (part.peers[index] == Peer::Kind::Constant && !isSlot(input))
            return {.peer = {.kind = Peer::Kind::Constant, .dtype = part.inputs[index]}};
        return fromSlot(input.index, part.peers[index]);
    }

private:
    bool isSlot(const AscendInput& input) const
    {
        const std::span<const ValueId> inputs = m_graph.inputs(m_node);
        return input.source != AscendInput::Source::Constant && input.index < inputs.size() &&
            inputs[input.index].isValid();
    }

    PartSource fromSlot(std::size_t slot, Peer::Kind kind) const
    {
        const ValueId value = m_graph.inputs(m_node)[slot];
        PartSource source{
            .peer = {.kind = kind, .dtype = m_context.decisions.produced(value)}, .value = value};
        if (kind == Peer::Kind::Operator)
            source.node = m_graph.value(value).producer;
        if (source.node.isValid() && m_context.looksThroughCasts)
            setCast(source, castInFrontOf(m_context.decisions, value));
        return source;
    }

    PartSource fromEarlierPart(const AscendInput& input) const
    {
        const PartDecision& decision = m_earlier[input.index];
        PartSource source{.peer = {.kind = Peer::Kind::Operator, .dtype = decision.outputs[input.output]},
            .node = m_node,
            .part = input.index};
        if (decision.ascendType == kCast && m_context.looksThroughCasts)
            setCast(source,
                behindCast(
                    m_context.decisions, m_node, *m_prepared.parts[input.index].part, decision, m_earlier));
        return source;
    }

    static void setCast(PartSource& source, const CastInFront& cast)
    {
        source.peer.castInput = cast.castInput;
        source.peer.beforeCast = cast.beforeCast;
        source.beforeCast = cast.node;
    }

    const JudgeContext& m_context;
    const Graph& m_graph;
    NodeId m_node;
    const PreparedNode& m_prepared;
    std::span<const PartDecision> m_earlier;
};

}

CastInFront castInFrontOf(const Decisions& decisions, ValueId value)
{
    const Graph& graph = *decisions.graph();
    const NodeId node = graph.value(value).producer;
    if (!node.isValid())
        return {};
    // Casts are rare, so only they pay for finding the part that made the value.
    const std::span<const PartDecision> made = decisions.parts(node);
    if (!std::ranges::contains(made, kCast, &PartDecision::ascendType))
        return {};
    const std::vector<AscendPart>& parts = lowerToAscend(graph, node);
    for (std::size_t i = 0; i < made.size(); ++i) {
        const auto makesValue = [&](const AscendOutput& output) {
            return !output.isInside() && graph.outputs(node)[output.slot] == value;
        };
        if (made[i].ascendType == kCast && std::ranges::any_of(parts[i].outputs, makesValue))
            return behindCast(decisions, node, parts[i], made[i], made);
    }
    return {};
}

std::vector<PartSource> findSources(const JudgeContext& context, NodeId node, const PreparedNode& prepared,
    std::size_t index, std::span<const PartDecision> earlier)
{
    const SourceFinder finder(context, node, prepared, earlier);
    const PreparedPart& part = prepared.parts[index];
    std::vector<PartSource> sources;
    sources.reserve(part.inputs.size());
    for (std::size_t i = 0; i < part.inputs.size(); ++i)
        sources.push_back(finder.find(part, i));
    return sources;
}

}
