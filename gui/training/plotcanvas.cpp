// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/plotcanvas.h"

#include "gui/theme/textsize.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace halftone {
namespace {

constexpr int kLaneHeight = 24;
constexpr int kAxisHeight = 44; // of the labels below the lanes
constexpr int kLaneWidth = 110; // of their names, which all plots are moved to the right by
constexpr QLatin1StringView kPointedLayer("overlay"); // that QCustomPlot paints apart from the others

}

PlotCanvas::PlotCanvas(QWidget* parent)
    : QCustomPlot(parent)
{
    setObjectName(QStringLiteral("runPlotCanvas"));
    setAccessibleName(tr("Loss, loss scale and other numbers by step"));
    setFocusPolicy(Qt::StrongFocus);
    makeAxes();
    makeCrosshair();
    connectMouse();
    connect(this, &QCustomPlot::afterLayout, this, &PlotCanvas::thinLabels);
}

// As many labels as do not touch each other.
void PlotCanvas::thinLabels()
{
    constexpr int kUsual = 5;
    for (const CurveRow& row : curveRows()) {
        const int room = m_axes.rect(row.kind).height() / (fontMetrics().height() + 4) - 1;
        m_axes.values(row.kind)->ticker()->setTickCount(std::clamp(room, 1, kUsual));
    }
}

QCPAxisRect* PlotCanvas::makeRect(const QString& label)
{
    auto* rect = new QCPAxisRect(this);
    rect->axis(QCPAxis::atLeft)->setLabel(label);
    rect->axis(QCPAxis::atBottom)->setTickLabels(false);
    rect->axis(QCPAxis::atRight)->setRange(0, 1);
    rect->setMinimumMargins({8, 4, 12, 4});
    connect(rect->axis(QCPAxis::atBottom), qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
        [this](const QCPRange& range) {
            if (!m_isSyncing)
                emit rangeRequested(range);
        });
    m_rects.push_back(rect);
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
    m_margins = new QCPMarginGroup(this);
    for (const CurveRow& row : curveRows()) {
        m_axes.curves[static_cast<std::size_t>(row.kind)] = makeRect(curveTitle(row));
        m_isShown[static_cast<std::size_t>(row.kind)] = row.isShownFirst;
        setUpValues(row);
    }
    m_axes.steps = makeRect({});
    QCPAxis* steps = m_axes.steps->axis(QCPAxis::atBottom);
    steps->setTickLabels(true);
    steps->setLabel(tr("step"));
    steps->setNumberFormat(QStringLiteral("f"));
    steps->setNumberPrecision(0);
    QCPAxis* lanes = m_axes.steps->axis(QCPAxis::atLeft);
    lanes->setRangeReversed(true);
    lanes->setSubTicks(false);
    lanes->grid()->setVisible(false);
    arrange();
}

void PlotCanvas::setUpValues(const CurveRow& row)
{
    QCPAxis* axis = m_axes.values(row.kind);
    axis->setNumberFormat(QStringLiteral("g"));
    axis->setNumberPrecision(4);
    if (!row.isLogarithmic)
        return;
    axis->setScaleType(QCPAxis::stLogarithmic);
    if (row.kind == CurveKind::Scale)
        axis->setTicker(QSharedPointer<PowerOfTwoTicker>::create());
    else
        axis->setTicker(QSharedPointer<LossTicker>::create());
}

// The legend keeps its row; the plots below it are put in anew. Margins of hidden ones must not count.
void PlotCanvas::arrange()
{
    const QCP::MarginSides sides = QCP::msLeft | QCP::msRight;
    for (QCPAxisRect* rect : m_rects) {
        if (rect->layout())
            plotLayout()->take(rect);
        rect->setVisible(false);
        rect->setMarginGroup(sides, nullptr);
    }
    plotLayout()->simplify();
    const auto add = [&](QCPAxisRect* rect, double share) {
        const int row = plotLayout()->rowCount();
        plotLayout()->addElement(row, 0, rect);
        plotLayout()->setRowStretchFactor(row, share);
        rect->setVisible(true);
        rect->setMarginGroup(sides, m_margins);
    };
    for (const CurveRow& row : curveRows()) {
        if (isShown(row.kind))
            add(&m_axes.rect(row.kind), row.share);
    }
    add(m_axes.steps, 1);
}

void PlotCanvas::showCurve(CurveKind kind, bool isShown)
{
    m_isShown[static_cast<std::size_t>(kind)] = isShown;
    arrange();
    updateGeometry();
    setPointedStep(0);
    replot(rpQueuedReplot);
}

bool PlotCanvas::isLogarithmic(CurveKind kind) const
{
    return m_axes.values(kind)->scaleType() == QCPAxis::stLogarithmic;
}

// The lines lie on the layer of the rectangle that is dragged, which has a picture of its own: moving the
// mouse does not draw the curves again. A layer more would be a picture more to lay over the others in each
// frame, and between those of QCustomPlot it would cut theirs in two.
void PlotCanvas::makeCrosshair()
{
    for (QCPAxisRect* rect : m_rects) {
        auto* line = new QCPItemStraightLine(this);
        line->setLayer(kPointedLayer);
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
    return m_axes.steps->axis(QCPAxis::atBottom)->pixelToCoord(x);
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
        ticker->addTick(lane, fontMetrics().elidedText(names[lane], Qt::ElideMiddle, atTextSize(kLaneWidth)));
    const int count = std::max(1, static_cast<int>(names.size()));
    QCPAxis* axis = m_axes.steps->axis(QCPAxis::atLeft);
    axis->setTicker(ticker);
    axis->setRange(-0.5, count - 0.5);
    const int height = atTextSize(kLaneHeight * count + kAxisHeight);
    m_axes.steps->setMinimumSize(100, height);
    m_axes.steps->setMaximumSize(QWIDGETSIZE_MAX, height);
    wrapLegend();
    updateGeometry();
}

QSize PlotCanvas::minimumSizeHint() const
{
    constexpr QSize kLeast(320, 240);
    // With less, QCustomPlot squeezes every row, the legend's words, too.
    return {kLeast.width(), std::max(kLeast.height(), plotLayout()->minimumOuterSizeHint().height())};
}

void PlotCanvas::resizeEvent(QResizeEvent* event)
{
    wrapLegend();
    QCustomPlot::resizeEvent(event);
}

// In as many columns as have room, all as wide as the widest where one line is not enough.
void PlotCanvas::wrapLegend()
{
    int widest = 1;
    int all = 0;
    for (int i = 0; i < m_legend->itemCount(); ++i) {
        const QCPAbstractLegendItem* item = m_legend->item(i); // null at the end of a line that is not full
        const int wanted = item ? item->minimumOuterSizeHint().width() + m_legend->columnSpacing() : 0;
        widest = std::max(widest, wanted);
        all += wanted;
    }
    const int columns = all <= width() ? 0 : std::max(1, width() / widest); // 0: no end
    if (columns == m_legend->wrap())
        return;
    m_legend->setWrap(columns);
    m_legend->setFillOrder(QCPLegend::foColumnsFirst, true);
    updateGeometry();
}

void PlotCanvas::setLogarithmic(bool isLogarithmic)
{
    QCPAxis* axis = m_axes.values(CurveKind::Loss);
    axis->setScaleType(isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (isLogarithmic)
        axis->setTicker(QSharedPointer<LossTicker>::create());
    else
        axis->setTicker(QSharedPointer<QCPAxisTicker>::create());
}

QCPRange PlotCanvas::stepRange() const
{
    return m_axes.steps->axis(QCPAxis::atBottom)->range();
}

void PlotCanvas::setStepRange(QCPRange steps)
{
    m_isSyncing = true;
    for (QCPAxisRect* rect : m_rects)
        rect->axis(QCPAxis::atBottom)->setRange(steps);
    m_isSyncing = false;
}

void PlotCanvas::setPointedStep(double step)
{
    if (step <= 0 && !m_isPointed)
        return;
    m_isPointed = step > 0;
    for (QCPItemStraightLine* line : m_crosshair) {
        line->setVisible(step > 0 && line->clipAxisRect()->visible());
        line->point1->setCoords(step, 0);
        line->point2->setCoords(step, 1);
    }
    layer(kPointedLayer)->replot();
}

// Runs stand at different steps and values: what lies between them is not painted anew, nor what was there.
void PlotCanvas::addTail(std::vector<TailStroke> strokes)
{
    if (m_fresh.isEmpty())
        m_firstFresh = m_tail.size();
    for (TailStroke& stroke : strokes) {
        m_tailBounds.push_back(stroke.bounds());
        m_fresh |= m_tailBounds.back();
        m_tail.push_back(std::move(stroke));
    }
    if (!m_fresh.isEmpty())
        update(m_fresh);
}

void PlotCanvas::clearTail()
{
    QRegion region;
    for (const QRect& bounds : m_tailBounds)
        region |= bounds;
    m_tail.clear();
    m_tailBounds.clear();
    m_fresh = {};
    if (!region.isEmpty())
        update(region);
}

// As the quickest lines that there are: wide, smooth and dashed ones take most of the time of a frame, and
// these are soon drawn over.
void PlotCanvas::paintTail(QPainter& painter, std::size_t first, const QRegion& region) const
{
    QRect clip;
    for (std::size_t i = first; i < m_tail.size(); ++i) {
        if (!region.intersects(m_tailBounds[i]))
            continue;
        const TailStroke& stroke = m_tail[i];
        if (std::exchange(clip, stroke.clip) != stroke.clip)
            painter.setClipRect(clip);
        painter.setPen(stroke.color);
        for (const QPolygonF& line : stroke.lines)
            painter.drawPolyline(line);
    }
    painter.setClipping(false);
}

void PlotCanvas::paintEvent(QPaintEvent* event)
{
    const QRegion fresh = std::exchange(m_fresh, {});
    if (!fresh.isEmpty() && event->region() == fresh) {
        // The widget is opaque, so that all the rest is still there. Laying it anew took most of such a
        // frame.
        QPainter painter(this);
        return paintTail(painter, m_firstFresh, fresh);
    }
    QCustomPlot::paintEvent(event);
    QPainter painter(this);
    paintTail(painter, 0, event->region());
    if (!hasFocus())
        return;
    painter.setPen(color(ColorRole::Selection, schemeOf(palette())));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void PlotCanvas::applyColors(Scheme scheme)
{
    applyScheme(*this, m_rects, scheme);
    for (QCPAxisRect* rect : m_rects) {
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
