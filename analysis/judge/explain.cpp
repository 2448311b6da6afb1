// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/explain.h"

#include "analysis/judge/chainsteps.h"
#include "analysis/judge/nodeexplainer.h"

#include <iterator>

namespace halftone {
namespace {

void append(std::vector<Explanation::Step>& steps, std::vector<Explanation::Step> more)
{
    steps.insert(steps.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

void addWhatWouldChangeIt(std::vector<Explanation::Step>& steps, const NodeExplainer& explainer,
    const JudgeInput& input, NodeId node, NodeId decider)
{
    if (!usesMixlist(input.mode)) {
        steps.push_back({.text = "Lists have no effect in this mode; only another mode changes the result.",
            .node = node});
        return;
    }
    const std::size_t before = steps.size();
    append(steps, explainer.alternatives(node));
    if (decider != node)
        append(steps, explainer.alternatives(decider));
    if (steps.size() == before)
        steps.push_back({.text = "No list changes the result.", .node = node});
}

}

Explanation explain(const Decisions& decisions, NodeId node, const JudgeInput& input)
{
    const NodeExplainer explainer(decisions, input);
    const std::vector<NodeId> chain = deciderChain(decisions, node);
    Explanation explanation{chainSteps(chain, [&](NodeId each) { return explainer.steps(each); })};
    addWhatWouldChangeIt(explanation.steps, explainer, input, node, chain.back());
    return explanation;
}

std::string reasonLine(const Decisions& decisions, NodeId node, const JudgeInput& input)
{
    return NodeExplainer(decisions, input).line(node);
}

}
