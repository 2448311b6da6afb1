// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/trainingrun.h"

namespace halftone {

TrainingRun::TrainingRun(int number, int look, RunSpec spec, QObject* parent)
    : QObject(parent)
    , m_number(number)
    , m_look(look)
    , m_spec(std::move(spec))
    , m_controller(std::make_unique<RunController>())
{
    connect(m_controller.get(), &RunController::historyChanged, this, &TrainingRun::historyChanged);
    connect(m_controller.get(), &RunController::stateChanged, this, [this] {
        if (m_kept && !m_controller->isActive()) {
            m_kept->end();
            m_kept.reset();
        }
        emit stateChanged();
    });
}

TrainingRun::TrainingRun(
    int number, int look, QString label, RunHistory history, QString file, QObject* parent)
    : QObject(parent)
    , m_number(number)
    , m_look(look)
    , m_label(std::move(label))
    , m_recorded(std::move(history))
    , m_file(std::move(file))
{
}

void TrainingRun::setUsed(bool isUsed)
{
    if (std::exchange(m_isUsed, isUsed) != isUsed)
        emit usedChanged();
}

void TrainingRun::setSpec(const RunSpec& spec)
{
    if (spec == m_spec)
        return;
    m_spec = spec;
    emit specChanged();
}

bool TrainingRun::hasScale() const
{
    if (isRecorded())
        return !m_recorded.info || m_recorded.info->precision != "float32";
    return m_startedWithScale;
}

RunController::State TrainingRun::state() const
{
    return m_controller ? m_controller->state() : RunController::State::Finished;
}

bool TrainingRun::hasBegun() const
{
    return isRecorded() || isActive() || history().info.has_value();
}

void TrainingRun::start(QString label, RunRequest request, std::unique_ptr<KeptRun> kept)
{
    m_kept = std::move(kept);
    m_label = std::move(label);
    m_startedWithScale = request.settings.precision.has_value();
    m_controller->start(std::move(request));
}

}
