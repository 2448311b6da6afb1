// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of a picture that decisions change.
#include "gui/graph/picturebuilder.h"

#include <algorithm>
#include <utility>

namespace halftone {

void GroupFacts::add(const NodeDecision& decision, DType precision)
{
    ++nodes;
    const auto known = std::ranges::find(kPrecisions, precision);
    ++precisions[known == kPrecisions.end() ? kPrecisions.size() - 1
                                            : static_cast<std::size_t>(known - kPrecisions.begin())];
    refused += decision.engine == Engine::None ? 1 : 0;
    if (decision.engine == Engine::AiCore)
        ++lists[static_cast<std::size_t>(decision.list)];
}

namespace {

/// The decisions of the graph of every panel: of a body those that its owner has for it.
std::vector<const Decisions*> decisionsOfPanels(const GraphPicture& picture, const Decisions& decisions)
{
    std::vector<const Decisions*> all{&decisions};
    for (std::size_t i = 1; i < picture.panels.size(); ++i) {
        const PicturePanel& panel = picture.panels[i];
        const Decisions* outer = all[picture.boxes[panel.frame].panel];
        const Scope& scope = picture.grouping.tree()->scope(panel.scope);
        all.push_back(scope.body ? &outer->body(scope.owner, scope.bodyIndex) : outer);
    }
    return all;
}

void applyToOperator(PictureBox& box, const Decisions& decisions)
{
    const NodeDecision& decision = decisions.node(box.inner);
    box.list = decision.list;
    box.engine = decision.engine;
    box.decidedBy = box.node == box.inner ? decision.decidedBy : NodeId{}; // in a body its own ids
    box.rule = decision.rule;
    box.precision = decisions.precision(box.inner);
}

// Every operator counts in all groups around it.
void countInGroups(GraphPicture& picture, const Decisions& decisions)
{
    for (GroupFacts& group : picture.groups)
        group = {.box = group.box};
    for (NodeId node : picture.graph->nodes()) {
        const NodeDecision& decision = decisions.node(node);
        const DType precision = decisions.precision(node);
        for (std::uint32_t box = picture.shownIn[node]; box != GraphPicture::kNoBox;
            box = picture.panels[picture.boxes[box].panel].frame) {
            if (picture.boxes[box].group != Id<void>::kNone)
                picture.groups[picture.boxes[box].group].add(decision, precision);
        }
    }
}

// From far away a group has the colours of most of its operators.
void applyMajorities(GraphPicture& picture)
{
    for (const GroupFacts& group : picture.groups) {
        PictureBox& box = picture.boxes[group.box];
        if (box.inner.isValid())
            continue; // a node with bodies has decisions of its own
        const auto precision = std::ranges::max_element(group.precisions) - group.precisions.begin();
        box.precision = GroupFacts::kPrecisions[static_cast<std::size_t>(precision)];
        const auto list = std::ranges::max_element(group.lists) - group.lists.begin();
        const bool hasLists = group.lists[static_cast<std::size_t>(list)] > 0;
        box.list = hasLists ? static_cast<List>(list) : List::Gray;
    }
}

bool precedes(const CastEdge::Consumer& a, const CastEdge::Consumer& b)
{
    return std::pair(a.node, a.slot) < std::pair(b.node, b.slot);
}

struct CastMark
{
    CastEdge::Consumer consumer;
    const CastEdge* cast = nullptr;
    bool isDrawn = false;
};

void addCast(PictureEdge& edge, const CastEdge& cast, const Graph& graph)
{
    if (!edge.hasCast()) {
        edge.castFrom = cast.from;
        edge.castTo = cast.to;
    }
    ++edge.casts;
    edge.castBytes += castBytes(graph, std::span(&cast, 1));
}

// A line to a frame goes on inside it, and its casts are there.
void markEdges(GraphPicture& picture, std::vector<CastMark>& marks)
{
    for (PictureEdge& edge : picture.edges) {
        edge.casts = 0;
        edge.castBytes = 0;
        edge.castFrom = edge.castTo = DType::Undefined;
        if (picture.boxes[edge.to].kind == PictureBox::Kind::Frame ||
            picture.panels[edge.panel].owner.isValid())
            continue;
        for (std::uint32_t i = edge.consumers.first; i < edge.consumers.first + edge.consumers.count; ++i) {
            const CastEdge::Consumer& reader = picture.consumers[i];
            const auto mark = std::ranges::lower_bound(marks, reader, precedes, &CastMark::consumer);
            if (mark == marks.end() || mark->consumer != reader)
                continue;
            addCast(edge, *mark->cast, *picture.graph);
            mark->isDrawn = true;
        }
    }
}

void markStubs(GraphPicture& picture)
{
    for (PictureStub& stub : picture.stubs)
        stub.hasCast = false;
    for (std::uint32_t e = 0; e < picture.edges.size(); ++e) {
        if (!picture.edges[e].hasCast() || !picture.isStub(e))
            continue;
        const Slice slice = picture.stubsOf[picture.edges[e].to];
        for (PictureStub& stub : std::span(picture.stubs).subspan(slice.first, slice.count))
            stub.hasCast |= !stub.isOutgoing;
    }
}

}

void applyDecisions(GraphPicture& picture, const Decisions& decisions)
{
    const std::vector<const Decisions*> ofPanel = decisionsOfPanels(picture, decisions);
    for (PictureBox& box : picture.boxes) {
        box.weightCasts = 0;
        if (box.inner.isValid() && !box.isPort())
            applyToOperator(box, *ofPanel[box.panel]);
        else if (box.value.isValid())
            box.precision = ofPanel[box.panel]->produced(box.value);
    }
    countInGroups(picture, decisions);
    applyMajorities(picture);
}

// A cast of a value that has no line (a weight, a constant) is marked at its consumer.
void applyCasts(GraphPicture& picture, std::span<const CastEdge> casts)
{
    std::vector<CastMark> marks;
    for (const CastEdge& cast : casts) {
        for (const CastEdge::Consumer& consumer : cast.consumers)
            marks.push_back({consumer, &cast});
    }
    std::ranges::sort(marks, precedes, &CastMark::consumer);
    markEdges(picture, marks);
    for (const CastMark& mark : marks) {
        const std::uint32_t shown = picture.nearestBox(mark.consumer.node);
        if (shown == GraphPicture::kNoBox)
            continue;
        if (!mark.isDrawn && picture.boxes[shown].node == mark.consumer.node)
            ++picture.boxes[shown].weightCasts;
        for (std::uint32_t box = shown; box != GraphPicture::kNoBox;
            box = picture.panels[picture.boxes[box].panel].frame) {
            if (picture.boxes[box].group != Id<void>::kNone)
                ++picture.groups[picture.boxes[box].group].casts;
        }
    }
    markStubs(picture);
}

}
