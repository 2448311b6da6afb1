// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/busyindicator.h"

#include "gui/document/jobrunner.h"
#include "gui/shell/named.h"
#include "gui/training/elidedlabel.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>

namespace halftone {
namespace {

constexpr int kPatience = 300; // ms; what is over sooner would only flicker
constexpr int kTick = 100; // ms
constexpr int kWidestTitle = 260; // titles name files
constexpr int kBarWidth = 120;
constexpr int kBarHeight = 12;

}

BusyIndicator::BusyIndicator(std::vector<JobRunner*> jobs, QWidget* parent)
    : QWidget(parent)
    , m_jobs(std::move(jobs))
    , m_title(named(new ElidedLabel(this), "busyTitle", tr("What is going on")))
    , m_bar(named(new QProgressBar(this), "busyBar", tr("Progress")))
{
    named(this, "busyIndicator", tr("Progress"));
    m_bar->setFixedSize(kBarWidth, kBarHeight);
    m_bar->setTextVisible(false);
    auto* cancel = named(new QToolButton(this), "busyCancel", tr("Cancel"));
    cancel->setText(tr("Cancel"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->addWidget(m_title);
    row->addWidget(m_bar);
    row->addWidget(cancel);
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatience);
    connect(&m_patience, &QTimer::timeout, this, &QWidget::show);
    m_clock.setInterval(kTick);
    connect(&m_clock, &QTimer::timeout, this, &BusyIndicator::refreshBar);
    connect(cancel, &QToolButton::clicked, this, [this] {
        if (JobRunner* running = current())
            running->cancel();
    });
    for (JobRunner* each : m_jobs)
        connect(each, &JobRunner::busyChanged, this, &BusyIndicator::refresh);
    hide();
}

JobRunner* BusyIndicator::current() const
{
    const auto busy = std::ranges::find_if(m_jobs, &JobRunner::isBusy);
    return busy == m_jobs.end() ? nullptr : *busy;
}

// A job that does not say how far it is has a bar that runs to and fro.
void BusyIndicator::refreshBar()
{
    constexpr int kWhole = 100;
    const JobRunner* running = current();
    const bool isKnown = running && running->percent() >= 0;
    m_bar->setRange(0, isKnown ? kWhole : 0);
    if (isKnown)
        m_bar->setValue(running->percent());
}

void BusyIndicator::refresh()
{
    refreshBar();
    if (const JobRunner* running = current()) {
        m_title->setLine(running->title());
        m_title->setFixedWidth(
            std::min(m_title->fontMetrics().horizontalAdvance(running->title()) + 1, kWidestTitle));
        m_patience.start();
        m_clock.start();
    } else {
        m_patience.stop();
        m_clock.stop();
        hide();
    }
}

}
