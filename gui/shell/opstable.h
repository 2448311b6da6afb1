// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/jobrunner.h"
#include "gui/models/opsmodel.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace halftone {

class Document;

/// This is the pane with the table of operators. Its current row is the document's selection; more rows can
/// be selected beside it, for groups.
class OpsTable : public QWidget
{
    Q_OBJECT

public:
    explicit OpsTable(Document& document, QWidget* parent = nullptr);

    void startFilter(); ///< Moves the keyboard to the filter.
    void setFilter(const QString& words);
    QTableView* view() const { return m_view; }
    std::vector<NodeId> selectedNodes() const; ///< In the order of the rows.
    const OpsFilter& shownOperators() const { return *m_filter; }

private:
    void refresh();
    void accept(const JudgementPtr& judgement, std::vector<OpRow> rows);
    void refreshCount();
    void followSelection();
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
