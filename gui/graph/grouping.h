// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/scopetree.h"

namespace halftone {

/// Which scopes of a tree are open: a value that a picture is drawn for. The root is always open. A scope
/// inside a closed one keeps its own state.
class Grouping
{
public:
    Grouping() = default;
    explicit Grouping(ScopeTreePtr tree);

    /// Null for a graph that is drawn without groups.
    const ScopeTreePtr& tree() const { return m_tree; }
    bool isOpen(ScopeId scope) const { return m_isOpen[scope]; }
    /// Whether the scope is drawn, as a box or as a frame: all around it are open.
    bool isSeen(ScopeId scope) const;

    /// The closed group that is drawn instead of \p node; invalid where the node itself is drawn, and for a
    /// hidden phase.
    ScopeId closedAround(NodeId node) const;

    void setOpen(ScopeId scope, bool isOpen);
    void toggle(ScopeId scope) { setOpen(scope, !isOpen(scope)); }
    void openAll();
    void closeAll();
    /// Scopes with less than \p depth scopes around them are open, the others closed. Bodies stay closed.
    void openToDepth(std::size_t depth);
    /// Opens all around \p node, so that it is drawn.
    void openTo(NodeId node);
    /// As many levels as give a picture that can be taken in at a glance. What repeats stays folded.
    void openOverview();
    /// The state of scopes of the same path in another tree.
    void takeOver(const Grouping& other);

    bool operator==(const Grouping&) const = default;

private:
    enum class Folds : bool { Closed, Open };
    void openLevels(std::size_t depth, Folds folds);
    std::size_t boxCount() const;
    std::size_t deepest() const;
    ScopeId placeOf(NodeId node) const;

    ScopeTreePtr m_tree;
    IdMap<ScopeId, bool> m_isOpen;
};

/// How a graph is first shown: with groups where it is large or its names tell scopes, flat where it is
/// small. Pure; takes a while with large graphs.
Grouping firstGrouping(const GraphPtr& graph, PhaseSet phases);

}
