// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/explain.h"

#include "analysis/judge/nodeexplainer.h"

#include <format>
#include <iterator>

namespace halftone {
namespace {

// Of a long chain of gray operators a person wants both ends.
constexpr std::size_t kShownFirst = 6;
constexpr std::size_t kShownLast = 2;

std::vector<NodeId> chainFrom(const Decisions& decisions, NodeId node)
{
    std::vector<NodeId> chain;
    for (; node.isValid(); node = decisions.node(node).decidedBy)
        chain.push_back(node);
    return chain;
}

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
    const std::vector<NodeId> chain = chainFrom(decisions, node);
    Explanation explanation;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const std::size_t left = chain.size() - i;
        if (i == kShownFirst && left > kShownLast + 1) {
            const std::size_t skipped = left - kShownLast;
            explanation.steps.push_back(
                {.text = std::format("{} more operators follow each other in the same way.", skipped),
                    .node = chain[i]});
            i += skipped - 1;
            continue;
        }
        append(explanation.steps, explainer.steps(chain[i]));
    }
    addWhatWouldChangeIt(explanation.steps, explainer, input, node, chain.back());
    return explanation;
}

std::string reasonLine(const Decisions& decisions, NodeId node, const JudgeInput& input)
{
    return NodeExplainer(decisions, input).line(node);
}

}
