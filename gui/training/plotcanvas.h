// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/plotparts.h"

#include <QStringList>

namespace halftone {

/// The axes that all runs are drawn on.
struct PlotAxes
{
    QCPAxisRect* loss = nullptr;
    QCPAxis* lossTop = nullptr; ///< 0 to 1 from the bottom to the top of the loss plot, for marks.
    QCPAxisRect* scale = nullptr;
    QCPAxisRect* steps = nullptr; ///< One lane for each run, numbered from 0.
};

/// This is the drawing of the plots without any data: three plots above one another that share the axis of
/// steps, a legend above them, and a line through all three at the step that is pointed at.
class PlotCanvas : public QCustomPlot
{
    Q_OBJECT

public:
    explicit PlotCanvas(QWidget* parent = nullptr);

    const PlotAxes& axes() const { return m_axes; }
    QCPLegend& marks() { return *m_legend; }

    void setLanes(const QStringList& names);
    void setLogarithmic(bool isLogarithmic);
    QCPRange stepRange() const;
    void setStepRange(QCPRange steps);
    /// 0 hides the line.
    void setPointedStep(double step);
    void applyColors(Scheme scheme);

signals:
    /// A person wants to see these steps.
    void rangeRequested(QCPRange steps);
    /// The mouse is over that step.
    void stepPointed(double step);

protected:
    /// Adds a frame that shows where the keys go.
    void paintEvent(QPaintEvent* event) override;

private:
    void makeLegend();
    QCPAxisRect* addRect(int row, const QString& label);
    void makeAxes();
    void makeCrosshair();
    void connectMouse();
    double stepAt(double x) const;

    PlotAxes m_axes;
    QCPLegend* m_legend = nullptr;
    QList<QCPItemStraightLine*> m_crosshair;
    bool m_isSyncing = false; // while one axis takes over the range of another
};

}
