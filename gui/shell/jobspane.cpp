// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/jobspane.h"

#include "gui/document/jobrunner.h"
#include "gui/shell/named.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>

#include <algorithm>

namespace halftone {
namespace {

enum Column { kTitle, kState, kTime };
constexpr int kMostRows = 200; // older ones go
constexpr int kTick = 250; // ms

QString timeText(qint64 milliseconds)
{
    constexpr double kSecond = 1000;
    return JobsPane::tr("%1 s").arg(QLocale().toString(static_cast<double>(milliseconds) / kSecond, 'f', 2));
}

}

JobsPane::JobsPane(QWidget* parent)
    : QWidget(parent)
    , m_list(named(new QTreeWidget(this), "jobsList", tr("Jobs")))
    , m_nothing(
          named(new QLabel(tr("Work that takes longer, such as opening a model, is listed here."), this),
              "jobsNothing", tr("No jobs")))
    , m_cancel(named(new QPushButton(tr("&Cancel Job"), this), "jobsCancel", tr("Cancel the selected job")))
{
    named(this, "jobsPane", tr("Jobs"));
    m_list->setHeaderLabels({tr("Job"), tr("State"), tr("Time")});
    m_list->setRootIsDecorated(false);
    m_list->setAlternatingRowColors(true);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(kTitle, QHeaderView::Stretch);
    named(m_list->header(), "jobsTitles", tr("Columns"));
    m_nothing->setAlignment(Qt::AlignCenter);
    auto* row = new QHBoxLayout;
    row->addWidget(m_cancel);
    row->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(m_nothing, 1);
    column->addWidget(m_list, 1);
    column->addLayout(row);
    m_clock.setInterval(kTick);
    connect(&m_clock, &QTimer::timeout, this, &JobsPane::refreshTimes);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &JobsPane::refreshButtons);
    connect(m_cancel, &QPushButton::clicked, this, &JobsPane::cancelSelected);
    m_list->hide();
    refreshButtons();
}

void JobsPane::add(JobRunner& runner)
{
    connect(&runner, &JobRunner::busyChanged, this, [this, &runner] { onBusyChanged(runner); });
}

QString JobsPane::title() const
{
    return m_running.empty() ? tr("Jobs") : tr("Jobs (%1)").arg(m_running.size());
}

// A newer job of the same runner takes the place of the older one, which then ends without a word.
void JobsPane::onBusyChanged(JobRunner& runner)
{
    finish(runner,
        runner.isBusy()               ? tr("replaced by a newer one")
            : m_cancelling == &runner ? tr("cancelled")
                                      : tr("done"));
    if (runner.isBusy()) {
        auto* item = new QTreeWidgetItem({runner.title(), tr("running"), timeText(0)});
        m_list->insertTopLevelItem(0, item);
        m_running.push_back({&runner, item, {}});
        m_running.back().time.start();
        QTreeWidgetItem* oldest = m_list->topLevelItem(kMostRows);
        if (oldest && !std::ranges::contains(m_running, oldest, &Running::item))
            delete oldest;
        m_nothing->hide();
        m_list->show();
    }
    if (m_running.empty())
        m_clock.stop();
    else
        m_clock.start();
    refreshButtons();
    emit titleChanged(title());
}

void JobsPane::finish(JobRunner& runner, const QString& state)
{
    const auto running = std::ranges::find(m_running, &runner, &Running::runner);
    if (running == m_running.end())
        return;
    running->item->setText(kState, state);
    running->item->setText(kTime, timeText(running->time.elapsed()));
    m_running.erase(running);
}

void JobsPane::refreshTimes()
{
    for (const Running& running : m_running) {
        running.item->setText(kTime, timeText(running.time.elapsed()));
        if (const int percent = running.runner->percent(); percent >= 0)
            running.item->setText(kState, tr("running, %1 %").arg(percent));
    }
}

void JobsPane::refreshButtons()
{
    m_cancel->setEnabled(
        std::ranges::any_of(m_running, [](const Running& running) { return running.item->isSelected(); }));
}

void JobsPane::cancelSelected()
{
    const auto running =
        std::ranges::find_if(m_running, [](const Running& each) { return each.item->isSelected(); });
    if (running == m_running.end())
        return;
    JobRunner* runner = running->runner;
    m_cancelling = runner;
    runner->cancel();
    m_cancelling = nullptr;
}

}
