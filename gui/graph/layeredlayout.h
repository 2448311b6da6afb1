// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws a dataflow graph top down in ranks: every edge points down, a box stands below all that feed it.
//
// The stages are those of Sugiyama, Tagawa and Toda (1981), each in linear or near linear time so that
// 100,000 boxes take well under a second:
//   ranks        longest path from the sources; boxes that feed more than they take move down to their users
//   long edges   one chain of virtual vertices per value, shared by its users; very long edges and edges of
//                widely used values become stubs: short labelled ends instead of a line across the drawing
//   order        depth first in input order, then a few barycenter sweeps that must reduce crossings
//   coordinates  median of the neighbours, made free of overlap by isotonic regression in each rank
// The heaviest path is anchored at one x: without it the ranks of a deep net drift sideways without bound.
// Equal input gives equal output, and a change further down leaves what is above in place.
#pragma once

#include "analysis/core/id.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace halftone {

/// What is to be laid out. Boxes and edges are named by their index.
struct LayoutInput
{
    struct Size
    {
        double width = 0;
        double height = 0;
    };
    struct Edge
    {
        std::uint32_t from = 0;
        std::uint32_t to = 0;
        std::uint32_t value = 0; ///< Edges of one value leave its box at one point and share their way.
        double weight = 1; ///< How much the edge belongs to the main path; at least 0.
        /// Longer edges, in ranks, become stubs.
        std::uint32_t longest = 40;
    };

    std::vector<Size> sizes;
    std::vector<Edge> edges;

    double columnGap = 28; ///< Between neighbours of one rank.
    double rankGap = 44;
    double lineGap = 14; ///< Between two long edges.
    double stubWidth = 120; ///< Kept free at the right of a box that has stubs.
    std::uint32_t wideUse = 8; ///< A value with more users is drawn by stubs.
};

struct LayoutPoint
{
    double x = 0;
    double y = 0;
    bool operator==(const LayoutPoint&) const = default;
};

/// Where everything stands. y grows downwards; the drawing starts at (0, 0).
struct GraphLayout
{
    struct Box
    {
        double x = 0; ///< Left.
        double y = 0; ///< Top.
        double width = 0;
        double height = 0;
        std::uint32_t rank = 0;
        std::uint32_t column = 0; ///< Position among the boxes of its rank, from the left.
        bool operator==(const Box&) const = default;
    };
    struct Rank
    {
        double top = 0;
        double bottom = 0;
        Slice boxes; ///< Into byRank, from left to right.
        bool operator==(const Rank&) const = default;
    };

    std::vector<Box> boxes; ///< As in the input.
    /// For each edge the corners of its line from the lower side of one box to the upper side of the other;
    /// empty for a stub. Between corners of different x a curve runs from rank to rank.
    std::vector<Slice> routes;
    std::vector<LayoutPoint> points; ///< What the routes index.
    std::vector<Rank> ranks;
    std::vector<std::uint32_t> byRank;
    double width = 0;
    double height = 0;
    std::uint64_t crossings = 0; ///< Of lines between neighbouring ranks.

    bool isStub(std::size_t edge) const { return routes[edge].count == 0; }
    bool operator==(const GraphLayout&) const = default;
};

/// What a drawing is made from again and again while the sizes of its boxes change: order and columns,
/// without the places.
struct LayoutSkeleton;

/// Pure. Edges that would run upwards because the input has a cycle, and edges from a box to itself, become
/// stubs.
GraphLayout layOut(const LayoutInput& input);

/// The first stages of layOut() alone.
std::shared_ptr<const LayoutSkeleton> arrange(const LayoutInput& input);

/// The drawing with other sizes, which must not be smaller than those of \p input. Boxes keep rank and order:
/// what has grown pushes its neighbours aside, away from the main path, and all that is below down. Nothing
/// above moves, but for the shift that lets the drawing start at (0, 0).
GraphLayout drawWithSizes(
    const LayoutInput& input, const LayoutSkeleton& skeleton, std::span<const LayoutInput::Size> sizes);

}
