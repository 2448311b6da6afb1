// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/proposal.h"

#include "executor/compare/waycomparison.h"
#include "gui/document/entryeffects.h"
#include "gui/document/messagetexts.h"
#include "gui/document/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct Proposals
{
    Q_DECLARE_TR_FUNCTIONS(halftone::Proposals)
};

// Where a cast stands: its value and types, and its reader where it has one of its own. Of a cast inside an
// operator that operator, with no value.
using CastPlace = std::tuple<std::uint32_t, DType, DType, std::uint32_t, std::uint32_t>;

std::vector<CastPlace> sortedCasts(const Judgement& judgement)
{
    std::vector<CastPlace> places;
    for (const CastEdge& cast : judgement.casts()) {
        const CastEdge::Consumer reader =
            cast.consumers.size() == 1 ? cast.consumers.front() : CastEdge::Consumer{};
        places.push_back({cast.value.index, cast.from, cast.to, reader.node.index, reader.slot});
    }
    for (const InnerCast& cast : judgement.decisions().innerCasts())
        places.push_back({ValueId{}.index, cast.from, cast.to, cast.node.index, 0});
    std::ranges::sort(places);
    return places;
}

// How many of \p these are not among \p others; both are sorted.
std::size_t countMissing(const std::vector<CastPlace>& these, const std::vector<CastPlace>& others)
{
    std::vector<CastPlace> missing;
    std::ranges::set_difference(these, others, std::back_inserter(missing));
    return missing.size();
}

QString bytesText(std::int64_t bytes)
{
    if (bytes == 0)
        return Proposals::tr("tensors as large as before");
    const QString size = sizeText(std::abs(bytes));
    return Proposals::tr("tensors %1").arg((bytes < 0 ? QStringLiteral("−") : QStringLiteral("+")) + size);
}

}

ProposalEffect effectOf(const Judgement& before, const Judgement& after)
{
    if (after.refusal())
        return {.refusal = after.refusal()};
    const std::vector<CastPlace> old = sortedCasts(before);
    const std::vector<CastPlace> now = sortedCasts(after);
    return {.moves = precisionMoves(before, after),
        .nodes = changedNodes(before, after),
        .castsBefore = before.summary().casts,
        .castsAdded = countMissing(now, old),
        .castsRemoved = countMissing(old, now),
        .tensorBytes = static_cast<std::int64_t>(tensorBytes(after.decisions())) -
            static_cast<std::int64_t>(tensorBytes(before.decisions()))};
}

std::vector<ProposalEffect> effectsOf(
    const JudgementPtr& now, std::span<const Proposal> proposals, const std::stop_token& stop)
{
    std::vector<ProposalEffect> effects;
    for (const Proposal& proposal : proposals) {
        if (stop.stop_requested())
            return {};
        effects.push_back(effectOf(*now, Judgement(now->graph(), proposal.policy)));
    }
    return effects;
}

QString effectText(const ProposalEffect& effect)
{
    if (effect.refusal)
        return errorText(*effect.refusal);
    return Proposals::tr("%1 · casts %2→%3 (+%4 −%5) · %6")
        .arg(movesText(effect.moves))
        .arg(effect.castsBefore)
        .arg(effect.castsBefore + effect.castsAdded - effect.castsRemoved)
        .arg(effect.castsAdded)
        .arg(effect.castsRemoved)
        .arg(bytesText(effect.tensorBytes));
}

}
