// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/peers/inferencetool.h"

#include "analysis/policy/policyfindings.h"

namespace halftone {

void writeInferenceTool(DecisionWriter& writer, const std::function<void(NodeId)>& decideNode)
{
    const Graph& graph = writer.graph();
    for (NodeId node : graph.nodes()) {
        const Phase phase = graph.node(node).phase;
        if (phase == Phase::Update)
            writer.update(node);
        else if (phase == Phase::Backward)
            writer.follow(node);
        else
            decideNode(node);
    }
}

void addInferenceTool(Decisions& decisions)
{
    const DecidedLevel outermost{.decisions = &decisions, .path = {}, .owner = {}};
    CountedFinding gradients("policy.inference-tool");
    for (NodeId node : decisions.graph()->nodes()) {
        if (decisions.graph()->node(node).phase == Phase::Backward)
            gradients.note(outermost, node);
    }
    gradients.addTo(decisions,
        "The tool converts models for inference. Gradients that follow their operators by our assumption: "
        "{}.");
}

void addKeptCasts(Decisions& decisions, std::string_view rule)
{
    CountedFinding casts("policy.kept-casts");
    for (const DecidedLevel& level : levelsOf(decisions)) {
        for (NodeId node : level.graph().nodes()) {
            if (level.decisions->node(node).rule == rule)
                casts.note(level, node);
        }
    }
    casts.addTo(decisions, "Casts of the model that stay as they are, though the tool takes such out: {}.");
}

}
