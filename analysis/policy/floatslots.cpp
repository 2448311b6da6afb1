// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/floatslots.h"

#include "analysis/policy/opschema.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

// Slots that are not plain data: D data, P parameter, S state, F fixed; slots behind the last letter are
// data.
struct SpecialSlots
{
    std::string_view opType;
    std::string_view domain;
    std::string_view inputs;
    std::string_view outputs;
};

constexpr auto kSpecialSlots = std::to_array<SpecialSlots>({
    // In training running statistics are written back, so they keep their type (mindspore.md, section 2.8).
    {"BatchNormalization", "", "DPPSS", "DFFFF"},
    {"BatchNormalizationGrad", kTrainingDomain, "DDPFF", "DPP"},
    {"InstanceNormalization", "", "DPP", "D"},
    // The type of the result is that of an operand, whatever the data has.
    {"CastLike", "", "FF", "F"},
    {"Dropout", "", "DF", "D"}, // The ratio.
    // Quantisation is a precision of its own.
    {"DequantizeLinear", "", "FFF", "F"},
    {"DynamicQuantizeLinear", "", "F", "FFF"},
    {"QuantizeLinear", "", "FFF", "F"},
    {"Resize", "", "DFFF", "D"}, // Region of interest, scales, sizes.
    {"Upsample", "", "DF", "D"},
});

const SpecialSlots* specialSlotsOf(const Node& node)
{
    const auto found = std::ranges::find_if(kSpecialSlots,
        [&](const SpecialSlots& row) { return row.opType == node.opType && row.domain == node.domain; });
    return found == kSpecialSlots.end() ? nullptr : &*found;
}

SlotRole roleBy(std::string_view letters, std::size_t slot)
{
    switch (slot < letters.size() ? letters[slot] : 'D') {
    case 'D':
        return SlotRole::Data;
    case 'P':
        return SlotRole::Parameter;
    case 'S':
        return SlotRole::State;
    default:
        return SlotRole::Fixed;
    }
}

}

bool isFloat(DType dtype)
{
    return isReducibleFloat(dtype) || dtype == DType::Float64;
}

DType wider(DType left, DType right)
{
    if (left == right || right == DType::Undefined)
        return left;
    if (left == DType::Undefined)
        return right;
    if (left == DType::Float64 || right == DType::Float64)
        return DType::Float64;
    return DType::Float32; // Two different types of which one is float32, or FP16 and BF16.
}

FloatSlots::FloatSlots(const Decisions& decisions, NodeId node, DType low, int leastOpset)
{
    const Graph& graph = *decisions.graph();
    const Node& row = graph.node(node);
    const SpecialSlots* special = specialSlotsOf(row);
    const LowPrecisionSlots schema(graph, node, low, leastOpset);
    const auto roleOf = [&](ValueId value, std::string_view letters, bool isAllowed, std::size_t slot) {
        if (!value.isValid() || !isFloat(decisions.original(value)))
            return SlotRole::None;
        // The types of control flow stay, so that branches and what a loop carries agree; bodies cast inside.
        if (!isAllowed || !row.bodies.empty())
            return SlotRole::Fixed;
        return roleBy(letters, slot);
    };
    const std::span<const ValueId> in = graph.inputs(node);
    for (std::size_t slot = 0; slot < in.size(); ++slot)
        inputs.push_back(
            roleOf(in[slot], special ? special->inputs : std::string_view{}, schema.takesInput(slot), slot));
    const std::span<const ValueId> out = graph.outputs(node);
    for (std::size_t slot = 0; slot < out.size(); ++slot)
        outputs.push_back(roleOf(
            out[slot], special ? special->outputs : std::string_view{}, schema.takesOutput(slot), slot));
    if (out.size() > 1) // The training form hands the updated state out.
        std::ranges::replace(inputs, SlotRole::State, SlotRole::Fixed);
}

bool FloatSlots::hasData() const
{
    return std::ranges::contains(inputs, SlotRole::Data) || std::ranges::contains(outputs, SlotRole::Data);
}

bool FloatSlots::hasFloats() const
{
    const auto isFloatSlot = [](SlotRole role) { return role != SlotRole::None; };
    return std::ranges::any_of(inputs, isFloatSlot) || std::ranges::any_of(outputs, isFloatSlot);
}

IdMap<NodeId, FloatSlots> floatSlots(const Decisions& decisions)
{
    IdMap<NodeId, FloatSlots> slots(decisions.graph()->nodeCount());
    for (NodeId node : decisions.graph()->nodes())
        slots[node] = FloatSlots(decisions, node);
    return slots;
}

}
