// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/judgement.h"
#include "gui/graph/graphpicture.h"

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>

#include <optional>

namespace halftone {

/// This is the tree of scopes of a graph, with the number of operators of each and how many run in which
/// precision.
class ScopesModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum ColumnId { kName, kOperators, kPrecision, kColumnCount };

    explicit ScopesModel(QObject* parent = nullptr);

    /// Null empties the tree. Keeps the rows, and so what is expanded, where only decisions have changed.
    void setTree(const ScopeTreePtr& tree, const JudgementPtr& judgement);

    ScopeId scopeAt(const QModelIndex& index) const; ///< Invalid for an invalid index.
    QModelIndex indexOf(ScopeId scope) const; ///< Invalid for the root and an invalid id.
    const GroupFacts& facts(ScopeId scope) const { return m_facts[scope]; }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void count(const JudgementPtr& judgement);
    QString precisionText(ScopeId scope) const;
    QString precisionToolTip(ScopeId scope) const;
    DType mainPrecision(ScopeId scope) const;
    const std::vector<ScopeId>& childrenOf(const QModelIndex& parent) const;

    ScopeTreePtr m_tree;
    IdMap<ScopeId, GroupFacts> m_facts;
    IdMap<ScopeId, int> m_rows; // of each scope in its parent
};

/// Shows the scopes that hold operators of one precision.
class ScopesFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit ScopesFilter(QObject* parent = nullptr);

    /// Nothing shows all; Undefined those with other types than FP16, BF16 and FP32.
    void setPrecision(std::optional<DType> precision);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    std::optional<DType> m_precision;
};

}
