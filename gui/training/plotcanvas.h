// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/curvekind.h"
#include "gui/training/plotparts.h"
#include "gui/training/runcurve.h"

#include <QStringList>

#include <array>

namespace halftone {

/// The axes that all runs are drawn on.
struct PlotAxes
{
    std::array<QCPAxisRect*, kCurveKinds> curves{}; ///< By CurveKind; never null, hidden ones too.
    QCPAxisRect* steps = nullptr; ///< One lane for each run, numbered from 0.

    QCPAxisRect& rect(CurveKind kind) const { return *curves[static_cast<std::size_t>(kind)]; }
    QCPAxis* values(CurveKind kind) const { return rect(kind).axis(QCPAxis::atLeft); }
    QCPAxis* numbers(CurveKind kind) const { return rect(kind).axis(QCPAxis::atBottom); } ///< Of steps.
    /// 0 to 1 from the bottom to the top of the plot, for marks.
    QCPAxis* edge(CurveKind kind) const { return rect(kind).axis(QCPAxis::atRight); }
};

/// This is the drawing of the plots without any data: plots above one another that share the axis of steps, a
/// legend above them, and a line through all of them at the step that is pointed at.
class PlotCanvas : public QCustomPlot
{
    Q_OBJECT

public:
    explicit PlotCanvas(QWidget* parent = nullptr);

    const PlotAxes& axes() const { return m_axes; }
    QCPLegend& marks() { return *m_legend; }

    void showCurve(CurveKind kind, bool isShown);
    bool isShown(CurveKind kind) const { return m_isShown[static_cast<std::size_t>(kind)]; }
    void setLanes(const QStringList& names);
    void setLogarithmic(bool isLogarithmic); ///< The loss.
    bool isLogarithmic(CurveKind kind) const;
    QCPRange stepRange() const;
    void setStepRange(QCPRange steps);
    /// 0 hides the line.
    void setPointedStep(double step);
    /// Paints these over what is drawn, too, until clearTail().
    void addTail(std::vector<TailStroke> strokes);
    void clearTail();
    void applyColors(Scheme scheme);
    /// A long legend goes on in the next line and does not make the window wide.
    QSize minimumSizeHint() const override;

signals:
    /// A person wants to see these steps.
    void rangeRequested(QCPRange steps);
    /// The mouse is over that step.
    void stepPointed(double step);

protected:
    /// Adds the newest steps, and a frame that shows where the keys go.
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeLegend();
    void wrapLegend();
    QCPAxisRect* makeRect(const QString& label);
    void makeAxes();
    void setUpValues(const CurveRow& row);
    void arrange();
    void makeCrosshair();
    void thinLabels();
    void connectMouse();
    double stepAt(double x) const;
    void paintTail(QPainter& painter, std::size_t first, const QRegion& region) const;

    PlotAxes m_axes;
    std::array<bool, kCurveKinds> m_isShown{};
    QList<QCPAxisRect*> m_rects; // all of them, hidden ones too
    QCPMarginGroup* m_margins = nullptr;
    QCPLegend* m_legend = nullptr;
    QList<QCPItemStraightLine*> m_crosshair; // one for each of m_rects
    std::vector<TailStroke> m_tail;
    std::vector<QRect> m_tailBounds; // of each
    std::size_t m_firstFresh = 0; // of the tail: those behind it are not on the screen yet
    QRegion m_fresh; // what they touch
    bool m_isPointed = false;
    bool m_isSyncing = false; // while one axis takes over the range of another
};

}
