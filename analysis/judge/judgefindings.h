// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/nodeoutcome.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace halftone {

/// This gathers what a person should know about a judgement, once per kind and operator type: a graph of ten
/// thousand Adds must not give ten thousand findings.
class JudgeFindings
{
public:
    /// Nodes that were judged alike.
    struct Nodes
    {
        std::string where; ///< The first of them, with the way to it where it is in a body.
        NodeId node; ///< The first of them; that of the graph that owns the body.
        std::size_t count = 0;
    };

    explicit JudgeFindings(const JudgeContext& context)
        : m_context(context)
    {
    }

    /// \p opType is the framework's name, for operators without an Ascend one.
    void note(const NodeOutcome& outcome, std::string_view opType, const Nodes& nodes);

    /// In the order in which they were noted.
    std::vector<Finding> take() const;

private:
    struct Group
    {
        std::string_view kind;
        std::string type;
        Nodes nodes;
    };

    void notePart(const PartDecision& part, const PreparedOp* candidate, const Nodes& nodes);
    void noteFlags(const PreparedOp& candidate, const Nodes& nodes);
    void add(std::string_view kind, std::string type, const Nodes& nodes);
    std::string messageOf(const Group& group) const;

    const JudgeContext& m_context;
    std::vector<Group> m_groups;
    std::map<std::pair<std::string_view, std::string>, std::size_t> m_groupOf; // by kind and type
};

}
