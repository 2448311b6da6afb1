// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/grouping.h"

#include <algorithm>
#include <unordered_set>

namespace halftone {
namespace {

constexpr std::size_t kGlance = 40; // boxes
constexpr std::size_t kSmallGraph = 60; // operators that are all seen at once

bool isBody(const Scope& scope)
{
    return scope.kind >= Scope::Kind::Owner;
}

}

Grouping::Grouping(ScopeTreePtr tree)
    : m_tree(std::move(tree))
    , m_isOpen(m_tree ? m_tree->size() : 0, false)
{
    if (m_tree)
        m_isOpen[ScopeTree::root()] = true;
}

bool Grouping::isSeen(ScopeId scope) const
{
    for (ScopeId outer = m_tree->scope(scope).parent; outer.isValid(); outer = m_tree->scope(outer).parent) {
        if (!isOpen(outer))
            return false;
    }
    return true;
}

// An owner of several bodies shows them at once: a box for each would say no more than the operator.
void Grouping::setOpen(ScopeId scope, bool isOpen)
{
    m_isOpen[scope] = isOpen || scope == ScopeTree::root();
    if (!isOpen)
        return;
    for (const ScopeId child : m_tree->scope(scope).children) {
        if (m_tree->scope(child).kind == Scope::Kind::Body)
            m_isOpen[child] = true;
    }
}

void Grouping::openAll()
{
    std::ranges::fill(m_isOpen, true);
}

void Grouping::closeAll()
{
    openToDepth(0);
}

void Grouping::openToDepth(std::size_t depth)
{
    openLevels(depth, Folds::Open);
}

void Grouping::openLevels(std::size_t depth, Folds folds)
{
    for (std::uint32_t id = 1; id < m_tree->size(); ++id) {
        const Scope& scope = m_tree->scope({id});
        const bool isFolded =
            folds == Folds::Closed && (scope.kind == Scope::Kind::Fold || !isOpen(scope.parent));
        const bool isKeptClosed = isBody(scope) || isFolded;
        m_isOpen[{id}] = !isKeptClosed && m_tree->wayTo({id}).size() <= depth;
    }
}

// The scope in which the node is drawn; the owner of bodies stands around its own scope.
ScopeId Grouping::placeOf(NodeId node) const
{
    const ScopeId scope = m_tree->scopeOf(node);
    return scope.isValid() && isBody(m_tree->scope(scope)) ? m_tree->scope(scope).parent : scope;
}

ScopeId Grouping::closedAround(NodeId node) const
{
    const std::vector<ScopeId> way = m_tree->wayTo(placeOf(node));
    const auto closed = std::ranges::find_if(way, [this](ScopeId scope) { return !isOpen(scope); });
    return closed == way.end() ? ScopeId{} : *closed;
}

void Grouping::openTo(NodeId node)
{
    for (const ScopeId outer : m_tree->wayTo(placeOf(node)))
        setOpen(outer, true);
}

void Grouping::openOverview()
{
    const std::size_t last = deepest();
    for (std::size_t depth = 0; depth <= last; ++depth) {
        openLevels(depth, Folds::Closed);
        if (depth > 0 && boxCount() > kGlance)
            return openLevels(depth - 1, Folds::Closed);
    }
}

void Grouping::takeOver(const Grouping& other)
{
    if (!other.m_tree)
        return;
    std::unordered_set<std::string_view> open;
    for (std::uint32_t id = 1; id < other.m_tree->size(); ++id) {
        if (other.isOpen({id}))
            open.insert(other.m_tree->scope({id}).path);
    }
    for (std::uint32_t id = 1; id < m_tree->size(); ++id)
        m_isOpen[{id}] = open.contains(m_tree->scope({id}).path);
}

std::size_t Grouping::boxCount() const
{
    std::size_t count = 0;
    for (std::uint32_t id = 0; id < m_tree->size(); ++id) {
        const Scope& scope = m_tree->scope({id});
        if (isOpen({id}) && isSeen({id}))
            count += scope.nodes.size() + scope.children.size();
    }
    return count;
}

std::size_t Grouping::deepest() const
{
    std::size_t deepest = 0;
    for (std::uint32_t id = 1; id < m_tree->size(); ++id)
        deepest = std::max(deepest, m_tree->wayTo({id}).size());
    return deepest;
}

Grouping firstGrouping(const GraphPtr& graph, PhaseSet phases)
{
    const bool isSmall = graph->nodeCount() <= kSmallGraph;
    Grouping grouping(std::make_shared<const ScopeTree>(
        graph, phases, isSmall ? ScopeTree::Names::Ignore : ScopeTree::Names::Follow));
    grouping.openOverview();
    return grouping;
}

}
