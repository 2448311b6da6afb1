// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/advice/castadvice.h"

#include "analysis/casts/castislands.h"
#include "analysis/judge/graphjudge.h"
#include "analysis/ops/opdef.h"
#include "analysis/policy/ascendpolicy.h"

#include <algorithm>
#include <format>
#include <optional>
#include <set>

namespace halftone {
namespace {

constexpr std::size_t kMostCandidates = 200; // Each is a decision of the whole graph.

/// Decides with edits; Ascend's engine keeps what does not depend on lists.
class Decider
{
public:
    explicit Decider(const GraphPtr& graph)
        : m_graph(graph)
        , m_judge(graph)
    {
    }

    std::optional<Decisions> decide(const PrecisionPolicy& policy)
    {
        const auto* ascend = std::get_if<AscendSettings>(&policy.settings);
        auto decisions =
            ascend && policy.overrides.empty() ? judged(*ascend) : halftone::decide(m_graph, policy);
        return decisions ? std::optional(*std::move(decisions)) : std::nullopt;
    }

private:
    Result<Decisions> judged(const AscendSettings& settings)
    {
        const auto judging = ascendJudging(settings);
        if (!judging)
            return std::unexpected(judging.error());
        m_library = judging->library;
        return m_judge.decide(judging->input);
    }

    GraphPtr m_graph;
    std::shared_ptr<const OpLibrary> m_library; // of the last decision, see GraphJudge::decide()
    GraphJudge m_judge;
};

bool hasLists(const PrecisionPolicy& policy)
{
    const auto* ascend = std::get_if<AscendSettings>(&policy.settings);
    const auto mode = ascend ? parseMode(ascend->modeName) : std::unexpected(Error{});
    return mode && usesMixlist(mode->mode) && policy.overrides.empty();
}

std::shared_ptr<const OpLibrary> libraryOf(const PrecisionPolicy& policy)
{
    const auto judging = ascendJudging(std::get<AscendSettings>(policy.settings));
    return judging ? judging->library : nullptr;
}

// The types on both sides of each cast.
std::set<std::string> typesBesideCasts(const Decisions& decisions)
{
    std::set<std::string> types;
    for (const GraphCasts& graph : findAllCasts(decisions)) {
        const auto add = [&](NodeId node) {
            for (const PartDecision& part :
                node.isValid() ? graph.decisions->parts(node) : std::span<const PartDecision>())
                types.insert(part.ascendType);
        };
        for (const CastEdge& cast : graph.casts) {
            add(graph.decisions->graph()->value(cast.value).producer);
            for (const CastEdge::Consumer& consumer : cast.consumers)
                add(consumer.node);
        }
    }
    return types;
}

std::vector<CastEdit> listCandidates(const Decisions& decisions, const PrecisionPolicy& policy)
{
    const auto library = libraryOf(policy);
    const Mixlist& mixlist = std::get<AscendSettings>(policy.settings).mixlist;
    std::vector<CastEdit> candidates;
    for (const std::string& type : typesBesideCasts(decisions)) {
        const LibraryOp* op = library ? library->find(type) : nullptr;
        if (!op || type == "Cast")
            continue;
        const List now = effectiveList(type, op->list, mixlist);
        for (const List list : {List::Gray, List::Black, List::White}) {
            if (list != now)
                candidates.push_back({.kind = CastEdit::Kind::List, .target = type, .list = list});
        }
    }
    return candidates;
}

std::vector<CastEdit> overrideCandidates(const Decisions& decisions)
{
    std::vector<CastEdit> candidates;
    for (const CastIsland& island : findIslands(decisions)) {
        const Node& node = island.decisions->graph()->node(island.node);
        if (node.name.empty() || node.phase != Phase::Forward)
            continue;
        DType around = DType::Float32;
        for (ValueId input : island.decisions->graph()->inputs(island.node)) {
            const DType produced = input.isValid() ? island.decisions->produced(input) : DType::Undefined;
            if (!island.isLow && isLowPrecision(produced))
                around = produced;
        }
        candidates.push_back({.kind = CastEdit::Kind::Override,
            .target = island.path.empty() ? node.name : std::format("{}/{}", island.path, node.name),
            .dtype = around});
    }
    return candidates;
}

PrecisionPolicy edited(PrecisionPolicy policy, const CastEdit& edit)
{
    if (edit.kind == CastEdit::Kind::Override) {
        policy.overrides.push_back({.target = edit.target, .dtype = edit.dtype});
        return policy;
    }
    const auto library = libraryOf(policy);
    auto& settings = std::get<AscendSettings>(policy.settings);
    settings.mixlist =
        withOpInList(settings.mixlist, edit.target, library->find(edit.target)->list, edit.list);
    return policy;
}

/// Which nodes go to another width.
struct Moves
{
    std::size_t lowered = 0;
    std::size_t raised = 0;
    bool raisesProducts = false;
};

void addMoves(const Decisions& before, const Decisions& after, Moves& moves)
{
    const Graph& graph = *before.graph();
    for (NodeId node : graph.nodes()) {
        const bool wasLow = isLowPrecision(before.precision(node));
        const bool isLow = isLowPrecision(after.precision(node));
        moves.lowered += isLow && !wasLow;
        moves.raised += wasLow && !isLow;
        moves.raisesProducts =
            moves.raisesProducts || (wasLow && !isLow && graph.node(node).op->opClass == OpClass::Compute);
        for (std::size_t i = 0; i < graph.node(node).bodies.size(); ++i)
            addMoves(before.body(node, i), after.body(node, i), moves);
    }
}

// False when the edit is none to give.
bool tryEdit(CastEdit& edit, Decider& decider, const PrecisionPolicy& policy, const Decisions& original)
{
    const auto after = decider.decide(edited(policy, edit));
    if (!after)
        return false;
    Moves moves;
    addMoves(original, *after, moves);
    edit.after = costOf(*after);
    edit.lowered = moves.lowered;
    edit.raised = moves.raised;
    return !moves.raisesProducts;
}

auto merit(const CastEdit& edit)
{
    return std::tuple(edit.after.casts, edit.after.bytes, edit.lowered + edit.raised, edit.target);
}

}

CastCost costOf(const Decisions& decisions)
{
    CastCost cost;
    for (const auto& [types, part] : costByTypes(decisions)) {
        cost.casts += part.casts;
        cost.bytes += part.bytes;
    }
    return cost;
}

std::map<std::pair<DType, DType>, CastCost> costByTypes(const Decisions& decisions)
{
    std::map<std::pair<DType, DType>, CastCost> costs;
    for (const GraphCasts& graph : findAllCasts(decisions)) {
        for (const CastEdge& cast : graph.casts) {
            CastCost& cost = costs[{cast.from, cast.to}];
            ++cost.casts;
            cost.bytes += castBytes(*graph.decisions->graph(), std::span(&cast, 1));
        }
        for (const InnerCast& cast : graph.decisions->innerCasts())
            ++costs[{cast.from, cast.to}].casts;
    }
    return costs;
}

std::string describe(const CastEdit& edit)
{
    return edit.kind == CastEdit::Kind::List ? std::format("{} to the {} list", edit.target, name(edit.list))
                                             : std::format("{} in {}", edit.target, name(edit.dtype));
}

std::vector<CastEdit> adviseCasts(const Decisions& decisions, const PrecisionPolicy& policy, std::size_t most)
{
    Decider decider(decisions.graph());
    PrecisionPolicy best = policy;
    CastCost cost = costOf(decisions);
    std::vector<CastEdit> edits;
    std::vector<CastEdit> candidates =
        hasLists(policy) ? listCandidates(decisions, policy) : overrideCandidates(decisions);
    candidates.resize(std::min(candidates.size(), kMostCandidates));
    while (edits.size() < most) {
        // What saved nothing, or too much, is not tried again.
        std::erase_if(candidates, [&](CastEdit& edit) {
            return !tryEdit(edit, decider, best, decisions) || edit.after.casts >= cost.casts;
        });
        const auto chosen = std::ranges::min_element(candidates, {}, merit);
        if (chosen == candidates.end())
            break;
        edits.push_back(*chosen);
        best = edited(best, *chosen);
        cost = chosen->after;
        const std::string target = chosen->target;
        std::erase_if(candidates, [&](const CastEdit& edit) { return edit.target == target; });
    }
    return edits;
}

}
