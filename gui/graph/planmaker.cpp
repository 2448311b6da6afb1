// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/panelplan.h"
#include "gui/graph/picturemetrics.h"

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

// Activations go a long way round from forward to backward; drawn, they would hide everything else.
constexpr std::uint32_t kLongestToBackward = 3;
constexpr std::uint32_t kLongest = 24;

// The main path runs through large floating-point tensors, not through the arithmetic of shapes.
double mainPathWeight(const Graph& graph, ValueId value)
{
    constexpr double kSideChain = 0.05;
    constexpr double kDoublingsPerStep = 8;
    if (!isReducibleFloat(graph.value(value).dtype))
        return kSideChain;
    double elements = 1;
    for (const Dim& dim : graph.dims(value))
        elements *= dim.isFixed() ? static_cast<double>(dim.size) : 1.0;
    return 1 + std::log2(1 + elements) / kDoublingsPerStep;
}

class PlanMaker
{
public:
    PlanMaker(const ScopeTree& tree, ScopeId scope, IdMap<NodeId, std::uint32_t>& unitOf,
        const IdMap<ValueId, bool>& isOutput)
        : m_tree(tree)
        , m_id(scope)
        , m_scope(tree.scope(scope))
        , m_graph(m_scope.body ? *m_scope.body : *tree.graph())
        , m_unitOf(unitOf)
        , m_isOutput(isOutput)
    {
        m_plan.graph = &m_graph;
    }

    PanelPlan run()
    {
        listNodes();
        if (isWhole())
            addInputs();
        addUnits();
        addEdges();
        addBodyEdges();
        if (isWhole())
            addOutputs();
        gatherConsumers();
        fillLayoutInput();
        for (NodeId node : m_nodes)
            m_unitOf[node] = kNone;
        return std::move(m_plan);
    }

private:
    static constexpr std::uint32_t kNone = Id<void>::kNone;
    bool isWhole() const { return m_id == ScopeTree::root() || m_scope.body; }

    // All that is inside, also inside scopes in it, in topological order.
    void listNodes()
    {
        const bool hasOnlyBodies = m_scope.kind == Scope::Kind::Owner && !m_scope.body;
        if (m_scope.body) {
            m_nodes = m_scope.nodes;
        } else if (!hasOnlyBodies) {
            const std::span<const NodeId> members = m_tree.members(m_id);
            m_nodes.assign(members.begin(), members.end());
            std::ranges::sort(m_nodes);
        }
    }

    std::uint32_t addUnit(PanelUnit unit)
    {
        m_plan.units.push_back(unit);
        return static_cast<std::uint32_t>(m_plan.units.size() - 1);
    }

    void addInputs()
    {
        const auto add = [this](ValueId value) {
            const bool isUsed = std::ranges::any_of(m_graph.uses(value),
                [this](const Graph::Use& use) { return m_scope.body || m_tree.scopeOf(use.node).isValid(); });
            if (isUsed)
                m_ends[value.index] = addUnit({.kind = PanelUnit::Kind::Input, .value = value});
        };
        std::ranges::for_each(m_graph.graphInputs(), add);
        for (ValueId value : m_graph.values()) {
            if (m_graph.value(value).kind == ValueKind::Captured)
                add(value);
        }
    }

    // Child scopes stand where their first nodes do.
    void addUnits()
    {
        constexpr std::uint32_t kChild = 1U << 31; // For now its place among the children.
        std::vector<std::uint32_t> unitOfChild(m_scope.children.size(), kNone);
        for (std::uint32_t i = 0; i < m_scope.children.size(); ++i) {
            const Scope& child = m_tree.scope(m_scope.children[i]);
            if (child.kind == Scope::Kind::Body)
                addUnit({.kind = PanelUnit::Kind::Scope, .scope = m_scope.children[i]});
            else if (m_scope.body)
                m_unitOf[child.owner] = kChild | i;
            else
                for (NodeId node : m_tree.members(m_scope.children[i]))
                    m_unitOf[node] = kChild | i;
        }
        for (NodeId node : m_nodes) {
            if (m_unitOf[node] == kNone) {
                m_unitOf[node] = addUnit({.kind = PanelUnit::Kind::Node, .node = node});
                continue;
            }
            const std::uint32_t i = m_unitOf[node] & ~kChild;
            if (unitOfChild[i] == kNone)
                unitOfChild[i] = addUnit({.kind = PanelUnit::Kind::Scope, .scope = m_scope.children[i]});
            m_unitOf[node] = unitOfChild[i];
        }
    }

    void addEdges()
    {
        for (NodeId node : m_nodes) {
            const std::span<const ValueId> inputs = m_graph.inputs(node);
            for (std::uint32_t slot = 0; slot < inputs.size(); ++slot)
                addInput(inputs[slot], {node, slot});
            if (isWhole())
                continue;
            for (ValueId output : m_graph.outputs(node)) {
                if (output.isValid())
                    addExits(node, output);
            }
        }
    }

    void addInput(ValueId value, CastEdge::Consumer consumer)
    {
        if (!value.isValid())
            return;
        const std::uint32_t from = sourceOf(value);
        if (from != kNone)
            addEdge(from, m_unitOf[consumer.node], value, consumer);
    }

    std::uint32_t sourceOf(ValueId value)
    {
        const NodeId producer = m_graph.value(value).producer;
        if (producer.isValid() && m_unitOf[producer] != kNone)
            return m_unitOf[producer];
        if (isWhole()) {
            const auto end = m_ends.find(value.index);
            return end == m_ends.end() ? kNone : end->second;
        }
        if (producer.isValid())
            return m_tree.scopeOf(producer).isValid() ? portTo(producer, value, PanelUnit::Kind::Entry)
                                                      : kNone;
        if (m_graph.value(value).kind != ValueKind::Input)
            return kNone;
        const auto [found, isNew] = m_ends.try_emplace(value.index);
        if (isNew)
            found->second = addUnit({.kind = PanelUnit::Kind::Input, .value = value});
        return found->second;
    }

    void addExits(NodeId node, ValueId value)
    {
        for (const Graph::Use& use : m_graph.uses(value)) {
            if (m_unitOf[use.node] == kNone && m_tree.scopeOf(use.node).isValid())
                addEdge(m_unitOf[node], portTo(use.node, value, PanelUnit::Kind::Exit), value, std::nullopt);
        }
        if (m_isOutput[value] && m_graph.node(node).phase != Phase::Update) {
            const std::uint32_t end = addUnit({.kind = PanelUnit::Kind::Output, .value = value});
            addEdge(m_unitOf[node], end, value, std::nullopt);
        }
    }

    // One port for each unit outside, as it stands in the scope that holds both ends.
    std::uint32_t portTo(NodeId outside, ValueId value, PanelUnit::Kind kind)
    {
        ScopeId around = m_scope.parent;
        while (!m_tree.contains(around, outside))
            around = m_tree.scope(around).parent;
        PanelUnit port{.kind = kind, .value = value};
        ScopeId other = m_tree.scopeOf(outside);
        if (other == around) {
            port.node = outside;
        } else {
            while (m_tree.scope(other).parent != around)
                other = m_tree.scope(other).parent;
            port.scope = other;
        }
        const std::uint64_t key = (port.scope.isValid() ? 1ULL << 32 | port.scope.index : port.node.index) |
            (kind == PanelUnit::Kind::Exit ? 1ULL << 33 : 0);
        const auto [found, isNew] = m_ports.try_emplace(key);
        if (isNew)
            found->second = addUnit(port);
        else if (m_plan.units[found->second].value != value)
            ++m_plan.units[found->second].values;
        return found->second;
    }

    bool isOperator(std::uint32_t unit) const { return m_plan.units[unit].kind == PanelUnit::Kind::Node; }

    // Two operators may be joined by several lines; those of a group are as good as one.
    void addEdge(
        std::uint32_t from, std::uint32_t to, ValueId value, std::optional<CastEdge::Consumer> consumer)
    {
        if (from == to && !isOperator(from))
            return;
        auto edge = static_cast<std::uint32_t>(m_plan.edges.size());
        const bool isJoined = (!isOperator(from) && !isEnd(from)) || (!isOperator(to) && !isEnd(to));
        if (isJoined) {
            const auto [found, isNew] = m_joined.try_emplace(std::uint64_t(from) << 32 | to, edge);
            edge = found->second;
            if (!isNew && m_plan.edges[edge].value != value)
                ++m_plan.edges[edge].values;
        }
        if (edge == m_plan.edges.size()) {
            m_plan.edges.push_back({from, to, value, 1, {}});
            m_weights.push_back(0);
        }
        m_weights[edge] = std::max(m_weights[edge], mainPathWeight(m_graph, value));
        if (consumer)
            m_readers.push_back({edge, static_cast<std::uint32_t>(m_plan.consumers.size())});
        if (consumer)
            m_plan.consumers.push_back(*consumer);
    }
    bool isEnd(std::uint32_t unit) const
    {
        const PanelUnit::Kind kind = m_plan.units[unit].kind;
        return kind == PanelUnit::Kind::Input || kind == PanelUnit::Kind::Output;
    }

    // Tensors that bodies take from around them.
    void addBodyEdges()
    {
        const auto hasBodies = [this](NodeId node) { return !m_graph.node(node).bodies.empty(); };
        if (std::ranges::none_of(m_nodes, hasBodies))
            return;
        for (ValueId value : m_graph.values()) {
            for (const Graph::Use& use : m_graph.uses(value)) {
                if (use.slot == Graph::kBodySlot && m_unitOf[use.node] != kNone)
                    addInput(value, {use.node, use.slot});
            }
        }
    }

    // A training graph gives every updated weight as an output; a box for each would say nothing.
    void addOutputs()
    {
        const std::span<const ValueId> outputs = m_graph.graphOutputs();
        for (std::uint32_t position = 0; position < outputs.size(); ++position) {
            const ValueId value = outputs[position];
            const NodeId producer = m_graph.value(value).producer;
            if (!producer.isValid() || m_unitOf[producer] == kNone ||
                m_graph.node(producer).phase == Phase::Update)
                continue;
            const std::uint32_t end = addUnit({.kind = PanelUnit::Kind::Output, .value = value});
            addEdge(m_unitOf[producer], end, value, CastEdge::Consumer{NodeId{}, position});
        }
    }

    void gatherConsumers()
    {
        const Adjacency readers(m_plan.edges.size(), m_readers);
        std::vector<CastEdge::Consumer> ordered;
        ordered.reserve(m_plan.consumers.size());
        for (std::uint32_t edge = 0; edge < m_plan.edges.size(); ++edge) {
            m_plan.edges[edge].consumers = {
                static_cast<std::uint32_t>(ordered.size()), static_cast<std::uint32_t>(readers[edge].size())};
            for (const std::uint32_t reader : readers[edge])
                ordered.push_back(m_plan.consumers[reader]);
        }
        m_plan.consumers = std::move(ordered);
    }

    Phase phaseOf(std::uint32_t unit) const
    {
        const PanelUnit& row = m_plan.units[unit];
        if (row.kind == PanelUnit::Kind::Node)
            return m_graph.node(row.node).phase;
        if (row.kind != PanelUnit::Kind::Scope || m_tree.members(row.scope).empty() || m_scope.body)
            return Phase::Forward;
        return m_graph.node(m_tree.members(row.scope).front()).phase;
    }

    LayoutInput::Size sizeOf(const PanelUnit& unit) const
    {
        if (unit.kind == PanelUnit::Kind::Node)
            return {kBoxWidth, kBoxHeight};
        if (unit.kind != PanelUnit::Kind::Scope)
            return {kEndWidth, kEndHeight};
        const bool isOwner = m_tree.scope(unit.scope).kind == Scope::Kind::Owner;
        return isOwner ? LayoutInput::Size{kBoxWidth, kBoxHeight}
                       : LayoutInput::Size{kGroupWidth, kGroupHeight};
    }

    void fillLayoutInput()
    {
        LayoutInput& input = m_plan.input;
        input.stubWidth = kStubReach;
        input.sizes.reserve(m_plan.units.size());
        for (const PanelUnit& unit : m_plan.units)
            input.sizes.push_back(sizeOf(unit));
        input.edges.reserve(m_plan.edges.size());
        for (std::uint32_t e = 0; e < m_plan.edges.size(); ++e) {
            const PanelEdge& edge = m_plan.edges[e];
            const Phase toPhase = phaseOf(edge.to);
            const bool goesBack = phaseOf(edge.from) == Phase::Forward && toPhase == Phase::Backward;
            input.edges.push_back({.from = edge.from,
                .to = edge.to,
                .value = edge.value.index,
                .weight = toPhase == Phase::Update ? 0 : m_weights[e],
                .longest = goesBack ? kLongestToBackward : kLongest});
        }
    }

    const ScopeTree& m_tree;
    ScopeId m_id;
    const Scope& m_scope;
    const Graph& m_graph;
    IdMap<NodeId, std::uint32_t>& m_unitOf;
    const IdMap<ValueId, bool>& m_isOutput;
    PanelPlan m_plan;
    std::vector<NodeId> m_nodes;
    std::vector<double> m_weights; // of edges, on the main path
    std::vector<Adjacency::Pair> m_readers; // edge and place in consumers
    std::unordered_map<std::uint32_t, std::uint32_t> m_ends; // unit of an input, by value
    std::unordered_map<std::uint64_t, std::uint32_t> m_ports;
    std::unordered_map<std::uint64_t, std::uint32_t> m_joined; // edge by its two ends
};

}

PanelPlan makePlan(const ScopeTree& tree, ScopeId scope, IdMap<NodeId, std::uint32_t>& unitOf,
    const IdMap<ValueId, bool>& isOutput)
{
    return PlanMaker(tree, scope, unitOf, isOutput).run();
}

}
