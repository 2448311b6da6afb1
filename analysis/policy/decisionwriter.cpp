// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/decisionwriter.h"

#include "analysis/policy/policyrules.h"

#include <algorithm>

namespace halftone {
namespace {

bool isAdd(const Node& node)
{
    return node.opType == "Add" && node.domain.empty() && node.phase == Phase::Backward;
}

}

DecisionWriter::DecisionWriter(Decisions fresh)
    : m_decisions(std::move(fresh))
    , m_graph(*m_decisions.graph())
    , m_slots(floatSlots(m_decisions))
    , m_computes(m_graph.nodeCount(), DType::Undefined)
{
}

void DecisionWriter::give(NodeId node, DType dtype, Verdict verdict, Parameters parameters)
{
    const FloatSlots& slots = m_slots[node];
    const auto moves = [&](SlotRole role) {
        return role == SlotRole::Data || (role == SlotRole::Parameter && parameters != Parameters::Stay) ||
            (role == SlotRole::State && parameters == Parameters::MoveState);
    };
    for (std::size_t slot = 0; slot < slots.inputs.size(); ++slot) {
        if (moves(slots.inputs[slot]))
            m_decisions.setInput(node, slot, dtype);
    }
    for (std::size_t slot = 0; slot < slots.outputs.size(); ++slot) {
        if (moves(slots.outputs[slot]))
            m_decisions.setOutput(node, slot, dtype);
    }
    record(node, std::move(verdict));
}

void DecisionWriter::keep(NodeId node, Verdict verdict)
{
    record(node, std::move(verdict));
}

std::string_view DecisionWriter::fixedRule(NodeId node) const
{
    return m_graph.node(node).bodies.empty() ? rules::kNoLowType : rules::kControlFlow;
}

void DecisionWriter::asReceived(NodeId node, Verdict verdict)
{
    const ValueId first = m_graph.inputs(node).empty() ? ValueId{} : m_graph.inputs(node)[0];
    if (m_graph.node(node).opType == "Cast" && first.isValid() && isFloat(original(first)))
        m_decisions.setInput(node, 0, m_decisions.produced(first));
    if (m_graph.node(node).opType == "Cast" || !receivesOtherTypes(node)) {
        if (!verdict.decidedBy.isValid())
            verdict.decidedBy = received(node).from;
        return record(node, std::move(verdict));
    }
    promote(node, std::move(verdict));
}

void DecisionWriter::promote(NodeId node, Verdict verdict)
{
    const Received widest = received(node);
    if (!verdict.decidedBy.isValid())
        verdict.decidedBy = widest.from;
    if (widest.dtype == DType::Undefined)
        return record(node, std::move(verdict));
    give(node, widest.dtype, std::move(verdict), Parameters::Stay);
}

void DecisionWriter::giveWithBias(
    NodeId node, DType low, std::size_t biasSlot, Verdict verdict, std::string biasType)
{
    const ValueId bias = m_graph.inputs(node)[biasSlot];
    const DType sum = wider(low, m_decisions.produced(bias));
    give(node, low, verdict);
    if (sum == low)
        return;
    m_decisions.setInput(node, biasSlot, sum);
    m_decisions.setOutput(node, 0, sum);
    m_decisions.addInnerCast({node, low, sum});
    m_addsBiasIn[node] = sum;
    const std::span<const DType> inputs = m_decisions.inputDTypes(node);
    PartDecision product{.ascendType = verdict.type,
        .list = verdict.list,
        .rule = verdict.rule,
        .inputs = {inputs[0], inputs[1]},
        .outputs = {low}};
    PartDecision addition{.ascendType = std::move(biasType),
        .rule = rules::kMindSporeAutoPromote,
        .inputs = {sum, sum},
        .outputs = {sum}};
    m_decisions.setNode(
        node, {.list = verdict.list, .rule = verdict.rule}, {std::move(product), std::move(addition)});
    m_computes[node] = low;
}

DecisionWriter::Received DecisionWriter::received(NodeId node) const
{
    const std::span<const ValueId> inputs = m_graph.inputs(node);
    for (const bool countsScalars : {false, true}) {
        Received widest;
        for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
            if (m_slots[node].inputs[slot] != SlotRole::Data ||
                isScalarConstant(inputs[slot]) != countsScalars)
                continue;
            const DType both = wider(widest.dtype, m_decisions.produced(inputs[slot]));
            if (both != widest.dtype && m_graph.value(inputs[slot]).producer.isValid())
                widest.from = m_graph.value(inputs[slot]).producer;
            widest.dtype = both;
        }
        if (widest.dtype != DType::Undefined)
            return widest;
    }
    return {};
}

// Where nothing has changed in front of it, a node keeps what it was written with, even if that is not one
// type.
bool DecisionWriter::receivesOtherTypes(NodeId node) const
{
    const std::span<const ValueId> inputs = m_graph.inputs(node);
    for (std::size_t slot = 0; slot < inputs.size(); ++slot) {
        if (m_slots[node].inputs[slot] == SlotRole::Data &&
            m_decisions.produced(inputs[slot]) != original(inputs[slot]))
            return true;
    }
    return false;
}

bool DecisionWriter::isScalarConstant(ValueId value) const
{
    return m_graph.data(value) && m_graph.value(value).shapeKnown && m_graph.dims(value).empty();
}

void DecisionWriter::record(NodeId node, Verdict verdict)
{
    const FloatSlots& slots = m_slots[node];
    DType computes = DType::Undefined;
    for (std::size_t slot = 0; slot < slots.outputs.size() && computes == DType::Undefined; ++slot) {
        if (slots.outputs[slot] == SlotRole::Data)
            computes = m_decisions.outputDTypes(node)[slot];
    }
    for (std::size_t slot = 0; slot < slots.inputs.size() && computes == DType::Undefined; ++slot) {
        if (slots.inputs[slot] == SlotRole::Data)
            computes = m_decisions.inputDTypes(node)[slot];
    }
    m_computes[node] = computes;
    const NodeDecision decision{.list = verdict.list, .rule = verdict.rule, .decidedBy = verdict.decidedBy};
    std::vector<PartDecision> parts;
    if (!verdict.type.empty()) {
        const std::span<const DType> inputs = m_decisions.inputDTypes(node);
        const std::span<const DType> outputs = m_decisions.outputDTypes(node);
        parts.push_back({.ascendType = std::move(verdict.type),
            .list = verdict.list,
            .rule = verdict.rule,
            .decidedBy = verdict.decidedBy,
            .inputs = {inputs.begin(), inputs.end()},
            .outputs = {outputs.begin(), outputs.end()}});
    }
    m_decisions.setNode(node, decision, std::move(parts));
}

// Several uses of one tensor: each gradient is cast back to the tensor's type by its own use, and the sum is
// there.
ValueId DecisionWriter::summedTensor(NodeId node) const
{
    const NodeId last = m_graph.node(node).origin;
    for (const Graph::Use& use : m_graph.uses(m_graph.outputs(node)[0])) {
        const Node& consumer = m_graph.node(use.node);
        if (consumer.phase != Phase::Backward || !consumer.origin.isValid())
            continue;
        if (isAdd(consumer) && addsGradientsOfSeveralUses(use.node))
            return summedTensor(use.node);
        for (ValueId output : m_graph.outputs(consumer.origin)) {
            if (output.isValid() && std::ranges::contains(m_graph.inputs(last), output))
                return output;
        }
    }
    return {};
}

bool DecisionWriter::addsGradientsOfSeveralUses(NodeId node) const
{
    return std::ranges::any_of(m_graph.inputs(node), [&](ValueId input) {
        const NodeId producer = input.isValid() ? m_graph.value(input).producer : NodeId{};
        return !producer.isValid() || m_graph.node(producer).origin != m_graph.node(node).origin;
    });
}

void DecisionWriter::follow(NodeId node)
{
    const Node& row = m_graph.node(node);
    if (!row.origin.isValid() || row.opType == "Cast")
        return asReceived(node, {.rule = rules::kGradient, .decidedBy = row.origin});
    if (isAdd(row) && addsGradientsOfSeveralUses(node)) {
        const ValueId summed = summedTensor(node);
        const DType dtype =
            summed.isValid() ? m_decisions.produced(summed) : original(m_graph.outputs(node)[0]);
        return give(node, dtype, {.rule = rules::kGradientSum, .decidedBy = row.origin});
    }
    DType dtype = m_computes[row.origin];
    if (const auto bias = m_addsBiasIn.find(row.origin);
        bias != m_addsBiasIn.end() && row.opType == "BiasGrad")
        dtype = bias->second;
    const Verdict verdict{.rule = rules::kGradient, .decidedBy = row.origin};
    if (dtype == DType::Undefined)
        return asReceived(node, verdict);
    give(node, dtype, verdict, movedParameters(row.origin) ? Parameters::Move : Parameters::Stay);
}

bool DecisionWriter::movedParameters(NodeId node) const
{
    const FloatSlots& slots = m_slots[node];
    const std::span<const DType> inputs = m_decisions.inputDTypes(node);
    for (std::size_t slot = 0; slot < slots.inputs.size(); ++slot) {
        if (slots.inputs[slot] == SlotRole::Parameter && inputs[slot] == m_computes[node])
            return true;
    }
    return false;
}

void DecisionWriter::update(NodeId node)
{
    keep(node, {.rule = rules::kUpdate});
}

}
