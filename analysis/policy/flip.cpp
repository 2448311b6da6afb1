// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/policy/flip.h"

#include "analysis/casts/castinsertion.h"
#include "analysis/judge/decisiondiff.h"
#include "analysis/judge/graphjudge.h"
#include "analysis/policy/ascendpolicy.h"

#include <algorithm>

namespace halftone {
namespace {

// Decides one graph again and again. Ascend's judge remembers what an edit does not touch.
class Decider
{
public:
    explicit Decider(GraphPtr graph)
        : m_graph(std::move(graph))
    {
    }

    Result<Decisions> decide(const PrecisionPolicy& policy)
    {
        const auto* settings = std::get_if<AscendSettings>(&policy.settings);
        if (!settings)
            return halftone::decide(m_graph, policy);
        auto judging = ascendJudging(*settings);
        if (!judging)
            return std::unexpected(judging.error());
        m_library = judging->library; // must outlive the next call
        if (!m_judge)
            m_judge.emplace(m_graph);
        auto decisions = m_judge->decide(judging->input);
        if (decisions)
            applyOverrides(*decisions, policy.overrides);
        return decisions;
    }

private:
    GraphPtr m_graph;
    std::shared_ptr<const OpLibrary> m_library;
    std::optional<GraphJudge> m_judge;
};

struct LowType
{
    DType operator()(const AscendSettings& settings) const
    {
        return settings.modeName.contains("bf") ? DType::BFloat16 : DType::Float16;
    }
    DType operator()(const MindSporeSettings& settings) const { return settings.low; }
    DType operator()(const TensorFlowSettings&) const { return DType::Float16; }
    DType operator()(const TorchSettings& settings) const { return settings.low; }
    DType operator()(const AutoCastSettings& settings) const { return settings.low; }
    DType operator()(const OnnxFloat16Settings&) const { return DType::Float16; }
};

// FP16, BF16 or HiFloat8.
bool isLow(DType dtype)
{
    return isLowPrecision(dtype) || dtype == DType::HiFloat8;
}

std::vector<PrecisionChange> otherChanges(
    const Decisions& before, const Decisions& after, const NodePlace& place)
{
    std::vector<PrecisionChange> others;
    for (NodePlace& changed : changedNodes(before, after)) {
        if (changed == place)
            continue;
        const DType from = changed.in(before).precision(changed.node);
        const DType to = changed.in(after).precision(changed.node);
        others.push_back({std::move(changed), from, to});
    }
    return others;
}

std::size_t castCount(const Decisions& decisions)
{
    std::size_t count = 0;
    for (const GraphCasts& graph : findAllCasts(decisions))
        count += graph.casts.size() + graph.decisions->innerCasts().size();
    return count;
}

}

FlipReport findFlips(const Decisions& decisions, const NodePlace& place, const PrecisionPolicy& policy,
    const FlipOptions& options)
{
    const Decisions& own = place.in(decisions);
    FlipReport report{.now = own.precision(place.node), .casts = castCount(decisions)};
    report.wanted = options.wanted ? *options.wanted
        : isLow(report.now)        ? DType::Float32
                                   : std::visit(LowType{}, policy.settings);
    if (!isReducibleFloat(report.now) && !isLow(report.now))
        return report; // Integers and the like: no policy moves them.
    std::vector<PolicyEdit> edits = policyEdits(own, place.node, policy, report.wanted);
    report.tried = std::min(edits.size(), options.maxTried);
    report.untried = edits.size() - report.tried;
    Decider decider(decisions.graph());
    for (PolicyEdit& edit : std::span(edits).first(report.tried)) {
        const auto edited = decider.decide(edit.policy);
        if (!edited || place.in(*edited).precision(place.node) != report.wanted)
            continue;
        report.flips.push_back(
            {std::move(edit), otherChanges(decisions, *edited, place), castCount(*edited)});
    }
    std::ranges::stable_sort(report.flips, {}, [](const Flip& flip) { return flip.others.size(); });
    return report;
}

}
