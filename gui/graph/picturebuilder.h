// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/graphpicture.h"

namespace halftone {

/// This makes the part of a picture that decisions do not change: boxes, lines, places and stubs.
class PictureBuilder
{
public:
    /// \p plans are those of the grouping's tree, or null.
    PictureBuilder(const Grouping& grouping, std::shared_ptr<PanelPlans> plans);
    GraphPicture run();

private:
    void addPanel(ScopeId scope, std::uint32_t frame, NodeId owner);
    PictureBox boxFor(const PanelUnit& unit, const PicturePanel& panel) const;
    PictureBox endFor(const PanelUnit& unit, const Graph& graph) const;
    PictureBox nodeBox(NodeId node, const PicturePanel& panel) const;
    QString otherEnd(const PanelUnit& unit, const Graph& graph) const;
    void fillShownIn();
    void indexEdges();
    void place();
    void addStubs();
    void addStub(std::uint32_t box, std::span<const std::uint32_t> edges, bool isOutgoing);

    const ScopeTree& m_tree;
    GraphPicture m_picture;
};

/// "layer ×24"
QString scopeTitle(const Scope& scope);

/// Writes what was decided into the boxes.
void applyDecisions(GraphPicture& picture, const Decisions& decisions);
/// Marks the casts at the lines.
void applyCasts(GraphPicture& picture, std::span<const CastEdge> casts);

}
