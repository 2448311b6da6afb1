// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/eventtable.h"

#include "gui/training/runevents.h"

#include <QHeaderView>
#include <QPainter>

namespace halftone {

EventTable::EventTable(RunEventModel* model, QWidget* parent)
    : QTableView(parent)
    , m_events(model)
{
    setObjectName(QStringLiteral("trainingEvents"));
    setAccessibleName(tr("Events of the training"));
    setModel(model);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setTabKeyNavigation(false);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    QHeaderView* header = horizontalHeader();
    constexpr int kFewestRows = 3; // Fewer hardly look like a list.
    setMinimumHeight(header->sizeHint().height() + kFewestRows * verticalHeader()->defaultSectionSize() +
        2 * frameWidth());
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const int character = fontMetrics().averageCharWidth();
    header->resizeSection(RunEventModel::Step, character * 11);
    header->resizeSection(RunEventModel::Run, character * 40);
    header->resizeSection(RunEventModel::What, character * 58);
    header->setStretchLastSection(true);
    setIconSize({32, 14});
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (!now.isValid())
            return;
        emit stepPointed(static_cast<double>(m_events->step(now.row()).step));
        if (const QString node = m_events->node(now.row()); !node.isEmpty())
            emit nodePointed(node);
    });
    connect(this, &QTableView::clicked, this, &EventTable::requestNode);
    connect(this, &QTableView::activated, this, &EventTable::requestNode);
    connect(model, &QAbstractItemModel::rowsInserted, viewport(), qOverload<>(&QWidget::update));
    connect(model, &QAbstractItemModel::modelReset, viewport(), qOverload<>(&QWidget::update));
}

void EventTable::requestNode(const QModelIndex& index)
{
    const QString node = m_events->node(index.row());
    if (!node.isEmpty())
        emit nodeRequested(node);
}

void EventTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    if (m_events->rowCount() > 0)
        return;
    QPainter painter(viewport());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawText(viewport()->rect().adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap,
        tr("Overflows, changes of the loss scale and losses that are no numbers are listed here."));
}

}
