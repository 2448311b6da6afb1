// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runplots.h"

#include "gui/training/elidedlabel.h"
#include "gui/training/plotfile.h"
#include "gui/training/runreadout.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QSignalBlocker>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

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
    column->addWidget(m_readout);
    column->addWidget(m_pages, 1);
    m_scaleLabels = std::make_unique<ScaleLabels>(m_plot->axes().rect(CurveKind::Scale));
    connect(m_plot, &PlotCanvas::rangeRequested, this, &RunPlots::showSteps);
    connect(m_plot, &PlotCanvas::stepPointed, this, &RunPlots::pointAt);
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &RunPlots::showAll);
    connect(m_plot, &QCustomPlot::afterLayout, this, &RunPlots::placeLabels);
    connect(&m_frames, &LiveFrames::due, this, &RunPlots::drawLive);
    applyColors();
    updateReadout();
}

RunPlots::~RunPlots() = default;

void RunPlots::showCurve(CurveKind kind, bool isShown)
{
    m_plot->showCurve(kind, isShown);
    redraw();
    updateReadout();
}

void RunPlots::setRuns(std::vector<PlottedRun> runs)
{
    m_series.clear();
    m_plot->marks().clearItems();
    m_plot->clearPlottables();
    QStringList lanes;
    for (PlottedRun& run : runs) {
        m_series.push_back(std::make_unique<RunSeries>(run, m_plot->axes(), static_cast<int>(lanes.size())));
        m_series.back()->setSmoothing(m_smoothing->value());
        m_series.back()->update();
        m_series.back()->addToLegend(m_plot->marks());
        lanes << run.label;
    }
    const auto scaled =
        std::ranges::find_if(m_series, [](const auto& series) { return series->run().hasScale; });
    if (scaled != m_series.end())
        (*scaled)->addMarksToLegend(m_plot->marks());
    m_plot->setLanes(lanes);
    m_pages->setCurrentWidget(runs.empty() ? m_empty : m_plot);
    applyColors();
    pointAt(0);
    showAll();
}

void RunPlots::update(std::size_t run)
{
    m_frames.request(m_series[run]->update());
}

void RunPlots::finish(std::size_t run)
{
    m_series[run]->update();
    drawLive(true);
}

// All runs together, and not once for each. Nobody sees the plots while another view is shown.
void RunPlots::drawLive(bool isWhole)
{
    if (!isVisible())
        return;
    if (!isWhole)
        return drawTail();
    const double start = LiveFrames::threadMilliseconds();
    const double room = roomAhead();
    if (followsLive())
        m_plot->setStepRange({0, mostSteps() + room});
    fill();
    m_plot->replot(QCustomPlot::rpQueuedRefresh); // now, so that its time is known
    updateReadout();
    m_frames.drawn(LiveFrames::threadMilliseconds() - start, liveRuns());
}

void RunPlots::drawTail()
{
    std::vector<TailStroke> strokes;
    for (const auto& series : m_series)
        series->takeTail(strokes);
    m_plot->addTail(std::move(strokes));
}

// The steps that will come before all is drawn again, as far as the last ones tell.
double RunPlots::roomAhead()
{
    constexpr double kMostRoom = 0.5; // of what is there
    const double last = lastStep();
    const double gained = last - std::exchange(m_drawnSteps, last);
    return liveRuns() > 0 ? std::clamp(gained, 0.0, kMostRoom * last) : 0;
}

int RunPlots::liveRuns() const
{
    return static_cast<int>(
        std::ranges::count_if(m_series, [](const auto& series) { return !series->run().history->finished; }));
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

double RunPlots::mostSteps() const
{
    return std::max(kFewestSteps, lastStep() * kRoomAhead);
}

void RunPlots::rangesFollow()
{
    m_plot->setStepRange({0, mostSteps()});
    redraw();
}

void RunPlots::showAll()
{
    const QSignalBlocker blocker(m_follow);
    m_follow->setChecked(true);
    rangesFollow();
}

void RunPlots::showSteps(QCPRange steps)
{
    constexpr double kNarrowest = 4;
    const double most = mostSteps();
    const double width = std::clamp(steps.size(), kNarrowest, most);
    const double first = std::clamp(steps.center() - width / 2, 0.0, most - width);
    const QSignalBlocker blocker(m_follow);
    m_follow->setChecked(false);
    m_plot->setStepRange({first, first + width});
    redraw();
}

void RunPlots::goTo(double step)
{
    const QCPRange now = stepRange();
    if (!now.contains(step))
        showSteps({step - now.size() / 2, step + now.size() / 2});
    pointAt(step);
}

// What is drawn depends on the steps in view and on the width, so it is made anew with each of them.
void RunPlots::redraw()
{
    fill();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void RunPlots::fill()
{
    m_plot->clearTail();
    for (const auto& series : m_series)
        series->draw(stepRange(), m_plot->width());
    fitHeights();
}

// Once it is known where everything stands, and before it is painted.
void RunPlots::placeLabels()
{
    std::vector<ScaleLabels::Label> labels;
    std::vector<QPointF> marks;
    for (const auto& series : m_series) {
        std::ranges::copy(series->scaleLabels(), std::back_inserter(labels));
        std::ranges::copy(series->scaleMarks(), std::back_inserter(marks));
    }
    m_scaleLabels->place(labels, marks);
}

void RunPlots::fitHeights()
{
    for (const CurveRow& row : curveRows())
        fitHeight(row.kind);
}

// Heights fit what is in view, with some room; the scale by whole doublings, with a line of words above it.
void RunPlots::fitHeight(CurveKind kind)
{
    const bool isLogarithmic = m_plot->isLogarithmic(kind);
    std::optional<QCPRange> all;
    for (const auto& series : m_series) {
        if (const auto range = series->range(kind, isLogarithmic))
            all = all ? all->expanded(*range) : *range;
    }
    QCPAxis* axis = m_plot->axes().values(kind);
    constexpr double kDoublings = 2.8;
    constexpr double kRatio = 1.15;
    if (kind == CurveKind::Scale) {
        const QCPRange range = all.value_or(QCPRange(1, 1));
        const double room = std::max(kDoublings, std::pow(range.upper / range.lower, 0.3));
        return axis->setRange(range.lower / kDoublings, range.upper * room);
    }
    const QCPRange range = all.value_or(QCPRange(isLogarithmic ? 0.1 : 0, 1));
    if (isLogarithmic)
        return axis->setRange(range.lower / kRatio, range.upper * kRatio);
    const double room = std::max({range.size() * 0.06, std::abs(range.upper) * 1e-3, 1e-12});
    axis->setRange(
        range.lower < 0 ? range.lower - room : std::max(0.0, range.lower - room), range.upper + room);
}

void RunPlots::setLogarithmic(bool isLogarithmic)
{
    m_plot->setLogarithmic(isLogarithmic);
    redraw();
}

void RunPlots::setSmoothing(double smoothing)
{
    for (const auto& series : m_series)
        series->setSmoothing(smoothing);
    redraw();
}

void RunPlots::pointAt(double step)
{
    m_pointed = step >= 1 && step <= lastStep() ? step : 0;
    m_plot->setPointedStep(m_pointed);
    updateReadout();
    emit stepPointed(m_pointed);
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
        rows.push_back({series->run().label, series->run().hasScale, series->find(step)});
    std::vector<CurveKind> shown;
    for (const CurveRow& row : curveRows()) {
        if (m_plot->isShown(row.kind))
            shown.push_back(row.kind);
    }
    m_readout->setLine(readoutText(step, rows, shown));
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
    if (event->type() == QEvent::Resize)
        redraw();
    if (event->type() == QEvent::KeyPress && pointByKey(static_cast<QKeyEvent*>(event)->key()))
        return true;
    return QWidget::eventFilter(watched, event);
}

void RunPlots::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (followsLive())
        rangesFollow();
    else
        redraw();
    updateReadout();
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
    m_scaleLabels->setStyle(color(ColorRole::Text, scheme), font());
    QPalette empty = palette();
    empty.setColor(QPalette::Window, color(ColorRole::Canvas, scheme));
    empty.setColor(QPalette::WindowText, color(ColorRole::MutedText, scheme));
    m_empty->setPalette(empty);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

Result<void> RunPlots::save(const QString& path)
{
    redraw(); // with the steps that are not drawn yet
    return savePlot(*m_plot, path);
}

}
