// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/opstable.h"

#include "gui/document/document.h"
#include "gui/shell/named.h"
#include "gui/shell/tables.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QTableView>
#include <QVBoxLayout>

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
    connect(&document, &Document::selectionChanged, this, &OpsTable::followSelection);
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &OpsTable::refreshCount);
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
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& current) {
            const QScopedValueRollback choosing(m_isChoosing, true);
            if (!m_isFollowing && current.isValid())
                m_document.select(NodeId{current.data(kNodeRole).toUInt()});
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

std::vector<NodeId> OpsTable::selectedNodes() const
{
    std::vector<NodeId> nodes;
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        if (m_view->selectionModel()->isRowSelected(row))
            nodes.push_back({m_filter->index(row, 0).data(kNodeRole).toUInt()});
    }
    return nodes;
}

void OpsTable::followSelection()
{
    if (m_isChoosing)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    const int row = m_model->rowOf(m_document.selection());
    const QModelIndex index = row < 0 ? QModelIndex() : m_filter->mapFromSource(m_model->index(row, 0));
    if (!index.isValid()) {
        m_view->clearSelection();
        m_view->setCurrentIndex({});
        return;
    }
    // Not selectRow(): it asks for the keys that are down.
    m_view->selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_view->scrollTo(index);
}

}
