// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one open scope shows, whatever is open inside it and whatever is decided: made once for each scope and
// kept. Scopes with the same content share their layout.
#pragma once

#include "analysis/casts/castinsertion.h"
#include "gui/graph/adjacency.h"
#include "gui/graph/layeredlayout.h"
#include "gui/graph/scopetree.h"

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace halftone {

/// This is what becomes one box of a panel.
struct PanelUnit
{
    enum class Kind : std::uint8_t {
        Node,
        Scope, ///< A group; for an Owner, its node.
        Input, ///< Of the graph, or a tensor that a body takes from around it.
        Output, ///< Of the graph.
        Entry, ///< What comes from a unit outside the scope.
        Exit, ///< What goes to a unit outside the scope.
    };
    Kind kind = Kind::Node;
    NodeId node; ///< Of Node; of Entry and Exit the node at the other end, where it is no scope.
    ScopeId scope; ///< Of Scope; of Entry and Exit the scope at the other end.
    ValueId value; ///< Of Input and Output; of Entry and Exit the first tensor.
    std::uint32_t values = 1; ///< Tensors of Entry and Exit.
};

/// This is one line. Lines from or to a scope stand for all tensors between the two.
struct PanelEdge
{
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    ValueId value; ///< The first.
    std::uint32_t values = 1;
    Slice consumers; ///< Readers at the lower end, in PanelPlan::consumers; none at an Exit.
};

/// Where the boxes of a panel stand while nothing in it is open.
struct PanelPlaces
{
    GraphLayout layout;
    Adjacency edgesBelowRank; ///< Drawn edges that cross the gap below each rank.
};

struct PanelPlan
{
    const Graph* graph = nullptr; ///< That the ids belong to: a body's own. Kept alive by the tree.
    std::vector<PanelUnit> units;
    std::vector<PanelEdge> edges;
    std::vector<CastEdge::Consumer> consumers;
    LayoutInput input;
    std::shared_ptr<const LayoutSkeleton> skeleton;
    std::shared_ptr<const PanelPlaces> closed;
};

/// \p layout with an index of its lines.
std::shared_ptr<const PanelPlaces> indexPlaces(GraphLayout layout, std::span<const LayoutInput::Edge> edges);

/// Makes the plan of \p scope but for its layout. \p unitOf has kNone for every node of the graph and is left
/// so: room to work in, which would cost too much to make for every small scope. \p isOutput tells which
/// values of the tree's graph are outputs of it; training steps have thousands.
PanelPlan makePlan(const ScopeTree& tree, ScopeId scope, IdMap<NodeId, std::uint32_t>& unitOf,
    const IdMap<ValueId, bool>& isOutput);

/// This makes and keeps the plans of a tree. Any thread may ask.
class PanelPlans
{
public:
    explicit PanelPlans(ScopeTreePtr tree);
    std::shared_ptr<const PanelPlan> plan(ScopeId scope);

private:
    struct Placed
    {
        std::shared_ptr<const LayoutSkeleton> skeleton;
        std::shared_ptr<const PanelPlaces> closed;
    };

    ScopeTreePtr m_tree;
    std::mutex m_mutex;
    std::unordered_map<std::uint32_t, std::shared_ptr<const PanelPlan>> m_plans; // by scope
    std::unordered_map<std::uint64_t, Placed> m_placed; // by content of the layout's input
    IdMap<NodeId, std::uint32_t> m_unitOf;
    IdMap<ValueId, bool> m_isOutput;
};

}
