// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runseries.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace halftone {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN(); // QCustomPlot breaks lines there.
constexpr double kBadLossHeight = 0.96;
constexpr double kLaneFill = 0.8; // of the height of a lane

QCPGraph* addGraph(QCPAxisRect& rect, QCPAxis* valueAxis)
{
    auto* graph = rect.parentPlot()->addGraph(rect.axis(QCPAxis::atBottom), valueAxis);
    graph->removeFromLegend();
    return graph;
}

QCPGraph* addMarks(QCPAxisRect& rect, QCPAxis* valueAxis)
{
    QCPGraph* graph = addGraph(rect, valueAxis);
    graph->setLineStyle(QCPGraph::lsNone);
    return graph;
}

}

RunSeries::RunSeries(const PlottedRun& run, const PlotAxes& axes, int lane)
    : m_run(run)
    , m_lane(lane)
    , m_raw(addGraph(*axes.loss, axes.loss->axis(QCPAxis::atLeft)))
    , m_smooth(addGraph(*axes.loss, axes.loss->axis(QCPAxis::atLeft)))
    , m_scale(addGraph(*axes.scale, axes.scale->axis(QCPAxis::atLeft)))
    , m_growths(addMarks(*axes.scale, axes.scale->axis(QCPAxis::atLeft)))
    , m_overflows(addMarks(*axes.steps, axes.steps->axis(QCPAxis::atLeft)))
    , m_scaleOverflows(addMarks(*axes.scale, axes.scale->axis(QCPAxis::atLeft)))
    , m_badLosses(addMarks(*axes.loss, axes.lossTop))
    , m_skipped(new QCPBars(axes.steps->axis(QCPAxis::atBottom), axes.steps->axis(QCPAxis::atLeft)))
{
    m_skipped->removeFromLegend();
    m_smooth->setName(run.label);
    m_scale->setLineStyle(QCPGraph::lsStepLeft);
    m_skipped->setWidth(1);
    m_skipped->setBaseValue(lane - kLaneFill / 2);
    m_overflows->setName(QCoreApplication::translate("halftone::RunPlots", "overflow"));
    m_growths->setName(QCoreApplication::translate("halftone::RunPlots", "scale grows"));
    m_skipped->setName(QCoreApplication::translate("halftone::RunPlots", "skipped step"));
    m_badLosses->setName(QCoreApplication::translate("halftone::RunPlots", "loss is not finite"));
}

void RunSeries::addToLegend(QCPLegend& legend) const
{
    m_smooth->addToLegend(&legend);
    if (m_run.kind != RunKind::Mixed)
        return;
    m_overflows->addToLegend(&legend);
    m_skipped->addToLegend(&legend);
    m_growths->addToLegend(&legend);
}

void RunSeries::append(std::span<const StepDone> steps)
{
    for (const StepDone& step : steps)
        appendStep(step);
}

void RunSeries::appendStep(const StepDone& step)
{
    const auto number = static_cast<double>(step.step);
    const bool isFinite = std::isfinite(step.loss);
    m_raw->addData(number, isFinite ? static_cast<double>(step.loss) : kNoNumber);
    appendSmooth(number, step.loss);
    if (!isFinite)
        m_badLosses->addData(number, kBadLossHeight);
    if (m_run.kind == RunKind::Mixed) {
        m_scale->addData(number, step.scaleUsed);
        if (step.overflow)
            m_scaleOverflows->addData(number, step.scaleUsed);
        if (step.cause == ScaleCause::Growth)
            m_growths->addData(number, step.scaleAfter);
    }
    if (step.overflow)
        m_overflows->addData(number, m_lane);
    if (step.skipped)
        m_skipped->addData(number, kLaneFill);
}

// Exponential average whose weights add up to one from the first step on.
void RunSeries::appendSmooth(double step, double loss)
{
    if (!std::isfinite(loss)) {
        m_smooth->addData(step, kNoNumber);
        return;
    }
    m_average = m_smoothing * m_average + (1 - m_smoothing) * loss;
    m_averageWeight = m_smoothing * m_averageWeight + (1 - m_smoothing);
    m_smooth->addData(step, m_average / m_averageWeight);
}

void RunSeries::setSmoothing(double smoothing)
{
    m_smoothing = smoothing;
    m_average = m_averageWeight = 0;
    m_smooth->data()->clear();
    for (const QCPGraphData& point : *m_raw->data())
        appendSmooth(point.key, point.value);
    m_raw->setVisible(smoothing > 0);
}

// FP32 is drawn solid and mixed dashed, so that the two can be told apart without colours.
void RunSeries::applyScheme(Scheme scheme)
{
    const bool isMixed = m_run.kind == RunKind::Mixed;
    const QColor ink = color(isMixed ? ColorRole::MixedCurve : ColorRole::Fp32Curve, scheme);
    QPen pen(ink, 2.2);
    if (isMixed)
        pen.setDashPattern({4, 2.5});
    m_smooth->setPen(pen);
    m_scale->setPen(pen);
    QColor faint = ink;
    faint.setAlphaF(0.35f);
    m_raw->setPen(QPen(faint, 1));
    const QColor overflow = color(ColorRole::Overflow, scheme);
    const QColor outline = color(ColorRole::Text, scheme);
    const QCPScatterStyle triangle(QCPScatterStyle::ssTriangle, QPen(outline, 0.8), overflow, 9);
    m_overflows->setScatterStyle(triangle);
    m_scaleOverflows->setScatterStyle(triangle);
    m_badLosses->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssCross, QPen(overflow, 2), Qt::NoBrush, 9));
    m_growths->setScatterStyle(
        QCPScatterStyle(growthMark(), QPen(color(ColorRole::Growth, scheme), 1.8), Qt::NoBrush, 6));
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

QCPRange RunSeries::lossRange(const QCPRange& steps, bool positiveOnly, bool& isFound) const
{
    const QCPGraph* shown = m_raw->visible() ? m_raw : m_smooth;
    return shown->getValueRange(isFound, positiveOnly ? QCP::sdPositive : QCP::sdBoth, steps);
}

QCPRange RunSeries::scaleRange(const QCPRange& steps, bool& isFound) const
{
    return m_scale->getValueRange(isFound, QCP::sdPositive, steps);
}

}
