// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/decisions.h"

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
    m_parts.reserve(m_graph->nodeCount()); // Most nodes become one part.
    for (ValueId value : m_graph->values())
        m_produced[value] = m_graph->value(value).dtype;
    for (NodeId node : m_graph->nodes()) {
        const auto fill = [&](Slice slice, std::span<const ValueId> values) {
            for (std::size_t slot = 0; slot < values.size(); ++slot) {
                if (values[slot].isValid())
                    m_slots[slice.first + slot] = m_graph->value(values[slot]).dtype;
            }
        };
        fill(m_graph->node(node).inputs, m_graph->inputs(node));
        fill(m_graph->node(node).outputs, m_graph->outputs(node));
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

void Decisions::setNode(NodeId id, NodeDecision decision, std::vector<PartDecision>&& parts)
{
    decision.parts = {static_cast<std::uint32_t>(m_parts.size()), static_cast<std::uint32_t>(parts.size())};
    std::ranges::move(parts, std::back_inserter(m_parts));
    m_nodes[id] = decision;
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

}
