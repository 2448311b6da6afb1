// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/comparetable.h"

#include "gui/document/explanationtexts.h"
#include "gui/document/text.h"
#include "gui/models/columntable.h"
#include "gui/models/marks.h"

#include <QFont>

#include <algorithm>

namespace halftone {
namespace {

QString decisionText(const Judgement& judgement, NodeId node)
{
    const NodeDecision& decision = judgement.decisions().node(node);
    const QString type = text(name(judgement.decisions().precision(node)));
    const bool hasList = judgement.policy().choice->isAscend() && decision.engine == Engine::AiCore &&
        decision.parts.count > 0 && judgement.policy().mixlistInForce();
    return hasList ? QStringLiteral("%1 · %2").arg(type, listTitle(decision.list)) : type;
}

// "float32, float32 → float16"
QString slotsText(const Decisions& decisions, NodeId node)
{
    const auto join = [](std::span<const DType> types) {
        QStringList words;
        for (DType type : types)
            words += type == DType::Undefined ? QStringLiteral("–") : text(name(type));
        return words.join(", ");
    };
    return join(decisions.inputDTypes(node)) + " → " + join(decisions.outputDTypes(node));
}

}

CompareModel::CompareModel(const Comparison& comparison, QObject* parent)
    : QAbstractTableModel(parent)
    , m_comparison(comparison)
{
}

void CompareModel::renew()
{
    beginResetModel();
    m_graph = m_comparison.graph();
    m_columns = m_comparison.columns();
    endResetModel();
}

bool CompareModel::isDifferent(int row) const
{
    return m_columns.front().differsAt(NodeId{static_cast<std::uint32_t>(row)});
}

int CompareModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_graph ? 0 : static_cast<int>(m_graph->nodeCount());
}

int CompareModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kFirstDecision + static_cast<int>(m_columns.size());
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columnCount())
        return {};
    if (section == kName)
        return tr("Name");
    if (section == kType)
        return tr("Type");
    if (section == kPhase)
        return tr("Phase");
    const auto column = static_cast<std::size_t>(section - kFirstDecision);
    return QStringLiteral("%1  %2").arg(ComparedColumn::letter(column), text(m_columns[column].choice->name));
}

QVariant CompareModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || !m_graph)
        return {};
    const NodeId node{static_cast<std::uint32_t>(index.row())};
    if (role == kNodeRole)
        return node.index;
    return index.column() < kFirstDecision
        ? operatorData(node, index.column(), role)
        : decisionData(node, static_cast<std::size_t>(index.column() - kFirstDecision), role);
}

QVariant CompareModel::operatorData(NodeId node, int column, int role) const
{
    if (column == kPhase && role == kSortRole)
        return static_cast<int>(m_graph->node(node).phase);
    if (role != Qt::DisplayRole && role != kSortRole)
        return {};
    if (column == kName)
        return text(m_graph->displayName(node));
    const Node& row = m_graph->node(node);
    return column == kType ? text(row.opType) : phaseTitle(row.phase);
}

QVariant CompareModel::decisionData(NodeId node, std::size_t column, int role) const
{
    const Judgement& judgement = *m_columns[column].judgement;
    const bool differs = column > 0 && m_columns[column].differsAt(node);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        if (!differs)
            return decisionText(judgement, node);
        // The result may have the same type, and what is read another one.
        return judgement.decisions().precision(node) ==
                m_columns.front().judgement->decisions().precision(node)
            ? tr("≠ %1, inputs differ").arg(decisionText(judgement, node))
            : QStringLiteral("≠ ") + decisionText(judgement, node);
    case kSortRole:
        return decisionText(judgement, node);
    case Qt::DecorationRole:
        return precisionIcon(judgement.decisions().precision(node));
    case Qt::FontRole: {
        QFont font;
        font.setBold(differs);
        return font;
    }
    case Qt::ToolTipRole:
        return QStringLiteral("%1\n%2").arg(
            explanationText(judgement.reason(node)), slotsText(judgement.decisions(), node));
    default:
        return {};
    }
}

CompareFilter::CompareFilter(CompareModel& model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSourceModel(&model);
    setSortRole(kSortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
}

void CompareFilter::setWords(const QString& words)
{
    m_words = words.split(' ', Qt::SkipEmptyParts);
    invalidateRowsFilter();
}

void CompareFilter::setOnlyDifferences(bool onlyDifferences)
{
    m_onlyDifferences = onlyDifferences;
    invalidateRowsFilter();
}

bool CompareFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (m_onlyDifferences && !m_model.isDifferent(row))
        return false;
    return std::ranges::all_of(m_words, [&](const QString& word) {
        for (int column = 0; column < sourceModel()->columnCount(); ++column) {
            const QVariant cell = sourceModel()->index(row, column, parent).data(Qt::DisplayRole);
            if (cell.toString().contains(word, Qt::CaseInsensitive))
                return true;
        }
        return false;
    });
}

}
