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

namespace halftone {
namespace {

// Drawing as many nodes takes a few milliseconds; going to another thread and back would only flicker.
constexpr std::size_t kDrawnAtOnce = 300;

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
    connect(&document, &Document::selectionChanged, m_view, &GraphView::setSelectedNode);
    connect(m_view, &GraphView::nodeSelected, &document, &Document::select);
}

void GraphPage::redraw()
{
    const JudgementPtr judgement = m_document.judgement();
    if (!judgement) {
        m_jobs.cancel();
        accept(nullptr);
        return;
    }
    const auto draw = [judgement, previous = m_view->picture()](const std::stop_token&) {
        return makePicture(
            judgement->graph(), judgement->decisions(), judgement->casts(), {}, previous.get());
    };
    if (judgement->graph()->nodeCount() <= kDrawnAtOnce) {
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
    m_view->setPicture(std::move(picture));
    m_view->setChangedNodes(m_document.changed());
    if (graph && graph != m_fitted)
        m_view->showStart();
    m_fitted = graph;
    m_view->setSelectedNode(m_document.selection());
    emit pictureShown();
}

Drawing GraphPage::drawing() const
{
    const auto picture = m_view->picture();
    Drawing drawing;
    if (!picture)
        return drawing;
    drawing.size = pictureRect(*picture).size();
    drawing.title = m_document.hasModel() ? m_document.model().displayName() : QString();
    drawing.paint = [this](QPainter& painter, const QRectF& target) { m_view->paintTo(painter, target); };
    return drawing;
}

}
