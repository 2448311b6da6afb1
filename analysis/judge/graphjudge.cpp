// SPDX-License-Identifier: GPL-3.0-or-later
//
// The walk over the graph. Nodes stand in topological order, so every predecessor is judged already and a
// decision runs down a chain of gray operators in one pass.
//
// What makes it fast: nodes that are prepared alike (preparednode.h) and read the same types have the same
// outcome, so a graph of 100,000 nodes is judged some dozen times and looked up otherwise. After a change of
// the mixlist only outcomes that an operator with another policy takes part in are forgotten; their nodes are
// judged again, and then whoever reads something that has changed. Linear in nodes and edges.
#include "analysis/judge/graphjudge.h"

#include "analysis/judge/bodytypes.h"
#include "analysis/judge/judgefindings.h"
#include "analysis/judge/modeoptions.h"
#include "analysis/judge/nodeoutcome.h"
#include "analysis/judge/overridefindings.h"
#include "analysis/judge/partsources.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <deque>
#include <format>
#include <limits>
#include <unordered_map>

namespace halftone {
namespace {

bool isGiven(const Mixlist* mixlist)
{
    return mixlist && (!mixlist->isEmpty() || !mixlist->fileName.empty());
}

std::optional<Error> refusalOf(const JudgeInput& input)
{
    if (std::optional<Error> error = refusalOf(input.mode, input.library->traits()))
        return error;
    if (isGiven(input.mixlist) && !usesMixlist(input.mode))
        return Error{.kind = ErrorKind::Usage,
            .code = "E10001",
            .what = "modify_mixlist needs a mixed mode, and this mode has no lists.",
            .where = "modify_mixlist",
            .remedy = "Choose allow_mix_precision_fp16 or another mixed mode, or leave the list out."};
    return std::nullopt;
}

/// Nodes still to be judged; walked in order while later ones are added.
class NodeSet
{
public:
    void clear(std::size_t size) { m_words.assign((size + kBits - 1) / kBits, 0); }
    void fill(std::size_t size)
    {
        clear(size);
        for (std::size_t i = 0; i < size; ++i)
            add({static_cast<std::uint32_t>(i)});
    }
    void add(NodeId node) { m_words[node.index / kBits] |= std::uint64_t{1} << (node.index % kBits); }

    /// Calls visit(node) for every node of the set, also for those that visit() adds behind the one at hand.
    void takeAll(const auto& visit)
    {
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            while (m_words[i] != 0) {
                const auto bit = static_cast<std::uint32_t>(std::countr_zero(m_words[i]));
                m_words[i] &= m_words[i] - 1;
                visit(NodeId{static_cast<std::uint32_t>(i * kBits) + bit});
            }
        }
    }

private:
    static constexpr std::size_t kBits = 64;
    std::vector<std::uint64_t> m_words;
};

/// One graph or body with all that is remembered about it.
class Level
{
public:
    Level(GraphPtr graph, IdMap<ValueId, DType> originals)
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
                    {node, i, std::make_unique<Level>(bodies[i].graph, types.originals(node, i))});
        }
    }

    const Decisions& decisions() const { return m_decisions; }
    Decisions&& takeDecisions() { return std::move(m_decisions); }
    std::size_t judgedNodes() const { return m_judgedNodes; }

    /// Forgets everything that depends on the library.
    void prepare(const OpLibrary& library)
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

    void decideAnew(const JudgeContext& context)
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

    /// \p hasChanged(op) says of which operators the policy is another one than at the last call.
    void decideAgain(const JudgeContext& context, const auto& hasChanged)
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

    void note(JudgeFindings& findings, const std::string& path, NodeId owner) const
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
            body.level->note(findings, pathOf(path, body), owner.isValid() ? owner : body.owner);
    }

    void check(OverrideCheck& check) const
    {
        for (NodeId node : m_graph->nodes())
            check.see(*m_graph, node, m_kinds[m_kindOf[node]].prepared, m_decisions.parts(node));
        for (const BodyLevel& body : m_bodies)
            body.level->check(check);
    }

    void setFindings(std::vector<Finding> findings)
    {
        m_decisions.clearFindings();
        for (Finding& finding : findings)
            m_decisions.addFinding(std::move(finding));
    }

private:
    static constexpr std::uint32_t kNoOutcome = std::numeric_limits<std::uint32_t>::max();

    /// Nodes that are prepared alike, and what came out for the types that they read.
    struct Kind
    {
        PreparedNode prepared;
        std::string lastKey; // Neighbours mostly read the same.
        std::uint32_t lastOutcome = kNoOutcome;
        std::unordered_map<std::string, std::uint32_t> outcomeOf;

        void forget()
        {
            lastOutcome = kNoOutcome;
            outcomeOf.clear();
        }
    };

    struct BodyLevel
    {
        NodeId owner;
        std::uint32_t index = 0;
        std::unique_ptr<Level> level;
    };

    Decisions fresh() const
    {
        return m_originals.isEmpty() ? Decisions(m_graph) : Decisions(m_graph, m_originals);
    }

    static JudgeContext bodyContext(const JudgeContext& context, const Level& body)
    {
        return JudgeContext(context, body.m_decisions);
    }

    std::string pathOf(const std::string& path, const BodyLevel& body) const
    {
        return std::format("{}{}/{}/", path, m_graph->displayName(body.owner),
            m_graph->node(body.owner).bodies[body.index].attribute);
    }

    static bool takesPart(const PreparedNode& prepared, const auto& hasChanged)
    {
        return std::ranges::any_of(prepared.parts, [&](const PreparedPart& part) {
            return std::ranges::any_of(
                part.candidates, [&](const PreparedOp& candidate) { return hasChanged(candidate.op); });
        });
    }

    void markCasts(NodeId node)
    {
        for (ValueId output : m_graph->outputs(node)) {
            if (output.isValid())
                m_isCast[output] = true;
        }
    }

    void walk(const JudgeContext& context)
    {
        m_judgedNodes = 0;
        m_pending.takeAll([&](NodeId node) {
            ++m_judgedNodes;
            judge(context, node);
        });
    }

    void judge(const JudgeContext& context, NodeId node)
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
    void setKey(const JudgeContext& context, NodeId node)
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

    std::uint32_t outcomeFor(const JudgeContext& context, NodeId node, Kind& kind)
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

    void apply(NodeId node, std::uint32_t index)
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

    void addReadersOfChanges(NodeId node, const NodeOutcome& outcome)
    {
        const std::span<const ValueId> outputs = m_graph->outputs(node);
        for (std::size_t slot = 0; slot < outputs.size(); ++slot) {
            if (outputs[slot].isValid() && m_decisions.produced(outputs[slot]) != outcome.outputs[slot])
                addUses(outputs[slot]);
        }
    }

    void addReaders(NodeId node)
    {
        if (!m_isComplete)
            return; // Everything is pending anyway.
        for (ValueId output : m_graph->outputs(node)) {
            if (output.isValid())
                addUses(output);
        }
    }

    void addUses(ValueId value)
    {
        for (const Graph::Use& use : m_graph->uses(value))
            m_pending.add(use.node);
    }

    void passOnBodies()
    {
        m_isComplete = true;
        for (const BodyLevel& body : m_bodies) {
            m_judgedNodes += body.level->m_judgedNodes;
            m_decisions.setBody(body.owner, body.index, body.level->m_decisions);
        }
    }

    GraphPtr m_graph;
    IdMap<ValueId, DType> m_originals; // of a body
    Decisions m_decisions;
    std::deque<Kind> m_kinds;
    IdMap<NodeId, std::uint32_t> m_kindOf;
    std::deque<NodeOutcome> m_outcomes; // the ones that were forgotten stay, until everything is decided anew
    IdMap<NodeId, std::uint32_t> m_outcomeOf;
    IdMap<ValueId, bool> m_isCast; // values that a Cast makes
    std::vector<BodyLevel> m_bodies;
    NodeSet m_pending;
    bool m_isComplete = false; // every node has been judged once
    std::size_t m_judgedNodes = 0;
    std::string m_key; // of the node at hand
    std::vector<NodeId> m_decidedBy; // by part of the node at hand
};

}

class GraphJudge::State
{
public:
    explicit State(GraphPtr graph)
        : m_graph(graph)
        , m_level(std::move(graph), {})
    {
    }

    std::optional<Error> run(const JudgeInput& input)
    {
        if (std::optional<Error> error = refusalOf(input))
            return error;
        if (input.library != m_library) {
            m_level.prepare(*input.library);
            m_library = input.library;
            m_policies.reset();
        }
        const JudgeContext context(m_level.decisions(), input);
        if (isMuchChanged(context, input))
            m_level.decideAnew(context);
        else
            m_level.decideAgain(
                context, [&](const LibraryOp* op) { return m_policies->of(op) != context.policies.of(op); });
        remember(context, input);
        return setFindings(context, input);
    }

    const Decisions& decisions() const { return m_level.decisions(); }
    Decisions&& takeDecisions() { return m_level.takeDecisions(); }
    std::size_t judgedNodes() const { return m_level.judgedNodes(); }

private:
    // Another mode or file, or Casts that are looked through from now on. Outcomes that were forgotten are
    // thrown away now and then.
    bool isMuchChanged(const JudgeContext& context, const JudgeInput& input)
    {
        constexpr int kAgainAtMost = 100;
        m_again = m_again + 1;
        const bool isChanged = !m_policies || m_mode != input.mode || m_again > kAgainAtMost ||
            m_looksThroughCasts != context.looksThroughCasts ||
            m_keep != (input.keepDTypes ? *input.keepDTypes : KeepDTypes{}) ||
            m_custom != (input.customDTypes ? *input.customDTypes : CustomDTypes{});
        if (isChanged)
            m_again = 0;
        return isChanged;
    }

    void remember(const JudgeContext& context, const JudgeInput& input)
    {
        m_policies = context.policies;
        m_mode = input.mode;
        m_looksThroughCasts = context.looksThroughCasts;
        m_keep = input.keepDTypes ? *input.keepDTypes : KeepDTypes{};
        m_custom = input.customDTypes ? *input.customDTypes : CustomDTypes{};
    }

    std::optional<Error> setFindings(const JudgeContext& context, const JudgeInput& input)
    {
        JudgeFindings gathered(context);
        m_level.note(gathered, "", {});
        std::vector<Finding> findings = gathered.take();
        OverrideCheck check(input.keepDTypes, input.customDTypes);
        if (check.isNeeded()) {
            m_level.check(check);
            if (std::optional<Error> error = check.refusal())
                return error;
            std::ranges::move(check.findings(), std::back_inserter(findings));
        }
        if (std::optional<Finding> warning = hif8Warning(input.mode, input.library->traits()))
            findings.push_back(std::move(*warning));
        m_level.setFindings(std::move(findings));
        return std::nullopt;
    }

    GraphPtr m_graph;
    Level m_level;
    const OpLibrary* m_library = nullptr;
    std::optional<OpPolicies> m_policies; // those of the last call; nothing before the first
    Mode m_mode = Mode::MixFp16;
    bool m_looksThroughCasts = false;
    KeepDTypes m_keep;
    CustomDTypes m_custom;
    int m_again = 0; // calls since everything was decided anew
};

GraphJudge::GraphJudge(GraphPtr graph)
    : m_state(std::make_unique<State>(std::move(graph)))
{
}

GraphJudge::GraphJudge(GraphJudge&&) noexcept = default;
GraphJudge& GraphJudge::operator=(GraphJudge&&) noexcept = default;
GraphJudge::~GraphJudge() = default;

Result<Decisions> GraphJudge::decide(const JudgeInput& input)
{
    if (std::optional<Error> error = m_state->run(input))
        return std::unexpected(std::move(*error));
    return m_state->decisions();
}

std::size_t GraphJudge::judgedNodes() const
{
    return m_state->judgedNodes();
}

Result<Decisions> judge(const GraphPtr& graph, const JudgeInput& input)
{
    return GraphJudge(graph).decide(input);
}

}
