// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/graph/graph.h"

#include <algorithm>
#include <format>

namespace halftone {

std::string_view name(Phase phase)
{
    switch (phase) {
    case Phase::Forward:
        return "forward";
    case Phase::Loss:
        return "loss";
    case Phase::Backward:
        return "backward";
    case Phase::Update:
        return "update";
    }
    return {};
}

std::optional<std::vector<std::int64_t>> Graph::fixedShape(ValueId id) const
{
    if (!value(id).shapeKnown)
        return std::nullopt;
    std::vector<std::int64_t> shape;
    for (const Dim& dim : dims(id)) {
        if (!dim.isFixed())
            return std::nullopt;
        shape.push_back(dim.size);
    }
    return shape;
}

std::string Graph::shapeText(ValueId id) const
{
    if (!value(id).shapeKnown)
        return "?";
    if (dims(id).empty())
        return "scalar";
    std::string text;
    for (const Dim& dim : dims(id)) {
        if (!text.empty())
            text += "×";
        if (dim.isFixed())
            text += std::to_string(dim.size);
        else
            text += dim.symbol.isValid() ? symbol(dim.symbol) : "?";
    }
    return text;
}

const TensorData* Graph::data(ValueId id) const
{
    const std::uint32_t row = value(id).data;
    return row == Id<void>::kNone ? nullptr : &m_data[row];
}

std::span<const Graph::Use> Graph::uses(ValueId id) const
{
    const Slice slice = m_useSlices[id.index];
    return std::span(m_uses).subspan(slice.first, slice.count);
}

ValueId Graph::findValue(std::string_view name) const
{
    const auto found = std::ranges::find(m_values, name, &Value::name);
    return found == m_values.end() ? ValueId{}
                                   : ValueId{static_cast<std::uint32_t>(found - m_values.begin())};
}

NodeId Graph::findNode(std::string_view name) const
{
    const auto found = std::ranges::find(m_nodes, name, &Node::name);
    return found == m_nodes.end() ? NodeId{} : NodeId{static_cast<std::uint32_t>(found - m_nodes.begin())};
}

std::string Graph::displayName(NodeId id) const
{
    const Node& row = node(id);
    return row.name.empty() ? std::format("{}#{}", row.opType, id.index) : row.name;
}

}
