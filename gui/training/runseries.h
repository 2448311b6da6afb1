// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/plotcanvas.h"
#include "gui/training/runcurve.h"
#include "gui/training/runhistory.h"
#include "gui/training/scalechanges.h"
#include "gui/training/scalelabels.h"

#include <array>
#include <memory>
#include <span>

namespace halftone {

/// This is a run to be drawn.
struct PlottedRun
{
    QString label;
    int look = 0; ///< See runLook().
    bool hasScale = false; ///< It trains with a loss scale; FP32 does not.
    const RunHistory* history = nullptr; ///< Never null; outlives the plots' interest in it.
};

/// These are the curves and marks of one run. Lines break where a number is not finite; marks show where.
class RunSeries
{
public:
    RunSeries(const PlottedRun& run, const PlotAxes& axes, int lane);

    /// Takes the steps that came since; gives whether any has a mark, which takeTail() leaves out.
    bool update();
    /// 0 draws the loss as it is; near 1 smooths over many steps.
    void setSmoothing(double smoothing);
    /// Hands the plots what is needed for \p steps on \p columns pixels.
    void draw(const QCPRange& steps, int columns);
    /// What came since draw() or the call before, where the last step of the drawing was in view; appended to
    /// \p strokes.
    void takeTail(std::vector<TailStroke>& strokes);
    void applyScheme(Scheme scheme);
    void addToLegend(QCPLegend& legend) const;
    /// Adds the marks, which are the same for all runs.
    void addMarksToLegend(QCPLegend& legend) const;

    const PlottedRun& run() const { return m_run; }
    /// Null when no step of that number is known.
    const StepDone* find(double step) const;
    /// Of the steps that were drawn last.
    std::optional<QCPRange> range(CurveKind kind, bool positiveOnly) const;
    /// Every change of the scale that was drawn last; none where there are too many to read.
    std::vector<ScaleLabels::Label> scaleLabels() const;
    /// The marks in the plot of the scale, by step and scale.
    std::vector<QPointF> scaleMarks() const;

    QCPGraph* raw() const { return curve(CurveKind::Loss).line(); }
    QCPGraph* smooth() const { return m_smooth.line(); }
    QCPGraph* line(CurveKind kind) const { return curve(kind).line(); }
    QCPGraph* gaps(CurveKind kind) const { return curve(kind).gaps(); }
    QCPGraph* overflows() const { return m_overflows; }
    QCPGraph* changes(ScaleCause cause) const { return m_changeMarks[static_cast<std::size_t>(cause)]; }
    QCPBars* skipped() const { return m_skipped; }

private:
    static constexpr std::size_t kCauses = static_cast<std::size_t>(ScaleCause::Stuck) + 1;

    RunCurve& curve(CurveKind kind) const { return *m_curves[static_cast<std::size_t>(kind)]; }
    bool takeStep(std::uint32_t index, const StepDone& step);
    void appendSmooth(double loss);
    void drawMarks();

    PlottedRun m_run;
    int m_lane;
    std::array<std::unique_ptr<RunCurve>, kCurveKinds> m_curves;
    RunCurve m_smooth;
    std::array<QCPGraph*, kCauses> m_changeMarks{}; // those of Kept are overflows that moved nothing
    QCPGraph* m_overflows;
    QCPBars* m_skipped;

    std::size_t m_taken = 0; // steps of the history
    StepWindow m_window; // that was drawn last; its steps may have moved since
    bool m_endsInView = false; // the last step known then was drawn
    std::size_t m_painted = 0; // steps that are in the drawing or its tail
    std::vector<std::uint32_t> m_overflowed; // indices of steps, as below
    std::vector<std::uint32_t> m_skippedSteps;
    std::array<std::vector<std::uint32_t>, kCauses> m_changed;
    std::vector<ScaleChange> m_changes;
    CleanSteps m_clean;
    double m_smoothing = 0;
    double m_average = 0;
    double m_averageWeight = 0;
};

}
