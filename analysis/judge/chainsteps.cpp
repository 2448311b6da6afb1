// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/chainsteps.h"

#include <algorithm>
#include <format>
#include <iterator>

namespace halftone {
namespace {

constexpr std::size_t kShownFirst = 6;
constexpr std::size_t kShownLast = 2;

}

std::vector<NodeId> deciderChain(const Decisions& decisions, NodeId node)
{
    std::vector<NodeId> chain;
    for (; node.isValid(); node = decisions.node(node).decidedBy)
        chain.push_back(node);
    return chain;
}

std::vector<Explanation::Step> chainSteps(
    const std::vector<NodeId>& chain, const std::function<std::vector<Explanation::Step>(NodeId)>& stepsOf)
{
    std::vector<Explanation::Step> steps;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const std::size_t left = chain.size() - i;
        if (i == kShownFirst && left > kShownLast + 1) {
            const std::size_t skipped = left - kShownLast;
            steps.push_back(
                {.text = std::format("{} more operators follow each other in the same way.", skipped),
                    .node = chain[i]});
            i += skipped - 1;
            continue;
        }
        std::ranges::move(stepsOf(chain[i]), std::back_inserter(steps));
    }
    return steps;
}

}
