// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/casts/castinsertion.h"
#include "analysis/judge/decisions.h"
#include "gui/graph/grouping.h"
#include "gui/graph/panelplan.h"

#include <QString>

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace halftone {

/// This is one box of the drawing.
struct PictureBox
{
    enum class Kind : std::uint8_t {
        Operator,
        Group, ///< A closed scope.
        Frame, ///< An open scope, around the boxes of its panel.
        Input, ///< Of the graph, or of a body.
        Output,
        Entry, ///< In a frame: what comes from outside.
        Exit,
    };
    Kind kind = Kind::Operator;
    std::uint32_t panel = 0; ///< That it stands in.
    NodeId node; ///< Of an Operator; in a body the node of the graph that owns it. Else invalid.
    NodeId inner; ///< Of an Operator: the node of the panel's graph. Of Entry and Exit: the one at the other
                  ///< end.
    ScopeId scope; ///< Of Group and Frame, of an Operator with bodies, and where Entry and Exit lead.
    ValueId value; ///< Of the panel's graph; for Input, Output, Entry and Exit.
    QString title; ///< Operator type, name of a scope, or name of an input or output.
    QString name; ///< Name of the node, size of a scope, or shape of an input or output.
    Phase phase = Phase::Forward;

    List list = List::Gray; ///< Of a scope that of most of its operators, as are precision and engine.
    DType precision = DType::Undefined;
    Engine engine = Engine::AiCore;
    NodeId decidedBy;
    std::string_view rule;
    std::uint32_t weightCasts = 0; ///< Conversions of weights and constants, which have no box of their own.
    std::uint32_t group = Id<void>::kNone; ///< Of Group and Frame: row of GraphPicture::groups.

    bool isScope() const { return kind == Kind::Group || kind == Kind::Frame; }
    /// Something that can be selected.
    bool isOperator() const { return kind == Kind::Operator || isScope(); }
    bool isPort() const { return kind == Kind::Entry || kind == Kind::Exit; }
};

/// What the operators of a scope have been decided to be, in numbers.
struct GroupFacts
{
    /// Precisions that are told apart; the last one stands for all others.
    static constexpr auto kPrecisions =
        std::to_array<DType>({DType::Float16, DType::BFloat16, DType::Float32, DType::Undefined});

    std::uint32_t box = 0;
    std::uint32_t nodes = 0;
    std::array<std::uint32_t, 3> lists{}; ///< By List, of operators of the AI Core.
    std::array<std::uint32_t, kPrecisions.size()> precisions{};
    std::uint32_t casts = 0; ///< Inside, or on the way in.
    std::uint32_t refused = 0; ///< Operators that no engine has.

    void add(const NodeDecision& decision, DType precision);
};

/// This is one line from a box to a box of the same panel.
struct PictureEdge
{
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t panel = 0;
    ValueId value; ///< The first, where a line to a group stands for several.
    std::uint32_t values = 1;
    Slice consumers; ///< Into GraphPicture::consumers.
    DType castFrom = DType::Undefined; ///< Of the first cast.
    DType castTo = DType::Undefined;
    std::uint32_t casts = 0;
    std::uint64_t castBytes = 0; ///< Read and written, where shapes are known.

    bool hasCast() const { return casts > 0; }
};

/// This is the short labelled end that stands for edges too long to draw.
struct PictureStub
{
    std::uint32_t box = 0;
    bool isOutgoing = false;
    bool hasCast = false;
    QString label; ///< "24 users" or the name at the other end.
    std::vector<std::uint32_t> others; ///< Boxes at the other ends, in the order of the drawing.
};

/// What stands together: the whole graph, or the inside of one open scope.
struct PicturePanel
{
    ScopeId scope;
    std::shared_ptr<const PanelPlan> plan;
    std::uint32_t frame = Id<void>::kNone; ///< The box around it; none for the whole graph.
    std::uint32_t firstBox = 0; ///< Its boxes and edges stand in a row, in the order of the plan.
    std::uint32_t firstEdge = 0;
    NodeId owner; ///< In a body: the node of the graph that owns it.
};

/// Where boxes and lines stand. Depends on the graph and what is open alone, so that positions stay when
/// decisions change.
struct PicturePlaces
{
    struct Panel
    {
        double x = 0; ///< Of its origin in the scene.
        double y = 0;
        std::shared_ptr<const PanelPlaces> places; ///< Relative to the origin.
        const GraphLayout& layout() const { return places->layout; }
    };
    std::vector<Panel> panels; ///< As GraphPicture::panels: outer ones first.
};

/// Everything that the canvas paints, as a value.
struct GraphPicture
{
    GraphPtr graph;
    Grouping grouping;
    std::shared_ptr<PanelPlans> plans; ///< For the next picture of the same tree.
    std::vector<PicturePanel> panels; ///< The whole graph first, then depth first.
    std::vector<PictureBox> boxes;
    std::vector<GroupFacts> groups;
    std::vector<PictureEdge> edges;
    std::vector<CastEdge::Consumer> consumers; ///< Of the edges, sorted by edge.
    std::vector<PictureStub> stubs; ///< Sorted by box; at most one incoming and one outgoing for each.
    std::vector<Slice> stubsOf; ///< Of each box, into stubs.
    Adjacency edgesInto; ///< Of each box, in the order of its inputs.
    Adjacency edgesFrom;
    IdMap<NodeId, std::uint32_t>
        shownIn; ///< The operator or the closed group; kNoBox for a hidden phase and for weights.
    std::shared_ptr<const PicturePlaces> places;

    static constexpr std::uint32_t kNoBox = Id<void>::kNone;
    PhaseSet phases() const { return grouping.tree()->phases(); }
    /// The box of the operator itself; kNoBox for an invalid id and for a node that is not drawn.
    std::uint32_t box(NodeId node) const;
    /// The box or frame of a scope; kNoBox for an invalid id and for one that is not drawn.
    std::uint32_t box(ScopeId scope) const;
    /// The operator, or the closed group that it is in.
    std::uint32_t nearestBox(NodeId node) const;
    /// The graph that a box is part of: \p graph, or a body in it.
    const Graph& graphOf(const PictureBox& box) const { return *panels[box.panel].plan->graph; }
    const PicturePlaces::Panel& placesOf(std::uint32_t panel) const { return places->panels[panel]; }
    bool isStub(std::uint32_t edge) const
    {
        const std::uint32_t panel = edges[edge].panel;
        return placesOf(panel).layout().isStub(edge - panels[panel].firstEdge);
    }
};

/// Draws \p decisions of a graph. Pure; meant for a worker thread, since the layout of a large graph takes a
/// while. When \p previous shows the same grouping of the same graph its places are used again.
std::shared_ptr<const GraphPicture> makePicture(const Decisions& decisions, std::span<const CastEdge> casts,
    const Grouping& grouping, const GraphPicture* previous = nullptr);

/// Without groups.
std::shared_ptr<const GraphPicture> makePicture(const GraphPtr& graph, const Decisions& decisions,
    std::span<const CastEdge> casts, PhaseSet phases = {}, const GraphPicture* previous = nullptr);

}
