// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/nodeexplainer.h"
#include "analysis/policy/ascendpolicy.h"
#include "analysis/policy/policy.h"

#include <memory>
#include <string>
#include <vector>

namespace halftone {

/// This says in sentences how the nodes of one graph were decided, for any policy. Ascend's decisions are
/// explained by judging again and watching; those of the list policies are renderings of what the decision
/// holds: the name of the operator in the tool's vocabulary, the rule, and whom it followed. Refers to what
/// it was made from; the decisions may be those of a body.
class PolicyExplainer
{
public:
    PolicyExplainer(const Decisions& decisions, const PrecisionPolicy& policy);

    Explanation explain(NodeId node) const;
    /// On one line: "In the white list: ...", or "You asked for float32 here (fc3) and got it.".
    std::string line(NodeId node) const;

private:
    std::vector<Explanation::Step> outcomeSteps(NodeId node) const;
    Explanation explainByLists(NodeId node) const;
    std::vector<Explanation::Step> listSteps(NodeId node) const;
    Explanation::Step ruleStep(NodeId node) const;
    std::vector<Explanation::Step> castSteps(NodeId node) const;
    std::string listLine(NodeId node) const;
    DType followedType(NodeId node) const;

    const Decisions& m_decisions;
    const Graph& m_graph;
    const PrecisionPolicy& m_policy;
    std::string m_title;
    // For Ascend, else null:
    std::unique_ptr<const AscendJudging> m_judging;
    std::unique_ptr<const NodeExplainer> m_ascend;
};

}
