// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runset.h"

#include "gui/training/runlook.h"

#include <algorithm>

namespace halftone {

bool RunSet::canAdd() const
{
    return std::ranges::count_if(m_runs, [](const auto& run) { return !run->isRecorded(); }) < kMostTrained;
}

// The first one that no other run has, so that colours stay when runs come and go.
int RunSet::freeLook() const
{
    int look = 0;
    const auto isTaken = [&](const auto& run) { return run->look() == look; };
    while (std::ranges::any_of(m_runs, isTaken) && look < kRunLooks - 1)
        ++look;
    return look;
}

TrainingRun* RunSet::adopt(std::unique_ptr<TrainingRun> owned)
{
    TrainingRun* run = owned.get();
    m_runs.push_back(std::move(owned));
    connect(run, &TrainingRun::historyChanged, this, [this, run] { emit historyChanged(run); });
    connect(run, &TrainingRun::stateChanged, this, [this, run] { emit stateChanged(run); });
    connect(run, &TrainingRun::usedChanged, this, [this, run] { emit usedChanged(run); });
    emit runAdded(run);
    return run;
}

TrainingRun* RunSet::add(RunSpec spec)
{
    if (!canAdd())
        return nullptr;
    return adopt(std::make_unique<TrainingRun>(m_nextNumber++, freeLook(), std::move(spec), nullptr));
}

TrainingRun* RunSet::addRecorded(QString label, RunHistory history, QString file)
{
    label = uniqueLabel(label, nullptr);
    return adopt(std::make_unique<TrainingRun>(
        m_nextNumber++, freeLook(), std::move(label), std::move(history), std::move(file), nullptr));
}

void RunSet::remove(TrainingRun* run)
{
    std::erase_if(m_runs, [run](const auto& each) { return each.get() == run; });
    emit runRemoved();
}

bool RunSet::isRunning() const
{
    return std::ranges::any_of(m_runs, [](const auto& run) { return run->isActive(); });
}

bool RunSet::isAny(RunController::State state) const
{
    return std::ranges::any_of(
        m_runs, [=](const auto& run) { return !run->isRecorded() && run->state() == state; });
}

QString RunSet::uniqueLabel(const QString& label, const TrainingRun* run) const
{
    const auto isTaken = [&](const QString& wanted) {
        return std::ranges::any_of(
            m_runs, [&](const auto& each) { return each.get() != run && each->label() == wanted; });
    };
    QString unique = label;
    for (int number = 2; isTaken(unique); ++number)
        unique = QStringLiteral("%1 (%2)").arg(label).arg(number);
    return unique;
}

}
