// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runlist.h"

#include "gui/training/elidedlabel.h"
#include "gui/training/runrow.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QPushButton>

#include <algorithm>

namespace halftone {

RunList::RunList(RunSet& runs, QWidget* parent)
    : QWidget(parent)
    , m_runs(runs)
    , m_grid(new QGridLayout(this))
    , m_buttons(new QWidget(this))
    , m_add(new QPushButton(tr("Add Run"), m_buttons))
    , m_estimate(new QPushButton(tr("Estimate"), m_buttons))
    , m_estimated(new ElidedLabel(m_buttons))
{
    setObjectName(QStringLiteral("runList"));
    setAccessibleName(tr("Runs"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(5);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(4, 1);
    auto* open = new QPushButton(tr("Open Run…"), m_buttons);
    m_add->setObjectName(QStringLiteral("runAdd"));
    m_add->setAccessibleName(tr("Add a run in another precision"));
    m_add->setToolTip(tr("Train in one more precision at the same time; four at most."));
    open->setObjectName(QStringLiteral("runOpen"));
    open->setAccessibleName(tr("Open a recorded run or a checkpoint"));
    open->setToolTip(tr("Show a run that was recorded in a file beside these, or go on from a checkpoint."));
    auto* row = new QHBoxLayout(m_buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_add);
    row->addWidget(open);
    row->addWidget(m_estimate);
    row->addSpacing(8);
    row->addWidget(m_estimated, 1);
    m_estimate->setObjectName(QStringLiteral("runEstimate"));
    m_estimate->setAccessibleName(tr("Find out what memory and time the runs will take"));
    m_estimate->setToolTip(tr("Plan the runs and try some of their steps. A large model takes a while."));
    m_estimate->hide();
    m_estimated->setObjectName(QStringLiteral("trainingEstimate"));
    m_estimated->setAccessibleName(tr("What the runs will take"));
    connect(m_estimate, &QPushButton::clicked, this, &RunList::estimateRequested);
    connect(m_add, &QPushButton::clicked, this, [this] { m_runs.add({}); });
    connect(open, &QPushButton::clicked, this, &RunList::openRequested);
    connect(&runs, &RunSet::runAdded, this, &RunList::makeRows);
    connect(&runs, &RunSet::runRemoved, this, &RunList::makeRows);
    arrange();
}

RunList::~RunList() = default;

void RunList::makeRows()
{
    const auto& runs = m_runs.runs();
    std::erase_if(m_rows, [&](const auto& row) {
        return std::ranges::none_of(runs, [&](const auto& run) { return row->number() == run->number(); });
    });
    for (const auto& run : runs) {
        if (std::ranges::contains(m_rows, run->number(), [](const auto& row) { return row->number(); }))
            continue;
        m_rows.push_back(std::make_unique<RunRow>(*run, *this));
        RunRow* row = m_rows.back().get();
        row->setWindowPolicy(m_policy);
        connect(row, &RunRow::startRequested, this, &RunList::startRequested);
        connect(row, &RunRow::branchRequested, this, &RunList::branchRequested, Qt::QueuedConnection);
        connect(row, &RunRow::saveRequested, this, &RunList::saveRequested);
        connect(
            row, &RunRow::removeRequested, this, [this](TrainingRun* gone) { m_runs.remove(gone); },
            Qt::QueuedConnection); // It deletes the row that speaks.
    }
    arrange();
    refresh(m_canStart);
}

void RunList::arrange()
{
    while (QLayoutItem* item = m_grid->takeAt(0))
        delete item;
    int line = 0;
    for (const auto& row : m_rows)
        row->addTo(*m_grid, line++);
    m_grid->addWidget(m_buttons, line, 0, 1, m_grid->columnCount());
}

void RunList::setWindowPolicy(const Policy& policy)
{
    m_policy = policy;
    for (const auto& row : m_rows)
        row->setWindowPolicy(policy);
}

void RunList::setEstimate(const QString& line, const QString& details)
{
    m_estimated->setLine(line);
    m_estimated->setToolTip(details.isEmpty() ? line : line + QLatin1Char('\n') + details);
}

void RunList::offerEstimate(bool isOffered)
{
    m_estimate->setVisible(isOffered);
}

void RunList::refresh(bool canStart)
{
    m_canStart = canStart;
    m_add->setEnabled(m_runs.canAdd());
    for (const auto& row : m_rows)
        row->refresh(canStart, m_runs.canAdd());
}

}
