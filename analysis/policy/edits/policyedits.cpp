// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/edits/policyedits.h"

#include <algorithm>
#include <format>

namespace halftone {

EditContext::EditContext(const Decisions& decisions, NodeId node, const PrecisionPolicy& policy, DType wanted)
    : m_decisions(decisions)
    , m_policy(policy)
    , m_wanted(wanted)
{
    for (NodeId next = node; next.isValid(); next = decisions.node(next).decidedBy)
        m_chain.push_back(next);
}

void EditContext::add(std::string_view where, std::string what, PrecisionPolicy edited)
{
    const auto isSame = [&](const PolicyEdit& edit) { return edit.where == where && edit.what == what; };
    if (std::ranges::none_of(m_edits, isSame))
        m_edits.push_back({where, std::move(what), std::move(edited)});
}

void EditContext::add(std::string_view where, std::string what, PolicySettings edited)
{
    add(where, std::move(what), PrecisionPolicy{std::move(edited), m_policy.overrides});
}

std::vector<PolicyEdit> policyEdits(
    const Decisions& decisions, NodeId node, const PrecisionPolicy& policy, DType wanted)
{
    EditContext context(decisions, node, policy, wanted);
    definitionOf(policy).addEdits(context);
    return std::move(context).take();
}

void addOverrideEdits(EditContext& context)
{
    for (NodeId node : context.chain()) {
        const Node& row = context.graph().node(node);
        const bool mayBeMeant = row.phase == Phase::Forward || row.phase == Phase::Loss;
        if (!mayBeMeant)
            continue;
        for (std::size_t i = 0; i < context.policy().overrides.size(); ++i) {
            const PrecisionOverride& call = context.policy().overrides[i];
            if (!speaksOf(call, context.graph().displayName(node)))
                continue;
            PrecisionPolicy without = context.policy();
            without.overrides.erase(without.overrides.begin() + static_cast<std::ptrdiff_t>(i));
            context.add(
                "to_float", std::format("take out {} of \"{}\"", name(call.dtype), call.target), without);
        }
        if (row.name.empty())
            continue;
        PrecisionPolicy with = context.policy();
        with.overrides.push_back({.target = row.name, .dtype = context.wanted()});
        context.add("to_float", std::format("set \"{}\" to {}", row.name, name(context.wanted())), with);
    }
}

}
