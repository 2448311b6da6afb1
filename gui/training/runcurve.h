// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/telemetry/event.h"
#include "gui/training/spikepyramid.h"

#include <qcustomplot.h>

#include <optional>
#include <span>
#include <vector>

namespace halftone {

/// A stretch of the steps of a run, as a plot shows it.
struct StepWindow
{
    std::span<const StepDone> steps; ///< Of the whole run.
    std::size_t first = 0; ///< Indices: what is in view is [first, last), with a neighbour at each end.
    std::size_t last = 0;
    int columns = 1; ///< Pixels that it is drawn on.
};

/// The window of \p run in which steps numbered \p range lie.
StepWindow stepWindow(std::span<const StepDone> run, const QCPRange& range, int columns);

/// The newest steps of a line in pixels of the widget, painted over a drawing that lacks them.
struct TailStroke
{
    std::vector<QPolygonF> lines; ///< More than one where numbers that are not finite break the line.
    QColor color;
    QRect clip; ///< The plot it lies in.

    /// The pixels that it can touch.
    QRect bounds() const;
};

/// This is one line of a plot with all its numbers. The plot gets two points for each column of pixels, the
/// smallest and the largest number, so that a spike of one step is seen at any zoom. What is not finite
/// breaks the line and is marked at the edge: at the lower one minus infinity, at the upper one the others.
class RunCurve
{
public:
    /// \p edge goes from 0 to 1 over the height of the plot; null: no marks.
    RunCurve(QCPAxis* steps, QCPAxis* values, QCPAxis* edge);

    void append(double value) { m_values.append(value); }
    void clear() { m_values.clear(); }
    const SpikePyramid& values() const { return m_values; }
    void draw(const StepWindow& window);
    /// The steps of \p window, whose columns are pixels, where the axes stand now.
    TailStroke tail(const StepWindow& window) const;
    /// Dashes show only where single steps do: thousands of lines on a thousand pixels leave no gaps to see,
    /// and take most of the time of a frame.
    void setPen(const QPen& pen);
    /// Of the window; of what is above zero with \p positiveOnly. Nullopt: nothing to see.
    std::optional<QCPRange> range(const StepWindow& window, bool positiveOnly) const;

    QCPGraph* line() const { return m_line; }
    QCPGraph* gaps() const { return m_gaps; } ///< Null without an edge.

private:
    StepWindow known(const StepWindow& window) const;

    SpikePyramid m_values;
    QPen m_pen;
    QCPGraph* m_line;
    QCPGraph* m_gaps = nullptr;
};

/// The indices of \p marks in the window, at most one for each column. \p marks ascend.
std::vector<std::uint32_t> thinned(std::span<const std::uint32_t> marks, const StepWindow& window);

/// A graph without a line and without an entry in the legend.
QCPGraph* addMarks(QCPAxis* steps, QCPAxis* values);

}
