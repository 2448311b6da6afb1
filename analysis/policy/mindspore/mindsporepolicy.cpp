// SPDX-License-Identifier: GPL-3.0-or-later
//
// MindSpore's levels on an ONNX graph. A network of cells is read from the flat graph: every node is a cell
// of its own, so it casts its inputs once on entry. What that leaves out: in a network of cells at O2 and O3
// the root casts the network's inputs, so an input that feeds a black cell is rounded there first; that is
// said in a finding.
//
// O1 puts casts around every white operator, then takes out the pairs that undo each other: a cast to FP32
// with at least one user, whose users are all casts to the low type. Only this direction is exact. A tensor
// that is made in FP32, rounded to FP16 and read in FP32 again keeps both casts.
#include "analysis/policy/decidelevels.h"
#include "analysis/policy/decisionwriter.h"
#include "analysis/policy/families.h"
#include "analysis/policy/mindspore/ampcall.h"
#include "analysis/policy/mindspore/ampplan.h"
#include "analysis/policy/mindspore/mindsporefindings.h"
#include "analysis/policy/mindspore/opnames.h"
#include "analysis/policy/policyrules.h"

#include <algorithm>
#include <array>
#include <format>

namespace halftone {
namespace {

using Way = AmpPlan::Way;
using LossIn = AmpPlan::LossIn;

class MindSporeWalk
{
public:
    MindSporeWalk(
        Decisions fresh, const PrecisionPolicy& policy, const AmpPlan& plan, const std::string& path)
        : m_writer(std::move(fresh))
        , m_graph(m_writer.graph())
        , m_plan(plan)
        , m_overrides(m_graph, policy.overrides, path)
    {
    }

    Decisions run()
    {
        for (NodeId node : m_graph.nodes()) {
            if (m_graph.node(node).phase == Phase::Forward)
                decideForward(node);
            else if (m_graph.node(node).phase == Phase::Loss)
                decideLoss(node);
        }
        if (m_plan.way == Way::White)
            removePairs();
        // Gradients come last: their sums depend on which pairs are gone.
        for (NodeId node : m_graph.nodes()) {
            if (m_graph.node(node).phase == Phase::Backward)
                m_writer.follow(node);
            else if (m_graph.node(node).phase == Phase::Update)
                m_writer.update(node);
        }
        deliverOutputs();
        if (m_plan.way == Way::Low)
            m_writer.decisions().setSharings({.inputs = CastSharing::PerValue,
                .weights = CastSharing::PerNode,
                .others = CastSharing::PerNode});
        return std::move(m_writer.decisions());
    }

private:
    void decideForward(NodeId node)
    {
        const MindSporeOp op = mindSporeOp(m_graph, node);
        if (m_overrides.has(node) && decideByOverride(node, op))
            return;
        if (!m_writer.slots(node).hasData()) {
            m_writer.keep(node, verdict(m_writer.fixedRule(node), List::Gray, op));
            return;
        }
        if (m_graph.node(node).opType == "Cast") {
            m_writer.asReceived(node, verdict(rules::kMindSporeCast, List::Gray, op));
            return;
        }
        decideByPlan(node, op);
    }

    void decideByPlan(NodeId node, const MindSporeOp& op)
    {
        switch (m_plan.way) {
        case Way::Off:
            m_writer.asReceived(node, verdict(rules::kMindSporeOff, List::Gray, op));
            break;
        case Way::White:
            decideWhite(node, op);
            break;
        case Way::Low:
            decideLow(node, op);
            break;
        case Way::Auto:
            decideAuto(node, op);
            break;
        }
    }

    Verdict verdict(std::string_view rule, List list, const MindSporeOp& op) const
    {
        return {.rule = rule, .list = list, .type = std::string(op.name())};
    }

    // False when the calls leave no flag, so that the level decides.
    bool decideByOverride(NodeId node, const MindSporeOp& op)
    {
        const DType target = m_overrides.target(node, flagsOfLevel(op));
        if (target == DType::Undefined)
            return false;
        const FloatSlots& slots = m_writer.slots(node);
        const bool moves = slots.hasData() && m_graph.node(node).opType != "Cast";
        if (moves)
            m_writer.give(node, target, verdict(rules::kMindSporeToFloat, listFor(target), op));
        else
            m_writer.asReceived(node, verdict(rules::kNoLowType, List::Gray, op));
        if (slots.hasFloats())
            m_overrides.report(m_writer.decisions(), node, m_writer.decisions().precision(node),
                moves ? rules::kMindSporeFlags : rules::kNoLowType);
        return true;
    }

    static List listFor(DType dtype) { return isLowPrecision(dtype) ? List::White : List::Black; }

    // Before 2.4 O2 and O3 are a to_float on the whole network, and the person's calls come after it.
    PrecisionFlags flagsOfLevel(const MindSporeOp& op) const
    {
        if (m_plan.version->respectsCellsAtAnyLevel || m_plan.way != Way::Low)
            return {};
        PrecisionFlags flags;
        flags.apply({.dtype = op.isIn(m_plan.black) ? DType::Float32 : m_plan.low});
        return flags;
    }

    void decideWhite(NodeId node, const MindSporeOp& op)
    {
        if (!op.isIn(m_plan.white)) {
            m_writer.asReceived(node, verdict(rules::kMindSporeNotWhite, List::Gray, op));
            return;
        }
        m_writer.give(node, m_plan.low, verdict(rules::kMindSporeWhite, List::White, op));
        castOutputs(node, m_plan.low, DType::Float32);
        m_white.push_back(node);
    }

    void decideLow(NodeId node, const MindSporeOp& op)
    {
        if (op.isIn(m_plan.black)) {
            m_writer.give(node, DType::Float32, verdict(rules::kMindSporeBlack, List::Black, op));
            castOutputs(node, DType::Float32, m_plan.low);
            return;
        }
        const FloatSlots& slots = m_writer.slots(node);
        const Verdict low = verdict(rules::kMindSporeLow, List::White, op);
        // A constant keeps its type and is cast by each cell that reads it.
        if (std::ranges::contains(slots.inputs, SlotRole::Data))
            m_writer.give(node, m_plan.low, low);
        else
            m_writer.asReceived(node, low);
    }

    void decideAuto(NodeId node, const MindSporeOp& op)
    {
        if (op.isIn(m_plan.white)) {
            const Verdict white = verdict(rules::kMindSporeAutoWhite, List::White, op);
            if (op.hasBias())
                m_writer.giveWithBias(node, m_plan.low, op.biasSlot, white, std::string(kBiasAdd));
            else
                m_writer.give(node, m_plan.low, white);
        } else if (op.isIn(m_plan.black)) {
            m_writer.give(node, DType::Float32, verdict(rules::kMindSporeAutoBlack, List::Black, op));
        } else if (op.isIn(m_plan.promote)) {
            m_writer.promote(node, verdict(rules::kMindSporeAutoPromote, List::Gray, op));
        } else {
            m_writer.asReceived(node, verdict(rules::kMindSporeAutoIgnored, List::Gray, op));
        }
    }

    void castOutputs(NodeId node, DType from, DType to)
    {
        const std::span<const ValueId> outputs = m_graph.outputs(node);
        const FloatSlots& slots = m_writer.slots(node);
        for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
            if (slots.outputs[slot] == SlotRole::Data &&
                m_writer.decisions().outputDTypes(node)[slot] == from)
                m_writer.decisions().setCastBehind(node, slot, to);
        }
    }

    void decideLoss(NodeId node)
    {
        if (m_plan.loss == LossIn::Network)
            return decideForward(node);
        const MindSporeOp op = mindSporeOp(m_graph, node);
        if (m_overrides.has(node) && decideByOverride(node, op))
            return;
        if (m_plan.loss == LossIn::Float32)
            m_writer.give(node, DType::Float32, verdict(rules::kMindSporeLoss, List::Black, op));
        else
            m_writer.asReceived(node, verdict(rules::kMindSporeLossReceived, List::Gray, op));
    }

    void removePairs()
    {
        for (NodeId node : m_white) {
            const std::span<const ValueId> outputs = m_graph.outputs(node);
            for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
                if (outputs[slot].isValid() && m_writer.decisions().outputDTypes(node)[slot] == m_plan.low)
                    removePair(node, slot);
            }
        }
    }

    void removePair(NodeId node, std::size_t slot)
    {
        Decisions& decisions = m_writer.decisions();
        const ValueId value = m_graph.outputs(node)[slot];
        if (std::ranges::contains(m_graph.graphOutputs(), value))
            return;
        std::size_t casts = 0;
        for (const Graph::Use& use : m_graph.uses(value)) {
            const Phase phase = m_graph.node(use.node).phase;
            if (phase == Phase::Backward || phase == Phase::Update)
                continue; // The rewrite sees the network before it is differentiated.
            if (use.slot == Graph::kBodySlot || decisions.inputDTypes(use.node)[use.slot] != m_plan.low)
                return;
            ++casts;
        }
        if (casts == 0)
            return;
        decisions.setCastBehind(node, slot, m_plan.low);
        decisions.addRemovedPair({value, m_plan.low, casts + 1});
    }

    void deliverOutputs()
    {
        Decisions& decisions = m_writer.decisions();
        const std::span<const ValueId> outputs = m_graph.graphOutputs();
        for (std::size_t i = 0; i < outputs.size(); ++i) {
            const NodeId producer = m_graph.value(outputs[i]).producer;
            const bool isNetworkOutput = producer.isValid() && m_graph.node(producer).phase == Phase::Forward;
            const DType produced = decisions.produced(outputs[i]);
            decisions.setDelivered(
                i, m_plan.castsOutput && isNetworkOutput && isFloat(produced) ? DType::Float32 : produced);
        }
    }

    DecisionWriter m_writer;
    const Graph& m_graph;
    const AmpPlan& m_plan;
    OverridesInForce m_overrides;
    std::vector<NodeId> m_white;
};

Result<Decisions> decideMindSpore(const GraphPtr& graph, const PrecisionPolicy& policy)
{
    const auto& settings = std::get<MindSporeSettings>(policy.settings);
    if (std::optional<Error> error = ampError(ampCall(settings)))
        return std::unexpected(*std::move(error));
    const AmpPlan plan = ampPlan(settings);
    auto decisions = decideLevels(graph, [&](Decisions fresh, const LevelPlace& place) -> Result<Decisions> {
        return MindSporeWalk(std::move(fresh), policy, plan, place.path).run();
    });
    if (decisions)
        addMindSporeFindings(*decisions, policy, plan);
    return decisions;
}

struct RuleList
{
    std::string_view rule;
    std::vector<AmpEntry> AmpPlan::* list;
    std::string_view name; // of our table
};
constexpr auto kRuleLists = std::to_array<RuleList>({
    {rules::kMindSporeWhite, &AmpPlan::white, "white"},
    {rules::kMindSporeBlack, &AmpPlan::black, "black"},
    {rules::kMindSporeAutoWhite, &AmpPlan::white, "auto white"},
    {rules::kMindSporeAutoBlack, &AmpPlan::black, "auto black"},
    {rules::kMindSporeAutoPromote, &AmpPlan::promote, "auto promote"},
});

std::string placeInMindSpore(const Decisions& decisions, NodeId node, const PolicySettings& chosen)
{
    const auto row = std::ranges::find(kRuleLists, decisions.node(node).rule, &RuleList::rule);
    if (row == kRuleLists.end())
        return {};
    const auto& settings = std::get<MindSporeSettings>(chosen);
    const AmpPlan plan = ampPlan(settings);
    const std::vector<AmpEntry>& list = plan.*row->list;
    const MindSporeOp op = mindSporeOp(*decisions.graph(), node);
    const auto entry = std::ranges::find_if(
        list, [&](const AmpEntry& candidate) { return op.isIn(std::span(&candidate, 1)); });
    if (settings.api != AmpApi::CustomMixedPrecision)
        return std::format(
            "mindspore/train/amp.py ({}), {} list:{}", settings.version, row->name, entry - list.begin() + 1);
    const std::vector<std::string>& names = settings.whiteList ? *settings.whiteList : *settings.blackList;
    const auto text = std::ranges::find(names, entry->name, withoutModule);
    return std::format("{}_list:{}", row->name, text - names.begin() + 1);
}

std::string describeMindSpore(const PolicySettings& chosen)
{
    const auto& settings = std::get<MindSporeSettings>(chosen);
    if (settings.api == AmpApi::CustomMixedPrecision)
        return std::format(
            "MindSpore {}, custom {} list", settings.version, settings.whiteList ? "white" : "black");
    const std::string_view suffix = settings.api == AmpApi::BuildTrainNetwork ? ", build_train_network" : "";
    return std::format("MindSpore {}, {}{}", settings.version, settings.level, suffix);
}

}

const PolicyDef kMindSporePolicy{.id = "mindspore",
    .title = "MindSpore levels",
    .doc = "Levels O0 to O3 and auto of mindspore.amp, with its own or your white and black lists.",
    .source = {"MindSpore", "python/mindspore/train/amp.py", "2.0 to 2.5"},
    .decide = decideMindSpore,
    .describe = describeMindSpore,
    .placeOf = placeInMindSpore,
    .addEdits = addMindSporeEdits};

}
