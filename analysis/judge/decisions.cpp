// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/decisions.h"

#include "analysis/judge/bodytypes.h"

#include <algorithm>
#include <iterator>

namespace halftone {

std::string_view name(Engine engine)
{
    switch (engine) {
    case Engine::AiCore:
        return "AI Core";
    case Engine::AiCpu:
        return "AI CPU";
    case Engine::Local:
        return "GE local";
    case Engine::None:
        return "none";
    }
    return {};
}

Decisions::Decisions(GraphPtr graph)
    : m_graph(std::move(graph))
    , m_nodes(m_graph->nodeCount())
    , m_slots(m_graph->edgeCount())
    , m_produced(m_graph->valueCount())
{
    fillSlots();
}

Decisions::Decisions(GraphPtr graph, const IdMap<ValueId, DType>& originals)
    : m_graph(std::move(graph))
    , m_originals(originals)
    , m_nodes(m_graph->nodeCount())
    , m_slots(m_graph->edgeCount())
    , m_produced(m_graph->valueCount())
{
    fillSlots();
}

void Decisions::fillSlots()
{
    for (ValueId value : m_graph->values())
        m_produced[value] = original(value);
    for (ValueId output : m_graph->graphOutputs())
        m_delivered.push_back(m_produced[output]);
    for (NodeId node : m_graph->nodes()) {
        const auto fill = [&](Slice slice, std::span<const ValueId> values) {
            for (std::size_t slot = 0; slot < values.size(); ++slot) {
                if (values[slot].isValid())
                    m_slots[slice.first + slot] = m_produced[values[slot]];
            }
        };
        fill(m_graph->node(node).inputs, m_graph->inputs(node));
        fill(m_graph->node(node).outputs, m_graph->outputs(node));
    }
    BodyTypes bodyTypes(*this);
    for (NodeId node : m_graph->nodes()) {
        const std::vector<Body>& bodies = m_graph->node(node).bodies;
        for (std::size_t i = 0; i < bodies.size(); ++i)
            setBody(node, i, Decisions(bodies[i].graph, bodyTypes.originals(node, i)));
    }
}

DType Decisions::precision(NodeId id) const
{
    const std::span<const DType> outputs = outputDTypes(id);
    const auto isFloat = [](DType dtype) { return isReducibleFloat(dtype) || dtype == DType::HiFloat8; };
    const auto found = std::ranges::find_if(outputs, isFloat);
    if (found != outputs.end())
        return *found;
    return outputs.empty() ? DType::Undefined : outputs.front();
}

Decisions::Block& Decisions::blockFor(std::size_t parts, Slice& slice)
{
    const bool hasRoom = !m_blocks.empty() && m_blocks.back().use_count() == 1 &&
        m_blocks.back()->size() + parts <= m_blocks.back()->capacity() &&
        m_blocks.back()->size() < kBlockParts;
    if (!hasRoom) {
        m_blocks.push_back(std::make_shared<Block>());
        m_blocks.back()->reserve(std::max<std::size_t>(kBlockParts, parts));
    }
    const auto block = static_cast<std::uint32_t>(m_blocks.size()) - 1;
    slice = {block * kBlockParts + static_cast<std::uint32_t>(m_blocks.back()->size()),
        static_cast<std::uint32_t>(parts)};
    return *m_blocks.back();
}

void Decisions::setNode(NodeId id, NodeDecision decision, std::vector<PartDecision>&& parts)
{
    decision.parts = {};
    if (!parts.empty())
        std::ranges::move(parts, std::back_inserter(blockFor(parts.size(), decision.parts)));
    m_nodes[id] = decision;
}

void Decisions::setNode(
    NodeId id, NodeDecision decision, std::span<const PartDecision> parts, std::span<const NodeId> decidedBy)
{
    decision.parts = {};
    if (!parts.empty()) {
        Block& block = blockFor(parts.size(), decision.parts);
        for (std::size_t i = 0; i < parts.size(); ++i)
            block.emplace_back(parts[i]).decidedBy = decidedBy[i];
    }
    m_nodes[id] = decision;
}

void Decisions::setSlots(NodeId id, std::span<const DType> inputs, std::span<const DType> outputs)
{
    const Node& node = m_graph->node(id);
    std::ranges::copy(inputs, m_slots.begin() + node.inputs.first);
    std::ranges::copy(outputs, m_slots.begin() + node.outputs.first);
    const std::span<const ValueId> values = m_graph->outputs(id);
    for (std::size_t slot = 0; slot < values.size(); ++slot) {
        if (values[slot].isValid())
            m_produced[values[slot]] = outputs[slot];
    }
}

void Decisions::setBody(NodeId id, std::size_t index, Decisions body)
{
    const std::span<const DType> owned = outputDTypes(id);
    const std::string& opType = m_graph->node(id).opType;
    for (std::uint32_t i = 0; i < body.m_delivered.size(); ++i) {
        const std::optional<std::uint32_t> slot = ownerOutput(opType, i);
        if (slot && *slot < owned.size() && owned[*slot] != DType::Undefined)
            body.setDelivered(i, owned[*slot]);
    }
    m_bodies[{id, static_cast<std::uint32_t>(index)}] = std::make_shared<const Decisions>(std::move(body));
}

void Decisions::setInput(NodeId id, std::size_t slot, DType dtype)
{
    m_slots[m_graph->node(id).inputs.first + slot] = dtype;
}

void Decisions::setOutput(NodeId id, std::size_t slot, DType dtype)
{
    m_slots[m_graph->node(id).outputs.first + slot] = dtype;
    if (const ValueId value = m_graph->outputs(id)[slot]; value.isValid())
        m_produced[value] = dtype;
}

void Decisions::setCastBehind(NodeId id, std::size_t slot, DType dtype)
{
    m_produced[m_graph->outputs(id)[slot]] = dtype;
}

}
