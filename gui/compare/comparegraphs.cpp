// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/comparegraphs.h"

#include "gui/compare/errorgraphview.h"
#include "gui/graph/picturegeometry.h"
#include "gui/shell/named.h"

#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace halftone {
namespace {

// As many nodes are drawn in a few milliseconds; going to another thread and back would only flicker.
constexpr std::size_t kDrawnAtOnce = 300;

}

CompareGraphs::CompareGraphs(Document& document, const ColumnComparison& comparison, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_document(document)
    , m_comparison(comparison)
{
    named(this, "compareGraphs", tr("Graphs side by side"));
}

void CompareGraphs::refreshColumns()
{
    const std::size_t graphs = std::min(m_comparison.columns().size(), kMostGraphs);
    while (m_views.size() > graphs) {
        const GraphView* last = m_views.back();
        m_views.pop_back(); // first: the others are resized while it goes, and follow each other
        delete last;
    }
    while (m_views.size() < graphs)
        m_views.push_back(addGraph(m_views.size()));
}

ErrorGraphView* CompareGraphs::addGraph(std::size_t column)
{
    auto* view = new ErrorGraphView(this);
    view->setObjectName(QStringLiteral("compareGraph") + ComparedColumn::letter(column));
    view->setAccessibleName(tr("Graph, %1").arg(ComparedColumn::letter(column)));
    view->setPalesUnchanged(true);
    addWidget(view);
    connect(view, &GraphView::viewChanged, this, [this, view] {
        if (!m_isFollowing && isVisible())
            align(*view);
    });
    connect(view, &GraphView::nodeSelected, &m_document, &Document::select);
    return view;
}

void CompareGraphs::align(const GraphView& leader)
{
    if (!m_isLinked)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    for (ErrorGraphView* view : m_views) {
        if (view == &leader || !view->picture())
            continue;
        view->setZoom(leader.zoom(), {});
        view->centreOn(leader.visibleScene().center());
    }
}

void CompareGraphs::setLinked(bool isLinked)
{
    m_isLinked = isLinked;
    if (!m_views.empty())
        align(*m_views.front());
}

void CompareGraphs::setShowsErrors(bool showsErrors)
{
    m_showsErrors = showsErrors;
    refreshErrors();
}

void CompareGraphs::refreshErrors()
{
    const GraphPtr graph = m_comparison.graph();
    for (std::size_t i = 0; i < m_views.size(); ++i)
        m_views[i]->setErrors(
            m_showsErrors && graph ? worstByNode(*graph, m_comparison.columns()[i].way) : ErrorsByNode());
}

void CompareGraphs::refresh()
{
    using Pictures = std::vector<std::shared_ptr<const GraphPicture>>;
    const GraphPtr graph = m_comparison.graph();
    if (!graph) {
        m_drawing.cancel();
        return showPictures(Pictures(m_views.size()));
    }
    std::vector<JudgementPtr> judgements;
    for (std::size_t i = 0; i < m_views.size(); ++i)
        judgements.push_back(m_comparison.columns()[i].judgement);
    const auto draw = [graph, judgements, places = m_views.front()->picture()](const std::stop_token&) {
        Pictures pictures;
        for (const JudgementPtr& judgement : judgements) {
            const GraphPicture* previous = pictures.empty() ? places.get() : pictures.back().get();
            pictures.push_back(makePicture(graph, judgement->decisions(), judgement->casts(), {}, previous));
        }
        return pictures;
    };
    if (graph->nodeCount() <= kDrawnAtOnce) {
        m_drawing.cancel();
        showPictures(draw({}));
    } else {
        m_drawing.start(
            tr("Drawing the graphs"), draw, [this](Pictures pictures) { showPictures(pictures); });
    }
}

void CompareGraphs::showPictures(const std::vector<std::shared_ptr<const GraphPicture>>& pictures)
{
    const GraphPtr graph = pictures.front() ? pictures.front()->graph : nullptr;
    const bool isNew = graph != std::exchange(m_shown, graph);
    {
        const QScopedValueRollback following(m_isFollowing, true);
        for (std::size_t i = 0; i < std::min(m_views.size(), pictures.size()); ++i) {
            m_views[i]->setPicture(pictures[i]);
            m_views[i]->setChangedNodes(m_comparison.columns()[i].way.differences);
        }
        if (graph && isNew) {
            for (ErrorGraphView* view : m_views)
                view->showStart();
        }
    }
    align(*m_views.front());
    followSelection();
}

void CompareGraphs::followSelection()
{
    {
        const QScopedValueRollback following(m_isFollowing, true);
        for (ErrorGraphView* view : m_views)
            view->setSelectedNode(m_document.selection());
    }
    align(*m_views.front());
}

void CompareGraphs::centreOnSelection()
{
    for (ErrorGraphView* view : m_views) {
        const std::uint32_t box =
            view->picture() ? view->picture()->box(m_document.selection()) : GraphPicture::kNoBox;
        if (box != GraphPicture::kNoBox)
            view->centreOn(boxRect(*view->picture(), box).center());
    }
}

}
