// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runseries.h"

#include "gui/training/runlook.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

constexpr double kLaneFill = 0.8; // of the height of a lane

std::size_t indexOf(ScaleCause cause)
{
    return static_cast<std::size_t>(cause);
}

QString markName(const char* text)
{
    return QCoreApplication::translate("RunMarks", text);
}

// Where the scale goes to or would have gone; an overflow stands where the scale was.
double markHeight(const StepDone& step)
{
    return step.cause == ScaleCause::Growth ? step.scaleAfter : step.scaleUsed;
}

}

RunSeries::RunSeries(const PlottedRun& run, const PlotAxes& axes, int lane)
    : m_run(run)
    , m_lane(lane)
    , m_smooth(axes.numbers(CurveKind::Loss), axes.values(CurveKind::Loss), nullptr)
    , m_overflows(addMarks(axes.steps->axis(QCPAxis::atBottom), axes.steps->axis(QCPAxis::atLeft)))
    , m_skipped(new QCPBars(axes.steps->axis(QCPAxis::atBottom), axes.steps->axis(QCPAxis::atLeft)))
{
    for (const CurveRow& row : curveRows())
        m_curves[static_cast<std::size_t>(row.kind)] =
            std::make_unique<RunCurve>(axes.numbers(row.kind), axes.values(row.kind), axes.edge(row.kind));
    for (QCPGraph*& marks : m_changeMarks)
        marks = addMarks(axes.numbers(CurveKind::Scale), axes.values(CurveKind::Scale));
    m_skipped->removeFromLegend();
    m_smooth.line()->setName(run.label);
    line(CurveKind::Scale)->setLineStyle(QCPGraph::lsStepLeft);
    m_skipped->setWidth(1);
    m_skipped->setBaseValue(lane - kLaneFill / 2);
    m_overflows->setName(markName(QT_TRANSLATE_NOOP("RunMarks", "overflow seen")));
    changes(ScaleCause::Growth)->setName(markName(QT_TRANSLATE_NOOP("RunMarks", "scale grows")));
    m_skipped->setName(markName(QT_TRANSLATE_NOOP("RunMarks", "step skipped")));
}

void RunSeries::addToLegend(QCPLegend& legend) const
{
    m_smooth.line()->addToLegend(&legend);
}

void RunSeries::addMarksToLegend(QCPLegend& legend) const
{
    m_overflows->addToLegend(&legend);
    m_skipped->addToLegend(&legend);
    changes(ScaleCause::Growth)->addToLegend(&legend);
}

bool RunSeries::update()
{
    const std::vector<StepDone>& steps = m_run.history->steps;
    if (m_taken == 0)
        m_clean = CleanSteps(m_run.history->cleanBefore);
    bool hasMarks = false;
    for (; m_taken < steps.size(); ++m_taken)
        hasMarks |= takeStep(static_cast<std::uint32_t>(m_taken), steps[m_taken]);
    return hasMarks;
}

bool RunSeries::takeStep(std::uint32_t index, const StepDone& step)
{
    for (const CurveRow& row : curveRows()) {
        if (m_run.hasScale || !row.needsScale)
            curve(row.kind).append(row.value(step));
    }
    appendSmooth(step.loss);
    const std::uint64_t clean = m_clean.count(step);
    if (step.overflow)
        m_overflowed.push_back(index);
    if (step.skipped)
        m_skippedSteps.push_back(index);
    const bool hasChange = m_run.hasScale && (step.cause != ScaleCause::Kept || step.overflow);
    if (hasChange) {
        m_changed[indexOf(step.cause)].push_back(index);
        if (step.cause != ScaleCause::Kept)
            m_changes.push_back({index, step.cause, clean});
    }
    return hasChange || step.overflow || step.skipped || !std::isfinite(step.loss);
}

// Exponential average whose weights add up to one from the first step on.
void RunSeries::appendSmooth(double loss)
{
    if (!std::isfinite(loss)) {
        m_smooth.append(loss);
        return;
    }
    m_average = m_smoothing * m_average + (1 - m_smoothing) * loss;
    m_averageWeight = m_smoothing * m_averageWeight + (1 - m_smoothing);
    m_smooth.append(m_average / m_averageWeight);
}

void RunSeries::setSmoothing(double smoothing)
{
    m_smoothing = smoothing;
    m_average = m_averageWeight = 0;
    m_smooth.clear();
    const SpikePyramid& losses = curve(CurveKind::Loss).values();
    for (std::size_t i = 0; i < losses.size(); ++i)
        appendSmooth(losses[i]);
    raw()->setVisible(smoothing > 0);
}

void RunSeries::draw(const QCPRange& steps, int columns)
{
    m_window = stepWindow(m_run.history->steps, steps, columns);
    m_endsInView = m_window.last == m_run.history->steps.size();
    m_painted = m_window.last;
    // Plots that are hidden are filled when they are shown. A curve alone may be hidden, and its gaps seen.
    for (const auto& each : m_curves) {
        if (each->line()->keyAxis()->axisRect()->realVisibility())
            each->draw(m_window);
    }
    m_smooth.draw(m_window);
    drawMarks();
}

void RunSeries::takeTail(std::vector<TailStroke>& strokes)
{
    const std::vector<StepDone>& steps = m_run.history->steps;
    if (!m_endsInView || m_painted == 0 || m_painted >= m_taken)
        return;
    StepWindow window{steps, m_painted - 1, m_taken, 1};
    const QCPAxis* axis = raw()->keyAxis();
    const double width = axis->coordToPixel(static_cast<double>(steps[window.last - 1].step)) -
        axis->coordToPixel(static_cast<double>(steps[window.first].step));
    window.columns = std::max(1, static_cast<int>(width));
    m_painted = m_taken;
    for (const auto& each : m_curves) {
        if (each->line()->realVisibility() && each->line()->keyAxis()->axisRect()->realVisibility())
            strokes.push_back(each->tail(window));
    }
    strokes.push_back(m_smooth.tail(window));
}

void RunSeries::drawMarks()
{
    constexpr int kMarkWidth = 4; // pixels; closer ones hide each other
    StepWindow window = m_window;
    window.columns = std::max(1, window.columns / kMarkWidth);
    const auto number = [this](
                            std::uint32_t index) { return static_cast<double>(m_window.steps[index].step); };
    QVector<QCPGraphData> overflows;
    for (const std::uint32_t index : thinned(m_overflowed, window))
        overflows.push_back({number(index), static_cast<double>(m_lane)});
    m_overflows->data()->set(overflows, true);
    QVector<QCPBarsData> bars;
    for (const std::uint32_t index : thinned(m_skippedSteps, m_window))
        bars.push_back({number(index), kLaneFill});
    m_skipped->data()->set(bars, true);
    for (std::size_t cause = 0; cause < kCauses; ++cause) {
        QVector<QCPGraphData> marks;
        for (const std::uint32_t index : thinned(m_changed[cause], window))
            marks.push_back({number(index), markHeight(m_window.steps[index])});
        m_changeMarks[cause]->data()->set(marks, true);
    }
}

std::vector<ScaleLabels::Label> RunSeries::scaleLabels() const
{
    constexpr std::ptrdiff_t kReadable = 100;
    const auto begin = std::ranges::lower_bound(m_changes, m_window.first, {}, &ScaleChange::index);
    const auto end = std::ranges::lower_bound(m_changes, m_window.last, {}, &ScaleChange::index);
    std::vector<ScaleLabels::Label> labels;
    if (end - begin > kReadable)
        return labels;
    for (auto change = begin; change != end; ++change) {
        const StepDone& step = m_run.history->steps[change->index];
        labels.push_back({static_cast<double>(step.step), markHeight(step), shortCauseText(*change)});
    }
    return labels;
}

std::vector<QPointF> RunSeries::scaleMarks() const
{
    std::vector<QPointF> all;
    for (const QCPGraph* marks : m_changeMarks) {
        for (const QCPGraphData& mark : *marks->data())
            all.emplace_back(mark.key, mark.value);
    }
    return all;
}

void RunSeries::applyScheme(Scheme scheme)
{
    const RunLook look = runLook(m_run.look);
    const QColor ink = color(look.ink, scheme);
    for (const CurveRow& row : curveRows())
        curve(row.kind).setPen(runPen(look, scheme, 1.6));
    m_smooth.setPen(runPen(look, scheme, 2.2));
    const QCPScatterStyle mark(look.mark, QPen(ink, 1.4), ink, 7);
    for (QCPGraph* marked : {m_smooth.line(), line(CurveKind::Scale), line(CurveKind::GradientNorm)})
        marked->setScatterStyle(mark);
    QColor faint = ink;
    faint.setAlphaF(0.35f);
    curve(CurveKind::Loss).setPen(QPen(faint, 1));

    const QColor overflow = color(ColorRole::Overflow, scheme);
    const QPen outline(color(ColorRole::Text, scheme), 0.8);
    const QPen growth(color(ColorRole::Growth, scheme), 1.8);
    const QPen fall(overflow, 1.8);
    const QCPScatterStyle triangle(QCPScatterStyle::ssTriangle, outline, overflow, 9);
    m_overflows->setScatterStyle(triangle);
    changes(ScaleCause::Kept)->setScatterStyle(triangle);
    changes(ScaleCause::Overflow)->setScatterStyle(triangle);
    changes(ScaleCause::Hysteresis)
        ->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssTriangle, QPen(overflow, 1.6), Qt::NoBrush, 9));
    changes(ScaleCause::Growth)->setScatterStyle(QCPScatterStyle(growthMark(), growth, Qt::NoBrush, 6));
    changes(ScaleCause::AtCeiling)->setScatterStyle(QCPScatterStyle(ceilingMark(), growth, Qt::NoBrush, 6));
    changes(ScaleCause::AtFloor)->setScatterStyle(QCPScatterStyle(floorMark(), fall, Qt::NoBrush, 6));
    changes(ScaleCause::Stuck)->setScatterStyle(QCPScatterStyle(floorMark(), fall, Qt::NoBrush, 6));
    for (const CurveRow& row : curveRows())
        gaps(row.kind)->setScatterStyle(
            QCPScatterStyle(QCPScatterStyle::ssCross, QPen(overflow, 2), Qt::NoBrush, 9));
    const QColor skipped = color(ColorRole::Skipped, scheme);
    m_skipped->setPen(QPen(skipped, 1));
    m_skipped->setBrush(QBrush(skipped, Qt::BDiagPattern));
}

const StepDone* RunSeries::find(double step) const
{
    const std::vector<StepDone>& steps = m_run.history->steps;
    if (step < 1 || steps.empty())
        return nullptr;
    const auto number = static_cast<std::uint64_t>(std::lround(step));
    const auto found = std::ranges::lower_bound(steps, number, {}, &StepDone::step);
    return found != steps.end() && found->step == number ? &*found : nullptr;
}

std::optional<QCPRange> RunSeries::range(CurveKind kind, bool positiveOnly) const
{
    const bool isSmoothLoss = kind == CurveKind::Loss && !raw()->visible();
    return (isSmoothLoss ? m_smooth : curve(kind)).range(m_window, positiveOnly);
}

}
