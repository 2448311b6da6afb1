// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/judgefindings.h"
#include "analysis/judge/nodeoutcome.h"
#include "analysis/judge/nodeset.h"
#include "analysis/judge/overridefindings.h"

#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace halftone {

/// This is one graph or body with all that is remembered about it; GraphJudge says how that is used.
class JudgeLevel
{
public:
    /// \p originals are the types of a body's values; empty for a graph that knows them itself.
    JudgeLevel(GraphPtr graph, IdMap<ValueId, DType> originals);

    const Decisions& decisions() const { return m_decisions; }
    std::size_t judgedNodes() const { return m_judgedNodes; } ///< By the last call, in bodies too.

    /// Forgets everything that depends on the library.
    void prepare(const OpLibrary& library);
    void decideAnew(const JudgeContext& context);
    /// \p hasChanged(op) says of which operators the policy is another one than at the last call.
    using HasChanged = std::function<bool(const LibraryOp*)>;
    void decideAgain(const JudgeContext& context, const HasChanged& hasChanged);

    void note(JudgeFindings& findings, const std::string& path, NodeId owner) const;
    void check(OverrideCheck& check) const;
    void setFindings(std::vector<Finding> findings);

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
        std::unique_ptr<JudgeLevel> level;
    };

    Decisions fresh() const;
    static JudgeContext bodyContext(const JudgeContext& context, const JudgeLevel& body);
    static bool takesPart(const PreparedNode& prepared, const HasChanged& hasChanged);
    void markCasts(NodeId node);
    void walk(const JudgeContext& context);
    void judge(const JudgeContext& context, NodeId node);
    void setKey(const JudgeContext& context, NodeId node);
    std::uint32_t outcomeFor(const JudgeContext& context, NodeId node, Kind& kind);
    void apply(NodeId node, std::uint32_t index);
    void addReadersOfChanges(NodeId node, const NodeOutcome& outcome);
    void addReaders(NodeId node);
    void addUses(ValueId value);
    void passOnBodies();

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
