// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/compare/comparison.h"

#include <QWidget>

class QAbstractItemModel;
class QCheckBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSplitter;
class QTableView;

namespace halftone {

class CompareCard;
class CompareFilter;
class CompareModel;
class GraphView;
struct GraphPicture;

/// This shows ways to decide side by side: heads with what comes of each, their graphs in one layout that
/// scroll and zoom together, and the table of operators by ways.
class CompareView : public QWidget
{
    Q_OBJECT

public:
    /// More columns than this are in the table only.
    static constexpr std::size_t kMostGraphs = 4;

    explicit CompareView(Document& document, QWidget* parent = nullptr);

    Comparison& comparison() { return m_comparison; }
    /// True when graphs and table are those of the document's decisions.
    bool isUpToDate() const { return !m_comparison.jobs().isBusy() && !m_drawing.isBusy(); }
    const QAbstractItemModel& shownTable() const;
    /// Selects the next difference (1) or the previous one (-1).
    void goToDifference(int direction);

signals:
    void exportRequested(); ///< The person wants shownTable() in a file.

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeBar();
    void setUpTable();
    void refreshColumns();
    void refresh();
    void refreshGraphs();
    void refreshCount();
    GraphView* addGraph(std::size_t column);
    void showPictures(const std::vector<std::shared_ptr<const GraphPicture>>& pictures);
    void alignGraphs(const GraphView& leader);
    void followSelection();

    Document& m_document;
    Comparison m_comparison;
    CompareModel* m_model;
    CompareFilter* m_filter;
    QHBoxLayout* m_cardRow;
    QSplitter* m_graphs;
    QTableView* m_table;
    QLineEdit* m_words;
    QCheckBox* m_onlyDifferences;
    QPushButton* m_add;
    QLabel* m_count;
    std::vector<CompareCard*> m_cards;
    std::vector<GraphView*> m_views;
    GraphPtr m_shown; // whose pictures the views have
    JobRunner m_drawing;
    bool m_isFollowing = false; // while views and table take over what another one shows
};

}
