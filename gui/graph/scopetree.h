// SPDX-License-Identifier: GPL-3.0-or-later
//
// The operators of a graph as a tree of scopes: what the graph view draws as groups, one inside the other.
//
// Names tell the scopes where they have any ("/encoder/layer.0/attention/MatMul"); the parts of a training
// step that differentiate() made are scopes of their own. Names without scopes are cut where one tensor alone
// leads on, and at what repeats. Equal neighbours are folded into one scope, "layer ×24". A node with bodies
// (If, Loop, Scan) is a scope that holds them.
#pragma once

#include "analysis/graph/graph.h"

#include <memory>
#include <string>
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

using ScopeId = Id<struct ScopeTag>;

/// This is one scope: what one box can stand for.
struct Scope
{
    enum class Kind : std::uint8_t {
        Named, ///< By the names of its nodes.
        Block, ///< Cut out of a graph whose names say nothing.
        Fold, ///< Equal scopes behind each other.
        Owner, ///< A node with bodies.
        Body, ///< One of several bodies of a node.
    };
    Kind kind = Kind::Named;
    std::string name; ///< "attention"; of a Fold what its members are called, without their numbers.
    std::string path; ///< From the root, unique: names the scope again in another tree of that model.
    ScopeId parent; ///< Invalid for the root.
    std::vector<ScopeId> children; ///< In the order of their first nodes.
    std::vector<NodeId> nodes; ///< Directly in it, in node order. In bodies all, with ids of `body`.
    Slice members; ///< All nodes of the graph in it, in ScopeTree::members(); of an Owner itself.
    std::uint64_t content = 0; ///< Equal for scopes that hold the same operators joined in the same way.
    std::uint32_t repeats = 1; ///< Of a Fold: how many scopes it holds.
    NodeId owner; ///< Of Owner and Body: the node that has the bodies, in the graph around it.
    std::size_t bodyIndex = 0;
    GraphPtr body; ///< What Body, and Owner with a single body, shows; else null.
};

/// All scopes of a graph, as a value. The root holds everything but nodes that only hold a weight (Constant);
/// it is never drawn as a box.
class ScopeTree
{
public:
    enum class Names : std::uint8_t {
        Follow, ///< Scopes by name, else by cutting.
        Ignore, ///< The root and bodies alone.
    };
    /// Pure. Nodes of other phases are in no scope.
    ScopeTree(const GraphPtr& graph, PhaseSet phases, Names names = Names::Follow);

    const GraphPtr& graph() const { return m_graph; }
    PhaseSet phases() const { return m_phases; }
    static constexpr ScopeId root() { return {0}; }
    std::size_t size() const { return m_scopes.size(); }
    const Scope& scope(ScopeId id) const { return m_scopes[id.index]; }
    /// Whether there are scopes besides the root and bodies.
    bool hasGroups() const;

    /// The innermost scope of a node of the graph; invalid for a phase that is left out and for a weight.
    ScopeId scopeOf(NodeId node) const { return m_scopeOf[node]; }
    std::span<const NodeId> members(ScopeId id) const;
    bool contains(ScopeId outer, NodeId node) const;
    /// From the scope below the root down to \p id itself; empty for the root.
    std::vector<ScopeId> wayTo(ScopeId id) const;
    /// The scope of that path, or an invalid id. Linear.
    ScopeId find(std::string_view path) const;

private:
    friend class ScopeMaker;
    GraphPtr m_graph;
    PhaseSet m_phases;
    std::vector<Scope> m_scopes;
    IdMap<NodeId, ScopeId> m_scopeOf;
    std::vector<NodeId> m_members;
    IdMap<NodeId, std::uint32_t> m_place; // of a node in m_members
};

using ScopeTreePtr = std::shared_ptr<const ScopeTree>;

}
