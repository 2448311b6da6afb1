// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/decisions.h"
#include "analysis/ops/opdef.h"

#include <algorithm>

namespace halftone::test {

/// Decisions by a simple rule of thumb, so that pictures can be tested without op libraries: operators that
/// compute are white and run in float16, sensitive ones, losses and updates are black, the rest is gray and
/// follows its first floating-point input.
inline Decisions decideByHand(const GraphPtr& graph)
{
    Decisions decisions(graph);
    for (NodeId node : graph->nodes()) {
        const OpClass opClass = graph->node(node).op->opClass;
        NodeDecision decision{.list = List::Gray, .rule = "ascend.gray.follows"};
        DType wanted = DType::Float32;
        if (opClass == OpClass::Compute) {
            decision.list = List::White;
            decision.rule = "ascend.white";
            wanted = DType::Float16;
        } else if (opClass == OpClass::Sensitive || opClass == OpClass::Loss || opClass == OpClass::Update) {
            decision.list = List::Black;
            decision.rule = "ascend.black";
        } else {
            for (ValueId input : graph->inputs(node)) {
                if (!input.isValid() || !graph->value(input).producer.isValid())
                    continue;
                wanted = decisions.produced(input);
                decision.decidedBy = graph->value(input).producer;
                break;
            }
        }
        decisions.setNode(node, decision, {});
        const auto isFloat = [&](ValueId id) {
            return id.isValid() && isReducibleFloat(graph->value(id).dtype);
        };
        for (std::size_t slot = 0; slot < graph->inputs(node).size(); ++slot) {
            if (isFloat(graph->inputs(node)[slot]))
                decisions.setInput(node, slot, wanted);
        }
        for (std::size_t slot = 0; slot < graph->outputs(node).size(); ++slot) {
            if (isFloat(graph->outputs(node)[slot]))
                decisions.setOutput(node, slot, wanted);
        }
    }
    return decisions;
}

}
