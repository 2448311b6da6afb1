// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/adjacency.h"
#include "gui/graph/layeredlayout.h"

namespace halftone {

/// This is what the stages of the layout work on: boxes and, behind them, the virtual vertices of long edges,
/// in layers. Links join vertices of neighbouring layers only.
struct LayeredGraph
{
    std::uint32_t boxCount = 0;
    std::vector<std::uint32_t> rank; ///< Of each vertex.
    std::vector<bool> isStub; ///< Of each edge.
    std::vector<Slice> chains; ///< Of each edge: its virtual vertices, from top to bottom.
    Adjacency up; ///< Of each vertex: the vertices above that it is linked to.
    Adjacency down;
    std::vector<std::vector<std::uint32_t>> layers; ///< Of each rank: its vertices from left to right.
    std::vector<bool> isSpine; ///< Of each vertex: on the path that is anchored.

    std::size_t vertexCount() const { return rank.size(); }
    bool isVirtual(std::uint32_t vertex) const { return vertex >= boxCount; }
};

/// Ranks, stubs, virtual vertices and the spine. The layers are filled, but not ordered.
LayeredGraph makeLayers(const LayoutInput& input);

/// Brings each layer into an order with few crossings and returns their number.
std::uint64_t orderLayers(LayeredGraph& graph);

/// The centre of each vertex. Neighbours in a layer do not overlap; vertices of the spine have one x.
std::vector<double> placeColumns(const LayoutInput& input, const LayeredGraph& graph);

/// Turns centres into boxes, ranks and routes, moved so that the drawing starts at (0, 0).
GraphLayout drawLayout(const LayoutInput& input, const LayeredGraph& graph, std::vector<double> centres);

/// Room that a vertex needs to the left and to the right of its centre.
struct Extent
{
    double left = 0;
    double right = 0;
};
std::vector<Extent> vertexExtents(const LayoutInput& input, const LayeredGraph& graph);

}
