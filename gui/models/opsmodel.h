// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/judgement.h"
#include "gui/models/columntable.h"

#include <QSortFilterProxyModel>

namespace halftone {

/// This is one operator as the table shows it.
struct OpRow
{
    NodeId node;
    const Judgement* judgement = nullptr; ///< Kept alive by the model; reasons are made when they are shown.
    QString name;
    QString type; ///< In ONNX.
    QString ascendTypes; ///< "MatMulV2, BiasAdd"
    List list = List::Gray;
    bool hasList = false; ///< False for operators that no list moves (AI CPU, no kernel).
    DType from = DType::Undefined;
    DType to = DType::Undefined;
    Phase phase = Phase::Forward;
    bool isChanged = false; ///< By the last edit.
};

/// This is the table of all operators of a graph: what the picture shows, for keyboards, screen readers and
/// spreadsheets.
class OpsModel : public ColumnTable<OpRow>
{
    Q_OBJECT

public:
    enum ColumnId { kName, kType, kAscendTypes, kList, kTypes, kReason, kPhase, kChanged };

    explicit OpsModel(QObject* parent = nullptr);

    /// Pure; takes a while with large graphs, so those are made on another thread. The rows refer to
    /// \p judgement.
    static std::vector<OpRow> makeRows(const JudgementPtr& judgement, const std::vector<NodeId>& changed);
    /// Null empties the table.
    void setJudgement(const JudgementPtr& judgement, const std::vector<NodeId>& changed)
    {
        setJudgement(judgement, makeRows(judgement, changed));
    }
    /// \p rows are those that makeRows() gives.
    void setJudgement(const JudgementPtr& judgement, std::vector<OpRow> rows);

    /// The graph of the rows; null without one.
    GraphPtr graph() const { return m_judgement ? m_judgement->graph() : nullptr; }
    /// The row of a node, or -1.
    int rowOf(NodeId node) const;

protected:
    QVariant rowData(const OpRow& row, int column, int role) const override;

private:
    JudgementPtr m_judgement;
};

/// Shows the operators whose name, type, list, data type or reason has all words of a filter, and on demand
/// only those that the last edit changed.
class OpsFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit OpsFilter(QObject* parent = nullptr);

    void setWords(const QString& words);
    void setOnlyChanged(bool onlyChanged);

    /// None has one. Asking a mapping for that is what a selection of thousands of rows takes its time for.
    QModelIndex parent(const QModelIndex&) const override { return {}; }
    using QObject::parent;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    bool m_onlyChanged = false;
};

}
