// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the runs of the training view will take, found out before they start.
#include "gui/training/runlist.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingview.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QThread>

namespace halftone {
namespace {

// Plans and trials of larger models take seconds and gigabytes: nobody gets them without asking.
constexpr std::size_t kMostUnasked = std::size_t{128} << 20;

}

void TrainingView::connectEstimates()
{
    connect(m_list, &RunList::estimateRequested, this, &TrainingView::estimate);
    connect(&m_estimator, &RunEstimator::estimated, this, [this](const std::vector<RunEstimate>& runs) {
        m_list->offerEstimate(false);
        m_list->setEstimate(estimateLine(runs, QThread::idealThreadCount()), estimateDetails(runs));
    });
}

void TrainingView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refreshEstimate();
}

// Everything that an estimate depends on.
QByteArray TrainingView::estimateKey() const
{
    QJsonArray runs;
    for (const auto& run : m_runs->runs()) {
        if (!run->isRecorded() && run->isUsed())
            runs.append(toJson(recipeOf(run->spec())));
    }
    return runs.isEmpty() ? QByteArray() : QJsonDocument(runs).toJson(QJsonDocument::Compact);
}

// Trials would take time from runs, and nobody sees them while another view is shown.
void TrainingView::refreshEstimate()
{
    if (isRunning() && !m_estimator.isBusy())
        return; // What is known stays in view.
    if (isRunning() || m_model.isEmpty()) {
        m_estimator.cancel();
        m_estimatedKey.clear();
        m_list->offerEstimate(false);
        return m_list->setEstimate({}, {});
    }
    if (!isVisible())
        return;
    const QByteArray key = estimateKey();
    if (key == m_estimatedKey)
        return;
    m_estimatedKey = key;
    m_estimator.cancel();
    const bool isLarge = m_weightBytes > kMostUnasked;
    m_list->offerEstimate(isLarge && !key.isEmpty());
    m_list->setEstimate({}, {});
    if (!isLarge)
        estimate();
}

void TrainingView::estimate()
{
    const auto setup = m_form->setup();
    std::vector<PlannedRun> planned;
    for (const auto& run : m_runs->runs()) {
        if (setup && !run->isRecorded() && run->isUsed())
            planned.push_back({specLabel(run->spec(), m_policy), requestFor(*setup, run->spec())});
    }
    if (planned.empty())
        return;
    m_list->setEstimate(tr("Estimating memory and time…"), {});
    m_estimator.estimate(std::move(planned));
}

}
