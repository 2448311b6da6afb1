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
    {rules::kUnmapped, "judge.unmapped"},
    {rules::kWhiteNoLow, "judge.white-without-low"},
});

struct Message
{
    std::string_view kind;
    std::string_view text; // {0}: the operator type, {1}: the chip
};
constexpr auto kMessages = std::to_array<Message>({
    {"dtypes.names-nothing", "The line for {0} names no type for any of its tensors"},
    {"judge.ai-cpu", "{0} runs on the AI CPU"},
    {"judge.assumed-columns", "The library has no table for {0}"},
    {"judge.flags-differ", "{0}: which of the two is judged depends on the version of CANN"},
    {"judge.no-kernel", "No engine takes {0} with these types and lists"},
    {"judge.not-in-library", "No published library of {1} has {0}"},
    {"judge.unmapped", "No Ascend operator is known for {0}"},
    {"judge.white-without-low", "{0} is white but has no low-precision kernel for its tensors"},
});

// Where it is the mode that asks for what no kernel gives, the mode is to blame.
struct ModeMessage
{
    Mode mode;
    std::string_view text;
};
constexpr auto kImpossible = std::to_array<ModeMessage>({
    {Mode::KeepOrigin,
        "must_keep_origin_dtype is impossible for {0}: it has no kernel in its original types"},
    {Mode::ForceFp32, "force_fp32 (cube_fp16in_fp32out) is impossible for {0}: it has no kernel in FP32"},
});

}

void JudgeFindings::add(std::string_view kind, std::string type, const Nodes& nodes)
{
    const auto [found, isNew] = m_groupOf.try_emplace({kind, type}, m_groups.size());
    if (isNew)
        m_groups.push_back({kind, std::move(type), nodes});
    else
        m_groups[found->second].nodes.count += nodes.count;
}

void JudgeFindings::note(const NodeOutcome& outcome, std::string_view opType, const Nodes& nodes)
{
    if (outcome.parts.empty())
        return add("judge.unmapped", std::string(opType), nodes);
    for (std::size_t i = 0; i < outcome.parts.size(); ++i)
        notePart(outcome.parts[i], outcome.candidates[i], nodes);
    if (outcome.customNamesNothing)
        add("dtypes.names-nothing", outcome.parts[outcome.mainPart].ascendType, nodes);
}

void JudgeFindings::notePart(const PartDecision& part, const PreparedOp* candidate, const Nodes& nodes)
{
    const auto row = std::ranges::find(kKindOfRule, part.rule, &KindOfRule::rule);
    if (row != kKindOfRule.end())
        add(row->kind, part.ascendType, nodes);
    if (part.assumedColumns)
        add("judge.assumed-columns", part.ascendType, nodes);
    if (candidate && candidate->sibling && usesMixlist(m_context.mode))
        noteFlags(*candidate, nodes);
}

void JudgeFindings::noteFlags(const PreparedOp& candidate, const Nodes& nodes)
{
    const List judged = m_context.policies.of(candidate.op).list;
    const List other = m_context.policies.of(candidate.sibling).list;
    if (judged != other)
        add("judge.flags-differ",
            std::format("{} is {}, and {}, which it would be without constants, is {}", candidate.op->type,
                name(judged), candidate.sibling->type, name(other)),
            nodes);
}

std::string JudgeFindings::messageOf(const Group& group) const
{
    std::string_view text = std::ranges::find(kMessages, group.kind, &Message::kind)->text;
    const auto impossible = std::ranges::find(kImpossible, m_context.mode, &ModeMessage::mode);
    if (group.kind == "judge.no-kernel" && impossible != kImpossible.end())
        text = impossible->text;
    const ChipTraits& chip = m_context.library.traits();
    std::string title(chip.title);
    if (chip.isPartial)
        title += ", which is only partly public,";
    std::string message = std::vformat(text, std::make_format_args(group.type, title));
    return message +
        (group.nodes.count == 1 ? std::string(".") : std::format(" ({} times).", group.nodes.count));
}

std::vector<Finding> JudgeFindings::take() const
{
    std::vector<Finding> findings;
    for (const Group& group : m_groups)
        findings.push_back({.id = std::string(group.kind),
            .where = group.nodes.where,
            .message = messageOf(group),
            .node = group.nodes.node});
    return findings;
}

}
