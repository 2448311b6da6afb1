// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/graphpicture.h"

namespace halftone {

/// This makes the part of a picture that decisions do not change: boxes, lines, places and stubs.
class PictureBuilder
{
public:
    PictureBuilder(const GraphPtr& graph, PhaseSet phases);
    GraphPicture run();

private:
    void addInputs();
    void addNodes();
    void addOutputs();
    void addEdge(ValueId value, std::uint32_t to, CastEdge::Consumer consumer);
    void indexEdges();
    LayoutInput layoutInput() const;
    void place();
    void addStubs();
    void addStub(std::uint32_t box, std::span<const std::uint32_t> edges, bool isOutgoing);
    std::uint32_t addBox(PictureBox box);

    const Graph& m_graph;
    GraphPicture m_picture;
    IdMap<ValueId, std::uint32_t> m_source; // the box that a value comes from
};

}
