// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/compare/comparegraphs.h"

#include <QWidget>

class QAbstractItemModel;
class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QSplitter;
class QTableView;

namespace halftone {

class CompareCard;
class CompareFilter;
class CompareModel;
class CompareStrip;
class ErrorScatter;
class NumericsBar;

/// This shows ways to decide side by side: heads with what comes of each, their graphs in one layout that
/// scroll and zoom together, the table of operators by ways, how far each is off in numbers, and the whole
/// graph as one band for each way.
class CompareView : public QWidget
{
    Q_OBJECT

public:
    explicit CompareView(Document& document, QWidget* parent = nullptr);

    ColumnComparison& comparison() { return m_comparison; }
    /// True when graphs and table are those of the document's decisions.
    bool isUpToDate() const { return !m_comparison.jobs().isBusy() && m_graphs->isUpToDate(); }
    const QAbstractItemModel& shownTable() const;
    bool showsOnlyDifferences() const;
    /// Selects the next difference (1) or the previous one (-1).
    void goToDifference(int direction);
    void startOrStopNumerics();
    /// Writes what \p make says of the comparison into a file, on another thread, and calls \p done.
    void write(const QString& path, const std::function<std::string(const WayComparison&)>& make,
        const std::function<void(const Result<void>&)>& done);

signals:
    void csvRequested(); ///< The person wants the table in a file.
    void jsonRequested(); ///< All of it, for scripts.
    void reportRequested(); ///< All of it, to be read.

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeExportButton(QWidget* bar);
    QWidget* makeScatterPanel();
    void setUpTable();
    void refreshColumns();
    void refresh();
    void setColumnWidths();
    void refreshNumbers();
    void refreshCount();
    void followSelection();

    Document& m_document;
    ColumnComparison m_comparison;
    CompareModel* m_model;
    CompareFilter* m_filter;
    NumericsBar* m_numerics;
    QHBoxLayout* m_cardRow;
    CompareGraphs* m_graphs;
    QTableView* m_table;
    QWidget* m_scatterPanel;
    ErrorScatter* m_scatter;
    CompareStrip* m_strip;
    QLineEdit* m_words;
    QCheckBox* m_onlyDifferences;
    QComboBox* m_cells;
    QLabel* m_count;
    std::vector<CompareCard*> m_cards;
    JobRunner m_writing;
    bool m_isFollowing = false; // while the table takes over what another one shows
};

}
