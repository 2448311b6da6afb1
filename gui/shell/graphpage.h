// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/jobrunner.h"
#include "gui/graph/graphpicture.h"

#include <QWidget>

namespace halftone {

class Document;
class GraphView;
struct Drawing;

/// This is the view of the graph with the strip beside it. Drawing the document's graph is a job on another
/// thread; what is shown stays until the new picture is there.
class GraphPage : public QWidget
{
    Q_OBJECT

public:
    explicit GraphPage(Document& document, QWidget* parent = nullptr);

    GraphView* view() const { return m_view; }
    /// True when the picture is that of the document's decisions.
    bool isUpToDate() const { return !m_jobs.isBusy(); }
    JobRunner& jobs() { return m_jobs; }
    /// The whole graph for files, or the part that is in the view.
    enum class Part : std::uint8_t { Whole, Visible };
    Drawing drawing(Part part = Part::Whole) const;

    const Grouping& grouping() const { return m_grouping; }
    void toggle(ScopeId scope);
    void expandAll();
    void collapseAll();
    /// Opens as many levels of groups, and no more.
    void expandToDepth(std::size_t depth);
    /// Shows the box of a scope and selects it; opens what is around it.
    void goTo(ScopeId scope);
    /// The same, and opens it.
    void openScope(ScopeId scope);
    /// Whether operators are grouped at all.
    bool isGrouped() const { return m_isGrouped; }
    void setGrouped(bool isGrouped);
    PhaseSet phases() const { return m_phases; }
    void setPhases(PhaseSet phases);

signals:
    void pictureShown();
    void groupingChanged();

private:
    void redraw();
    void accept(std::shared_ptr<const GraphPicture> picture);
    void open(const Grouping& grouping);
    void show(ScopeId scope, Grouping grouping);
    bool canRegroup() const;
    void showSelection(NodeId node);

    Document& m_document;
    GraphView* m_view;
    JobRunner m_jobs;
    Grouping m_grouping; // as wished; the picture follows
    PhaseSet m_phases;
    bool m_isGrouped = true;
    bool m_isRegrouped = false; // the tree is to be made anew
    ScopeId m_wanted; // to be selected when the picture is there
    GraphPtr m_fitted; // the graph that was last brought into full view
};

}
