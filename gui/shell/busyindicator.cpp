// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/busyindicator.h"

#include "gui/document/jobrunner.h"
#include "gui/shell/named.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace halftone {
namespace {

constexpr int kPatience = 300; // ms; what is over sooner would only flicker
constexpr int kBarWidth = 120;
constexpr int kBarHeight = 12;

}

BusyIndicator::BusyIndicator(JobRunner& jobs, QWidget* parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_title(named(new QLabel(this), "busyTitle", tr("What is going on")))
{
    named(this, "busyIndicator", tr("Progress"));
    auto* bar = named(new QProgressBar(this), "busyBar", tr("Progress"));
    bar->setRange(0, 0);
    bar->setFixedSize(kBarWidth, kBarHeight);
    bar->setTextVisible(false);
    auto* cancel = named(new QToolButton(this), "busyCancel", tr("Cancel"));
    cancel->setText(tr("Cancel"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->addWidget(m_title);
    row->addWidget(bar);
    row->addWidget(cancel);
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatience);
    connect(&m_patience, &QTimer::timeout, this, &QWidget::show);
    connect(cancel, &QToolButton::clicked, &jobs, &JobRunner::cancel);
    connect(&jobs, &JobRunner::busyChanged, this, &BusyIndicator::refresh);
    hide();
}

void BusyIndicator::refresh()
{
    m_title->setText(m_jobs.title());
    if (m_jobs.isBusy()) {
        m_patience.start();
    } else {
        m_patience.stop();
        hide();
    }
}

}
