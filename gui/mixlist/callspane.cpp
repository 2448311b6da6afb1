// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/mixlist/callspane.h"

#include "gui/document/commands.h"
#include "gui/document/document.h"
#include "gui/mixlist/callsmodel.h"
#include "gui/mixlist/groupdialog.h"
#include "gui/shell/actions.h"
#include "gui/shell/named.h"
#include "gui/shell/tables.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

namespace halftone {

CallsPane::CallsPane(Document& document, const Actions& actions, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_model(new CallsModel(this))
    , m_table(named(new QTableView(this), "callsTable", tr("Types asked for by hand")))
    , m_nothing(
          named(new QLabel(tr("Nothing is asked for by hand. Select operators in the table or a scope in "
                              "the graph, and make a group of them."),
                    this),
              "callsNothing", tr("Nothing is asked for")))
{
    named(this, "callsPane", tr("Types asked for by hand"));
    m_table->setModel(m_model);
    setUpTable(*m_table, {120, 90, 110}, CallsModel::kTarget);
    m_table->setSortingEnabled(false); // the order is that in which calls are made
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->installEventFilter(this);
    m_nothing->setWordWrap(true);
    m_nothing->setAlignment(Qt::AlignCenter);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(m_nothing, 1);
    column->addWidget(m_table, 1);
    column->addWidget(makeButtons(actions));
    connect(m_table, &QTableView::doubleClicked, this, &CallsPane::edit);
    connect(
        m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CallsPane::refreshButtons);
    connect(&document, &Document::policyChanged, this, &CallsPane::refresh);
    connect(&document, &Document::decisionsChanged, this, &CallsPane::refresh);
    refresh();
}

QWidget* CallsPane::makeButtons(const Actions& actions)
{
    auto* bar = named(new QWidget(this), "callsBar", tr("Groups"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins({});
    auto* add = new QToolButton(bar);
    QAction* action = actions.get("model.group");
    add->setDefaultAction(action);
    named(add, "callsNewGroup", Actions::plainText(*action));
    add->setFocusPolicy(Qt::TabFocus);
    m_edit = named(new QPushButton(tr("&Change…"), bar), "callsEdit", tr("Change what is asked for"));
    m_remove =
        named(new QPushButton(tr("&Take Back"), bar), "callsRemove", tr("Take back what is asked for"));
    row->addWidget(add);
    row->addStretch();
    row->addWidget(m_edit);
    row->addWidget(m_remove);
    connect(m_edit, &QPushButton::clicked, this, &CallsPane::edit);
    connect(m_remove, &QPushButton::clicked, this, &CallsPane::remove);
    return bar;
}

QString CallsPane::title() const
{
    const std::size_t calls = m_document.policy().overrides.size();
    return calls == 0 ? tr("By Hand") : tr("By Hand (%1)").arg(calls);
}

QStringList CallsPane::selectedTargets() const
{
    QStringList targets;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        targets += index.data(kNameRole).toString();
    return targets;
}

void CallsPane::refresh()
{
    const QStringList selected = selectedTargets();
    m_model->setRows(callRows(m_document.policy(), m_document.judgement().get()));
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        if (selected.contains(index.data(kNameRole).toString()))
            m_table->selectionModel()->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    m_table->setVisible(m_model->rowCount() > 0);
    m_nothing->setVisible(m_model->rowCount() == 0);
    refreshButtons();
    emit titleChanged(title());
}

void CallsPane::refreshButtons()
{
    const qsizetype selected = selectedTargets().size();
    m_edit->setEnabled(selected == 1 && !selectedTargets().front().isEmpty());
    m_remove->setEnabled(selected > 0);
}

void CallsPane::edit()
{
    const QStringList targets = selectedTargets();
    const auto call = m_edit->isEnabled() ? std::ranges::find(m_document.policy().overrides,
                                                targets.front().toStdString(), &PrecisionOverride::target)
                                          : m_document.policy().overrides.end();
    if (call != m_document.policy().overrides.end())
        (new GroupDialog(m_document, *call, GroupDialog::Purpose::Change, this))->open();
}

void CallsPane::remove()
{
    removeCalls(m_document, selectedTargets());
}

bool CallsPane::eventFilter(QObject* watched, QEvent* event)
{
    // The window has Del too, for the lists; here it means these rows.
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool edits = key == Qt::Key_Return || key == Qt::Key_Enter;
    if (!edits && key != Qt::Key_Delete && key != Qt::Key_Backspace)
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        edits ? edit() : remove();
    return true;
}

}
