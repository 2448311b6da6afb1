// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/partsources.h"

#include "analysis/ops/optable.h"

#include <algorithm>

namespace halftone {
namespace {

constexpr std::string_view kCast = "Cast";

class SourceFinder
{
public:
    SourceFinder(const JudgeContext& context, NodeId node, std::span<const AscendPart> parts,
        std::span<const PartDecision> earlier)
        : m_context(context)
        , m_graph(*context.decisions.graph())
        , m_node(node)
        , m_parts(parts)
        , m_earlier(earlier)
    {
    }

    PartSource find(const AscendInput& input) const
    {
        switch (input.source) {
        case AscendInput::Source::Slot:
            return fromSlot(m_node, input.index);
        case AscendInput::Source::Part:
            return fromEarlierPart(input.index);
        case AscendInput::Source::Constant:
            return {.peer = {.kind = Peer::Kind::Constant, .dtype = input.dtype}, .original = input.dtype};
        }
        return {};
    }

private:
    PartSource fromSlot(NodeId node, std::size_t slot) const
    {
        const std::span<const ValueId> inputs = m_graph.inputs(node);
        if (slot >= inputs.size() || !inputs[slot].isValid())
            return {.isAbsent = true};
        const Value& value = m_graph.value(inputs[slot]);
        PartSource source{
            .peer = {.kind = kindOf(value), .dtype = m_context.decisions.produced(inputs[slot])},
            .original = value.dtype,
            .value = inputs[slot]};
        if (source.peer.kind == Peer::Kind::Operator)
            source.node = value.producer;
        if (source.node.isValid() && m_context.looksThroughCasts)
            lookBehindCast(source);
        return source;
    }

    Peer::Kind kindOf(const Value& value) const
    {
        if (value.kind == ValueKind::Initializer)
            return Peer::Kind::Constant;
        if (!value.producer.isValid())
            return Peer::Kind::GraphInput;
        return m_graph.node(value.producer).opType == "Constant" ? Peer::Kind::Constant
                                                                 : Peer::Kind::Operator;
    }

    PartSource fromEarlierPart(std::uint32_t part) const
    {
        const PartDecision& decision = m_earlier[part];
        PartSource source{.peer = {.kind = Peer::Kind::Operator, .dtype = decision.outputs.front()},
            .original = dtypeInside(m_graph, m_node),
            .node = m_node,
            .part = part};
        if (decision.ascendType == kCast && m_context.looksThroughCasts)
            noteCast(source, decision, m_node, m_parts[part], m_earlier);
        return source;
    }

    // Casts are rare, so only they pay for finding the part that made the value.
    void lookBehindCast(PartSource& source) const
    {
        const std::span<const PartDecision> made = m_context.decisions.parts(source.node);
        if (!std::ranges::contains(made, kCast, &PartDecision::ascendType))
            return;
        const std::vector<AscendPart> parts = lowerToAscend(m_graph, source.node);
        for (std::size_t i = 0; i < made.size(); ++i) {
            const auto makesValue = [&](std::uint32_t slot) {
                return m_graph.outputs(source.node)[slot] == source.value;
            };
            if (made[i].ascendType == kCast && std::ranges::any_of(parts[i].outputSlots, makesValue))
                noteCast(source, made[i], source.node, parts[i], made);
        }
    }

    void noteCast(PartSource& source, const PartDecision& cast, NodeId castNode, const AscendPart& part,
        std::span<const PartDecision> siblings) const
    {
        if (part.inputs.empty())
            return;
        source.peer.castInput = cast.inputs.front();
        const AscendInput& front = part.inputs.front();
        if (front.source == AscendInput::Source::Part) {
            source.peer.beforeCast = siblings[front.index].outputs.front();
            source.beforeCast = castNode;
            return;
        }
        const std::span<const ValueId> inputs = m_graph.inputs(castNode);
        if (front.source != AscendInput::Source::Slot || front.index >= inputs.size() ||
            !inputs[front.index].isValid())
            return;
        source.peer.beforeCast = m_context.decisions.produced(inputs[front.index]);
        source.beforeCast = m_graph.value(inputs[front.index]).producer;
    }

    const JudgeContext& m_context;
    const Graph& m_graph;
    NodeId m_node;
    std::span<const AscendPart> m_parts;
    std::span<const PartDecision> m_earlier;
};

}

DType dtypeInside(const Graph& graph, NodeId node)
{
    const std::span<const ValueId> outputs = graph.outputs(node);
    return outputs.empty() || !outputs[0].isValid() ? DType::Undefined : graph.value(outputs[0]).dtype;
}

std::vector<PartSource> findSources(const JudgeContext& context, NodeId node,
    std::span<const AscendPart> parts, std::size_t index, std::span<const PartDecision> earlier)
{
    const SourceFinder finder(context, node, parts, earlier);
    std::vector<PartSource> sources;
    sources.reserve(parts[index].inputs.size());
    for (const AscendInput& input : parts[index].inputs)
        sources.push_back(finder.find(input));
    return sources;
}

}
