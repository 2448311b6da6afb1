// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/graphpage.h"

#include "gui/document/document.h"
#include "gui/export/exportgraph.h"
#include "gui/graph/graphview.h"
#include "gui/graph/picturegeometry.h"
#include "gui/graph/rankstrip.h"
#include "gui/shell/named.h"

#include <QHBoxLayout>

#include <algorithm>
#include <utility>

namespace halftone {
namespace {

// Drawing as many nodes takes a few milliseconds; going to another thread and back would only flicker.
constexpr std::size_t kDrawnAtOnce = 300;

// Groups that were open stay so while the same graph is grouped anew.
Grouping newGrouping(const GraphPtr& graph, PhaseSet phases, bool isGrouped, const Grouping& before)
{
    if (!isGrouped)
        return Grouping(std::make_shared<const ScopeTree>(graph, phases, ScopeTree::Names::Ignore));
    Grouping grouping = firstGrouping(graph, phases);
    if (before.tree() && before.tree()->graph() == graph && before.tree()->hasGroups())
        grouping.takeOver(before);
    return grouping;
}

}

GraphPage::GraphPage(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_view(named(new GraphView(this), "graphView", tr("Graph")))
{
    named(this, "graphPage", tr("Graph"));
    auto* strip = named(new RankStrip(m_view, this), "rankStrip", tr("Overview of the graph"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(0);
    row->addWidget(m_view, 1);
    row->addWidget(strip);
    connect(&document, &Document::decisionsChanged, this, &GraphPage::redraw);
    connect(&document, &Document::selectionChanged, this, &GraphPage::showSelection);
    connect(m_view, &GraphView::scopeActivated, this, &GraphPage::toggle);
    connect(m_view, &GraphView::nodeSelected, &document, &Document::select);
    connect(m_view, &GraphView::nodesSelected, &document, &Document::selectNodes);
    connect(&document, &Document::selectedNodesChanged, this,
        [this] { m_view->setSelectedNodes(m_document.selectedNodes()); });
}

void GraphPage::redraw()
{
    const JudgementPtr judgement = m_document.judgement();
    if (!judgement) {
        m_jobs.cancel();
        accept(nullptr);
        return;
    }
    const GraphPtr graph = judgement->graph();
    const ScopeTreePtr& tree = m_grouping.tree();
    const bool isKept = tree && tree->graph() == graph && tree->phases() == m_phases && !m_isRegrouped;
    const auto draw = [judgement, graph, grouping = m_grouping, isKept, isGrouped = m_isGrouped,
                          phases = m_phases, previous = m_view->picture()](const std::stop_token&) {
        return makePicture(judgement->decisions(), judgement->casts(),
            isKept ? grouping : newGrouping(graph, phases, isGrouped, grouping), previous.get());
    };
    if (graph->nodeCount() <= kDrawnAtOnce) {
        m_jobs.cancel();
        accept(draw({}));
    } else {
        m_jobs.start(tr("Drawing the graph"), draw,
            [this](std::shared_ptr<const GraphPicture> picture) { accept(std::move(picture)); });
    }
}

void GraphPage::accept(std::shared_ptr<const GraphPicture> picture)
{
    const GraphPtr graph = picture ? picture->graph : nullptr;
    m_grouping = picture ? picture->grouping : Grouping();
    m_isRegrouped = false;
    m_view->setPicture(std::move(picture));
    m_view->setChangedNodes(m_document.changed());
    if (graph && graph != m_fitted)
        m_view->showStart();
    m_fitted = graph;
    showSelection(m_document.selection());
    m_view->selectScope(std::exchange(m_wanted, {}));
    if (graph == m_document.graph())
        m_view->setSelectedNodes(m_document.selectedNodes());
    emit groupingChanged();
    emit pictureShown();
}

// Opens the way to what is selected; a selection that a person has just closed away is given up.
void GraphPage::showSelection(NodeId node)
{
    const auto& picture = m_view->picture();
    const bool isHidden = picture && node.isValid() && picture->graph == m_document.graph() &&
        picture->box(node) == GraphPicture::kNoBox && picture->nearestBox(node) != GraphPicture::kNoBox;
    if (!isHidden)
        return m_view->setSelectedNode(node);
    Grouping opened = m_grouping;
    opened.openTo(node);
    open(opened);
}

void GraphPage::open(const Grouping& grouping)
{
    if (grouping == m_grouping)
        return;
    const NodeId node = m_document.selection();
    const ScopeId closed = node.isValid() ? grouping.closedAround(node) : ScopeId{};
    m_grouping = grouping;
    if (closed.isValid()) {
        m_document.select({});
        m_wanted = closed;
    }
    redraw();
}

// A tree of another graph may still be shown while the new picture is made.
bool GraphPage::canRegroup() const
{
    const auto& picture = m_view->picture();
    return picture && m_grouping.tree() && picture->grouping.tree() == m_grouping.tree();
}

void GraphPage::toggle(ScopeId scope)
{
    if (!canRegroup())
        return;
    Grouping next = m_grouping;
    next.toggle(scope);
    open(next);
}

void GraphPage::expandAll()
{
    if (!canRegroup())
        return;
    Grouping next = m_grouping;
    next.openAll();
    open(next);
}

void GraphPage::collapseAll()
{
    expandToDepth(0);
}

void GraphPage::expandToDepth(std::size_t depth)
{
    if (!canRegroup())
        return;
    Grouping next = m_grouping;
    next.openToDepth(depth);
    open(next);
}

void GraphPage::goTo(ScopeId scope)
{
    if (canRegroup())
        show(scope, m_grouping);
}

void GraphPage::openScope(ScopeId scope)
{
    if (!canRegroup())
        return;
    Grouping next = m_grouping;
    next.setOpen(scope, true);
    show(scope, std::move(next));
}

void GraphPage::show(ScopeId scope, Grouping next)
{
    for (const ScopeId outer : next.tree()->wayTo(next.tree()->scope(scope).parent))
        next.setOpen(outer, true);
    m_wanted = scope;
    if (next == m_grouping && isUpToDate())
        m_view->selectScope(std::exchange(m_wanted, {}));
    else
        open(next);
}

void GraphPage::setGrouped(bool isGrouped)
{
    if (std::exchange(m_isGrouped, isGrouped) == isGrouped)
        return;
    m_isRegrouped = true;
    redraw();
}

void GraphPage::setPhases(PhaseSet phases)
{
    m_phases = phases;
    redraw();
}

Drawing GraphPage::drawing(Part part) const
{
    const auto picture = m_view->picture();
    Drawing drawing;
    if (!picture)
        return drawing;
    const bool isWhole = part == Part::Whole;
    drawing.size = (isWhole ? pictureRect(*picture) : m_view->visibleScene()).size();
    drawing.title = m_document.hasModel() ? m_document.model().displayName() : QString();
    drawing.paint = m_view->paintPart(isWhole ? m_view->wholeScene() : m_view->visibleScene());
    return drawing;
}

}
