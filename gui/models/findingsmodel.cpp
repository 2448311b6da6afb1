// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/findingsmodel.h"

#include "gui/document/analysistexts.h"
#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/models/marks.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace {

constexpr auto kColumns = std::to_array<Column<FindingRow>>({
    {.title = QT_TRANSLATE_NOOP("FindingsModel", "Severity"),
        .toolTip = QT_TRANSLATE_NOOP("FindingsModel", "How much it matters"),
        .text = [](const FindingRow& row) { return severityTitle(row.severity); },
        .sortValue = [](const FindingRow& row) { return QVariant(-static_cast<int>(row.severity)); },
        .decoration = [](const FindingRow& row) { return QVariant(severityIcon(row.severity)); }},
    {.title = QT_TRANSLATE_NOOP("FindingsModel", "What"),
        .toolTip = QT_TRANSLATE_NOOP("FindingsModel", "What is the case"),
        .text = [](const FindingRow& row) { return row.message; }},
    {.title = QT_TRANSLATE_NOOP("FindingsModel", "Where"),
        .toolTip = QT_TRANSLATE_NOOP("FindingsModel", "The operator, tensor or file that it is about"),
        .text = [](const FindingRow& row) { return messageText(row.finding.where); }},
    {.title = QT_TRANSLATE_NOOP("FindingsModel", "What to do"),
        .toolTip = QT_TRANSLATE_NOOP("FindingsModel", "The remedy"),
        .text = [](const FindingRow& row) { return row.remedy; }},
});

}

FindingsModel::FindingsModel(QObject* parent)
    : ColumnTable(kColumns, "FindingsModel", parent)
{
}

void FindingsModel::setFindings(const std::vector<Finding>& findings)
{
    std::vector<FindingRow> rows;
    for (const Finding& finding : findings) {
        const FindingKind& kind = kindOf(finding);
        rows.push_back({finding, kind.severity, messageText(finding.message), analysisText(kind.remedy)});
    }
    std::ranges::stable_sort(rows, std::greater(), &FindingRow::severity);
    setRows(std::move(rows));
}

std::size_t FindingsModel::countOf(Severity severity) const
{
    return static_cast<std::size_t>(std::ranges::count(rows(), severity, &FindingRow::severity));
}

QVariant FindingsModel::rowData(const FindingRow& row, int, int role) const
{
    if (role == kNodeRole)
        return row.finding.node.isValid() ? QVariant(row.finding.node.index) : QVariant();
    if (role == kNameRole)
        return text(row.finding.id);
    if (role == Qt::ToolTipRole)
        return row.message + '\n' + row.remedy;
    return {};
}

}
