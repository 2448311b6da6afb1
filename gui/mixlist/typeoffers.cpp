// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/typeoffers.h"

#include "gui/document/policyedits.h"
#include "gui/document/text.h"

#include <QCoreApplication>

#include <array>

namespace halftone {
namespace {

struct OfferRow
{
    List to;
    const char* label;
};
constexpr std::array kRows{OfferRow{List::Black, QT_TRANSLATE_NOOP("TypeOffers", "To &Black")},
    OfferRow{List::Gray, QT_TRANSLATE_NOOP("TypeOffers", "To Gra&y")},
    OfferRow{List::White, QT_TRANSLATE_NOOP("TypeOffers", "To &White")}};

}

std::vector<ProposalPanel::Offer> offersFor(const Policy& policy, const QStringList& types, List current)
{
    std::vector<ProposalPanel::Offer> offers;
    if (types.isEmpty() || !policy.mixlistInForce())
        return offers;
    for (const OfferRow& row : kRows) {
        if (row.to != current)
            offers.push_back({text(name(row.to)), QCoreApplication::translate("TypeOffers", row.label),
                {moveText(types, row.to), withTypesInList(policy, types, row.to)}});
    }
    if (Policy plain = withoutTypes(policy, types); plain != policy)
        offers.push_back({QStringLiteral("reset"), QCoreApplication::translate("TypeOffers", "As B&uilt In"),
            {resetText(types), std::move(plain)}});
    return offers;
}

}
