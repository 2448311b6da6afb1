// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/comparetable.h"

#include "gui/document/explanationtexts.h"
#include "gui/document/text.h"
#include "gui/models/columntable.h"
#include "gui/models/marks.h"

#include <QFont>

#include <algorithm>
#include <span>

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

CompareModel::CompareModel(const ColumnComparison& comparison, QObject* parent)
    : QAbstractTableModel(parent)
    , m_comparison(comparison)
{
}

void CompareModel::renew()
{
    beginResetModel();
    m_graph = m_comparison.graph();
    m_columns = m_comparison.columns();
    m_baseline = m_comparison.baseline();
    m_errors.clear();
    endResetModel();
}

void CompareModel::renewNumbers()
{
    if (!m_graph || m_graph != m_comparison.graph() || m_columns.size() != m_comparison.columns().size())
        return;
    if (m_errors.empty() && !m_comparison.hasNumbers())
        return;
    m_columns = m_comparison.columns();
    m_errors.clear();
    for (const ComparedColumn& column : m_columns)
        m_errors.push_back(worstByNode(*m_graph, column.way));
    if (rowCount() > 0)
        emit dataChanged(index(0, kFirstDecision), index(rowCount() - 1, columnCount() - 1));
}

void CompareModel::setCells(Cells cells)
{
    m_cells = cells;
    if (rowCount() > 0)
        emit dataChanged(index(0, kFirstDecision), index(rowCount() - 1, columnCount() - 1));
}

bool CompareModel::isDifferent(int row) const
{
    return m_columns[m_baseline].differsAt(NodeId{static_cast<std::uint32_t>(row)});
}

bool CompareModel::differs(std::size_t column, NodeId node) const
{
    return column != m_baseline && m_columns[column].differsAt(node);
}

int CompareModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_graph ? 0 : static_cast<int>(m_graph->nodeCount());
}

int CompareModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : whyColumn() + 1;
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
    if (section == whyColumn())
        return tr("First reason that differs");
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
    if (index.column() == whyColumn()) {
        const bool isText = role == Qt::DisplayRole || role == Qt::ToolTipRole || role == kSortRole;
        return isText ? whyText(node) : QVariant();
    }
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

QString CompareModel::whyText(NodeId node) const
{
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (differs(i, node))
            return QStringLiteral("%1: %2").arg(
                ComparedColumn::letter(i), explanationText(m_columns[i].judgement->reason(node)));
    }
    return {};
}

QVariant CompareModel::decisionData(NodeId node, std::size_t column, int role) const
{
    const Judgement& judgement = *m_columns[column].judgement;
    switch (role) {
    case Qt::DecorationRole:
        return precisionIcon(judgement.decisions().precision(node));
    case Qt::FontRole: {
        QFont font;
        font.setBold(differs(column, node));
        return font;
    }
    case Qt::ToolTipRole:
        return QStringLiteral("%1\n%2").arg(
            explanationText(judgement.reason(node)), slotsText(judgement.decisions(), node));
    default:
        break;
    }
    if (m_cells == Cells::ErrorWithAllBefore || m_cells == Cells::ErrorAlone)
        return errorData(node, column, role);
    if (m_cells == Cells::Reasons && role != kSortRole)
        return role == Qt::DisplayRole || role == Qt::AccessibleTextRole
            ? explanationText(judgement.reason(node))
            : QVariant();
    return typeData(node, column, role);
}

QVariant CompareModel::typeData(NodeId node, std::size_t column, int role) const
{
    const Judgement& judgement = *m_columns[column].judgement;
    const QString decision = decisionText(judgement, node);
    if (role == kSortRole)
        return decision;
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    if (!differs(column, node))
        return decision;
    // The result may have the same type, and what is read another one.
    const Judgement& base = *m_columns[m_baseline].judgement;
    return judgement.decisions().precision(node) == base.decisions().precision(node)
        ? tr("≠ %1, inputs differ").arg(decision)
        : QStringLiteral("≠ ") + decision;
}

// What fails Ascend's rule has a word for it; what has no numbers sorts in front.
QVariant CompareModel::errorData(NodeId node, std::size_t column, int role) const
{
    const NodeComparison* row = column < m_errors.size() ? m_errors[column][node] : nullptr;
    if (!row)
        return role == kSortRole      ? QVariant(-1.0)
            : role == Qt::DisplayRole ? QVariant(QStringLiteral("–"))
                                      : QVariant();
    const ErrorMeasures& error = m_cells == Cells::ErrorAlone ? row->isolated : row->accumulated;
    if (role == kSortRole)
        return measured(error);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    const QString relative =
        error.notFinite > 0 ? tr("not finite") : QString::number(error.relative(), 'g', 2);
    const QString text = tr("%1 · abs %2 · rel %3 · cos %4 · %5 ULP")
                             .arg(relative)
                             .arg(error.maxAbsolute, 0, 'g', 2)
                             .arg(error.maxRelative, 0, 'g', 2)
                             .arg(error.cosine, 0, 'f', 4)
                             .arg(error.maxUlp, 0, 'g', 2);
    return passesAscend(error) ? text : tr("fails: %1").arg(text);
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
        for (int column = 0; column + 1 < sourceModel()->columnCount(); ++column) { // reasons take too long
            const QVariant cell = sourceModel()->index(row, column, parent).data(Qt::DisplayRole);
            if (cell.toString().contains(word, Qt::CaseInsensitive))
                return true;
        }
        return false;
    });
}

}
