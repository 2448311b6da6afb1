// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/remedy.h"

#include "gui/document/commands.h"
#include "gui/document/document.h"
#include "gui/document/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace halftone {
namespace {

/// The context of the texts below for translators.
struct Remedies
{
    Q_DECLARE_TR_FUNCTIONS(halftone::Remedies)
};

// The fix of a mistake in the mixlist stands in the advice.
std::optional<Remedy> fixOfList(const Document& document, const Finding& finding)
{
    const auto advice = std::ranges::find(document.advice(), finding, &MixlistAdvice::finding);
    if (advice == document.advice().end() || !advice->fix)
        return std::nullopt;
    return Remedy{
        advice->fix->label, [fix = *advice->fix](Document& to) { changeMixlist(to, fix.result, fix.label); }};
}

std::optional<Remedy> keepInFloat32(const Document& document, const Finding& finding)
{
    if (!finding.node.isValid())
        return std::nullopt;
    const Node& row = document.graph()->node(finding.node);
    const bool isDecided = row.phase == Phase::Forward || row.phase == Phase::Loss;
    const DType precision = document.judgement()->decisions().precision(finding.node);
    if (row.name.empty() || !isDecided || !isLowPrecision(precision))
        return std::nullopt;
    return Remedy{Remedies::tr("Keep it in FP32"),
        [name = row.name](Document& to) { overridePrecision(to, name, DType::Float32); }};
}

// Where the person's own list is what made it so.
std::optional<Remedy> takeOffList(const Document& document, const Finding& finding)
{
    if (!finding.node.isValid())
        return std::nullopt;
    const std::vector<MixlistEntry>& entries = document.policy().mixlist.entries;
    QStringList types = typesOf(document.judgement()->decisions(), finding.node);
    erase_if(types, [&](const QString& type) {
        return !std::ranges::contains(entries, type.toStdString(), &MixlistEntry::opType);
    });
    if (types.isEmpty())
        return std::nullopt;
    return Remedy{Remedies::tr("Take %1 out of the mixlist").arg(types.join(QStringLiteral(", "))),
        [types](Document& to) { resetTypes(to, types); }};
}

std::optional<Remedy> takeWishBack(const Document& document, const Finding& finding)
{
    if (!std::ranges::contains(document.policy().overrides, finding.where, &PrecisionOverride::target))
        return std::nullopt;
    return Remedy{Remedies::tr("Ask for nothing there"),
        [target = finding.where](Document& to) { overridePrecision(to, target, DType::Undefined); }};
}

struct RemedyRow
{
    std::string_view finding;
    std::optional<Remedy> (*make)(const Document&, const Finding&);
};

constexpr auto kRows = std::to_array<RemedyRow>({
    {"judge.no-kernel", takeOffList},
    {"judge.white-without-low", takeOffList},
    {"policy.clamped-constants", keepInFloat32},
    {"policy.override-no-target", takeWishBack},
});

}

std::optional<Remedy> remedyFor(const Document& document, const Finding& finding)
{
    if (auto fix = fixOfList(document, finding))
        return fix;
    const auto row = std::ranges::find(kRows, finding.id, &RemedyRow::finding);
    return document.judgement() && row != kRows.end() ? row->make(document, finding) : std::nullopt;
}

}
