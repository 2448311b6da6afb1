// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/compareview.h"

#include "gui/compare/comparecard.h"
#include "gui/compare/comparetable.h"
#include "gui/graph/graphview.h"
#include "gui/graph/picturegeometry.h"
#include "gui/models/columntable.h"
#include "gui/shell/named.h"
#include "gui/shell/tables.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace halftone {
namespace {

// As many nodes are drawn in a few milliseconds; going to another thread and back would only flicker.
constexpr std::size_t kDrawnAtOnce = 300;

}

CompareView::CompareView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_comparison(document)
    , m_model(new CompareModel(m_comparison, this))
    , m_filter(new CompareFilter(*m_model, this))
    , m_cardRow(new QHBoxLayout)
    , m_graphs(named(new QSplitter(Qt::Horizontal, this), "compareGraphs", tr("Graphs side by side")))
    , m_table(named(new QTableView(this), "compareTable", tr("Operators by ways to decide")))
    , m_words(named(new QLineEdit(this), "compareFilter", tr("Filter operators")))
    , m_onlyDifferences(named(
          new QCheckBox(tr("Only differences"), this), "compareOnlyDifferences", tr("Only differences")))
    , m_add(named(new QPushButton(tr("Add Column"), this), "compareAdd", tr("Add a way to decide")))
    , m_count(named(new QLabel(this), "compareCount", tr("Number of operators shown")))
{
    named(this, "compareView", tr("Compare"));
    auto* split = named(new QSplitter(Qt::Vertical, this), "compareSplit", tr("Graphs and table"));
    auto* below = named(new QWidget(split), "compareBelow", tr("Operators by ways to decide"));
    auto* belowColumn = new QVBoxLayout(below);
    belowColumn->setContentsMargins({});
    belowColumn->addWidget(makeBar());
    belowColumn->addWidget(m_table);
    split->addWidget(m_graphs);
    split->addWidget(below);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addLayout(m_cardRow);
    column->addWidget(split, 1);
    setUpTable();

    connect(&m_comparison, &Comparison::columnsChanged, this, &CompareView::refreshColumns);
    connect(&m_comparison, &Comparison::judged, this, &CompareView::refresh);
    connect(&document, &Document::selectionChanged, this, &CompareView::followSelection);
    refreshColumns();
}

QWidget* CompareView::makeBar()
{
    auto* bar = named(new QWidget(this), "compareBar", tr("Filter and differences"));
    auto* previous =
        named(new QPushButton(tr("Previous"), bar), "comparePrevious", tr("Previous difference"));
    auto* next = named(new QPushButton(tr("Next"), bar), "compareNext", tr("Next difference"));
    auto* save = named(new QPushButton(tr("Export CSV…"), bar), "compareExport", tr("Export the table"));
    previous->setToolTip(tr("Select the difference before this one (F7)"));
    next->setToolTip(tr("Select the next difference (F8)"));
    m_words->setPlaceholderText(tr("Filter by name, type, phase or decision"));
    m_words->setClearButtonEnabled(true);
    m_onlyDifferences->setChecked(true);
    m_add->setToolTip(tr("Compare with one more mode, level or tool"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 4, 0, 0);
    for (QWidget* part : {static_cast<QWidget*>(m_words), static_cast<QWidget*>(m_onlyDifferences),
             static_cast<QWidget*>(m_count), static_cast<QWidget*>(previous), static_cast<QWidget*>(next),
             static_cast<QWidget*>(m_add), static_cast<QWidget*>(save)})
        row->addWidget(part, part == m_words ? 1 : 0);
    connect(m_words, &QLineEdit::textChanged, m_filter, &CompareFilter::setWords);
    connect(m_onlyDifferences, &QCheckBox::toggled, m_filter, &CompareFilter::setOnlyDifferences);
    connect(previous, &QPushButton::clicked, this, [this] { goToDifference(-1); });
    connect(next, &QPushButton::clicked, this, [this] { goToDifference(1); });
    connect(m_add, &QPushButton::clicked, &m_comparison, &Comparison::addColumn);
    connect(save, &QPushButton::clicked, this, &CompareView::exportRequested);
    return bar;
}

void CompareView::setUpTable()
{
    m_table->setModel(m_filter);
    m_model->renew();
    halftone::setUpTable(*m_table, {220, 130, 80}, CompareModel::kName);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& current) {
            if (!m_isFollowing && current.isValid())
                m_document.select(NodeId{current.data(kNodeRole).toUInt()});
        });
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &CompareView::refreshCount);
    connect(m_filter, &QAbstractItemModel::rowsRemoved, this, &CompareView::refreshCount);
    connect(m_filter, &QAbstractItemModel::rowsInserted, this, &CompareView::refreshCount);
    connect(m_filter, &QAbstractItemModel::modelReset, this, &CompareView::refreshCount);
}

const QAbstractItemModel& CompareView::shownTable() const
{
    return *m_filter;
}

void CompareView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_comparison.setActive(true);
}

void CompareView::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_comparison.setActive(false);
}

void CompareView::refreshColumns()
{
    const std::size_t count = m_comparison.columns().size();
    while (m_cards.size() > count) {
        m_cards.back()->deleteLater(); // its own button may be what removes it
        m_cardRow->removeWidget(m_cards.back());
        m_cards.back()->hide();
        m_cards.pop_back();
    }
    while (m_cards.size() < count) {
        m_cards.push_back(new CompareCard(m_comparison, m_cards.size(), this));
        m_cardRow->addWidget(m_cards.back(), 1);
    }
    for (CompareCard* card : m_cards)
        card->refresh();
    m_add->setEnabled(count < Comparison::kMostColumns);
    const std::size_t graphs = std::min(count, kMostGraphs);
    while (m_views.size() > graphs) {
        const GraphView* last = m_views.back();
        m_views.pop_back(); // first: the others are resized while it goes, and follow each other
        delete last;
    }
    while (m_views.size() < graphs)
        m_views.push_back(addGraph(m_views.size()));
}

GraphView* CompareView::addGraph(std::size_t column)
{
    auto* view = new GraphView(m_graphs);
    view->setObjectName(QStringLiteral("compareGraph") + ComparedColumn::letter(column));
    view->setAccessibleName(tr("Graph, %1").arg(ComparedColumn::letter(column)));
    view->setPalesUnchanged(true);
    m_graphs->addWidget(view);
    connect(view, &GraphView::viewChanged, this, [this, view] {
        if (!m_isFollowing && isVisible())
            alignGraphs(*view);
    });
    connect(view, &GraphView::nodeSelected, &m_document, &Document::select);
    return view;
}

// All graphs have one layout, so the same place is the same operator.
void CompareView::alignGraphs(const GraphView& leader)
{
    const QScopedValueRollback following(m_isFollowing, true);
    for (GraphView* view : m_views) {
        if (view == &leader || !view->picture())
            continue;
        view->setZoom(leader.zoom(), {});
        view->centreOn(leader.visibleScene().center());
    }
}

void CompareView::refresh()
{
    {
        const QScopedValueRollback following(m_isFollowing, true);
        m_model->renew();
    }
    for (CompareCard* card : m_cards)
        card->refresh();
    m_table->setColumnHidden(CompareModel::kPhase, m_document.shown() == Document::Shown::Forward);
    constexpr int kDecisionWidth = 210;
    for (int column = CompareModel::kFirstDecision; column < m_model->columnCount(); ++column)
        m_table->setColumnWidth(column, kDecisionWidth);
    refreshCount();
    refreshGraphs();
}

void CompareView::refreshGraphs()
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

void CompareView::showPictures(const std::vector<std::shared_ptr<const GraphPicture>>& pictures)
{
    const GraphPtr graph = pictures.front() ? pictures.front()->graph : nullptr;
    const bool isNew = graph != std::exchange(m_shown, graph);
    const QScopedValueRollback following(m_isFollowing, true);
    for (std::size_t i = 0; i < std::min(m_views.size(), pictures.size()); ++i) {
        m_views[i]->setPicture(pictures[i]);
        m_views[i]->setChangedNodes(m_comparison.columns()[i].differences);
    }
    if (graph && isNew)
        m_views.front()->showStart();
    alignGraphs(*m_views.front());
    followSelection();
}

void CompareView::refreshCount()
{
    const auto different = static_cast<int>(m_comparison.differences().size());
    if (!m_comparison.graph())
        m_count->setText(tr("No model open"));
    else if (different == 0)
        m_count->setText(tr("All columns decide alike"));
    else
        m_count->setText(tr("%L1 of %L2 operators differ").arg(different).arg(m_model->rowCount()));
}

void CompareView::goToDifference(int direction)
{
    m_document.select(m_comparison.differenceBeside(m_document.selection(), direction));
    GraphView& view = *m_views.front();
    const std::uint32_t box =
        view.picture() ? view.picture()->box(m_document.selection()) : GraphPicture::kNoBox;
    if (box != GraphPicture::kNoBox)
        view.centreOn(boxRect(*view.picture(), box).center()); // the others follow
}

void CompareView::followSelection()
{
    const QScopedValueRollback following(m_isFollowing, true);
    const NodeId node = m_document.selection();
    for (GraphView* view : m_views)
        view->setSelectedNode(node);
    alignGraphs(*m_views.front());
    const QModelIndex index = node.isValid() && m_comparison.graph()
        ? m_filter->mapFromSource(m_model->index(static_cast<int>(node.index), 0))
        : QModelIndex();
    if (!index.isValid()) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
        return;
    }
    m_table->selectRow(index.row());
    m_table->scrollTo(index);
}

}
