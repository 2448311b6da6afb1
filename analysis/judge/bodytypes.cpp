// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/bodytypes.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

// By how many places a body's inputs and outputs stand behind the owner's: Loop's body gives a condition
// first.
struct OwnerRow
{
    std::string_view opType;
    bool hasInputs;
    std::uint32_t outputsAhead;
};
constexpr auto kOwners = std::to_array<OwnerRow>({
    {"If", false, 0},
    {"Loop", true, 1},
    {"Scan", true, 0},
});

const OwnerRow* rowOf(std::string_view opType)
{
    const auto row = std::ranges::find(kOwners, opType, &OwnerRow::opType);
    return row == kOwners.end() ? nullptr : &*row;
}

}

std::optional<std::uint32_t> ownerInput(std::string_view opType, std::uint32_t bodyInput)
{
    const OwnerRow* row = rowOf(opType);
    return row && row->hasInputs ? std::optional(bodyInput) : std::nullopt;
}

std::optional<std::uint32_t> ownerOutput(std::string_view opType, std::uint32_t bodyOutput)
{
    const OwnerRow* row = rowOf(opType);
    return row && bodyOutput >= row->outputsAhead ? std::optional(bodyOutput - row->outputsAhead)
                                                  : std::nullopt;
}

IdMap<ValueId, DType> BodyTypes::originals(NodeId owner, std::size_t index)
{
    const Graph& body = *m_enclosing.graph()->node(owner).bodies[index].graph;
    IdMap<ValueId, DType> types(body.valueCount());
    for (ValueId id : body.values()) {
        const Value& value = body.value(id);
        types[id] = value.dtype;
        if (value.dtype != DType::Undefined)
            continue;
        if (value.kind == ValueKind::Captured)
            types[id] = captured(value.name);
        else if (value.kind == ValueKind::Input)
            types[id] = fromOwner(owner, body, id);
    }
    return types;
}

DType BodyTypes::captured(const std::string& name)
{
    const Graph& graph = *m_enclosing.graph();
    if (m_byName.empty()) {
        for (ValueId id : graph.values())
            m_byName.emplace(graph.value(id).name, id);
    }
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? DType::Undefined : m_enclosing.original(found->second);
}

DType BodyTypes::fromOwner(NodeId owner, const Graph& body, ValueId input) const
{
    const Graph& graph = *m_enclosing.graph();
    const auto position = std::ranges::find(body.graphInputs(), input) - body.graphInputs().begin();
    const std::optional<std::uint32_t> slot =
        ownerInput(graph.node(owner).opType, static_cast<std::uint32_t>(position));
    const std::span<const ValueId> inputs = graph.inputs(owner);
    return slot && *slot < inputs.size() && inputs[*slot].isValid() ? m_enclosing.original(inputs[*slot])
                                                                    : DType::Undefined;
}

}
