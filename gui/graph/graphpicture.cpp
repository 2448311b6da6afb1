// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/graphpicture.h"

#include "gui/graph/picturebuilder.h"

#include <algorithm>
#include <utility>

namespace halftone {

bool PhaseSet::contains(Phase phase) const
{
    switch (phase) {
    case Phase::Forward:
        return forward;
    case Phase::Loss:
        return loss;
    case Phase::Backward:
        return backward;
    case Phase::Update:
        return update;
    }
    return true;
}

std::uint32_t GraphPicture::box(NodeId node) const
{
    return node.isValid() && node.index < boxOf.size() ? boxOf[node] : kNoBox;
}

namespace {

void applyDecisions(GraphPicture& picture, const Decisions& decisions)
{
    for (PictureBox& box : picture.boxes) {
        box.weightCasts = 0;
        if (!box.isOperator()) {
            box.precision = decisions.produced(box.value);
            continue;
        }
        const NodeDecision& decision = decisions.node(box.node);
        box.list = decision.list;
        box.engine = decision.engine;
        box.decidedBy = decision.decidedBy;
        box.rule = decision.rule;
        box.precision = decisions.precision(box.node);
    }
}

bool precedes(const CastEdge::Consumer& a, const CastEdge::Consumer& b)
{
    return std::pair(a.node, a.slot) < std::pair(b.node, b.slot);
}

// A cast of a value that has no line (a weight, a constant) is marked at its consumer.
void applyCasts(GraphPicture& picture, std::span<const CastEdge> casts)
{
    struct Mark
    {
        CastEdge::Consumer consumer;
        const CastEdge* cast = nullptr;
    };
    std::vector<Mark> marks;
    for (const CastEdge& cast : casts) {
        for (const CastEdge::Consumer& consumer : cast.consumers)
            marks.push_back({consumer, &cast});
    }
    std::ranges::sort(marks, precedes, &Mark::consumer);
    std::vector<bool> isDrawn(marks.size(), false);
    for (PictureEdge& edge : picture.edges) {
        edge.castFrom = edge.castTo = DType::Undefined;
        const auto mark = std::ranges::lower_bound(marks, edge.consumer, precedes, &Mark::consumer);
        if (mark == marks.end() || mark->consumer != edge.consumer)
            continue;
        edge.castFrom = mark->cast->from;
        edge.castTo = mark->cast->to;
        isDrawn[static_cast<std::size_t>(mark - marks.begin())] = true;
    }
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const std::uint32_t box = picture.box(marks[i].consumer.node);
        if (!isDrawn[i] && box != GraphPicture::kNoBox)
            ++picture.boxes[box].weightCasts;
    }
    for (PictureStub& stub : picture.stubs)
        stub.hasCast = false;
    for (std::size_t e = 0; e < picture.edges.size(); ++e) {
        if (!picture.edges[e].hasCast() || !picture.layout().isStub(e))
            continue;
        const Slice slice = picture.stubsOf[picture.edges[e].to];
        for (PictureStub& stub : std::span(picture.stubs).subspan(slice.first, slice.count))
            stub.hasCast |= !stub.isOutgoing;
    }
}

}

std::shared_ptr<const GraphPicture> makePicture(const GraphPtr& graph, const Decisions& decisions,
    std::span<const CastEdge> casts, PhaseSet phases, const GraphPicture* previous)
{
    const bool isSame = previous && previous->graph == graph && previous->phases == phases;
    auto picture = std::make_shared<GraphPicture>(isSame ? *previous : PictureBuilder(graph, phases).run());
    applyDecisions(*picture, decisions);
    applyCasts(*picture, casts);
    return picture;
}

}
