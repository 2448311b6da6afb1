// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/issuespane.h"

#include "gui/document/document.h"
#include "gui/document/messagetexts.h"
#include "gui/document/remedy.h"
#include "gui/document/text.h"
#include "gui/models/findingsmodel.h"
#include "gui/shell/named.h"
#include "gui/shell/tables.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

namespace halftone {

IssuesPane::IssuesPane(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_model(new FindingsModel(this))
    , m_view(named(new QTableView(this), "issuesView", tr("Issues")))
    , m_nothing(named(new QLabel(tr("Nothing to complain about."), this), "issuesNothing", tr("No issues")))
    , m_goThere(named(new QPushButton(tr("&Go There"), this), "issuesGoThere", tr("Select the operator")))
    , m_fix(named(new QPushButton(tr("Fix"), this), "issuesFix", tr("Fix")))
    , m_copy(named(new QPushButton(tr("Copy &Details"), this), "issuesCopy", tr("Copy details")))
{
    named(this, "issuesPane", tr("Issues"));
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSortRole(kSortRole);
    sorted->setSourceModel(m_model);
    m_view->setModel(sorted);
    setUpTable(*m_view, {90, 320, 110, 320}, FindingsModel::kRemedy);
    m_nothing->setAlignment(Qt::AlignCenter);

    auto* row = new QHBoxLayout;
    for (QPushButton* button : {m_goThere, m_fix, m_copy})
        row->addWidget(button);
    row->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(m_nothing, 1);
    column->addWidget(m_view, 1);
    column->addLayout(row);

    connect(&document, &Document::findingsChanged, this, &IssuesPane::refresh);
    connect(
        m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &IssuesPane::refreshButtons);
    connect(m_view, &QTableView::activated, this, &IssuesPane::goThere);
    connect(m_goThere, &QPushButton::clicked, this, &IssuesPane::goThere);
    connect(m_fix, &QPushButton::clicked, this, &IssuesPane::fix);
    connect(m_copy, &QPushButton::clicked, this, &IssuesPane::copyDetails);
    refresh();
}

QString IssuesPane::title() const
{
    const int count = m_model->rowCount();
    return count == 0 ? tr("Issues") : tr("Issues (%1)").arg(count);
}

void IssuesPane::refresh()
{
    m_model->setFindings(m_document.findings());
    const bool isEmpty = m_model->rowCount() == 0;
    m_nothing->setVisible(isEmpty);
    m_view->setVisible(!isEmpty);
    refreshButtons();
    emit titleChanged(title());
}

const FindingRow* IssuesPane::current() const
{
    const auto* sorted = qobject_cast<const QSortFilterProxyModel*>(m_view->model());
    const QModelIndex index = sorted->mapToSource(m_view->currentIndex());
    return index.isValid() ? &m_model->row(index.row()) : nullptr;
}

void IssuesPane::refreshButtons()
{
    const FindingRow* row = current();
    m_goThere->setEnabled(row && row->finding.node.isValid());
    m_copy->setEnabled(row);
    const std::optional<Remedy> remedy = row ? remedyFor(m_document, row->finding) : std::nullopt;
    m_fix->setVisible(remedy.has_value());
    if (remedy)
        m_fix->setText(remedy->label);
}

void IssuesPane::goThere()
{
    const FindingRow* row = current();
    if (row && row->finding.node.isValid())
        m_document.select(row->finding.node);
}

void IssuesPane::fix()
{
    const FindingRow* row = current();
    const std::optional<Remedy> remedy = row ? remedyFor(m_document, row->finding) : std::nullopt;
    if (remedy)
        remedy->apply(m_document);
}

void IssuesPane::copyDetails()
{
    if (const FindingRow* row = current()) {
        QGuiApplication::clipboard()->setText(QStringLiteral("%1: %2 [%3]\n%4")
                .arg(messageText(row->finding.where), row->message, text(row->finding.id), row->remedy));
    }
}

}
