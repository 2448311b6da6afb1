// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/decidelevels.h"

#include "analysis/judge/decidedlevel.h"

namespace halftone {
namespace {

// What a policy hands out from a network is no rule for a body. setBody() gives most outputs the types of
// the owner; this is for those that the owner leaves out.
void deliverOriginals(Decisions& body)
{
    const std::span<const ValueId> outputs = body.graph()->graphOutputs();
    for (std::size_t i = 0; i < outputs.size(); ++i)
        body.setDelivered(i, body.original(outputs[i]));
}

Result<Decisions> decideFrom(Decisions fresh, const LevelPlace& place, const DecideLevel& decideLevel)
{
    Result<Decisions> decisions = decideLevel(std::move(fresh), place);
    if (!decisions)
        return decisions;
    const GraphPtr graph = decisions->graph();
    for (NodeId node : graph->nodes()) {
        for (std::size_t i = 0; i < graph->node(node).bodies.size(); ++i) {
            const LevelPlace inside{pathToBody(*graph, place.path, node, i), &*decisions, node};
            Result<Decisions> body = decideFrom(decisions->body(node, i), inside, decideLevel);
            if (!body)
                return body;
            deliverOriginals(*body);
            decisions->setBody(node, i, *std::move(body));
        }
    }
    return decisions;
}

}

Result<Decisions> decideLevels(const GraphPtr& graph, const DecideLevel& decideLevel)
{
    return decideFrom(Decisions(graph), {}, decideLevel);
}

}
