// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/trainingview.h"

#include "gui/training/diagnosis.h"
#include "gui/training/elidedlabel.h"
#include "gui/training/eventmark.h"
#include "gui/training/eventtable.h"
#include "gui/training/plotfile.h"
#include "gui/training/runevents.h"
#include "gui/training/runplots.h"
#include "gui/training/runreadout.h"
#include "gui/training/runsummary.h"
#include "gui/training/trainingform.h"
#include "gui/training/trainingmessage.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileDialog>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

namespace halftone {

TrainingView::TrainingView(QWidget* parent)
    : QWidget(parent)
    , m_form(new TrainingForm(this))
    , m_message(new TrainingMessage(this))
    , m_plots(new RunPlots(this))
    , m_events(new RunEventModel(this))
    , m_summary(new RunSummary(this))
{
    setObjectName(QStringLiteral("trainingView"));
    setAccessibleName(tr("Training"));
    auto* split = new QSplitter(Qt::Vertical, this);
    split->setObjectName(QStringLiteral("trainingSplit"));
    split->setAccessibleName(tr("Plots and events"));
    split->setChildrenCollapsible(false);
    split->addWidget(m_plots);
    auto* table = new EventTable(m_events, this);
    connect(table, &EventTable::nodeRequested, this, &TrainingView::nodeRequested);
    split->addWidget(table);
    split->setStretchFactor(0, 4);
    split->setStretchFactor(1, 1);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addWidget(m_form);
    column->addWidget(makeRunBar());
    column->addWidget(m_message);
    column->addWidget(split, 1);
    column->addWidget(m_summary);
    m_plots->setEmptyAction(m_start);
    connect(m_form, &TrainingForm::changed, this, &TrainingView::updateControls);
    updateControls();
}

TrainingView::~TrainingView()
{
    // All stop at once, so that the waits for them do not add up.
    for (Run& run : m_runs) {
        run.controller->disconnect(this);
        run.controller->stop();
    }
}

QAction* TrainingView::makeAction(const char* name, const QString& text, const QKeySequence& keys)
{
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1StringView(name));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(tr("%1 (%2)").arg(text, keys.toString(QKeySequence::NativeText)));
    addAction(action);
    return action;
}

QToolButton* TrainingView::makeButton(QAction* action)
{
    auto* button = new QToolButton(this);
    button->setObjectName(action->objectName() + QStringLiteral("Button"));
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAccessibleName(action->text());
    button->setFocusPolicy(Qt::StrongFocus);
    connect(action, &QAction::changed, button, [=] { button->setAccessibleName(action->text()); });
    return button;
}

QWidget* TrainingView::makeRunBar()
{
    m_start = makeAction("trainingStart", tr("Start"), QKeySequence(Qt::Key_F5));
    m_start->setIcon(transportIcon(Transport::Start));
    m_pause = makeAction("trainingPause", tr("Pause"), QKeySequence(Qt::CTRL | Qt::Key_F5));
    m_pause->setIcon(transportIcon(Transport::Pause));
    m_stop = makeAction("trainingStop", tr("Stop"), QKeySequence(Qt::SHIFT | Qt::Key_F5));
    m_stop->setIcon(transportIcon(Transport::Stop));
    connect(m_start, &QAction::triggered, this, &TrainingView::start);
    connect(m_pause, &QAction::triggered, this, &TrainingView::pauseOrResume);
    connect(m_stop, &QAction::triggered, this, &TrainingView::stop);
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    for (QAction* action : {m_start, m_pause, m_stop})
        row->addWidget(makeButton(action));
    row->addSpacing(8);
    row->addLayout(makeProgress(), 1);
    row->addSpacing(8);
    row->addWidget(makeExportButton());
    return bar;
}

QLayout* TrainingView::makeProgress()
{
    constexpr int kBarHeight = 6;
    m_progressText = new ElidedLabel(this);
    m_progressText->setObjectName(QStringLiteral("trainingProgressText"));
    m_progressText->setAccessibleName(tr("Progress of the training"));
    m_progress = new QProgressBar(this);
    m_progress->setObjectName(QStringLiteral("trainingProgress"));
    m_progress->setAccessibleName(tr("Progress of the training"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(kBarHeight);
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    column->addWidget(m_progressText);
    column->addWidget(m_progress);
    return column;
}

QPushButton* TrainingView::makeExportButton()
{
    m_export = new QPushButton(tr("Export"), this);
    m_export->setObjectName(QStringLiteral("trainingExport"));
    m_export->setAccessibleName(tr("Export plots or steps"));
    auto* menu = new QMenu(m_export);
    menu->addAction(tr("Plots (PNG, SVG, PDF)…"), this,
        [this] { askAndExport(tr("Pictures (*.png *.svg *.pdf)"), &TrainingView::exportPlots); });
    menu->addAction(tr("All steps (CSV)…"), this,
        [this] { askAndExport(tr("Tables (*.csv)"), &TrainingView::exportHistory); });
    m_export->setMenu(menu);
    return m_export;
}

void TrainingView::setModel(const QString& path, const std::map<std::string, std::int64_t>& dims)
{
    m_model = path;
    m_dims = dims;
    updateControls();
}

void TrainingView::setPrecision(const Precision& precision)
{
    m_precision = precision;
}

bool TrainingView::isRunning() const
{
    return std::ranges::any_of(m_runs, [](const Run& run) { return run.controller->isActive(); });
}

bool TrainingView::isAnyRun(RunController::State state) const
{
    return std::ranges::any_of(m_runs, [=](const Run& run) { return run.controller->state() == state; });
}

// Before its first step, so that there is nothing to show.
bool TrainingView::hasNotBegun(const Run& run)
{
    return run.controller->state() == RunController::State::Failed && !run.controller->history().info;
}

void TrainingView::start()
{
    if (isRunning() || m_model.isEmpty())
        return;
    m_message->clear();
    const auto setup = m_form->setup();
    if (!setup) {
        m_message->add({}, setup.error());
        return;
    }
    m_plots->setRuns({});
    m_events->clear();
    m_runs.clear();
    m_summary->setRuns({});
    for (PlannedRun& run : planRuns(*setup, m_model.toStdString(), m_dims, m_precision))
        addRun(std::move(run));
    std::vector<PlottedRun> plotted;
    for (const Run& run : m_runs)
        plotted.push_back({run.kind, run.label, &run.controller->history()});
    m_plots->setRuns(std::move(plotted));
    emit runningChanged(true);
}

void TrainingView::addRun(PlannedRun planned)
{
    const auto& precision = planned.request.settings.precision;
    QString label = runKindText(planned.kind);
    if (precision)
        label += QStringLiteral(" (%1)").arg(QString::fromStdString(shortName(precision->policy)));
    const std::size_t index = m_runs.size();
    m_runs.push_back({planned.kind, label, std::make_unique<RunController>()});
    RunController* controller = m_runs.back().controller.get();
    connect(controller, &RunController::historyChanged, this,
        [this, index](qsizetype first, qsizetype last) { onHistoryChanged(index, first, last); });
    connect(controller, &RunController::stateChanged, this, [this, index] { onStateChanged(index); });
    controller->start(std::move(planned.request));
}

void TrainingView::onHistoryChanged(std::size_t run, qsizetype first, qsizetype last)
{
    m_plots->append(run, first, last);
    m_events->append(m_runs[run].controller->history(), m_runs[run].kind, first, last);
    updateProgress();
}

void TrainingView::onStateChanged(std::size_t run)
{
    const RunController& controller = *m_runs[run].controller;
    if (controller.state() == RunController::State::Failed)
        m_message->add(m_runs[run].label, *controller.history().error);
    if (controller.history().finished)
        advise(controller.history());
    if (std::ranges::all_of(m_runs, &TrainingView::hasNotBegun))
        m_plots->setRuns({});
    std::vector<RunResult> results;
    for (const Run& each : m_runs)
        results.push_back({each.kind, runKindText(each.kind), &each.controller->history()});
    m_summary->setRuns(results);
    updateControls();
    updateProgress();
    if (!isRunning())
        emit runningChanged(false);
}

void TrainingView::advise(const RunHistory& history)
{
    const std::optional<Diagnosis> diagnosis = diagnose(history);
    if (!diagnosis)
        return;
    m_message->advise(diagnosis->text, tr("Move %1 to the Black List").arg(diagnosis->node),
        [this, node = diagnosis->node] { emit blackListRequested(node); });
}

void TrainingView::pauseOrResume()
{
    const bool isPaused = isAnyRun(RunController::State::Paused);
    for (Run& run : m_runs) {
        if (isPaused)
            run.controller->resume();
        else
            run.controller->pause();
    }
}

void TrainingView::stop()
{
    for (Run& run : m_runs)
        run.controller->stop();
}

void TrainingView::updateControls()
{
    const auto setup = m_form->setup();
    const bool wantsRun = !setup || setup->trainsFp32 || setup->trainsMixed;
    const bool isStopping = isAnyRun(RunController::State::Stopping);
    const bool isPaused = isAnyRun(RunController::State::Paused);
    m_start->setEnabled(!m_model.isEmpty() && !isRunning() && wantsRun);
    m_pause->setEnabled(isRunning() && !isStopping);
    m_pause->setText(isPaused ? tr("Continue") : tr("Pause"));
    m_stop->setEnabled(isRunning() && !isStopping);
    m_form->setEnabled(!isRunning());
    m_export->setEnabled(!m_runs.empty());
    updateProgress();
}

void TrainingView::updateProgress()
{
    QStringList parts;
    double done = 0;
    double planned = 0;
    std::optional<double> left;
    bool isMeasuring = false;
    for (const Run& run : m_runs) {
        const RunHistory& history = run.controller->history();
        if (!history.info)
            continue;
        const double steps = history.steps.empty() ? 0 : static_cast<double>(history.steps.back().step);
        done += steps;
        planned += static_cast<double>(history.info->plannedSteps);
        parts << tr("%1 %2/%3").arg(runKindText(run.kind)).arg(steps).arg(history.info->plannedSteps);
        if (!history.finished)
            left = std::max(left.value_or(0), secondsLeft(history).value_or(0));
        isMeasuring |= !history.finished && steps >= static_cast<double>(history.info->plannedSteps);
    }
    m_progress->setValue(planned > 0 ? static_cast<int>(1000 * done / planned) : 0);
    if (!isRunning())
        parts =
            m_runs.empty() ? QStringList{m_model.isEmpty() ? tr("Open a model first") : tr("Ready")} : parts;
    else if (parts.isEmpty())
        parts << tr("Preparing…");
    else if (isAnyRun(RunController::State::Paused))
        parts << tr("paused");
    else if (isMeasuring)
        parts << tr("measuring accuracy…");
    else if (left)
        parts << tr("%1 left").arg(durationText(*left));
    m_progressText->setLine(parts.join(QStringLiteral("  ·  ")));
}

std::vector<NamedHistory> TrainingView::histories() const
{
    std::vector<NamedHistory> histories;
    for (const Run& run : m_runs)
        histories.push_back({run.label, &run.controller->history()});
    return histories;
}

Result<void> TrainingView::exportPlots(const QString& path) const
{
    return m_plots->save(path);
}

Result<void> TrainingView::exportHistory(const QString& path) const
{
    return saveBytes(historyCsv(histories()), path);
}

void TrainingView::askAndExport(
    const QString& filter, Result<void> (TrainingView::*write)(const QString&) const)
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export"), {}, filter);
    if (path.isEmpty())
        return;
    if (const auto result = (this->*write)(path); !result)
        m_message->add({}, result.error());
}

}
