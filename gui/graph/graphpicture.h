// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/casts/castinsertion.h"
#include "analysis/judge/decisions.h"
#include "gui/graph/adjacency.h"
#include "gui/graph/layeredlayout.h"

#include <QString>

#include <memory>
#include <span>
#include <vector>

namespace halftone {

/// Which phases of a training graph are drawn.
struct PhaseSet
{
    bool forward = true;
    bool loss = true;
    bool backward = true;
    bool update = true;

    bool contains(Phase phase) const;
    bool operator==(const PhaseSet&) const = default;
};

/// This is one box of the drawing.
struct PictureBox
{
    enum class Kind : std::uint8_t {
        Operator,
        Input, ///< Of the graph.
        Output, ///< Of the graph.
        Group, ///< Several nodes drawn as one.
    };
    Kind kind = Kind::Operator;
    NodeId node; ///< For Operator, and for Group its first node; else invalid.
    ValueId value; ///< For Input and Output.
    std::uint32_t members = 1; ///< Nodes that the box stands for.
    QString title; ///< Operator type, or the name of an input or output.
    QString name; ///< Name of the node, or the shape of an input or output.
    Phase phase = Phase::Forward;

    List list = List::Gray;
    DType precision = DType::Undefined;
    Engine engine = Engine::AiCore;
    NodeId decidedBy;
    std::string_view rule;
    std::uint32_t weightCasts = 0; ///< Conversions of weights and constants, which have no box of their own.

    bool isOperator() const { return kind == Kind::Operator || kind == Kind::Group; }
};

/// This is one line from a box to a box.
struct PictureEdge
{
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    ValueId value;
    CastEdge::Consumer consumer;
    DType castFrom = DType::Undefined;
    DType castTo = DType::Undefined;

    bool hasCast() const { return castTo != DType::Undefined; }
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

/// Where boxes and lines stand. Depends on the graph alone, so that positions stay when decisions change.
struct PicturePlaces
{
    GraphLayout layout;
    Adjacency edgesBelowRank; ///< Drawn edges that cross the gap below each rank.
};

/// Everything that the canvas paints, as a value.
struct GraphPicture
{
    GraphPtr graph;
    PhaseSet phases;
    std::vector<PictureBox> boxes;
    std::vector<PictureEdge> edges;
    std::vector<PictureStub> stubs; ///< Sorted by box; at most one incoming and one outgoing for each.
    std::vector<Slice> stubsOf; ///< Of each box, into stubs.
    Adjacency edgesInto; ///< Of each box, in the order of its inputs.
    Adjacency edgesFrom;
    IdMap<NodeId, std::uint32_t> boxOf; ///< kNoBox for a node that is not drawn.
    std::shared_ptr<const PicturePlaces> places;

    static constexpr std::uint32_t kNoBox = Id<void>::kNone;
    const GraphLayout& layout() const { return places->layout; }
    /// kNoBox for an invalid id and for a node that is not drawn.
    std::uint32_t box(NodeId node) const;
};

/// Draws \p decisions of \p graph. Pure; meant for a worker thread, since the layout of a large graph takes a
/// while. When \p previous shows the same phases of the same graph its places are used again.
std::shared_ptr<const GraphPicture> makePicture(const GraphPtr& graph, const Decisions& decisions,
    std::span<const CastEdge> casts, PhaseSet phases = {}, const GraphPicture* previous = nullptr);

}
