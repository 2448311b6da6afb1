// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/compare/columncomparison.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace halftone {

/// This is the matrix of operators and ways to decide: in each cell the type, and the list where there is
/// one, or the reason, or how far the numbers are off. A cell that differs from the baseline has a mark
/// before it and bold letters. The last column says why the first way that differs does.
class CompareModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// Columns of the operator itself, in front of those of the comparison.
    enum ColumnId { kName, kType, kPhase, kFirstDecision };

    enum class Cells : std::uint8_t { Types, Reasons, ErrorWithAllBefore, ErrorAlone };

    explicit CompareModel(const ColumnComparison& comparison, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    void renew();
    void renewNumbers(); ///< The rows stay.
    void setCells(Cells cells);
    /// Whether not all columns decide the operator of that row alike.
    bool isDifferent(int row) const;

private:
    QVariant operatorData(NodeId node, int column, int role) const;
    QVariant decisionData(NodeId node, std::size_t column, int role) const;
    QVariant errorData(NodeId node, std::size_t column, int role) const;
    QVariant typeData(NodeId node, std::size_t column, int role) const;
    QString whyText(NodeId node) const;
    bool differs(std::size_t column, NodeId node) const;
    int whyColumn() const { return kFirstDecision + static_cast<int>(m_columns.size()); }

    const ColumnComparison& m_comparison;
    GraphPtr m_graph;
    std::vector<ComparedColumn> m_columns; // as they were judged
    std::size_t m_baseline = 0;
    Cells m_cells = Cells::Types;
    std::vector<ErrorsByNode> m_errors; // of each column
};

/// Shows the operators with all words of a filter in a cell, and on demand only those that differ.
class CompareFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    CompareFilter(CompareModel& model, QObject* parent = nullptr);

    void setWords(const QString& words);
    void setOnlyDifferences(bool onlyDifferences);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    const CompareModel& m_model;
    QStringList m_words;
    bool m_onlyDifferences = true;
};

}
