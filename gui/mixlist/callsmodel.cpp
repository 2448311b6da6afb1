// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/callsmodel.h"

#include "gui/document/analysistexts.h"
#include "gui/document/text.h"
#include "gui/models/marks.h"

#include <array>

namespace halftone {
namespace {

// "3 of 3", "2 of 3: float32"
QString gotText(const CallRow& row)
{
    if (!row.isJudged)
        return {};
    if (row.operators == 0)
        return CallsModel::tr("no operator");
    const QString share = CallsModel::tr("%1 of %2").arg(row.granted).arg(row.operators);
    return row.granted == row.operators ? share : share + QStringLiteral(": ") + text(name(row.got));
}

constexpr auto kColumns = std::to_array<Column<CallRow>>({
    {.title = QT_TRANSLATE_NOOP("CallsModel", "Where"),
        .toolTip =
            QT_TRANSLATE_NOOP("CallsModel", "The operator, scope or group that the type is asked for on"),
        .text = [](const CallRow& row) { return callTitle(row.call); }},
    {.title = QT_TRANSLATE_NOOP("CallsModel", "Asked"),
        .toolTip = QT_TRANSLATE_NOOP("CallsModel", "The type that you asked for"),
        .text = [](const CallRow& row) { return text(name(row.call.dtype)); },
        .decoration = [](const CallRow& row) { return QVariant(precisionIcon(row.call.dtype)); }},
    {.title = QT_TRANSLATE_NOOP("CallsModel", "Got"),
        .toolTip = QT_TRANSLATE_NOOP("CallsModel", "How many operators got it, and what others got"),
        .text = gotText},
});

}

QString callTitle(const PrecisionOverride& call)
{
    if (call.target.empty())
        return CallsModel::tr("the whole network");
    return call.members.empty() ? text(call.target)
                                : QStringLiteral("%1 (%2)").arg(text(call.target)).arg(call.members.size());
}

std::vector<CallRow> callRows(const Policy& policy, const Judgement* judgement)
{
    std::vector<CallRow> rows;
    const bool isJudged = judgement && judgement->policy().overrides == policy.overrides;
    for (const PrecisionOverride& call : policy.overrides)
        rows.push_back({.call = call, .isJudged = isJudged});
    if (!isJudged)
        return rows;
    for (const OverrideOutcome& outcome : judgement->decisions().outcomes()) {
        CallRow& row = rows[outcome.index];
        ++row.operators;
        if (outcome.got == outcome.asked) {
            ++row.granted;
        } else if (row.got == DType::Undefined) {
            row.got = outcome.got;
            row.why = analysisText(ruleOf(outcome.why).title);
        }
    }
    return rows;
}

CallsModel::CallsModel(QObject* parent)
    : ColumnTable(kColumns, "CallsModel", parent)
{
}

QVariant CallsModel::rowData(const CallRow& row, int, int role) const
{
    if (role == kNameRole)
        return text(row.call.target);
    if (role != Qt::ToolTipRole)
        return {};
    constexpr qsizetype kShown = 20;
    QStringList lines{callTitle(row.call)};
    for (const std::string& member : row.call.members)
        lines += text(member);
    if (lines.size() > kShown)
        lines = lines.first(kShown) + QStringList{QStringLiteral("…")};
    if (!row.why.isEmpty())
        lines += tr("Got %1: %2").arg(text(name(row.got)), row.why);
    return lines.join('\n');
}

}
