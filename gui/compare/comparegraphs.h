// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/compare/columncomparison.h"

#include <QSplitter>

namespace halftone {

class ErrorGraphView;
class GraphView;
struct GraphPicture;

/// These are the graphs of the first columns, side by side in one layout, so that the same place is the same
/// operator. Operators that differ have their colours, the others are pale.
class CompareGraphs : public QSplitter
{
    Q_OBJECT

public:
    /// More columns than this are in the table only.
    static constexpr std::size_t kMostGraphs = 4;

    CompareGraphs(Document& document, const ColumnComparison& comparison, QWidget* parent);

    bool isUpToDate() const { return !m_drawing.isBusy(); }
    void refreshColumns(); ///< Their number.
    void refresh(); ///< What they decide.
    void followSelection();
    void centreOnSelection();
    /// Whether all scroll and zoom together.
    void setLinked(bool isLinked);
    /// Whether boxes say how far their operators are off.
    void setShowsErrors(bool showsErrors);
    void refreshErrors();

private:
    ErrorGraphView* addGraph(std::size_t column);
    void showPictures(const std::vector<std::shared_ptr<const GraphPicture>>& pictures);
    void align(const GraphView& leader);

    Document& m_document;
    const ColumnComparison& m_comparison;
    std::vector<ErrorGraphView*> m_views;
    GraphPtr m_shown; // whose pictures the views have
    JobRunner m_drawing;
    bool m_isLinked = true;
    bool m_showsErrors = false;
    bool m_isFollowing = false; // while a view takes over what another one shows
};

}
