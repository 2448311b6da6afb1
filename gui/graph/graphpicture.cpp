// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/graphpicture.h"

#include "gui/graph/picturebuilder.h"

#include <algorithm>
#include <utility>

namespace halftone {

std::uint32_t GraphPicture::nearestBox(NodeId node) const
{
    return node.isValid() && node.index < shownIn.size() ? shownIn[node] : kNoBox;
}

std::uint32_t GraphPicture::box(NodeId node) const
{
    const std::uint32_t box = nearestBox(node);
    return box != kNoBox && boxes[box].node == node ? box : kNoBox;
}

std::uint32_t GraphPicture::box(ScopeId scope) const
{
    const auto found = std::ranges::find_if(
        groups, [&](const GroupFacts& group) { return boxes[group.box].scope == scope; });
    return scope.isValid() && found != groups.end() ? found->box : kNoBox;
}

std::shared_ptr<const GraphPicture> makePicture(const Decisions& decisions, std::span<const CastEdge> casts,
    const Grouping& grouping, const GraphPicture* previous)
{
    const bool isSame = previous && previous->grouping == grouping;
    const bool isSameTree = previous && previous->grouping.tree() == grouping.tree();
    auto picture = std::make_shared<GraphPicture>(
        isSame ? *previous : PictureBuilder(grouping, isSameTree ? previous->plans : nullptr).run());
    applyDecisions(*picture, decisions);
    applyCasts(*picture, casts);
    return picture;
}

std::shared_ptr<const GraphPicture> makePicture(const GraphPtr& graph, const Decisions& decisions,
    std::span<const CastEdge> casts, PhaseSet phases, const GraphPicture* previous)
{
    const bool isSame = previous && previous->graph == graph && previous->phases() == phases;
    return makePicture(decisions, casts,
        isSame ? previous->grouping
               : Grouping(std::make_shared<const ScopeTree>(graph, phases, ScopeTree::Names::Ignore)),
        previous);
}

}
