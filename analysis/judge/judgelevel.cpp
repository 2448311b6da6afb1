// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/judgelevel.h"

#include "analysis/judge/bodytypes.h"
#include "analysis/judge/decidedlevel.h"
#include "analysis/judge/partsources.h"

#include <algorithm>

namespace halftone {

JudgeLevel::JudgeLevel(GraphPtr graph, IdMap<ValueId, DType> originals)
    : m_graph(std::move(graph))
    , m_originals(std::move(originals))
    , m_decisions(fresh())
    , m_kindOf(m_graph->nodeCount())
    , m_outcomeOf(m_graph->nodeCount(), kNoOutcome)
    , m_isCast(m_graph->valueCount())
{
    BodyTypes types(m_decisions);
    for (NodeId node : m_graph->nodes()) {
        const std::vector<Body>& bodies = m_graph->node(node).bodies;
        for (std::uint32_t i = 0; i < bodies.size(); ++i)
            m_bodies.push_back(
                {node, i, std::make_unique<JudgeLevel>(bodies[i].graph, types.originals(node, i))});
    }
}

void JudgeLevel::prepare(const OpLibrary& library)
{
    m_kinds.clear();
    std::unordered_map<std::string, std::uint32_t> known;
    std::string key;
    for (NodeId node : m_graph->nodes()) {
        key.clear();
        appendPreparationKey(key, m_decisions, node);
        const auto [found, isNew] = known.try_emplace(key, static_cast<std::uint32_t>(m_kinds.size()));
        if (isNew)
            m_kinds.push_back({.prepared = prepareNode(m_decisions, node, library)});
        m_kindOf[node] = found->second;
        if (m_kinds[found->second].prepared.hasCast)
            markCasts(node);
    }
    for (BodyLevel& body : m_bodies)
        body.level->prepare(library);
}

void JudgeLevel::decideAnew(const JudgeContext& context)
{
    m_decisions = fresh();
    m_isComplete = false;
    m_outcomes.clear();
    for (Kind& kind : m_kinds)
        kind.forget();
    m_pending.fill(m_graph->nodeCount());
    walk(context);
    for (BodyLevel& body : m_bodies)
        body.level->decideAnew(bodyContext(context, *body.level));
    passOnBodies();
}

void JudgeLevel::decideAgain(const JudgeContext& context, const HasChanged& hasChanged)
{
    m_pending.clear(m_graph->nodeCount());
    std::vector<bool> isReached(m_kinds.size());
    for (std::size_t i = 0; i < m_kinds.size(); ++i) {
        isReached[i] = takesPart(m_kinds[i].prepared, hasChanged);
        if (isReached[i])
            m_kinds[i].forget();
    }
    for (NodeId node : m_graph->nodes()) {
        if (isReached[m_kindOf[node]])
            m_pending.add(node);
    }
    walk(context);
    for (BodyLevel& body : m_bodies)
        body.level->decideAgain(bodyContext(context, *body.level), hasChanged);
    passOnBodies();
}

void JudgeLevel::note(JudgeFindings& findings, const std::string& path, NodeId owner) const
{
    std::vector<JudgeFindings::Nodes> alike(m_outcomes.size());
    for (NodeId node : m_graph->nodes()) {
        JudgeFindings::Nodes& nodes = alike[m_outcomeOf[node]];
        if (nodes.count++ == 0)
            nodes.node = node;
    }
    std::vector<std::uint32_t> inOrder;
    for (std::uint32_t i = 0; i < alike.size(); ++i) {
        if (alike[i].count > 0)
            inOrder.push_back(i);
    }
    std::ranges::sort(inOrder, {}, [&](std::uint32_t outcome) { return alike[outcome].node; });
    for (std::uint32_t i : inOrder) {
        JudgeFindings::Nodes& nodes = alike[i];
        const NodeId first = nodes.node;
        nodes.where = path + m_graph->displayName(first);
        nodes.node = owner.isValid() ? owner : first;
        findings.note(m_outcomes[i], m_graph->node(first).opType, nodes);
    }
    for (const BodyLevel& body : m_bodies)
        body.level->note(findings, pathToBody(*m_graph, path, body.owner, body.index),
            owner.isValid() ? owner : body.owner);
}

void JudgeLevel::check(OverrideCheck& check) const
{
    for (NodeId node : m_graph->nodes())
        check.see(*m_graph, node, m_kinds[m_kindOf[node]].prepared, m_decisions.parts(node));
    for (const BodyLevel& body : m_bodies)
        body.level->check(check);
}

void JudgeLevel::setFindings(std::vector<Finding> findings)
{
    m_decisions.clearFindings();
    for (Finding& finding : findings)
        m_decisions.addFinding(std::move(finding));
}

Decisions JudgeLevel::fresh() const
{
    return m_originals.isEmpty() ? Decisions(m_graph) : Decisions(m_graph, m_originals);
}

JudgeContext JudgeLevel::bodyContext(const JudgeContext& context, const JudgeLevel& body)
{
    return JudgeContext(context, body.m_decisions);
}

bool JudgeLevel::takesPart(const PreparedNode& prepared, const HasChanged& hasChanged)
{
    return std::ranges::any_of(prepared.parts, [&](const PreparedPart& part) {
        return std::ranges::any_of(
            part.candidates, [&](const PreparedOp& candidate) { return hasChanged(candidate.op); });
    });
}

void JudgeLevel::markCasts(NodeId node)
{
    for (ValueId output : m_graph->outputs(node)) {
        if (output.isValid())
            m_isCast[output] = true;
    }
}

void JudgeLevel::walk(const JudgeContext& context)
{
    m_judgedNodes = 0;
    m_pending.takeAll([&](NodeId node) {
        ++m_judgedNodes;
        judge(context, node);
    });
}

void JudgeLevel::judge(const JudgeContext& context, NodeId node)
{
    Kind& kind = m_kinds[m_kindOf[node]];
    setKey(context, node);
    const std::uint32_t outcome = outcomeFor(context, node, kind);
    if (outcome != m_outcomeOf[node] || !m_isComplete)
        apply(node, outcome);
    // What is in front of a Cast can have changed although the Cast itself never does.
    if (kind.prepared.hasCast)
        addReaders(node);
    m_outcomeOf[node] = outcome;
}

// All that the outcome depends on besides the kind: the types that come in, and for those behind a Cast,
// what is in front of it; files that name this very node.
void JudgeLevel::setKey(const JudgeContext& context, NodeId node)
{
    constexpr std::uint8_t kBehindCast = 0x80; // no type has that bit
    m_key.clear();
    for (ValueId input : m_graph->inputs(node)) {
        if (!input.isValid()) {
            m_key.push_back(0);
            continue;
        }
        const auto dtype = static_cast<std::uint8_t>(m_decisions.produced(input));
        if (!m_isCast[input] || !context.looksThroughCasts) {
            m_key.push_back(static_cast<char>(dtype));
            continue;
        }
        const CastInFront cast = castInFrontOf(m_decisions, input);
        m_key.push_back(static_cast<char>(dtype | kBehindCast));
        m_key.push_back(static_cast<char>(cast.castInput));
        m_key.push_back(static_cast<char>(cast.beforeCast));
    }
    if (!context.overrides.nameNodes())
        return;
    const std::string& name = m_graph->node(node).name;
    for (std::uint32_t entry : {context.overrides.keepOfNode(name), context.overrides.customOfNode(name)})
        m_key.append(reinterpret_cast<const char*>(&entry), sizeof entry);
}

std::uint32_t JudgeLevel::outcomeFor(const JudgeContext& context, NodeId node, Kind& kind)
{
    if (kind.lastOutcome != kNoOutcome && kind.lastKey == m_key)
        return kind.lastOutcome;
    const auto [found, isNew] =
        kind.outcomeOf.try_emplace(m_key, static_cast<std::uint32_t>(m_outcomes.size()));
    if (isNew)
        m_outcomes.push_back(judgeParts(context, node, kind.prepared));
    kind.lastKey = m_key;
    kind.lastOutcome = found->second;
    return found->second;
}

void JudgeLevel::apply(NodeId node, std::uint32_t index)
{
    const NodeOutcome& outcome = m_outcomes[index];
    m_decidedBy.clear();
    for (const Decider& decider : outcome.deciders)
        m_decidedBy.push_back(deciderOf(decider, m_decisions, node));
    NodeDecision summary = outcome.summary;
    if (outcome.mainPart != PreparedNode::kNoPart)
        summary.decidedBy = m_decidedBy[outcome.mainPart];
    m_decisions.setNode(node, summary, outcome.parts, m_decidedBy);
    if (m_isComplete)
        addReadersOfChanges(node, outcome);
    m_decisions.setSlots(node, outcome.inputs, outcome.outputs);
}

void JudgeLevel::addReadersOfChanges(NodeId node, const NodeOutcome& outcome)
{
    const std::span<const ValueId> outputs = m_graph->outputs(node);
    for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
        if (outputs[slot].isValid() && m_decisions.produced(outputs[slot]) != outcome.outputs[slot])
            addUses(outputs[slot]);
    }
}

void JudgeLevel::addReaders(NodeId node)
{
    if (!m_isComplete)
        return; // Everything is pending anyway.
    for (ValueId output : m_graph->outputs(node)) {
        if (output.isValid())
            addUses(output);
    }
}

void JudgeLevel::addUses(ValueId value)
{
    for (const Graph::Use& use : m_graph->uses(value))
        m_pending.add(use.node);
}

void JudgeLevel::passOnBodies()
{
    m_isComplete = true;
    for (const BodyLevel& body : m_bodies) {
        m_judgedNodes += body.level->m_judgedNodes;
        m_decisions.setBody(body.owner, body.index, body.level->m_decisions);
    }
}

}
