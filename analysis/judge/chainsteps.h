// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/decisions.h"
#include "analysis/judge/explain.h"

#include <functional>
#include <vector>

namespace halftone {

/// The node, the one that decided it, the one that decided that, and so on to the one that followed nobody.
std::vector<NodeId> deciderChain(const Decisions& decisions, NodeId node);

/// What \p stepsOf says about the nodes of a chain, in their order. The middle of a long one is a single
/// sentence that counts it: a person wants both ends.
std::vector<Explanation::Step> chainSteps(
    const std::vector<NodeId>& chain, const std::function<std::vector<Explanation::Step>(NodeId)>& stepsOf);

}
