// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/liveframes.h"
#include "gui/training/runseries.h"
#include "gui/training/scalelabels.h"

#include <QStackedWidget>
#include <QWidget>

#include <memory>
#include <vector>

class QAction;
class QCheckBox;
class QDoubleSpinBox;
class QPushButton;
class QToolButton;

namespace halftone {

class ElidedLabel;

/// These are the plots of training: loss, loss scale, other numbers by choice and overflowing steps above one
/// axis of steps. Dragging zooms into steps, a double click shows all, the newest steps stay in view until
/// one zooms. A line follows the mouse or the arrow keys and tells the values of a step.
class RunPlots : public QWidget
{
    Q_OBJECT

public:
    explicit RunPlots(QWidget* parent = nullptr);
    ~RunPlots() override;

    /// What a person can do while there is nothing to plot: a button below the text that says so.
    void setEmptyAction(QAction* action);

    /// Starts anew with these runs and what they know already.
    void setRuns(std::vector<PlottedRun> runs);
    /// Takes the steps that a run got since, and draws them with the next live frame.
    void update(std::size_t run);
    /// Draws a run that has ended at once: there is nothing any more that a frame would take time from.
    void finish(std::size_t run);

    void showCurve(CurveKind kind, bool isShown);

    bool isLogarithmic() const;
    bool followsLive() const;
    QCPRange stepRange() const;
    void showSteps(QCPRange steps);
    void showAll();
    /// Points at a step; 0 points at none.
    void pointAt(double step);
    /// Points at a step and brings it into view.
    void goTo(double step);
    /// What the line of values says.
    QString readout() const;

    PlotCanvas* plot() const { return m_plot; }
    const std::vector<std::unique_ptr<RunSeries>>& series() const { return m_series; }

    /// Writes what is shown; the suffix says whether as PNG, SVG or PDF.
    Result<void> save(const QString& path);

signals:
    /// The line stands at that step; 0: nowhere.
    void stepPointed(double step);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeEmptyPage();
    QWidget* makeToolBar();
    QPushButton* makeCurveMenu(QWidget* parent);
    void setLogarithmic(bool isLogarithmic);
    void setSmoothing(double smoothing);
    void applyColors();
    void rangesFollow();
    void drawLive(bool isWhole);
    void drawTail();
    double roomAhead();
    int liveRuns() const;
    void redraw();
    void fill();
    void placeLabels();
    void fitHeights();
    void fitHeight(CurveKind kind);
    void updateReadout();
    bool pointByKey(int key);
    double lastStep() const;
    double lastCommonStep() const;
    double mostSteps() const;

    QStackedWidget* m_pages;
    QWidget* m_empty;
    QToolButton* m_emptyButton = nullptr;
    PlotCanvas* m_plot;
    QCheckBox* m_logarithmic = nullptr;
    QCheckBox* m_follow = nullptr;
    QDoubleSpinBox* m_smoothing = nullptr;
    ElidedLabel* m_readout = nullptr;
    std::vector<std::unique_ptr<RunSeries>> m_series;
    std::unique_ptr<ScaleLabels> m_scaleLabels;
    LiveFrames m_frames;
    double m_drawnSteps = 0; // when all was drawn live
    double m_pointed = 0; // step under the crosshair; 0: none
};

}
