// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/plotcanvas.h"
#include "gui/training/runhistory.h"
#include "gui/training/trainingsetup.h"

#include <span>

namespace halftone {

/// This is a run to be drawn.
struct PlottedRun
{
    RunKind kind = RunKind::Fp32;
    QString label;
    const RunHistory* history = nullptr; ///< Never null; outlives the plots' interest in it.
};

/// These are the curves and marks of one run. Lines break where the loss is not a number; marks show where.
class RunSeries
{
public:
    RunSeries(const PlottedRun& run, const PlotAxes& axes, int lane);

    void append(std::span<const StepDone> steps);
    /// 0 draws the loss as it is; near 1 smooths over many steps.
    void setSmoothing(double smoothing);
    void applyScheme(Scheme scheme);
    /// Adds the curve, and the marks that this kind of run can have.
    void addToLegend(QCPLegend& legend) const;

    const PlottedRun& run() const { return m_run; }
    /// Null when no step of that number is known.
    const StepDone* find(double step) const;
    QCPRange lossRange(const QCPRange& steps, bool positiveOnly, bool& isFound) const;
    QCPRange scaleRange(const QCPRange& steps, bool& isFound) const;

    QCPGraph* raw() const { return m_raw; }
    QCPGraph* smooth() const { return m_smooth; }
    QCPGraph* scale() const { return m_scale; }
    QCPGraph* overflows() const { return m_overflows; }
    QCPGraph* growths() const { return m_growths; }
    QCPGraph* badLosses() const { return m_badLosses; }
    QCPBars* skipped() const { return m_skipped; }

private:
    void appendStep(const StepDone& step);
    void appendSmooth(double step, double loss);

    PlottedRun m_run;
    int m_lane;
    QCPGraph* m_raw;
    QCPGraph* m_smooth;
    QCPGraph* m_scale;
    QCPGraph* m_growths;
    QCPGraph* m_overflows; // in the lane
    QCPGraph* m_scaleOverflows; // on the curve of the scale
    QCPGraph* m_badLosses;
    QCPBars* m_skipped;
    double m_smoothing = 0.6;
    double m_average = 0; // of the losses so far, not yet divided by m_averageWeight
    double m_averageWeight = 0;
};

}
