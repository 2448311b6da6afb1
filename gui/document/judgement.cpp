// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/judgement.h"

#include "analysis/policy/policyexplainer.h"

#include <algorithm>
#include <cmath>

namespace halftone {

int PrecisionSummary::lowPercent() const
{
    if (floatNodes == 0)
        return 0;
    constexpr double kWhole = 100;
    return static_cast<int>(
        std::lround(kWhole * static_cast<double>(lowNodes) / static_cast<double>(floatNodes)));
}

Judgement::Judgement(const GraphPtr& graph, const Policy& policy)
    : m_policy(policy)
    , m_precision(policy.precision())
    , m_decisions(graph)
{
    m_library = policy.library();
    if (!m_library)
        m_library = *OpLibrary::embedded(OpLibrary::chips().front().soc); // decide() says that there is none
    if (Result<Decisions> decisions = decide(graph, m_precision)) {
        m_decisions = *std::move(decisions);
        m_casts = findCasts(m_decisions);
        m_explainer = std::make_unique<const PolicyExplainer>(m_decisions, m_precision);
    } else {
        m_refusal = decisions.error();
    }
    summarize();
}

Judgement::~Judgement() = default;

void Judgement::summarize()
{
    std::size_t bf16Nodes = 0;
    for (NodeId node : graph()->nodes()) {
        const DType precision = m_decisions.precision(node);
        m_summary.floatNodes += isReducibleFloat(precision) ? 1 : 0;
        m_summary.lowNodes += isLowPrecision(precision) ? 1 : 0;
        bf16Nodes += precision == DType::BFloat16 ? 1 : 0;
    }
    if (2 * bf16Nodes > m_summary.lowNodes)
        m_summary.lowType = DType::BFloat16;
    if (m_policy.choice->isAscend())
        m_typeUses = typesIn(m_decisions);
    m_summary.casts = m_casts.size() + m_decisions.innerCasts().size();
    m_summary.castBytes = castBytes(*graph(), m_casts);
}

Explanation Judgement::explain(NodeId node) const
{
    if (m_refusal)
        return {.steps = {{.text = m_refusal->what, .source = {}, .node = {}},
                    {.text = m_refusal->remedy, .source = {}, .node = {}}}};
    return m_explainer->explain(node);
}

std::string Judgement::reason(NodeId node) const
{
    return m_explainer ? m_explainer->line(node) : m_refusal->what;
}

std::vector<NodeId> changedNodes(const Judgement& before, const Judgement& after)
{
    std::vector<NodeId> changed;
    if (before.graph() != after.graph())
        return changed;
    const Decisions& old = before.decisions();
    const Decisions& now = after.decisions();
    for (NodeId node : now.graph()->nodes()) {
        if (!std::ranges::equal(old.inputDTypes(node), now.inputDTypes(node)) ||
            !std::ranges::equal(old.outputDTypes(node), now.outputDTypes(node)))
            changed.push_back(node);
    }
    return changed;
}

std::vector<PrecisionMove> precisionMoves(const Judgement& before, const Judgement& after)
{
    std::vector<PrecisionMove> moves;
    if (before.graph() != after.graph())
        return moves;
    for (NodeId node : after.graph()->nodes()) {
        const DType from = before.decisions().precision(node);
        const DType to = after.decisions().precision(node);
        if (from == to)
            continue;
        const auto same =
            std::ranges::find_if(moves, [&](const PrecisionMove& m) { return m.from == from && m.to == to; });
        if (same == moves.end())
            moves.push_back({from, to, 1});
        else
            ++same->nodes;
    }
    std::ranges::stable_sort(moves, std::greater(), &PrecisionMove::nodes);
    return moves;
}

}
