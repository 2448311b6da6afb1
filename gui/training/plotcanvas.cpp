// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/plotcanvas.h"

#include <algorithm>
#include <cmath>

namespace halftone {
namespace {

constexpr int kLaneHeight = 24;
constexpr int kAxisHeight = 44; // of the labels below the lanes

}

PlotCanvas::PlotCanvas(QWidget* parent)
    : QCustomPlot(parent)
{
    setObjectName(QStringLiteral("runPlotCanvas"));
    setAccessibleName(tr("Loss, loss scale and overflow by step"));
    setFocusPolicy(Qt::StrongFocus);
    makeAxes();
    makeCrosshair();
    connectMouse();
}

QCPAxisRect* PlotCanvas::addRect(int row, const QString& label)
{
    auto* rect = new QCPAxisRect(this);
    plotLayout()->addElement(row, 0, rect);
    rect->axis(QCPAxis::atLeft)->setLabel(label);
    rect->axis(QCPAxis::atBottom)->setTickLabels(false);
    rect->setMinimumMargins({8, 4, 12, 4});
    connect(rect->axis(QCPAxis::atBottom), qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
        [this](const QCPRange& range) {
            if (!m_isSyncing)
                emit rangeRequested(range);
        });
    return rect;
}

// Above the plots and not in one of them: nowhere inside is sure to stay free of curves.
void PlotCanvas::makeLegend()
{
    constexpr double kAsSmallAsPossible = 0.001;
    auto* row = new QCPLayoutGrid;
    plotLayout()->addElement(0, 0, row);
    plotLayout()->setRowStretchFactor(0, kAsSmallAsPossible);
    m_legend = new QCPLegend;
    row->addElement(0, 0, m_legend);
    row->addElement(0, 1, new QCPLayoutElement);
    row->setColumnStretchFactor(0, kAsSmallAsPossible);
    row->setMargins({8, 6, 12, 0});
    m_legend->setLayer(QStringLiteral("legend"));
    m_legend->setFillOrder(QCPLegend::foColumnsFirst);
    m_legend->setColumnSpacing(16);
}

void PlotCanvas::makeAxes()
{
    plotLayout()->clear();
    plotLayout()->setRowSpacing(0);
    makeLegend();
    m_axes.loss = addRect(1, tr("loss"));
    m_axes.scale = addRect(2, tr("loss scale"));
    m_axes.steps = addRect(3, {});
    plotLayout()->setRowStretchFactor(1, 5);
    plotLayout()->setRowStretchFactor(2, 3);
    m_axes.lossTop = m_axes.loss->addAxis(QCPAxis::atRight);
    m_axes.lossTop->setRange(0, 1);
    m_axes.lossTop->setVisible(false);
    m_axes.loss->axis(QCPAxis::atLeft)->setNumberFormat(QStringLiteral("g"));
    m_axes.loss->axis(QCPAxis::atLeft)->setNumberPrecision(4);
    QCPAxis* scale = m_axes.scale->axis(QCPAxis::atLeft);
    scale->setScaleType(QCPAxis::stLogarithmic);
    scale->setTicker(QSharedPointer<PowerOfTwoTicker>::create());
    QCPAxis* steps = m_axes.steps->axis(QCPAxis::atBottom);
    steps->setTickLabels(true);
    steps->setLabel(tr("step"));
    steps->setNumberFormat(QStringLiteral("f"));
    steps->setNumberPrecision(0);
    QCPAxis* lanes = m_axes.steps->axis(QCPAxis::atLeft);
    lanes->setRangeReversed(true);
    lanes->setSubTicks(false);
    lanes->grid()->setVisible(false);
    auto* group = new QCPMarginGroup(this);
    for (QCPAxisRect* rect : axisRects())
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, group);
}

// The lines lie on a layer of their own, so that moving the mouse does not draw the curves again.
void PlotCanvas::makeCrosshair()
{
    addLayer(QStringLiteral("crosshair"));
    layer(QStringLiteral("crosshair"))->setMode(QCPLayer::lmBuffered);
    for (QCPAxisRect* rect : axisRects()) {
        auto* line = new QCPItemStraightLine(this);
        line->setLayer(QStringLiteral("crosshair"));
        line->setClipAxisRect(rect);
        for (QCPItemPosition* position : line->positions()) {
            position->setTypeX(QCPItemPosition::ptPlotCoords);
            position->setTypeY(QCPItemPosition::ptAxisRectRatio);
            position->setAxisRect(rect);
            position->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
        }
        line->setVisible(false);
        m_crosshair.push_back(line);
    }
}

double PlotCanvas::stepAt(double x) const
{
    return m_axes.loss->axis(QCPAxis::atBottom)->pixelToCoord(x);
}

void PlotCanvas::connectMouse()
{
    setSelectionRectMode(QCP::srmCustom);
    connect(selectionRect(), &QCPSelectionRect::accepted, this, [this](const QRect& rect) {
        constexpr int kClick = 6; // Narrower is a click with an unsteady hand.
        const QRect dragged = rect.normalized();
        if (dragged.width() > kClick)
            emit rangeRequested({stepAt(dragged.left()), stepAt(dragged.right())});
    });
    connect(this, &QCustomPlot::mouseMove, this,
        [this](QMouseEvent* event) { emit stepPointed(std::round(stepAt(event->position().x()))); });
    connect(this, &QCustomPlot::mouseWheel, this, [this](QWheelEvent* event) {
        constexpr double kPerNotch = 0.8;
        const QCPRange now = stepRange();
        const double centre = stepAt(event->position().x());
        const double factor = std::pow(kPerNotch, event->angleDelta().y() / 120.0);
        emit rangeRequested({centre + (now.lower - centre) * factor, centre + (now.upper - centre) * factor});
    });
}

void PlotCanvas::setLanes(const QStringList& names)
{
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (int lane = 0; lane < names.size(); ++lane)
        ticker->addTick(lane, names[lane]);
    const int count = std::max(1, static_cast<int>(names.size()));
    QCPAxis* axis = m_axes.steps->axis(QCPAxis::atLeft);
    axis->setTicker(ticker);
    axis->setRange(-0.5, count - 0.5);
    const int height = kLaneHeight * count + kAxisHeight;
    m_axes.steps->setMinimumSize(100, height);
    m_axes.steps->setMaximumSize(QWIDGETSIZE_MAX, height);
}

void PlotCanvas::setLogarithmic(bool isLogarithmic)
{
    QCPAxis* axis = m_axes.loss->axis(QCPAxis::atLeft);
    axis->setScaleType(isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (isLogarithmic)
        axis->setTicker(QSharedPointer<LossTicker>::create());
    else
        axis->setTicker(QSharedPointer<QCPAxisTicker>::create());
}

QCPRange PlotCanvas::stepRange() const
{
    return m_axes.loss->axis(QCPAxis::atBottom)->range();
}

void PlotCanvas::setStepRange(QCPRange steps)
{
    m_isSyncing = true;
    for (QCPAxisRect* rect : axisRects())
        rect->axis(QCPAxis::atBottom)->setRange(steps);
    m_isSyncing = false;
}

void PlotCanvas::setPointedStep(double step)
{
    for (QCPItemStraightLine* line : m_crosshair) {
        line->setVisible(step > 0);
        line->point1->setCoords(step, 0);
        line->point2->setCoords(step, 1);
    }
    layer(QStringLiteral("crosshair"))->replot();
}

void PlotCanvas::paintEvent(QPaintEvent* event)
{
    QCustomPlot::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(color(ColorRole::Selection, schemeOf(palette())));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void PlotCanvas::applyColors(Scheme scheme)
{
    applyScheme(*this, scheme);
    for (QCPAxisRect* rect : axisRects()) {
        for (QCPAxis* axis : rect->axes()) {
            axis->setTickLabelFont(font());
            axis->setLabelFont(font());
        }
    }
    m_legend->setFont(font());
    m_legend->setBrush(Qt::NoBrush);
    m_legend->setBorderPen(Qt::NoPen);
    m_legend->setTextColor(color(ColorRole::Text, scheme));
    const QColor selection = color(ColorRole::Selection, scheme);
    for (QCPItemStraightLine* line : m_crosshair)
        line->setPen(QPen(selection, 1));
    QColor veil = selection;
    veil.setAlphaF(0.15f);
    selectionRect()->setPen(QPen(selection, 1));
    selectionRect()->setBrush(veil);
}

}
