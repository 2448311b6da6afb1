// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/panelplan.h"

#include <bit>

namespace halftone {
namespace {

// The name of a value only tells lines apart that leave one box, so it counts from the first one on: equal
// layers have other names for the same things.
std::uint64_t contentOf(const LayoutInput& input)
{
    std::uint64_t content = input.sizes.size();
    const auto mix = [&content](std::uint64_t item) {
        content = (content ^ item) * 0x9E3779B97F4A7C15U;
        content ^= content >> 29;
    };
    for (const LayoutInput::Size& size : input.sizes) {
        mix(std::bit_cast<std::uint64_t>(size.width));
        mix(std::bit_cast<std::uint64_t>(size.height));
    }
    for (const LayoutInput::Edge& edge : input.edges) {
        mix(std::uint64_t(edge.from) << 32 | edge.to);
        mix(std::uint64_t(edge.value - input.edges.front().value) << 8 | edge.longest);
        mix(std::bit_cast<std::uint64_t>(edge.weight));
    }
    return content;
}

}

std::shared_ptr<const PanelPlaces> indexPlaces(GraphLayout layout, std::span<const LayoutInput::Edge> edges)
{
    std::vector<Adjacency::Pair> below;
    for (std::uint32_t e = 0; e < edges.size(); ++e) {
        if (layout.isStub(e))
            continue;
        const std::uint32_t last = layout.boxes[edges[e].to].rank;
        for (std::uint32_t rank = layout.boxes[edges[e].from].rank; rank < last; ++rank)
            below.push_back({rank, e});
    }
    auto places = std::make_shared<PanelPlaces>();
    places->edgesBelowRank = Adjacency(layout.ranks.size(), below);
    places->layout = std::move(layout);
    return places;
}

PanelPlans::PanelPlans(ScopeTreePtr tree)
    : m_tree(std::move(tree))
    , m_unitOf(m_tree->graph()->nodeCount(), Id<void>::kNone)
    , m_isOutput(m_tree->graph()->valueCount(), false)
{
    for (ValueId value : m_tree->graph()->graphOutputs())
        m_isOutput[value] = true;
}

std::shared_ptr<const PanelPlan> PanelPlans::plan(ScopeId scope)
{
    const std::scoped_lock lock(m_mutex);
    const auto [found, isNew] = m_plans.try_emplace(scope.index);
    if (!isNew)
        return found->second;
    const GraphPtr& body = m_tree->scope(scope).body;
    IdMap<NodeId, std::uint32_t> ofBody(body ? body->nodeCount() : 0, Id<void>::kNone);
    auto plan = std::make_shared<PanelPlan>(makePlan(*m_tree, scope, body ? ofBody : m_unitOf, m_isOutput));
    Placed& placed = m_placed[contentOf(plan->input)];
    if (!placed.closed) {
        placed.skeleton = arrange(plan->input);
        placed.closed =
            indexPlaces(drawWithSizes(plan->input, *placed.skeleton, plan->input.sizes), plan->input.edges);
    }
    plan->skeleton = placed.skeleton;
    plan->closed = placed.closed;
    return found->second = std::move(plan);
}

}
