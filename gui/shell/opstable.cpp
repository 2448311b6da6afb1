// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/opstable.h"

#include "gui/document/document.h"
#include "gui/export/exporttable.h"
#include "gui/shell/named.h"
#include "gui/shell/tables.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace halftone {
namespace {

constexpr std::size_t kMadeAtOnce = 2000; // operators; a few milliseconds

}

OpsTable::OpsTable(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_model(new OpsModel(this))
    , m_filter(new OpsFilter(this))
    , m_words(named(new QLineEdit(this), "opsFilter", tr("Filter operators")))
    , m_onlyChanged(named(new QCheckBox(tr("Only changed"), this), "opsOnlyChanged", tr("Only changed")))
    , m_count(named(new QLabel(this), "opsCount", tr("Number of operators shown")))
    , m_view(named(new QTableView(this), "opsView", tr("Operators")))
{
    named(this, "opsTable", tr("Operators"));
    m_words->setPlaceholderText(tr("Filter by name, type, list, data type or reason (Ctrl+F)"));
    m_words->setClearButtonEnabled(true);
    m_onlyChanged->setToolTip(tr("Show only the operators that the last edit changed"));
    setUpView();

    auto* row = new QHBoxLayout;
    row->addWidget(m_words, 1);
    row->addWidget(m_onlyChanged);
    row->addWidget(m_count);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addLayout(row);
    column->addWidget(m_view);

    connect(m_words, &QLineEdit::textChanged, m_filter, &OpsFilter::setWords);
    connect(m_onlyChanged, &QCheckBox::toggled, m_filter, &OpsFilter::setOnlyChanged);
    connect(&document, &Document::decisionsChanged, this, &OpsTable::refresh);
    connect(&document, &Document::selectionChanged, this, &OpsTable::followCurrent);
    connect(&document, &Document::selectedNodesChanged, this, &OpsTable::followSelection);
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &OpsTable::refreshCount);
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &OpsTable::followSelection);
    connect(m_filter, &QAbstractItemModel::modelReset, this, &OpsTable::refreshCount);
    refresh();
}

void OpsTable::setUpView()
{
    m_filter->setSourceModel(m_model);
    m_view->setModel(m_filter);
    setUpTable(*m_view, {130, 100, 120, 72, 150, 330, 80, 30}, OpsModel::kReason);
    keepEndsOfNames(*m_view, OpsModel::kName);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->installEventFilter(this);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &OpsTable::chooseRows);
    connect(m_view, &QTableView::activated, this, &OpsTable::activated);
    connect(m_view, &QTableView::customContextMenuRequested, this, [this](const QPoint& place) {
        if (!m_document.selectedNodes().empty())
            emit contextMenuRequested(menuPlace(*m_view, place));
    });
}

void OpsTable::startFilter()
{
    m_words->setFocus(Qt::ShortcutFocusReason);
    m_words->selectAll();
}

void OpsTable::setFilter(const QString& words)
{
    m_onlyChanged->setChecked(false);
    m_words->setText(words);
}

void OpsTable::refresh()
{
    const JudgementPtr judgement = m_document.judgement();
    if (!judgement || judgement->graph()->nodeCount() <= kMadeAtOnce) {
        m_jobs.cancel();
        return accept(judgement, OpsModel::makeRows(judgement, m_document.changed()));
    }
    m_jobs.start(
        tr("Filling the table"),
        [judgement, changed = m_document.changed()](
            const std::stop_token&) { return OpsModel::makeRows(judgement, changed); },
        [this, judgement](std::vector<OpRow> rows) { accept(judgement, std::move(rows)); });
}

void OpsTable::accept(const JudgementPtr& judgement, std::vector<OpRow> rows)
{
    {
        const QScopedValueRollback following(m_isFollowing, true);
        m_model->setJudgement(judgement, std::move(rows));
    }
    m_view->setColumnHidden(OpsModel::kPhase, m_document.shown() == Document::Shown::Forward);
    m_onlyChanged->setEnabled(!m_document.changed().empty() || m_onlyChanged->isChecked());
    refreshCount();
    followSelection();
}

void OpsTable::refreshCount()
{
    const int shown = m_filter->rowCount();
    const int all = m_model->rowCount();
    m_count->setText(shown == all ? tr("%Ln operators", nullptr, all) : tr("%L1 of %L2").arg(shown).arg(all));
}

NodeId OpsTable::nodeAt(int row) const
{
    const QModelIndex index = m_filter->index(row, 0);
    return index.isValid() ? NodeId{index.data(kNodeRole).toUInt()} : NodeId{};
}

// In the order in which they are shown; without those that the filter hides.
std::vector<int> OpsTable::rowsOf(const std::vector<NodeId>& nodes) const
{
    std::vector<int> rows;
    if (m_model->graph() != m_document.graph())
        return rows; // those of another one are still being made
    for (NodeId node : nodes) {
        const int row = m_filter->mapFromSource(m_model->index(m_model->rowOf(node), 0)).row();
        if (row >= 0)
            rows.push_back(row);
    }
    std::ranges::sort(rows);
    return rows;
}

std::vector<int> OpsTable::selectedRows() const
{
    return rowsOf(m_document.selectedNodes());
}

void OpsTable::chooseRows()
{
    if (m_isFollowing || m_model->graph() != m_document.graph())
        return;
    const QScopedValueRollback choosing(m_isChoosing, true);
    std::vector<NodeId> nodes;
    for (const QItemSelectionRange& range : m_view->selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            nodes.push_back(nodeAt(row));
    }
    m_document.selectNodes(std::move(nodes), nodeAt(m_view->currentIndex().row()));
}

void OpsTable::followSelection()
{
    if (m_isChoosing)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    const std::vector<int> rows = selectedRows();
    // Rows that follow each other are one range: thousands of single ones take seconds.
    QItemSelection ranges;
    for (auto first = rows.begin(); first != rows.end();) {
        auto last = first;
        while (std::next(last) != rows.end() && *std::next(last) == *last + 1)
            ++last;
        ranges.append({m_filter->index(*first, 0), m_filter->index(*last, m_filter->columnCount() - 1)});
        first = std::next(last);
    }
    goToCurrent();
    selectInstead(ranges);
}

void OpsTable::followCurrent()
{
    if (m_isChoosing)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    const QItemSelection selected = m_view->selectionModel()->selection();
    goToCurrent();
    selectInstead(selected);
}

// Without one that is described, keys go on from the first that is selected. The view's own function, so that
// Shift goes on from there, too; what it selects depends on the keys that are down.
void OpsTable::goToCurrent()
{
    std::vector<int> rows = rowsOf({m_document.selection()});
    if (rows.empty())
        rows = selectedRows();
    const QModelIndex current = rows.empty() ? QModelIndex() : m_filter->index(rows.front(), 0);
    m_view->setCurrentIndex(current);
    if (current.isValid())
        m_view->scrollTo(current);
}

// In two steps, as comparing two selections of many ranges takes long.
void OpsTable::selectInstead(const QItemSelection& ranges)
{
    {
        const QScopedValueRollback following(m_isFollowing, true);
        m_view->clearSelection();
    }
    m_view->selectionModel()->select(ranges, QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

void OpsTable::copyTable() const
{
    const std::vector<int> rows = selectedRows();
    QGuiApplication::clipboard()->setText(rows.size() > 1 ? toCsv(*m_filter, rows) : toCsv(*m_filter));
}

// As a click on a title does: once more turns the order.
QMenu* OpsTable::makeSortMenu(QWidget* parent)
{
    auto* menu = new QMenu(tr("&Sort By"), parent);
    menu->setObjectName(QStringLiteral("sortMenu"));
    const QHeaderView& titles = *m_view->horizontalHeader();
    const auto add = [&](const QString& title, int column) {
        const bool isInForce = titles.sortIndicatorSection() == column;
        const bool isTurned = isInForce && titles.sortIndicatorOrder() == Qt::AscendingOrder;
        QAction* action = menu->addAction(title, m_view, [view = m_view, column, isTurned] {
            view->sortByColumn(column, isTurned ? Qt::DescendingOrder : Qt::AscendingOrder);
        });
        action->setCheckable(true);
        action->setChecked(isInForce);
    };
    add(tr("Order in the Model"), -1);
    for (int column = 0; column < m_filter->columnCount(); ++column) {
        if (!m_view->isColumnHidden(column))
            add(m_filter->headerData(column, Qt::Horizontal).toString(), column);
    }
    return menu;
}

// As in the graph, Esc selects nothing. Ctrl+C would copy one cell, and Ctrl+A would compare all with each of
// many rows that are selected.
bool OpsTable::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape)
        m_document.select({});
    else if (key->matches(QKeySequence::SelectAll))
        selectInstead(QItemSelection(m_filter->index(0, 0), m_filter->index(m_filter->rowCount() - 1, 0)));
    else if (key->matches(QKeySequence::Copy))
        QGuiApplication::clipboard()->setText(toCsv(*m_filter, selectedRows()));
    else
        return QWidget::eventFilter(watched, event);
    return true;
}

}
