// SPDX-License-Identifier: GPL-3.0-or-later
//
// Equal scopes behind each other become one, and the tree gets the order in which it is read.
#include "gui/graph/scopemaker.h"

#include <algorithm>
#include <functional>

namespace halftone {
namespace {

constexpr std::size_t kLeastRepeats = 3;

void mix(std::uint64_t& content, std::uint64_t item)
{
    content = (content ^ (item + 1)) * 0x9E3779B97F4A7C15U;
    content ^= content >> 29;
}

// Operators in node order, and for each input how far back in the scope it was made; 0 for what comes from
// outside.
std::uint64_t contentOf(const Graph& graph, std::span<const NodeId> nodes,
    IdMap<NodeId, std::uint32_t>& place, std::uint32_t start)
{
    std::uint64_t content = nodes.size();
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
        place[nodes[i]] = start + i;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        mix(content, std::hash<std::string>()(graph.node(nodes[i]).opType));
        for (ValueId value : graph.inputs(nodes[i])) {
            const NodeId producer = value.isValid() ? graph.value(value).producer : NodeId{};
            const std::uint32_t at = producer.isValid() ? place[producer] : 0;
            mix(content, at < start || at >= start + i ? 0 : start + i - at);
        }
    }
    return content;
}

}

void ScopeMaker::hashContent()
{
    IdMap<NodeId, std::uint32_t> place(m_graph.nodeCount(), 0);
    std::uint32_t start = 1; // each scope numbers its nodes anew, above all numbers given before
    for (std::uint32_t id = 1; id < m_tree.size(); ++id) {
        Scope& scope = at({id});
        if (scope.kind >= Scope::Kind::Owner)
            continue;
        const std::span<const NodeId> members = m_tree.members({id});
        std::vector<NodeId> nodes(members.begin(), members.end());
        std::ranges::sort(nodes);
        scope.content = contentOf(m_graph, nodes, place, start);
        start += static_cast<std::uint32_t>(nodes.size());
    }
}

namespace {

// Whether no path leaves \p run and comes back to it over a neighbour: as one box it would lie on a cycle.
class ConvexityCheck
{
public:
    ConvexityCheck(const ScopeTree& tree, std::span<const ScopeId> run)
        : m_tree(tree)
    {
        for (const ScopeId scope : run) {
            for (NodeId node : tree.members(scope))
                m_inside.push_back(node);
        }
        std::ranges::sort(m_inside);
    }

    // Nodes stand in topological order, so only those between the first and the last of the run matter.
    bool isConvex() const
    {
        std::vector<NodeId> behind; // outside, and fed by the run
        for (NodeId node = m_inside.front(); node < m_inside.back(); ++node.index) {
            const bool isInside = has(m_inside, node);
            const bool isBehind = readsFrom(node, behind) || (!isInside && readsFrom(node, m_inside));
            if (isInside && readsFrom(node, behind))
                return false;
            if (isBehind && !isInside)
                behind.push_back(node);
        }
        return !readsFrom(m_inside.back(), behind);
    }

private:
    static bool has(const std::vector<NodeId>& sorted, NodeId node)
    {
        return std::ranges::binary_search(sorted, node);
    }
    bool readsFrom(NodeId node, const std::vector<NodeId>& sorted) const
    {
        if (sorted.empty())
            return false;
        const Graph& graph = *m_tree.graph();
        return std::ranges::any_of(graph.inputs(node), [&](ValueId value) {
            return value.isValid() && graph.value(value).producer.isValid() &&
                has(sorted, graph.value(value).producer);
        });
    }

    const ScopeTree& m_tree;
    std::vector<NodeId> m_inside;
};

}

void ScopeMaker::fold(ScopeId id)
{
    const std::vector<ScopeId> children = at(id).children;
    std::vector<ScopeId> folded;
    for (std::size_t first = 0; first < children.size();) {
        std::size_t end = first + 1;
        while (end < children.size() && at(children[first]).kind < Scope::Kind::Owner &&
            areEqual(children[first], children[end]))
            ++end;
        const auto run = std::span(children).subspan(first, end - first);
        if (run.size() >= kLeastRepeats && ConvexityCheck(m_tree, run).isConvex())
            folded.push_back(foldRun(id, run));
        else
            folded.insert(folded.end(), run.begin(), run.end());
        first = end;
    }
    at(id).children = folded;
    if (folded.size() == 1 && at(folded.front()).kind == Scope::Kind::Fold)
        becomeFold(id);
    for (const ScopeId child : children)
        fold(child);
}

// A scope that holds nothing else is the fold itself: "layer" with 0, 1 and 2 in it becomes "layer ×3".
void ScopeMaker::becomeFold(ScopeId id)
{
    if (id == ScopeTree::root() || !at(id).nodes.empty())
        return;
    const Scope inner = at(at(id).children.front());
    if (inner.name != at(id).name)
        at(id).name += '/' + inner.name;
    at(id).kind = Scope::Kind::Fold;
    at(id).repeats = inner.repeats;
    at(id).children = inner.children;
    for (const ScopeId child : inner.children)
        at(child).parent = id;
}

ScopeId ScopeMaker::foldRun(ScopeId parent, std::span<const ScopeId> run)
{
    Scope scope{.kind = Scope::Kind::Fold,
        .name = std::string(stemOf(at(run.front()).name)),
        .parent = parent,
        .children = {run.begin(), run.end()},
        .repeats = static_cast<std::uint32_t>(run.size())};
    if (scope.name.empty())
        scope.name = at(parent).name;
    const ScopeId id{static_cast<std::uint32_t>(m_tree.size())};
    m_tree.m_scopes.push_back(std::move(scope));
    for (const ScopeId member : run)
        at(member).parent = id;
    return id;
}

// Paths of equal names in one scope differ by the first node.
void ScopeMaker::writePaths(ScopeId id)
{
    for (const ScopeId child : at(id).children) {
        const std::span<const NodeId> members = m_tree.members(child);
        const std::string number = at(child).kind == Scope::Kind::Named || members.empty()
            ? std::to_string(at(child).bodyIndex)
            : std::to_string(members.front().index);
        at(child).path = at(id).path + '\n' + at(child).name + '\n' + number;
        writePaths(child);
    }
}

// Numbers the scopes in the order in which they are read, outer ones first, and lists their members.
void ScopeMaker::compact()
{
    std::vector<Scope> old = std::move(m_tree.m_scopes);
    m_tree.m_scopes.clear();
    m_tree.m_members.clear();
    const auto take = [&](auto self, ScopeId from, ScopeId parent) -> ScopeId {
        const ScopeId id{static_cast<std::uint32_t>(m_tree.size())};
        m_tree.m_scopes.push_back(std::move(old[from.index]));
        at(id).parent = parent;
        const auto first = static_cast<std::uint32_t>(m_tree.m_members.size());
        numberMembers(id);
        std::vector<ScopeId> children = at(id).children;
        for (ScopeId& child : children)
            child = self(self, child, id);
        at(id).children = std::move(children);
        at(id).members = {first, static_cast<std::uint32_t>(m_tree.m_members.size()) - first};
        return id;
    };
    take(take, ScopeTree::root(), {});
    const auto firstMember = [this](ScopeId id) {
        const std::span<const NodeId> members = m_tree.members(id);
        return members.empty() ? NodeId{} : std::ranges::min(members);
    };
    for (Scope& scope : m_tree.m_scopes)
        std::ranges::stable_sort(scope.children, {}, firstMember);
}

// A body is part of the node that owns it: its own nodes are none of the graph.
void ScopeMaker::numberMembers(ScopeId id)
{
    const Scope& scope = at(id);
    const bool isOwner = scope.kind == Scope::Kind::Owner;
    if (scope.kind == Scope::Kind::Body || (isOwner && at(scope.parent).body))
        return;
    for (NodeId node : isOwner ? std::vector{scope.owner} : scope.nodes) {
        m_tree.m_scopeOf[node] = id;
        m_tree.m_place[node] = static_cast<std::uint32_t>(m_tree.m_members.size());
        m_tree.m_members.push_back(node);
    }
}

}
