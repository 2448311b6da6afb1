// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/judge/judgefindings.h"

#include "analysis/judge/rules.h"

#include <algorithm>
#include <array>
#include <format>

namespace halftone {
namespace {

struct KindOfRule
{
    std::string_view rule;
    std::string_view kind;
};
constexpr auto kKindOfRule = std::to_array<KindOfRule>({
    {rules::kAiCpu, "judge.ai-cpu"},
    {rules::kNoEngine, "judge.no-kernel"},
    {rules::kNotInLibrary, "judge.not-in-library"},
    {rules::kWhiteNoLow, "judge.white-without-low"},
});

struct Message
{
    std::string_view kind;
    std::string_view text; // {0}: the operator type
};
constexpr auto kMessages = std::to_array<Message>({
    {"judge.ai-cpu", "{} runs on the AI CPU"},
    {"judge.assumed-columns", "The library has no table for {}"},
    {"judge.no-kernel", "No engine takes {} with these types and lists"},
    {"judge.not-in-library", "No published library of this chip has {}"},
    {"judge.unmapped", "No Ascend operator is known for {}"},
    {"judge.white-without-low", "{} is white but has no low-precision kernel for its tensors"},
});

}

void JudgeFindings::note(std::string_view kind, std::string_view type, NodeId node)
{
    auto& byType = m_groupOf[kind];
    auto found = byType.find(type);
    if (found == byType.end()) {
        found = byType.emplace(type, m_groups.size()).first;
        m_groups.push_back({kind, std::string(type), node});
    }
    ++m_groups[found->second].count;
}

void JudgeFindings::noteUnmapped(const Graph& graph, NodeId node)
{
    note("judge.unmapped", graph.node(node).opType, node);
}

void JudgeFindings::notePart(NodeId node, const PartDecision& part)
{
    const auto row = std::ranges::find(kKindOfRule, part.rule, &KindOfRule::rule);
    if (row != kKindOfRule.end())
        note(row->kind, part.ascendType, node);
    if (part.assumedColumns)
        note("judge.assumed-columns", part.ascendType, node);
}

std::vector<Finding> JudgeFindings::take(const Graph& graph) const
{
    std::vector<Finding> findings;
    for (const Group& group : m_groups) {
        const auto message = std::ranges::find(kMessages, group.kind, &Message::kind);
        std::string text = std::vformat(message->text, std::make_format_args(group.type));
        text += group.count == 1 ? "." : std::format(" ({} times).", group.count);
        findings.push_back({.id = std::string(group.kind),
            .where = graph.displayName(group.first),
            .message = std::move(text),
            .node = group.first});
    }
    return findings;
}

}
