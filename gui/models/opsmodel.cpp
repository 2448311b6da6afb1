// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/opsmodel.h"

#include "gui/document/explanationtexts.h"
#include "gui/document/text.h"
#include "gui/models/marks.h"

#include <QFont>

#include <algorithm>
#include <array>

namespace halftone {
namespace {

QString typesText(const OpRow& row)
{
    return row.from == row.to ? text(name(row.to)) : text(name(row.from)) + " → " + text(name(row.to));
}

constexpr auto kColumns = std::to_array<Column<OpRow>>({
    {.title = QT_TRANSLATE_NOOP("OpsModel", "Name"),
        .toolTip = QT_TRANSLATE_NOOP("OpsModel", "The operator's name in the model"),
        .text = [](const OpRow& row) { return row.name; }},
    {.title = QT_TRANSLATE_NOOP("OpsModel", "Type"),
        .toolTip = QT_TRANSLATE_NOOP("OpsModel", "The operator type in ONNX"),
        .text = [](const OpRow& row) { return row.type; }},
    {.title = QT_TRANSLATE_NOOP("OpsModel", "Ascend type"),
        .toolTip = QT_TRANSLATE_NOOP("OpsModel", "What it becomes on the chip; mixlists name these types"),
        .text = [](const OpRow& row) { return row.ascendTypes; }},
    {.title = QT_TRANSLATE_NOOP("OpsModel", "List"),
        .toolTip = QT_TRANSLATE_NOOP("OpsModel", "The list that is in force for it"),
        .text = [](const OpRow& row) { return row.hasList ? listTitle(row.list) : QStringLiteral("–"); },
        .decoration =
            [](const OpRow& row) { return row.hasList ? QVariant(listIcon(row.list)) : QVariant(); }},
    {.title = QT_TRANSLATE_NOOP("OpsModel", "Data type"),
        .toolTip = QT_TRANSLATE_NOOP("OpsModel", "Its type in the model, and the type that it gets"),
        .text = typesText,
        .decoration = [](const OpRow& row) { return QVariant(precisionIcon(row.to)); }},
    {.title = QT_TRANSLATE_NOOP("OpsModel", "Reason"),
        .toolTip = QT_TRANSLATE_NOOP("OpsModel", "Why it gets this type; the inspector shows all steps"),
        .text = [](const OpRow& row) { return explanationText(row.judgement->reason(row.node)); }},
    {.title = QT_TRANSLATE_NOOP("OpsModel", "Phase"),
        .toolTip = QT_TRANSLATE_NOOP("OpsModel", "The part of a training step that it belongs to"),
        .text = [](const OpRow& row) { return phaseTitle(row.phase); },
        .sortValue = [](const OpRow& row) { return QVariant(static_cast<int>(row.phase)); }},
    {.title = QT_TRANSLATE_NOOP("OpsModel", "Δ"),
        .toolTip = QT_TRANSLATE_NOOP("OpsModel", "● where the last edit changed a type"),
        .text = [](const OpRow& row) { return row.isChanged ? QStringLiteral("●") : QString(); },
        .align = Qt::AlignCenter},
});

// What a filter looks at. Instead of the reason itself, which takes a judgement, it has what reasons are made
// of: the title of the rule and the operator that was followed.
QString searchedText(const OpRow& row)
{
    QStringList parts = {row.name, row.type, row.ascendTypes, row.hasList ? listTitle(row.list) : QString(),
        typesText(row), phaseTitle(row.phase)};
    const NodeDecision& decision = row.judgement->decisions().node(row.node);
    if (!decision.rule.empty())
        parts += text(ruleOf(decision.rule).title);
    if (decision.decidedBy.isValid())
        parts += text(row.judgement->graph()->displayName(decision.decidedBy));
    return parts.join('\n');
}

OpRow rowFor(const Judgement& judgement, NodeId node)
{
    const Graph& graph = *judgement.graph();
    const NodeDecision& decision = judgement.decisions().node(node);
    OpRow row{.node = node, .judgement = &judgement};
    row.name = text(graph.displayName(node));
    row.type = text(graph.node(node).opType);
    row.ascendTypes = typesOf(judgement.decisions(), node).join(", ");
    row.list = decision.list;
    row.hasList = decision.engine == Engine::AiCore && decision.parts.count > 0;
    row.phase = graph.node(node).phase;
    row.to = judgement.decisions().precision(node);
    row.from = row.to;
    // The same output that precision() speaks of, in the type of the model.
    const std::span<const DType> decided = judgement.decisions().outputDTypes(node);
    const std::span<const ValueId> outputs = graph.outputs(node);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i].isValid() && decided[i] == row.to) {
            row.from = graph.value(outputs[i]).dtype;
            break;
        }
    }
    return row;
}

}

OpsModel::OpsModel(QObject* parent)
    : ColumnTable(kColumns, "OpsModel", parent)
{
}

std::vector<OpRow> OpsModel::makeRows(const JudgementPtr& judgement, const std::vector<NodeId>& changed)
{
    std::vector<OpRow> rows;
    if (!judgement)
        return rows;
    rows.reserve(judgement->graph()->nodeCount());
    for (NodeId node : judgement->graph()->nodes())
        rows.push_back(rowFor(*judgement, node));
    for (NodeId node : changed)
        rows[node.index].isChanged = true;
    return rows;
}

void OpsModel::setJudgement(const JudgementPtr& judgement, std::vector<OpRow> rows)
{
    const JudgementPtr old =
        std::exchange(m_judgement, judgement); // rows refer to it until they are replaced
    setRows(std::move(rows));
}

int OpsModel::rowOf(NodeId node) const
{
    return node.isValid() && node.index < rows().size() ? static_cast<int>(node.index) : -1;
}

QVariant OpsModel::rowData(const OpRow& row, int column, int role) const
{
    if (role == kNodeRole)
        return row.node.index;
    if (role == kNameRole)
        return row.name;
    if (role == Qt::ToolTipRole && (column == kReason || column == kName))
        return column == kName ? row.name : explanationText(row.judgement->reason(row.node));
    if (role == Qt::FontRole && row.isChanged) {
        QFont bold;
        bold.setBold(true);
        return bold;
    }
    return {};
}

OpsFilter::OpsFilter(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(kSortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

// Both invalidate everything at once: reporting each run of rows that comes or goes takes seconds in a table
// of a hundred thousand.
void OpsFilter::setWords(const QString& words)
{
    m_words = words.simplified().split(' ', Qt::SkipEmptyParts);
    invalidate();
}

void OpsFilter::setOnlyChanged(bool onlyChanged)
{
    m_onlyChanged = onlyChanged;
    invalidate();
}

bool OpsFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const OpRow& item = static_cast<const OpsModel*>(sourceModel())->row(row);
    if (m_onlyChanged && !item.isChanged)
        return false;
    if (m_words.isEmpty())
        return true;
    const QString searched = searchedText(item);
    return std::ranges::all_of(
        m_words, [&](const QString& word) { return searched.contains(word, Qt::CaseInsensitive); });
}

}
