// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/jobrunner.h"
#include "gui/models/opsmodel.h"

#include <QItemSelection>
#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QMenu;
class QTableView;

namespace halftone {

class Document;

/// This is the pane with the table of operators. Its selected rows are the document's selected operators, and
/// its current row is the one that the panes describe. What a filter hides stays selected until rows are
/// chosen.
class OpsTable : public QWidget
{
    Q_OBJECT

public:
    explicit OpsTable(Document& document, QWidget* parent = nullptr);

    void startFilter(); ///< Moves the keyboard to the filter.
    void setFilter(const QString& words);
    QTableView* view() const { return m_view; }
    const OpsFilter& shownOperators() const { return *m_filter; }
    /// Copies the selected rows as CSV, or all that are shown where no two are selected.
    void copyTable() const;
    /// The columns that the rows can be in the order of, and that of the model.
    QMenu* makeSortMenu(QWidget* parent);

signals:
    void activated(); ///< A double click or Enter on a row.
    void contextMenuRequested(QPoint globalPosition); ///< For the operators that are selected.

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void accept(const JudgementPtr& judgement, std::vector<OpRow> rows);
    void refreshCount();
    void followSelection();
    void followCurrent();
    void goToCurrent();
    void selectInstead(const QItemSelection& ranges);
    void chooseRows();
    NodeId nodeAt(int row) const;
    std::vector<int> rowsOf(const std::vector<NodeId>& nodes) const;
    std::vector<int> selectedRows() const;
    void setUpView();

    Document& m_document;
    OpsModel* m_model;
    OpsFilter* m_filter;
    QLineEdit* m_words;
    QCheckBox* m_onlyChanged;
    QLabel* m_count;
    QTableView* m_view;
    JobRunner m_jobs; // makes the rows of large graphs
    bool m_isFollowing = false; // while the table takes over the document's selection
    bool m_isChoosing = false; // while the document takes over the table's
};

}
