// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runplots.h"

#include "gui/training/elidedlabel.h"
#include "gui/training/plotfile.h"
#include "gui/training/runreadout.h"

#include <QAction>
#include <QBoxLayout>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <optional>

namespace halftone {
namespace {

constexpr double kRoomAhead = 1.02; // to the right of the newest step
constexpr double kFewestSteps = 20; // A plot of three steps would be all width.

}

RunPlots::RunPlots(QWidget* parent)
    : QWidget(parent)
    , m_pages(new QStackedWidget(this))
    , m_empty(new QWidget(m_pages))
    , m_plot(new PlotCanvas(m_pages))
{
    setObjectName(QStringLiteral("runPlots"));
    setAccessibleName(tr("Plots of the training"));
    m_pages->setObjectName(QStringLiteral("runPlotPages"));
    m_pages->setAccessibleName(tr("Plots of the training"));
    m_plot->installEventFilter(this);
    makeEmptyPage();
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_plot);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(makeToolBar());
    column->addWidget(m_pages, 1);
    connect(m_plot, &PlotCanvas::rangeRequested, this, &RunPlots::showSteps);
    connect(m_plot, &PlotCanvas::stepPointed, this, &RunPlots::pointAt);
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &RunPlots::showAll);
    applyColors();
    updateReadout();
}

RunPlots::~RunPlots() = default;

void RunPlots::makeEmptyPage()
{
    m_empty->setObjectName(QStringLiteral("runPlotsEmpty"));
    m_empty->setAccessibleName(tr("No training yet"));
    m_empty->setAutoFillBackground(true);
    auto* text = new QLabel(m_empty);
    text->setAlignment(Qt::AlignCenter);
    text->setWordWrap(true);
    text->setText(tr(
        "<p><b>No training yet</b></p><p>Start trains the open model in FP32 and in mixed precision side by "
        "side.<br>Loss, loss scale and skipped steps appear here while it runs.</p>"));
    m_emptyButton = new QToolButton(m_empty);
    m_emptyButton->setObjectName(QStringLiteral("runPlotsStart"));
    m_emptyButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_emptyButton->setFocusPolicy(Qt::StrongFocus);
    m_emptyButton->hide();
    auto* column = new QVBoxLayout(m_empty);
    column->setContentsMargins(24, 24, 24, 24);
    column->addStretch();
    column->addWidget(text);
    column->addWidget(m_emptyButton, 0, Qt::AlignHCenter);
    column->addStretch();
}

void RunPlots::setEmptyAction(QAction* action)
{
    m_emptyButton->setDefaultAction(action);
    m_emptyButton->setAccessibleName(action->text());
    m_emptyButton->show();
}

QWidget* RunPlots::makeToolBar()
{
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    m_logarithmic = new QCheckBox(tr("Log loss"), bar);
    m_logarithmic->setObjectName(QStringLiteral("plotLogarithmic"));
    m_logarithmic->setAccessibleName(tr("Logarithmic axis for the loss"));
    m_logarithmic->setToolTip(tr("Logarithmic axis for the loss"));
    connect(m_logarithmic, &QCheckBox::toggled, this, &RunPlots::setLogarithmic);
    m_follow = new QCheckBox(tr("Follow"), bar);
    m_follow->setObjectName(QStringLiteral("plotFollow"));
    m_follow->setAccessibleName(tr("Keep all steps in view"));
    m_follow->setToolTip(
        tr("Keep all steps in view while training; a double click on the plots does the same."));
    m_follow->setChecked(true);
    connect(m_follow, &QCheckBox::toggled, this, [this](bool follows) {
        if (follows)
            showAll();
    });
    auto* caption = new QLabel(tr("Smooth"), bar);
    m_smoothing = new QDoubleSpinBox(bar);
    m_smoothing->setObjectName(QStringLiteral("plotSmoothing"));
    m_smoothing->setAccessibleName(tr("Smoothing of the loss"));
    m_smoothing->setToolTip(tr("0 draws the loss as it is, 0.9 averages over some ten steps."));
    m_smoothing->setRange(0, 0.99);
    m_smoothing->setSingleStep(0.1);
    m_smoothing->setValue(0.6);
    caption->setBuddy(m_smoothing);
    connect(m_smoothing, &QDoubleSpinBox::valueChanged, this, &RunPlots::setSmoothing);
    m_readout = new ElidedLabel(bar);
    m_readout->setObjectName(QStringLiteral("plotReadout"));
    m_readout->setAccessibleName(tr("Values of the step"));
    row->addWidget(m_logarithmic);
    row->addWidget(m_follow);
    row->addWidget(caption);
    row->addWidget(m_smoothing);
    row->addWidget(m_readout, 1);
    return bar;
}

void RunPlots::setRuns(std::vector<PlottedRun> runs)
{
    m_series.clear();
    m_plot->marks().clearItems();
    m_plot->clearPlottables();
    QStringList lanes;
    for (PlottedRun& run : runs) {
        m_series.push_back(std::make_unique<RunSeries>(run, m_plot->axes(), static_cast<int>(lanes.size())));
        m_series.back()->addToLegend(m_plot->marks());
        m_series.back()->append(run.history->steps);
        m_series.back()->setSmoothing(m_smoothing->value());
        lanes << runKindText(run.kind);
    }
    m_plot->setLanes(lanes);
    m_pages->setCurrentWidget(runs.empty() ? m_empty : m_plot);
    applyColors();
    pointAt(0);
    showAll();
}

void RunPlots::append(std::size_t run, qsizetype first, qsizetype last)
{
    const std::vector<StepDone>& steps = m_series[run]->run().history->steps;
    m_series[run]->append(
        std::span(steps).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
    if (followsLive())
        rangesFollow();
    else
        fitHeights();
    updateReadout();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

bool RunPlots::isLogarithmic() const
{
    return m_logarithmic->isChecked();
}

bool RunPlots::followsLive() const
{
    return m_follow->isChecked();
}

double RunPlots::lastStep() const
{
    double last = 0;
    for (const auto& series : m_series) {
        const std::vector<StepDone>& steps = series->run().history->steps;
        last = std::max(last, steps.empty() ? 0.0 : static_cast<double>(steps.back().step));
    }
    return last;
}

// Where both runs can be compared while one is ahead.
double RunPlots::lastCommonStep() const
{
    double last = lastStep();
    for (const auto& series : m_series) {
        const std::vector<StepDone>& steps = series->run().history->steps;
        if (!steps.empty())
            last = std::min(last, static_cast<double>(steps.back().step));
    }
    return last;
}

QCPRange RunPlots::stepRange() const
{
    return m_plot->stepRange();
}

void RunPlots::rangesFollow()
{
    m_plot->setStepRange({0, std::max(kFewestSteps, lastStep() * kRoomAhead)});
    fitHeights();
}

void RunPlots::showAll()
{
    const QSignalBlocker blocker(m_follow);
    m_follow->setChecked(true);
    rangesFollow();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void RunPlots::showSteps(QCPRange steps)
{
    constexpr double kNarrowest = 4;
    const double most = std::max(kFewestSteps, lastStep() * kRoomAhead);
    const double width = std::clamp(steps.size(), kNarrowest, most);
    const double first = std::clamp(steps.center() - width / 2, 0.0, most - width);
    const QSignalBlocker blocker(m_follow);
    m_follow->setChecked(false);
    m_plot->setStepRange({first, first + width});
    fitHeights();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

// Heights fit what is in view, with some room; the scale by whole doublings.
void RunPlots::fitHeights()
{
    std::optional<QCPRange> loss;
    std::optional<QCPRange> scale;
    const auto widen = [](std::optional<QCPRange>& all, const QCPRange& range, bool isFound) {
        if (isFound)
            all = all ? all->expanded(range) : range;
    };
    for (const auto& series : m_series) {
        bool isFound = false;
        const QCPRange lossRange = series->lossRange(stepRange(), isLogarithmic(), isFound);
        widen(loss, lossRange, isFound);
        const QCPRange scaleRange = series->scaleRange(stepRange(), isFound);
        widen(scale, scaleRange, isFound);
    }
    QCPAxis* axis = m_plot->axes().loss->axis(QCPAxis::atLeft);
    const QCPRange range = loss.value_or(QCPRange(isLogarithmic() ? 0.1 : 0, 1));
    const double room = std::max(range.size() * 0.06, range.upper * 1e-3);
    if (isLogarithmic())
        axis->setRange(range.lower / 1.15, range.upper * 1.15);
    else
        axis->setRange(std::max(0.0, range.lower - room), range.upper + room);
    const QCPRange scales = scale.value_or(QCPRange(1, 1));
    m_plot->axes().scale->axis(QCPAxis::atLeft)->setRange(scales.lower / 2.8, scales.upper * 2.8);
}

void RunPlots::setLogarithmic(bool isLogarithmic)
{
    m_plot->setLogarithmic(isLogarithmic);
    fitHeights();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void RunPlots::setSmoothing(double smoothing)
{
    for (const auto& series : m_series)
        series->setSmoothing(smoothing);
    fitHeights();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void RunPlots::pointAt(double step)
{
    m_pointed = step >= 1 && step <= lastStep() ? step : 0;
    m_plot->setPointedStep(m_pointed);
    updateReadout();
}

QString RunPlots::readout() const
{
    return m_readout->text();
}

void RunPlots::updateReadout()
{
    std::vector<ReadoutRow> rows;
    const double step = m_pointed > 0 ? m_pointed : lastCommonStep();
    for (const auto& series : m_series)
        rows.push_back({series->run().kind, series->find(step)});
    m_readout->setLine(readoutText(step, rows));
}

bool RunPlots::pointByKey(int key)
{
    const double now = m_pointed > 0 ? m_pointed : lastStep();
    switch (key) {
    case Qt::Key_Left:
        pointAt(std::max(1.0, now - 1));
        return true;
    case Qt::Key_Right:
        pointAt(std::min(lastStep(), now + 1));
        return true;
    case Qt::Key_Home:
        pointAt(1);
        return true;
    case Qt::Key_End:
        pointAt(lastStep());
        return true;
    case Qt::Key_Escape:
        pointAt(0);
        return true;
    default:
        return false;
    }
}

bool RunPlots::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave)
        pointAt(0);
    if (event->type() == QEvent::KeyPress && pointByKey(static_cast<QKeyEvent*>(event)->key()))
        return true;
    return QWidget::eventFilter(watched, event);
}

void RunPlots::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyColors();
}

void RunPlots::applyColors()
{
    const Scheme scheme = schemeOf(palette());
    m_plot->applyColors(scheme);
    for (const auto& series : m_series)
        series->applyScheme(scheme);
    QPalette empty = palette();
    empty.setColor(QPalette::Window, color(ColorRole::Canvas, scheme));
    empty.setColor(QPalette::WindowText, color(ColorRole::MutedText, scheme));
    m_empty->setPalette(empty);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

Result<void> RunPlots::save(const QString& path) const
{
    return savePlot(*m_plot, path);
}

}
