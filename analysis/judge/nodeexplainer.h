// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/explain.h"
#include "analysis/judge/partjudge.h"

#include <string>
#include <vector>

namespace halftone {

/// This says in sentences how one node was decided. It judges the node once more, by the code that decided
/// it, and watches. Refers to what it was made from.
class NodeExplainer
{
public:
    NodeExplainer(const Decisions& decisions, const JudgeInput& input);

    /// List, rule, and what was asked for but not to be had.
    std::vector<Explanation::Step> steps(NodeId node) const;
    /// What another list would give.
    std::vector<Explanation::Step> alternatives(NodeId node) const;
    /// "gray: follows conv1 (float16)".
    std::string line(NodeId node) const;

private:
    std::size_t partCount(NodeId node) const;
    PreparedNode prepare(NodeId node) const;
    JudgedPart part(NodeId node, const PreparedNode& prepared, std::size_t index,
        std::optional<List> asIf = std::nullopt) const;
    std::string placeOf(const PartDecision& decision) const;
    Explanation::Step listStep(NodeId node, const PartDecision& decision) const;
    Explanation::Step ruleStep(NodeId node, const JudgedPart& part) const;
    std::optional<Explanation::Step> refusalStep(NodeId node, const JudgedPart& part) const;
    Explanation::Step otherPartStep(NodeId node, const PartDecision& decision) const;
    void addOverrideSteps(
        std::vector<Explanation::Step>& steps, NodeId node, const PartDecision& decision) const;
    std::optional<Explanation::Step> otherFormStep(NodeId node, const JudgedPart& part) const;
    void addAlternatives(std::vector<Explanation::Step>& steps, NodeId node, const PreparedNode& prepared,
        std::size_t index) const;
    std::string lineOf(const JudgedPart& part) const;

    const Decisions& m_decisions;
    const Graph& m_graph;
    const JudgeInput& m_input;
    JudgeContext m_context;
};

}
