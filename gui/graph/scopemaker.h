// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stages of making a ScopeTree.
#pragma once

#include "gui/graph/scopetree.h"

#include <string_view>

namespace halftone {

/// A run of nodes that belong together, of a graph without scopes.
struct NodeBlock
{
    std::size_t first = 0; ///< Into the nodes that were given.
    std::size_t count = 0;
};

/// Cuts \p nodes, which stand in topological order, where a single tensor leads on: first at what repeats,
/// what remains into pieces of a readable size. Covers all nodes in order.
std::vector<NodeBlock> cutIntoBlocks(const Graph& graph, std::span<const NodeId> nodes);

/// The scopes that a name states, outermost first: "/layer1/0/conv/Conv" has "layer1", "0" and "conv". Dots
/// part a name without slashes. The views point into \p name.
std::vector<std::string_view> scopesOfName(std::string_view name);

/// What the names of equal scopes have in common: "layer" of "layer.0"; empty of "0".
std::string_view stemOf(std::string_view name);

/// This makes the scopes of a tree.
class ScopeMaker
{
public:
    explicit ScopeMaker(ScopeTree& tree);
    void run(ScopeTree::Names names);

private:
    ScopeId add(Scope scope);
    Scope& at(ScopeId id) { return m_tree.m_scopes[id.index]; }
    void addByName();
    void addBlocks();
    void nestBlocks();
    void addBodies(ScopeId parent, const Graph& graph, std::span<const NodeId> nodes);
    void addBody(ScopeId owner, const Body& body, std::size_t index);
    std::string_view nameOf(NodeId node) const;
    std::string_view phaseScope(NodeId node) const;

    bool simplify(ScopeId id);
    void numberMembers(ScopeId id);
    void hashContent();
    void fold(ScopeId id);
    void becomeFold(ScopeId id);
    bool areEqual(ScopeId a, ScopeId b) { return at(a).content == at(b).content; }
    ScopeId foldRun(ScopeId parent, std::span<const ScopeId> run);
    void writePaths(ScopeId id);
    void compact();

    ScopeTree& m_tree;
    const Graph& m_graph;
    std::vector<NodeId> m_nodes; // of the phases that are shown
    bool m_hasBackward = false;
};

}
