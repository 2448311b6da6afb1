// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/compareview.h"

#include "executor/files/atomicfile.h"
#include "executor/train/modeldata.h"
#include "gui/compare/comparecard.h"
#include "gui/compare/comparestrip.h"
#include "gui/compare/comparetable.h"
#include "gui/compare/errorscatter.h"
#include "gui/compare/numericsbar.h"
#include "gui/document/text.h"
#include "gui/models/columntable.h"
#include "gui/shell/named.h"
#include "gui/shell/tables.h"
#include "gui/training/flowlayout.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace halftone {

CompareView::CompareView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_comparison(document)
    , m_model(new CompareModel(m_comparison, this))
    , m_filter(new CompareFilter(*m_model, this))
    , m_numerics(new NumericsBar(m_comparison, this))
    , m_cardRow(new QHBoxLayout)
    , m_graphs(new CompareGraphs(document, m_comparison, this))
    , m_table(named(new QTableView(this), "compareTable", tr("Operators by ways to decide")))
    , m_scatter(new ErrorScatter(this))
    , m_strip(new CompareStrip(this))
    , m_words(named(new QLineEdit(this), "compareFilter", tr("Filter operators")))
    , m_onlyDifferences(named(
          new QCheckBox(tr("Only differences"), this), "compareOnlyDifferences", tr("Only differences")))
    , m_cells(named(new QComboBox(this), "compareCells", tr("What the cells show")))
    , m_count(named(new QLabel(this), "compareCount", tr("Number of operators shown")))
{
    named(this, "compareView", tr("Compare"));
    auto* split = named(new QSplitter(Qt::Vertical, this), "compareSplit", tr("Graphs and table"));
    auto* below = named(new QWidget(split), "compareBelow", tr("Operators by ways to decide"));
    auto* beside = named(new QSplitter(Qt::Horizontal, below), "compareBeside", tr("Table and errors"));
    m_scatterPanel = makeScatterPanel();
    beside->addWidget(m_table);
    beside->addWidget(m_scatterPanel);
    beside->setStretchFactor(0, 2);
    beside->setStretchFactor(1, 1);
    beside->setSizes({800, 400});
    auto* belowColumn = new QVBoxLayout(below);
    belowColumn->setContentsMargins({});
    belowColumn->addWidget(makeBar());
    belowColumn->addWidget(beside, 1);
    split->addWidget(m_graphs);
    split->addWidget(below);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_numerics);
    column->addLayout(m_cardRow);
    column->addWidget(split, 1);
    column->addWidget(m_strip);
    setUpTable();

    connect(m_numerics, &NumericsBar::linkToggled, m_graphs, &CompareGraphs::setLinked);
    connect(m_numerics, &NumericsBar::addRequested, &m_comparison, &ColumnComparison::addColumn);
    connect(m_numerics, &NumericsBar::reportRequested, this, &CompareView::reportRequested);
    connect(m_scatter, &ErrorScatter::nodeSelected, &m_document, &Document::select);
    connect(m_strip, &CompareStrip::nodeSelected, &m_document, &Document::select);
    connect(&m_comparison, &ColumnComparison::columnsChanged, this, &CompareView::refreshColumns);
    connect(&m_comparison, &ColumnComparison::judged, this, &CompareView::refresh);
    connect(&m_comparison, &ColumnComparison::numericsChanged, this, &CompareView::refreshNumbers);
    connect(&document, &Document::selectionChanged, this, &CompareView::followSelection);
    connect(&document, &Document::modelChanged, this, [this] {
        if (m_document.hasModel())
            m_numerics->setData(text(suitableData(*m_document.model().forward)));
    });
    refreshColumns();
    refreshNumbers();
}

QWidget* CompareView::makeBar()
{
    auto* bar = named(new QWidget(this), "compareBar", tr("Filter and differences"));
    auto* previous =
        named(new QPushButton(tr("Previous"), bar), "comparePrevious", tr("Previous difference"));
    auto* next = named(new QPushButton(tr("Next"), bar), "compareNext", tr("Next difference"));
    previous->setToolTip(tr("Select the difference before this one (F7)"));
    next->setToolTip(tr("Select the next difference (F8)"));
    m_words->setPlaceholderText(tr("Filter by name, type, phase or decision"));
    m_words->setClearButtonEnabled(true);
    m_onlyDifferences->setChecked(true);
    m_cells->addItems({tr("Types"), tr("Reasons"), tr("Error with all before"), tr("Error alone")});
    m_cells->setToolTip(tr("What the cells of the table show"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 4, 0, 0);
    for (QWidget* part : {static_cast<QWidget*>(m_words), static_cast<QWidget*>(m_onlyDifferences),
             static_cast<QWidget*>(m_cells), static_cast<QWidget*>(m_count), static_cast<QWidget*>(previous),
             static_cast<QWidget*>(next), makeExportButton(bar)})
        row->addWidget(part, part == m_words ? 1 : 0);
    connect(m_words, &QLineEdit::textChanged, m_filter, &CompareFilter::setWords);
    connect(m_onlyDifferences, &QCheckBox::toggled, m_filter, &CompareFilter::setOnlyDifferences);
    connect(m_cells, &QComboBox::currentIndexChanged, this, [this](int chosen) {
        m_model->setCells(static_cast<CompareModel::Cells>(chosen));
        setColumnWidths();
    });
    connect(previous, &QPushButton::clicked, this, [this] { goToDifference(-1); });
    connect(next, &QPushButton::clicked, this, [this] { goToDifference(1); });
    return bar;
}

QWidget* CompareView::makeExportButton(QWidget* bar)
{
    auto* save = named(new QPushButton(tr("Export Table"), bar), "compareExport", tr("Export the table"));
    auto* menu = named(new QMenu(save), "compareExportMenu", tr("Export the table"));
    menu->addAction(tr("As &CSV…"), this, &CompareView::csvRequested);
    menu->addAction(tr("As &JSON…"), this, &CompareView::jsonRequested);
    save->setMenu(menu);
    save->setToolTip(tr("Write operator by way, with types and reasons, into a file"));
    return save;
}

QWidget* CompareView::makeScatterPanel()
{
    auto* panel = named(new QWidget(this), "compareScatterPanel", tr("Error over depth"));
    auto* shown = named(new QComboBox(panel), "compareScatterShown", tr("Which error the plot shows"));
    shown->addItems({tr("Error with all before"), tr("Error of each operator alone")});
    shown->setToolTip(tr("The largest error of a tensor in units of its largest right element"));
    auto* inGraphs = named(new QCheckBox(tr("&Errors in the graphs"), panel), "compareErrorsInGraphs",
        tr("Errors in the graphs"));
    inGraphs->setToolTip(tr("Write on each box how far its operator is off, with all errors before it"));
    auto* legend = named(new QLabel(panel), "compareLegend", tr("Signs of the columns"));
    auto* parts = new QWidget(panel);
    auto* flow = new FlowLayout(parts);
    flow->setContentsMargins({});
    for (QWidget* part :
        {static_cast<QWidget*>(shown), static_cast<QWidget*>(legend), static_cast<QWidget*>(inGraphs)})
        flow->addWidget(part);
    connect(m_scatter, &ErrorScatter::legendChanged, legend,
        [this, legend] { legend->setText(m_scatter->legendText()); });
    auto* column = new QVBoxLayout(panel);
    column->setContentsMargins({});
    column->setSpacing(2);
    column->addWidget(parts);
    column->addWidget(m_scatter, 1);
    connect(inGraphs, &QCheckBox::toggled, m_graphs, &CompareGraphs::setShowsErrors);
    connect(shown, &QComboBox::currentIndexChanged, this,
        [this](int chosen) { m_scatter->setShown(static_cast<ErrorScatter::Shown>(chosen)); });
    return panel;
}

void CompareView::setUpTable()
{
    m_table->setModel(m_filter);
    m_model->renew();
    halftone::setUpTable(*m_table, {160, 150, 80}, CompareModel::kName);
    keepEndsOfNames(*m_table, CompareModel::kName);
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

bool CompareView::showsOnlyDifferences() const
{
    return m_onlyDifferences->isChecked();
}

void CompareView::startOrStopNumerics()
{
    m_numerics->startOrStop();
}

void CompareView::write(const QString& path, const std::function<std::string(const WayComparison&)>& make,
    const std::function<void(const Result<void>&)>& done)
{
    const auto work = [path = path.toStdString(), make, comparison = m_comparison.report()](
                          const std::stop_token&) { return writeFileAtomically(path, make(comparison)); };
    m_writing.start(
        tr("Writing the comparison"), work, [done](const Result<void>& written) { done(written); });
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
        connect(m_cards.back(), &CompareCard::nodeSelected, &m_document, &Document::select);
    }
    for (CompareCard* card : m_cards)
        card->refresh();
    m_graphs->refreshColumns();
}

void CompareView::refresh()
{
    {
        const QScopedValueRollback following(m_isFollowing, true);
        m_model->renew();
    }
    m_table->setColumnHidden(CompareModel::kPhase, m_document.shown() == Document::Shown::Forward);
    setColumnWidths();
    refreshCount();
    m_graphs->refresh();
    refreshNumbers();
    followSelection();
}

// A type needs less room than a sentence.
void CompareView::setColumnWidths()
{
    constexpr int kType = 150, kSentence = 290;
    const bool showsTypes = m_cells->currentIndex() == static_cast<int>(CompareModel::Cells::Types);
    const int why = m_model->columnCount() - 1;
    for (int column = CompareModel::kFirstDecision; column <= why; ++column)
        setColumnWidth(*m_table, column, showsTypes && column != why ? kType : kSentence);
}

void CompareView::refreshNumbers()
{
    for (CompareCard* card : m_cards)
        card->refresh();
    m_model->renewNumbers();
    m_graphs->refreshErrors();
    m_scatter->renew(m_comparison);
    m_scatterPanel->setVisible(m_comparison.hasNumbers());
    m_strip->renew(m_comparison);
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
    m_graphs->centreOnSelection();
}

void CompareView::followSelection()
{
    const QScopedValueRollback following(m_isFollowing, true);
    const NodeId node = m_document.selection();
    m_graphs->followSelection();
    m_scatter->setSelectedNode(node);
    m_strip->setSelectedNode(node);
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
