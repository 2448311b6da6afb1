// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/nodeoutcome.h"

#include "analysis/judge/partsources.h"
#include "analysis/judge/rules.h"

namespace halftone {
namespace {

using From = Decider::From;

// A Cast inside the node reads a slot or another part.
Decider beforeInnerCast(const PreparedNode& prepared, std::uint32_t castPart)
{
    const std::vector<AscendInput>& inputs = prepared.parts[castPart].part->inputs;
    if (inputs.empty() || inputs.front().source == AscendInput::Source::Constant)
        return {};
    return inputs.front().source == AscendInput::Source::Part ? Decider{From::Itself}
                                                              : Decider{From::Slot, inputs.front().index};
}

Decider deciderFor(const JudgedPart& judged, const PreparedNode& prepared, const AscendPart& part,
    const std::vector<Decider>& earlier)
{
    const Narrowing& narrowing = judged.narrowing;
    if (narrowing.decidingStep == Narrowing::kNoStep)
        return {};
    const NarrowingStep& step = narrowing.steps[narrowing.decidingStep];
    if (step.followed == Followed::Nothing)
        return {};
    const PartSource& source = judged.sources[step.tensor];
    if (source.part)
        return step.followed == Followed::BeforeCast ? beforeInnerCast(prepared, *source.part)
                                                     : earlier[*source.part];
    if (!source.node.isValid())
        return {};
    const std::uint32_t slot = part.inputs[step.tensor].index;
    return {step.followed == Followed::BeforeCast ? From::BeforeCast : From::Slot, slot};
}

// Backwards, so that the first part that reads a slot has the last word.
void setSlots(NodeOutcome& outcome, const PreparedNode& prepared)
{
    for (std::size_t p = prepared.parts.size(); p-- > 0;) {
        const AscendPart& part = *prepared.parts[p].part;
        for (std::size_t i = part.inputs.size(); i-- > 0;) {
            const AscendInput& input = part.inputs[i];
            const bool isSlot = input.source == AscendInput::Source::Slot ||
                input.source == AscendInput::Source::SlotOrConstant;
            if (isSlot && !prepared.parts[p].isAbsent[i])
                outcome.inputs[input.index] = outcome.parts[p].inputs[i];
        }
        for (std::size_t i = 0; i < part.outputs.size(); ++i) {
            const AscendOutput& output = part.outputs[i];
            if (!output.isInside() && output.slot < outcome.outputs.size())
                outcome.outputs[output.slot] = outcome.parts[p].outputs[i];
        }
    }
}

}

NodeOutcome judgeParts(const JudgeContext& context, NodeId node, const PreparedNode& prepared)
{
    const Decisions& decisions = context.decisions;
    const Graph& graph = *decisions.graph();
    NodeOutcome outcome{.mainPart = prepared.mainPart};
    for (ValueId input : graph.inputs(node))
        outcome.inputs.push_back(input.isValid() ? decisions.original(input) : DType::Undefined);
    for (ValueId output : graph.outputs(node))
        outcome.outputs.push_back(output.isValid() ? decisions.original(output) : DType::Undefined);
    if (prepared.parts.empty()) {
        outcome.summary = {.engine = Engine::None, .rule = rules::kUnmapped};
        return outcome;
    }
    for (std::size_t i = 0; i < prepared.parts.size(); ++i) {
        JudgedPart judged = judgePart(context, node, prepared, i, outcome.parts);
        outcome.deciders.push_back(deciderFor(judged, prepared, *prepared.parts[i].part, outcome.deciders));
        outcome.candidates.push_back(judged.candidate);
        outcome.customNamesNothing = outcome.customNamesNothing || judged.customNamesNothing;
        outcome.parts.push_back(std::move(judged.decision));
    }
    setSlots(outcome, prepared);
    const PartDecision& main = outcome.parts[prepared.mainPart];
    outcome.summary = {.list = main.list, .engine = main.engine, .rule = main.rule};
    return outcome;
}

NodeId deciderOf(const Decider& decider, const Decisions& decisions, NodeId node)
{
    switch (decider.from) {
    case From::Nothing:
        break;
    case From::Itself:
        return node;
    case From::Slot:
    case From::BeforeCast: {
        const Graph& graph = *decisions.graph();
        const ValueId value = graph.inputs(node)[decider.slot];
        return decider.from == From::Slot ? graph.value(value).producer
                                          : castInFrontOf(decisions, value).node;
    }
    }
    return {};
}

}
