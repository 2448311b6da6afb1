// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/mindspore/mindsporefindings.h"

#include "analysis/policy/mindspore/opnames.h"
#include "analysis/policy/policyfindings.h"
#include "analysis/policy/policyrules.h"

#include <format>
#include <set>

namespace halftone {
namespace {

// Cells and primitives of the model.
std::set<std::string> namesIn(const Decisions& decisions)
{
    std::set<std::string> seen;
    for (const DecidedLevel& level : levelsOf(decisions)) {
        for (NodeId node : level.graph().nodes()) {
            const Phase phase = level.graph().node(node).phase;
            if (phase != Phase::Forward && phase != Phase::Loss)
                continue;
            const MindSporeOp op = mindSporeOp(level.graph(), node);
            seen.emplace(op.cell);
            seen.insert(op.primitive);
        }
    }
    return seen;
}

void addNoEffect(Decisions& decisions, const MindSporeSettings& settings)
{
    if (!settings.whiteList && !settings.blackList)
        return;
    const std::set<std::string> seen = namesIn(decisions);
    for (const auto& list : {settings.whiteList, settings.blackList}) {
        for (const std::string& text : list.value_or(std::vector<std::string>{})) {
            const KnownName known = findMindSporeName(text);
            if ((known.isCell || known.isPrimitive) && !seen.contains(std::string(withoutModule(text))))
                decisions.addFinding({.id = "policy.no-effect",
                    .where = text,
                    .message = std::format("No operator of this model becomes {}.", text)});
        }
    }
}

void addBiasInFloat32(Decisions& decisions)
{
    CountedFinding bias("policy.bias-in-float32");
    for (const DecidedLevel& level : levelsOf(decisions)) {
        for (const InnerCast& cast : level.decisions->innerCasts())
            bias.note(level, cast.node);
    }
    bias.addTo(decisions,
        "Products whose bias is added in float32, because BiasAdd takes the widest type, so that they give "
        "float32: {}.");
}

void addInputRounding(Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    const DecidedLevel outermost{.decisions = &decisions, .path = {}, .owner = {}};
    CountedFinding rounding("policy.input-rounding");
    for (ValueId input : graph.graphInputs()) {
        for (const Graph::Use& use : graph.uses(input)) {
            if (graph.value(input).dtype == DType::Float32 &&
                decisions.node(use.node).rule == rules::kMindSporeBlack)
                rounding.note(outermost, use.node);
        }
    }
    rounding.addTo(decisions,
        "{} black operators read an input of the network, which a network of cells would round to 16 bits "
        "first.");
}

}

void addMindSporeFindings(Decisions& decisions, const PrecisionPolicy& policy, const AmpPlan& plan)
{
    for (const Finding& finding : plan.findings)
        decisions.addFinding(finding);
    addNoEffect(decisions, std::get<MindSporeSettings>(policy.settings));
    if (!policy.overrides.empty() && plan.way == AmpPlan::Way::Low && !plan.version->respectsCellsAtAnyLevel)
        decisions.addFinding({.id = "policy.to-float-order",
            .where = "to_float",
            .message =
                std::format("In MindSpore {} the level is itself a to_float on the whole network; calls "
                            "on cells count only when they come after it.",
                    plan.version->name)});
    addBiasInFloat32(decisions);
    addInputRounding(decisions);
    addLossyRoundTrips(decisions);
    addNoLowType(decisions);
    addLowOutputs(decisions);
    addOverrideFindings(decisions, policy.overrides);
}

}
