// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/scopemaker.h"

#include <algorithm>
#include <cmath>
#include <format>
#include <unordered_map>

namespace halftone {
namespace {

constexpr std::size_t kFlatNodes = 200; // Fewer need no blocks to be looked at.
constexpr std::size_t kManyBlocks = 80;
constexpr std::string_view kBackward = "backward";
constexpr std::string_view kUpdate = "update";

// Exporters write weights as nodes, too. They say as little in a picture as initializers do.
bool isWeight(const Graph& graph, NodeId node)
{
    return graph.inputs(node).empty() && std::ranges::all_of(graph.outputs(node), [&](ValueId value) {
        return value.isValid() && graph.data(value) != nullptr && graph.uses(value).size() > 0;
    });
}

}

ScopeMaker::ScopeMaker(ScopeTree& tree)
    : m_tree(tree)
    , m_graph(*tree.m_graph)
{
    for (NodeId node : m_graph.nodes()) {
        const Phase phase = m_graph.node(node).phase;
        m_hasBackward |= phase == Phase::Backward;
        if (tree.m_phases.contains(phase) && !isWeight(m_graph, node))
            m_nodes.push_back(node);
    }
}

void ScopeMaker::run(ScopeTree::Names names)
{
    const ScopeId root = add({});
    if (names == ScopeTree::Names::Follow)
        addByName();
    else
        at(root).nodes = m_nodes;
    simplify(root);
    const bool hasFewScopes = at(root).nodes.size() * 2 > m_nodes.size();
    if (names == ScopeTree::Names::Follow && hasFewScopes && m_nodes.size() > kFlatNodes)
        addBlocks();
    const std::size_t count = m_tree.size();
    for (std::uint32_t id = 0; id < count; ++id) {
        const std::vector<NodeId> nodes = at({id}).nodes; // a copy: bodies are taken out of it
        addBodies({id}, m_graph, nodes);
    }
    compact();
    hashContent();
    fold(root);
    nestBlocks();
    compact();
    writePaths(root);
}

ScopeId ScopeMaker::add(Scope scope)
{
    const ScopeId id{static_cast<std::uint32_t>(m_tree.m_scopes.size())};
    if (scope.parent.isValid())
        at(scope.parent).children.push_back(id);
    m_tree.m_scopes.push_back(std::move(scope));
    return id;
}

// A gradient belongs where its forward node does, and a node without a name where its first output does.
std::string_view ScopeMaker::nameOf(NodeId node) const
{
    const Node& row = m_graph.node(node);
    if (row.phase == Phase::Backward && row.origin.isValid())
        return nameOf(row.origin);
    if (!row.name.empty())
        return row.name;
    for (ValueId output : m_graph.outputs(node)) {
        if (output.isValid())
            return m_graph.value(output).name;
    }
    return {};
}

std::string_view ScopeMaker::phaseScope(NodeId node) const
{
    switch (m_graph.node(node).phase) {
    case Phase::Backward:
        return kBackward;
    case Phase::Update:
        return kUpdate;
    default:
        return {};
    }
}

void ScopeMaker::addByName()
{
    std::unordered_map<std::string, ScopeId> known;
    std::vector<std::string_view> wayBefore; // Neighbours mostly stand in one scope.
    ScopeId scope = ScopeTree::root();
    for (NodeId node : m_nodes) {
        std::vector<std::string_view> way = scopesOfName(nameOf(node));
        if (const std::string_view phase = phaseScope(node); !phase.empty())
            way.insert(way.begin(), phase);
        if (way != wayBefore) {
            scope = ScopeTree::root();
            std::string path;
            for (const std::string_view name : way) {
                path.append(name).push_back('\n');
                const auto [found, isNew] = known.try_emplace(path);
                if (isNew)
                    found->second = add({.name = std::string(name), .parent = scope});
                scope = found->second;
            }
            wayBefore = std::move(way);
        }
        at(scope).nodes.push_back(node);
    }
}

// Takes out what a person would open for nothing: scopes of one node, scopes that only hold another one. True
// when the scope itself is to be taken out.
bool ScopeMaker::simplify(ScopeId id)
{
    std::vector<ScopeId> kept;
    for (const ScopeId child : std::vector(at(id).children)) {
        if (!simplify(child)) {
            kept.push_back(child);
            continue;
        }
        at(id).nodes.insert(at(id).nodes.end(), at(child).nodes.begin(), at(child).nodes.end());
    }
    std::ranges::sort(at(id).nodes);
    at(id).children = kept;
    if (kept.size() == 1 && at(id).nodes.empty()) {
        Scope inner = at(kept.front());
        Scope& outer = at(id);
        outer.name += outer.name.empty() || id == ScopeTree::root() ? "" : "/" + inner.name;
        outer.nodes = std::move(inner.nodes);
        outer.children = std::move(inner.children);
        for (const ScopeId child : outer.children)
            at(child).parent = id;
    }
    return id != ScopeTree::root() && at(id).children.empty() && at(id).nodes.size() < 2;
}

void ScopeMaker::addBlocks()
{
    constexpr std::size_t kLeastNodes = 4;
    m_tree.m_scopes.resize(1);
    const std::vector<NodeBlock> blocks = cutIntoBlocks(m_graph, m_nodes);
    at(ScopeTree::root()) = {};
    for (const NodeBlock& block : blocks) {
        const auto nodes = std::span(m_nodes).subspan(block.first, block.count);
        if (nodes.size() < kLeastNodes) {
            std::ranges::copy(nodes, std::back_inserter(at(ScopeTree::root()).nodes));
            continue;
        }
        add({.kind = Scope::Kind::Block,
            .name =
                std::format("{} … {}", m_graph.node(nodes.front()).opType, m_graph.node(nodes.back()).opType),
            .parent = ScopeTree::root(),
            .nodes = {nodes.begin(), nodes.end()}});
    }
}

// Hundreds of blocks that do not repeat are no overview yet.
void ScopeMaker::nestBlocks()
{
    const ScopeId root = ScopeTree::root();
    const std::vector<ScopeId> blocks = at(root).children;
    if (blocks.size() < kManyBlocks || at(blocks.front()).kind == Scope::Kind::Named)
        return;
    const auto each = static_cast<std::size_t>(std::ceil(std::sqrt(blocks.size())));
    at(root).children.clear();
    for (std::size_t first = 0; first < blocks.size(); first += each) {
        const auto run = std::span(blocks).subspan(first, std::min(each, blocks.size() - first));
        const ScopeId part = add({.kind = Scope::Kind::Block,
            .name = std::format("{} – {}", first + 1, first + run.size()),
            .parent = root});
        at(part).children.assign(run.begin(), run.end());
        for (const ScopeId block : run)
            at(block).parent = part;
    }
}

void ScopeMaker::addBodies(ScopeId parent, const Graph& graph, std::span<const NodeId> nodes)
{
    for (NodeId node : nodes) {
        const std::vector<Body>& bodies = graph.node(node).bodies;
        if (bodies.empty())
            continue;
        const ScopeId owner = add(
            {.kind = Scope::Kind::Owner, .name = graph.displayName(node), .parent = parent, .owner = node});
        if (!at(parent).body)
            std::erase(at(parent).nodes, node);
        for (std::size_t i = 0; i < bodies.size(); ++i)
            addBody(owner, bodies[i], i);
    }
}

void ScopeMaker::addBody(ScopeId owner, const Body& body, std::size_t index)
{
    ScopeId scope = owner;
    const NodeId node = at(owner).owner;
    const ScopeId around = at(owner).parent;
    const Graph& graph = at(around).body ? *at(around).body : m_graph;
    if (graph.node(node).bodies.size() > 1)
        scope = add({.kind = Scope::Kind::Body,
            .name = body.attribute,
            .parent = owner,
            .owner = node,
            .bodyIndex = index});
    at(scope).body = body.graph;
    for (NodeId inner : body.graph->nodes())
        at(scope).nodes.push_back(inner);
    const std::vector<NodeId> nodes = at(scope).nodes;
    addBodies(scope, *body.graph, nodes);
}

}
