// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/policyexplainer.h"

#include "analysis/judge/chainsteps.h"
#include "analysis/policy/policyrules.h"

#include <algorithm>
#include <format>
#include <iterator>

namespace halftone {
namespace {

using Step = Explanation::Step;

void append(std::vector<Step>& steps, std::vector<Step> more)
{
    std::ranges::move(more, std::back_inserter(steps));
}

}

PolicyExplainer::PolicyExplainer(const Decisions& decisions, const PrecisionPolicy& policy)
    : m_decisions(decisions)
    , m_graph(*decisions.graph())
    , m_policy(policy)
    , m_title(describe({policy.settings, {}}))
{
    const auto* settings = std::get_if<AscendSettings>(&policy.settings);
    if (!settings)
        return;
    // decide() has been through with them, so the settings are good.
    m_judging = std::make_unique<const AscendJudging>(ascendJudging(*settings).value());
    m_ascend = std::make_unique<const NodeExplainer>(decisions, m_judging->input);
}

Explanation PolicyExplainer::explain(NodeId node) const
{
    Explanation explanation =
        m_judging ? halftone::explain(m_decisions, node, m_judging->input) : explainByLists(node);
    std::vector<Step> asked = outcomeSteps(node);
    explanation.steps.insert(explanation.steps.begin(), asked.begin(), asked.end());
    return explanation;
}

std::string PolicyExplainer::line(NodeId node) const
{
    const std::vector<Step> asked = outcomeSteps(node);
    if (!asked.empty())
        return asked.back().text;
    return m_ascend ? m_ascend->line(node) : listLine(node);
}

std::vector<Step> PolicyExplainer::outcomeSteps(NodeId node) const
{
    std::vector<Step> steps;
    for (const OverrideOutcome& outcome :
        std::ranges::equal_range(m_decisions.outcomes(), node, {}, &OverrideOutcome::node)) {
        const std::string& target = m_policy.overrides[outcome.index].target;
        const std::string asked = std::format("You asked for {} here ({})", name(outcome.asked),
            target.empty() ? std::string_view("whole network") : std::string_view(target));
        const Rule& rule = ruleOf(outcome.why);
        steps.push_back({.text = outcome.asked == outcome.got
                ? std::format("{} and got it.", asked)
                : std::format("{} and got {}: {}.", asked, name(outcome.got), rule.title),
            .source = std::string(rule.source),
            .node = node});
    }
    return steps;
}

Explanation PolicyExplainer::explainByLists(NodeId node) const
{
    const std::vector<NodeId> chain = deciderChain(m_decisions, node);
    Explanation explanation{chainSteps(chain, [this](NodeId each) { return listSteps(each); })};
    const std::string_view advice = adviceFor(m_decisions.node(chain.back()).rule);
    if (!advice.empty())
        explanation.steps.push_back(
            {.text = std::format("What would change it: {}", advice), .node = chain.back()});
    return explanation;
}

std::vector<Step> PolicyExplainer::listSteps(NodeId node) const
{
    std::vector<Step> steps;
    const std::span<const PartDecision> parts = m_decisions.parts(node);
    if (!parts.empty() && parts[0].ascendType != m_graph.node(node).opType)
        steps.push_back({.text = std::format("{} is a {}, which is {} for {}.", m_graph.displayName(node),
                             m_graph.node(node).opType, parts[0].ascendType, m_title),
            .node = node});
    steps.push_back(ruleStep(node));
    if (parts.size() > 1)
        steps.push_back(
            {.text = std::format("Its bias is added behind it by {}, in {}; so it gives {}.",
                 parts[1].ascendType, name(parts[1].outputs.front()), name(m_decisions.precision(node))),
                .source = std::string(ruleOf(parts[1].rule).source),
                .node = node});
    append(steps, castSteps(node));
    return steps;
}

Step PolicyExplainer::ruleStep(NodeId node) const
{
    const NodeDecision& decision = m_decisions.node(node);
    const std::string nodeName = m_graph.displayName(node);
    const Rule& rule = ruleOf(decision.rule);
    const std::string place = definitionOf(m_policy).placeOf(m_decisions, node, m_policy.settings);
    Step step{.text = std::format("{}: {}.", nodeName, rule.title),
        .source = std::string(rule.source),
        .node = node};
    if (!place.empty())
        step.source = place;
    if (decision.decidedBy.isValid()) {
        step.text += std::format(" Here that leads to {}, and so to {}.",
            m_graph.displayName(decision.decidedBy), name(followedType(node)));
        step.node = decision.decidedBy;
    }
    return step;
}

std::vector<Step> PolicyExplainer::castSteps(NodeId node) const
{
    std::vector<Step> steps;
    const std::span<const ValueId> outputs = m_graph.outputs(node);
    const std::span<const DType> made = m_decisions.outputDTypes(node);
    for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
        if (outputs[slot].isValid() && m_decisions.produced(outputs[slot]) != made[slot])
            steps.push_back({.text = std::format("{} is made in {} and cast to {} for all who read it.",
                                 m_graph.value(outputs[slot]).name, name(made[slot]),
                                 name(m_decisions.produced(outputs[slot]))),
                .node = node});
    }
    for (const RemovedPair& pair : m_decisions.removedPairs()) {
        if (m_graph.value(pair.value).producer == node)
            steps.push_back({.text = std::format("{} casts of {} undid each other and were taken out.",
                                 pair.casts, m_graph.value(pair.value).name),
                .node = node});
    }
    return steps;
}

std::string PolicyExplainer::listLine(NodeId node) const
{
    const NodeDecision& decision = m_decisions.node(node);
    const Rule& rule = ruleOf(decision.rule);
    if (!decision.decidedBy.isValid())
        return std::string(rule.title);
    return std::format(
        "{} ({}, {})", rule.title, m_graph.displayName(decision.decidedBy), name(followedType(node)));
}

// What a node took from the one that decided it: the type that it computes in, for a gradient; else that of
// its result, as it is read.
DType PolicyExplainer::followedType(NodeId node) const
{
    const NodeId decider = m_decisions.node(node).decidedBy;
    if (m_graph.node(node).phase == Phase::Backward && m_graph.node(decider).phase != Phase::Backward)
        return m_decisions.precision(node);
    const std::span<const ValueId> outputs = m_graph.outputs(decider);
    return outputs.empty() || !outputs[0].isValid() ? m_decisions.precision(decider)
                                                    : m_decisions.produced(outputs[0]);
}

Explanation explain(const Decisions& decisions, NodeId node, const PrecisionPolicy& policy)
{
    return PolicyExplainer(decisions, policy).explain(node);
}

std::string reasonLine(const Decisions& decisions, NodeId node, const PrecisionPolicy& policy)
{
    return PolicyExplainer(decisions, policy).line(node);
}

}
