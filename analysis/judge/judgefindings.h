// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/judge/decisions.h"

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
    void noteUnmapped(const Graph& graph, NodeId node);
    void notePart(NodeId node, const PartDecision& part);

    /// In the order in which the first node of each came.
    std::vector<Finding> take(const Graph& graph) const;

private:
    struct Group
    {
        std::string_view kind;
        std::string type;
        NodeId first;
        std::size_t count = 0;
    };

    void note(std::string_view kind, std::string_view type, NodeId node);

    std::vector<Group> m_groups;
    std::map<std::string_view, std::map<std::string, std::size_t, std::less<>>>
        m_groupOf; // by kind, then type
};

}
