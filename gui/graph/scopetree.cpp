// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/scopetree.h"

#include "gui/graph/scopemaker.h"

#include <algorithm>

namespace halftone {

bool PhaseSet::contains(Phase phase) const
{
    switch (phase) {
    case Phase::Forward:
        return forward;
    case Phase::Loss:
        return loss;
    case Phase::Backward:
        return backward;
    case Phase::Update:
        return update;
    }
    return true;
}

ScopeTree::ScopeTree(const GraphPtr& graph, PhaseSet phases, Names names)
    : m_graph(graph)
    , m_phases(phases)
    , m_scopeOf(graph->nodeCount())
    , m_place(graph->nodeCount(), Id<void>::kNone)
{
    ScopeMaker(*this).run(names);
}

bool ScopeTree::hasGroups() const
{
    return std::ranges::any_of(m_scopes.begin() + 1, m_scopes.end(),
        [](const Scope& scope) { return scope.kind < Scope::Kind::Owner; });
}

std::span<const NodeId> ScopeTree::members(ScopeId id) const
{
    const Slice slice = scope(id).members;
    return std::span(m_members).subspan(slice.first, slice.count);
}

bool ScopeTree::contains(ScopeId outer, NodeId node) const
{
    const Slice slice = scope(outer).members;
    const std::uint32_t place = m_place[node];
    return place >= slice.first && place < slice.first + slice.count;
}

std::vector<ScopeId> ScopeTree::wayTo(ScopeId id) const
{
    std::vector<ScopeId> way;
    for (; id.isValid() && id != root(); id = scope(id).parent)
        way.push_back(id);
    std::ranges::reverse(way);
    return way;
}

ScopeId ScopeTree::find(std::string_view path) const
{
    const auto found = std::ranges::find(m_scopes, path, &Scope::path);
    return found == m_scopes.end() ? ScopeId{}
                                   : ScopeId{static_cast<std::uint32_t>(found - m_scopes.begin())};
}

}
