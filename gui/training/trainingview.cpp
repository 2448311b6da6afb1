// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/trainingview.h"

#include "executor/train/modeldata.h"
#include "gui/document/text.h"
#include "gui/training/eventtable.h"
#include "gui/training/moresettings.h"
#include "gui/training/plotfile.h"
#include "gui/training/runbar.h"
#include "gui/training/runevents.h"
#include "gui/training/runlist.h"
#include "gui/training/runopener.h"
#include "gui/training/runplots.h"
#include "gui/training/runsummary.h"
#include "gui/training/tensorpanel.h"
#include "gui/training/trainingform.h"

#include <QBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>

#include <algorithm>
#include <chrono>

namespace halftone {
namespace {

// Before its first step, so that there is nothing to show.
bool hasNotBegun(const TrainingRun* run)
{
    return run->state() == RunController::State::Failed && !run->history().info;
}

}

TrainingView::TrainingView(QWidget* parent)
    : QWidget(parent)
    , m_runs(new RunSet(this))
    , m_form(new TrainingForm(this))
    , m_bar(new RunBar(*m_runs, *this))
    , m_list(new RunList(*m_runs, this))
    , m_message(new TrainingMessage(this))
    , m_plots(new RunPlots(this))
    , m_events(new RunEventModel(this))
    , m_summary(new RunSummary(this))
    , m_tensor(new TensorPanel(this))
    , m_opener(new RunOpener(this))
{
    setObjectName(QStringLiteral("trainingView"));
    setAccessibleName(tr("Training"));
    constexpr auto kBetweenTexts =
        std::chrono::milliseconds(400); // Nobody reads faster, and each lays lines out anew.
    m_progress.setSingleShot(true);
    m_progress.setInterval(kBetweenTexts);
    connect(&m_progress, &QTimer::timeout, this, &TrainingView::updateProgress);
    constexpr auto kBetweenAdvice = std::chrono::seconds(1);
    m_advice.setSingleShot(true);
    m_advice.setInterval(kBetweenAdvice);
    connect(&m_advice, &QTimer::timeout, this, &TrainingView::adviseLive);
    m_bar->addWidget(makeTensorButton());
    m_bar->addWidget(makeExportButton());
    m_plots->setEmptyAction(m_bar->startAction());
    arrange();
    connectParts();
    connectTensor();
    connectEstimates();
    m_runs->add({.way = RunSpec::Way::Float32});
    m_runs->add({.way = RunSpec::Way::Window});
    updateControls();
}

// Plots and events look at the histories of the runs. All runs are told before the first is waited for.
TrainingView::~TrainingView()
{
    m_runs->blockSignals(true);
    stop();
    m_plots->setRuns({});
    m_events->setRuns({});
    m_tensor->setRuns({});
}

void TrainingView::arrange()
{
    auto* split = new QSplitter(Qt::Vertical, this);
    split->setObjectName(QStringLiteral("trainingSplit"));
    split->setAccessibleName(tr("Plots and events"));
    split->setChildrenCollapsible(false);
    auto* beside = new QSplitter(Qt::Horizontal, split);
    beside->setObjectName(QStringLiteral("tensorSplit"));
    beside->setAccessibleName(tr("Plots and tensor"));
    beside->setChildrenCollapsible(false);
    beside->addWidget(m_plots);
    beside->addWidget(m_tensor);
    beside->setStretchFactor(0, 1);
    split->addWidget(beside);
    auto* table = new EventTable(m_events, this);
    connect(table, &EventTable::nodeRequested, this, &TrainingView::nodeRequested);
    connect(table, &EventTable::stepPointed, m_plots, &RunPlots::goTo);
    connect(table, &EventTable::nodePointed, this, &TrainingView::setOperator);
    split->addWidget(table);
    split->setStretchFactor(0, 5);
    split->setStretchFactor(1, 1);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addWidget(m_form);
    column->addWidget(m_list);
    column->addWidget(m_bar);
    column->addWidget(m_message);
    column->addWidget(split, 1);
    column->addWidget(m_summary);
}

void TrainingView::connectParts()
{
    connect(m_form, &TrainingForm::changed, this, &TrainingView::updateControls);
    connect(m_bar, &RunBar::startRequested, this, &TrainingView::start);
    connect(m_list, &RunList::startRequested, this, [this](TrainingRun* run) { startRuns({run}); });
    connect(m_list, &RunList::branchRequested, this, &TrainingView::branch);
    connect(m_list, &RunList::saveRequested, this, &TrainingView::checkpointRequested);
    connect(m_list, &RunList::openRequested, this, &TrainingView::askForRuns);
    connect(m_opener, &RunOpener::opened, m_runs, &RunSet::addRecorded);
    connect(m_opener, &RunOpener::checkpointOpened, this, &TrainingView::goOnFrom);
    connect(m_opener, &RunOpener::failed, this, [this](const Error& error) { m_message->add({}, error); });
    connect(m_runs, &RunSet::runAdded, this, [this](TrainingRun* run) {
        if (run->controller())
            run->controller()->watch(m_tensor->wish());
        connect(run, &TrainingRun::specChanged, this, &TrainingView::updateControls);
        if (run->isRecorded())
            advise(*run);
        showRuns();
        showResults();
        updateControls();
    });
    connect(m_runs, &RunSet::runRemoved, this, [this] {
        forgetAdvice();
        showRuns();
        showResults();
        updateControls();
    });
    connect(m_runs, &RunSet::usedChanged, this, [this] {
        showRuns();
        updateControls();
    });
    connect(m_runs, &RunSet::historyChanged, this, &TrainingView::onHistoryChanged);
    connect(m_runs, &RunSet::stateChanged, this, &TrainingView::onStateChanged);
}

QPushButton* TrainingView::makeExportButton()
{
    m_export = new QPushButton(tr("Export"), this);
    m_export->setObjectName(QStringLiteral("trainingExport"));
    m_export->setAccessibleName(tr("Export plots or steps"));
    auto* menu = new QMenu(m_export);
    menu->addAction(tr("Plots (PNG, SVG, PDF)…"), this, &TrainingView::plotsRequested);
    menu->addAction(tr("All steps (CSV)…"), this, &TrainingView::stepsRequested);
    m_export->setMenu(menu);
    return m_export;
}

void TrainingView::setModel(
    const QString& path, const std::map<std::string, std::int64_t>& dims, const GraphPtr& forward)
{
    m_model = path;
    m_dims = dims;
    m_weightBytes = forward ? weightBytes(*forward) : 0;
    m_form->setModel(forward);
    if (forward)
        m_form->setSuitableData(text(suitableData(*forward)));
    updateControls();
}

void TrainingView::setPolicy(const Policy& policy)
{
    m_policy = policy;
    m_list->setWindowPolicy(policy);
    refreshEstimate();
}

void TrainingView::start()
{
    std::vector<TrainingRun*> used;
    for (const auto& run : m_runs->runs()) {
        if (!run->isRecorded() && run->isUsed())
            used.push_back(run.get());
    }
    if (!isRunning())
        startRuns(used);
}

void TrainingView::startRuns(const std::vector<TrainingRun*>& runs)
{
    if (m_model.isEmpty())
        return;
    m_message->clear();
    if (m_folder)
        offerCutOffRuns(); // stands until it is answered
    const auto setup = m_form->setup();
    if (!setup) {
        m_message->add({}, setup.error());
        return;
    }
    m_plots->setRuns({}); // They look at histories that begin anew.
    m_events->setRuns({});
    m_tensor->setRuns({});
    m_shown.clear();
    for (TrainingRun* run : runs)
        launch(run, specLabel(run->spec(), m_policy), requestFor(*setup, run->spec()), recipeOf(run->spec()));
    showRuns();
}

std::vector<TrainingRun*> TrainingView::shownRuns() const
{
    std::vector<TrainingRun*> shown;
    for (const auto& run : m_runs->runs()) {
        if (run->hasBegun() && !hasNotBegun(run.get()) && run->isUsed())
            shown.push_back(run.get());
    }
    return shown;
}

void TrainingView::showRuns()
{
    m_shown = shownRuns();
    std::vector<PlottedRun> plotted;
    std::vector<EventSource> sources;
    for (const TrainingRun* run : m_shown) {
        plotted.push_back({run->label(), run->look(), run->hasScale(), &run->history()});
        sources.push_back({run->label(), run->look(), &run->history()});
    }
    m_plots->setRuns(std::move(plotted));
    m_events->setRuns(std::move(sources));
    m_tensor->setRuns(m_shown);
    updateProgress();
}

void TrainingView::showResults()
{
    std::vector<RunResult> results;
    for (const auto& each : m_runs->runs())
        results.push_back({each->label(), each->hasScale(), &each->history()});
    m_summary->setRuns(results);
}

void TrainingView::onHistoryChanged(TrainingRun* run)
{
    const auto shown = std::ranges::find(m_shown, run);
    if (shown == m_shown.end())
        return;
    const auto index = static_cast<std::size_t>(shown - m_shown.begin());
    m_plots->update(index);
    m_events->update(index);
    m_tensor->update(run);
    if (!m_progress.isActive())
        m_progress.start();
    if (!m_advice.isActive())
        m_advice.start();
}

void TrainingView::onStateChanged(TrainingRun* run)
{
    if (run->state() == RunController::State::Failed)
        m_message->add(run->label(), *run->history().error);
    if (!run->isActive() && run->history().keepingFailed)
        m_message->add(run->label(), *run->history().keepingFailed);
    if (run->history().finished && !run->isActive())
        advise(*run);
    const auto shown = std::ranges::find(m_shown, run);
    if (hasNotBegun(run))
        showRuns();
    else if (!run->isActive() && shown != m_shown.end())
        m_plots->finish(static_cast<std::size_t>(shown - m_shown.begin()));
    showResults();
    updateControls();
    if (std::exchange(m_wasRunning, isRunning()) != isRunning())
        emit runningChanged(isRunning());
}

void TrainingView::stop()
{
    for (const auto& run : m_runs->runs()) {
        if (run->controller())
            run->controller()->stop();
    }
}

void TrainingView::updateControls()
{
    m_form->setEnabled(!isRunning());
    m_form->setUsesScale(std::ranges::any_of(
        m_runs->runs(), [](const auto& run) { return !run->isRecorded() && run->spec().hasScale(); }));
    m_export->setEnabled(!m_shown.empty());
    updateProgress();
    refreshEstimate();
}

void TrainingView::updateProgress()
{
    const bool wantsRun = std::ranges::any_of(
        m_runs->runs(), [](const auto& run) { return !run->isRecorded() && run->isUsed(); });
    m_bar->refresh(!m_model.isEmpty(), wantsRun);
    m_list->refresh(!m_model.isEmpty());
}

std::vector<NamedHistory> TrainingView::histories() const
{
    std::vector<NamedHistory> histories;
    for (const TrainingRun* run : m_shown)
        histories.push_back({run->label(), &run->history()});
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

}
