// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runbar.h"

#include "gui/training/elidedlabel.h"
#include "gui/training/eventmark.h"
#include "gui/training/runreadout.h"

#include <QAction>
#include <QBoxLayout>
#include <QProgressBar>
#include <QToolButton>

#include <algorithm>

namespace halftone {
namespace {

using State = RunController::State;

/// Of all runs together.
struct Progress
{
    double done = 0; // steps
    double planned = 0;
    int preparing = 0; // runs whose length is not known yet
    std::optional<double> secondsLeft; // of the slowest
};

Progress progressOf(const RunSet& runs)
{
    Progress all;
    double longest = 0;
    for (const auto& run : runs.runs()) {
        const RunHistory& history = run->history();
        all.preparing += run->isActive() && !history.info ? 1 : 0;
        if (run->isRecorded() || !history.info)
            continue;
        longest = std::max(longest, static_cast<double>(history.info->plannedSteps));
        all.done += history.steps.empty() ? 0 : static_cast<double>(history.steps.back().step);
        all.planned += static_cast<double>(history.info->plannedSteps);
        if (run->isActive())
            all.secondsLeft = std::max(all.secondsLeft.value_or(0), secondsLeft(history).value_or(0));
    }
    all.planned += all.preparing * longest; // they are about as long as the others
    return all;
}

}

RunBar::RunBar(RunSet& runs, QWidget& view)
    : QWidget(&view)
    , m_runs(runs)
    , m_view(view)
    , m_row(new QHBoxLayout(this))
    , m_start(makeAction("trainingStart", static_cast<int>(Transport::Start), tr("Start"), "F5"))
    , m_pause(makeAction("trainingPause", static_cast<int>(Transport::Pause), tr("Pause"), "Ctrl+F5"))
    , m_step(makeAction("trainingStep", static_cast<int>(Transport::Step), tr("Step"), "F10"))
    , m_stop(makeAction("trainingStop", static_cast<int>(Transport::Stop), tr("Stop"), "Shift+F5"))
{
    m_row->setContentsMargins(0, 0, 0, 0);
    m_step->setStatusTip(tr("All paused runs make one step."));
    connect(m_start, &QAction::triggered, this, &RunBar::startRequested);
    connect(m_pause, &QAction::triggered, this, &RunBar::pauseOrResume);
    const auto all = [this](void (RunController::*call)()) {
        for (const auto& run : m_runs.runs()) {
            if (run->controller())
                (run->controller()->*call)();
        }
    };
    connect(m_step, &QAction::triggered, this, [all] { all(&RunController::step); });
    connect(m_stop, &QAction::triggered, this, [all] { all(&RunController::stop); });
    m_row->addSpacing(8);
    makeProgress();
    m_row->addSpacing(8);
}

QAction* RunBar::makeAction(const char* name, int sign, const QString& text, const QString& keys)
{
    auto* action = new QAction(transportIcon(static_cast<Transport>(sign)), text, &m_view);
    action->setObjectName(QLatin1StringView(name));
    action->setShortcut(QKeySequence::fromString(keys, QKeySequence::PortableText));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(
        QStringLiteral("%1 (%2)").arg(text, action->shortcut().toString(QKeySequence::NativeText)));
    m_view.addAction(action);
    auto* button = new QToolButton(this);
    button->setObjectName(action->objectName() + QStringLiteral("Button"));
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAccessibleName(action->text());
    button->setFocusPolicy(Qt::StrongFocus);
    connect(action, &QAction::changed, button, [=] { button->setAccessibleName(action->text()); });
    m_row->addWidget(button);
    return action;
}

void RunBar::makeProgress()
{
    constexpr int kBarHeight = 6;
    m_text = new ElidedLabel(this);
    m_text->setObjectName(QStringLiteral("trainingProgressText"));
    m_text->setAccessibleName(tr("Progress of the training"));
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("trainingProgress"));
    m_progress->setAccessibleName(tr("Progress of the training"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(kBarHeight);
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    column->addWidget(m_text);
    column->addWidget(m_progress);
    m_row->addLayout(column, 1);
}

void RunBar::addWidget(QWidget* widget)
{
    m_row->addWidget(widget);
}

void RunBar::pauseOrResume()
{
    const bool isPaused = m_runs.isAny(State::Paused);
    for (const auto& run : m_runs.runs()) {
        if (!run->controller())
            continue;
        if (isPaused)
            run->controller()->resume();
        else
            run->controller()->pause();
    }
}

void RunBar::refresh(bool hasModel, bool canStart)
{
    const bool isRunning = m_runs.isRunning();
    const bool isStopping = m_runs.isAny(State::Stopping);
    const bool isPaused = m_runs.isAny(State::Paused);
    m_start->setEnabled(hasModel && !isRunning && canStart);
    m_pause->setEnabled(isRunning && !isStopping);
    m_pause->setText(isPaused ? tr("Continue") : tr("Pause"));
    m_step->setEnabled(isPaused);
    m_stop->setEnabled(isRunning);
    m_stop->setStatusTip(isStopping ? tr("Ends the runs at once, without their accuracy.") : QString());
    const Progress all = progressOf(m_runs);
    m_progress->setValue(all.planned > 0 ? static_cast<int>(1000 * all.done / all.planned) : 0);
    m_text->setLine(progressText(hasModel));
}

QString RunBar::progressText(bool hasModel) const
{
    const Progress all = progressOf(m_runs);
    if (!m_runs.isRunning())
        return !hasModel ? tr("Open a model first") : all.planned > 0 ? tr("Done") : tr("Ready");
    if (all.planned == 0)
        return tr("Preparing…");
    QStringList parts{tr("%1 %").arg(std::floor(100 * all.done / all.planned))};
    if (m_runs.isAny(State::Paused))
        parts << tr("paused");
    else if (all.preparing > 0)
        parts << tr("Preparing…");
    else if (all.done >= all.planned)
        parts << tr("measuring accuracy…");
    else if (all.secondsLeft)
        parts << tr("%1 left").arg(durationText(*all.secondsLeft));
    return parts.join(QStringLiteral("  ·  "));
}

}
