// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/errorscatter.h"

#include "gui/document/text.h"

#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace halftone {
namespace {

constexpr double kLowest = -8; // Decades. Half a unit of FP32 is 6e-8.
constexpr double kApart = 2; // decades between numbers and what has no logarithm
constexpr double kZero = kLowest - kApart;
constexpr double kNear = 12; // pixels
constexpr double kMarkSize = 8;

// Colours and shapes of the columns; both, so that none is needed alone.
constexpr std::array kShapes{QCPScatterStyle::ssCircle, QCPScatterStyle::ssSquare,
    QCPScatterStyle::ssTriangle, QCPScatterStyle::ssDiamond, QCPScatterStyle::ssCross,
    QCPScatterStyle::ssPlus, QCPScatterStyle::ssTriangleInverted, QCPScatterStyle::ssStar};
constexpr std::array kColors{ColorRole::MixedCurve, ColorRole::Fp32Curve, ColorRole::Bf16, ColorRole::Text};

QString numberText(double error)
{
    return std::isinf(error) ? QStringLiteral("∞") : QString::number(error, 'g', 2);
}

}

ErrorScatter::ErrorScatter(QWidget* parent)
    : QCustomPlot(parent)
    , m_selection(addGraph())
    , m_ticker(new QCPAxisTickerText)
{
    setObjectName(QStringLiteral("compareScatter"));
    setAccessibleName(tr("Error over depth"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(220, 120);
    yAxis->setTicker(m_ticker);
    yAxis->setNumberFormat(QStringLiteral("g")); // "1e-4" as it stands elsewhere
    m_selection->setLineStyle(QCPGraph::lsNone);
    applyColors();
}

void ErrorScatter::renew(const ColumnComparison& comparison)
{
    m_marks.clear();
    m_chosen = kNone;
    for (QCPGraph* graph : m_columns)
        removeGraph(graph);
    m_columns.clear();
    const GraphPtr graph = comparison.graph();
    for (std::size_t i = 0; graph && i < comparison.columns().size(); ++i) {
        const Comparison* numbers = comparison.columns()[i].way.numbers();
        m_columns.push_back(addGraph());
        m_columns.back()->setLineStyle(QCPGraph::lsNone);
        if (!numbers)
            continue;
        // Columns stand beside one another, so that equal errors do not hide behind the last one.
        const double offset = 0.16 * (double(i) - double(comparison.columns().size() - 1) / 2);
        for (const NodeComparison& row : numbers->nodes)
            m_marks.push_back({row.id, i, double(comparison.depths()->of[row.id]) + offset,
                measured(row.accumulated), measured(row.isolated), text(row.tensor)});
    }
    applyColors();
    redraw();
    emit legendChanged();
}

void ErrorScatter::setShown(Shown shown)
{
    m_shown = shown;
    redraw();
}

double ErrorScatter::errorOf(const Mark& mark) const
{
    return m_shown == Shown::Accumulated ? mark.accumulated : mark.isolated;
}

double ErrorScatter::heightOf(double error) const
{
    if (std::isinf(error))
        return m_top;
    return error <= 0 ? kZero : std::clamp(std::log10(error), kLowest, m_top - kApart);
}

void ErrorScatter::redraw()
{
    double highest = 0;
    double deepest = 1;
    for (const Mark& mark : m_marks) {
        if (const double error = errorOf(mark); std::isfinite(error) && error > 0)
            highest = std::max(highest, std::ceil(std::log10(error)));
        deepest = std::max(deepest, mark.depth);
    }
    m_top = highest + kApart;
    m_ticker->clear();
    m_ticker->addTick(m_top, QStringLiteral("∞"));
    m_ticker->addTick(kZero, QStringLiteral("0"));
    constexpr double kTicks = 4; // decades
    for (double decade = kLowest; decade <= highest; decade += kTicks)
        m_ticker->addTick(decade, decade == 0 ? QStringLiteral("1") : QStringLiteral("1e%1").arg(decade));
    std::vector<QVector<double>> xs(m_columns.size()), ys(m_columns.size());
    QVector<double> selectedX, selectedY;
    for (const Mark& mark : m_marks) {
        xs[mark.column] += mark.depth;
        ys[mark.column] += heightOf(errorOf(mark));
        if (mark.node == m_selected) {
            selectedX += mark.depth;
            selectedY += heightOf(errorOf(mark));
        }
    }
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        m_columns[i]->setData(xs[i], ys[i]);
    m_selection->setData(selectedX, selectedY);
    xAxis->setRange(-deepest / 40 - 0.5, deepest + deepest / 40 + 0.5);
    yAxis->setRange(kZero - 0.7, m_top + 0.7);
    replot(QCustomPlot::rpQueuedReplot);
}

void ErrorScatter::applyColors()
{
    const Scheme scheme = schemeOf(palette());
    applyScheme(*this, axisRects(), scheme);
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        m_columns[i]->setScatterStyle(QCPScatterStyle(kShapes[i % kShapes.size()],
            QPen(color(kColors[i % kColors.size()], scheme), 1.4), Qt::NoBrush, kMarkSize));
    m_selection->setScatterStyle(QCPScatterStyle(
        QCPScatterStyle::ssCircle, QPen(color(ColorRole::Selection, scheme), 2), Qt::NoBrush, 2 * kMarkSize));
}

void ErrorScatter::setSelectedNode(NodeId node)
{
    if (node == m_selected)
        return;
    m_selected = node;
    if (m_chosen != kNone && m_marks[m_chosen].node != node)
        m_chosen = kNone;
    redraw();
}

QString ErrorScatter::legendText() const
{
    static constexpr char16_t kSigns[] = u"○□△◇×+▽∗";
    const Scheme scheme = schemeOf(palette());
    QString text;
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        text += QStringLiteral("<span style=\"color:%1\"><b>%2</b></span> %3&nbsp; ")
                    .arg(color(kColors[i % kColors.size()], scheme).name(), QChar(kSigns[i % kShapes.size()]),
                        ComparedColumn::letter(i));
    return text;
}

QPointF ErrorScatter::markPosition(std::size_t index) const
{
    const Mark& mark = m_marks[index];
    return {xAxis->coordToPixel(mark.depth), yAxis->coordToPixel(heightOf(errorOf(mark)))};
}

std::size_t ErrorScatter::markAt(QPointF position) const
{
    std::size_t nearest = kNone;
    double distance = kNear;
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        const QPointF offset = markPosition(i) - position;
        if (const double here = std::hypot(offset.x(), offset.y()); here < distance) {
            nearest = i;
            distance = here;
        }
    }
    return nearest;
}

void ErrorScatter::choose(std::size_t index)
{
    m_chosen = index;
    const Mark& mark = m_marks[index];
    setAccessibleDescription(
        tr("%1, %2: %3").arg(ComparedColumn::letter(mark.column), mark.tensor, numberText(errorOf(mark))));
    emit nodeSelected(mark.node);
}

void ErrorScatter::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (const std::size_t mark = markAt(event->position()); mark != kNone)
        choose(mark);
}

void ErrorScatter::mouseMoveEvent(QMouseEvent* event)
{
    const std::size_t index = markAt(event->position());
    if (index == kNone)
        return QToolTip::hideText();
    const Mark& mark = m_marks[index];
    QToolTip::showText(event->globalPosition().toPoint(),
        tr("%1  %2\n%3 with all before, %4 alone")
            .arg(ComparedColumn::letter(mark.column), mark.tensor, numberText(mark.accumulated),
                numberText(mark.isolated)),
        this);
}

// Left and right walk along a column, up and down from column to column.
void ErrorScatter::keyPressEvent(QKeyEvent* event)
{
    const bool isBack = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    const bool isAlong = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    const bool isAcross = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    if (m_marks.empty() || (!isAlong && !isAcross))
        return QCustomPlot::keyPressEvent(event);
    if (m_chosen == kNone)
        return choose(0);
    const Mark here = m_marks[m_chosen];
    const auto fits = [&](const Mark& mark) {
        return isAlong ? mark.column == here.column
                       : mark.column != here.column && mark.tensor == here.tensor;
    };
    const int step = isBack ? -1 : 1;
    for (auto i = static_cast<std::ptrdiff_t>(m_chosen) + step; i >= 0 && i < std::ssize(m_marks);
        i += step) {
        if (fits(m_marks[static_cast<std::size_t>(i)]))
            return choose(static_cast<std::size_t>(i));
    }
}

void ErrorScatter::changeEvent(QEvent* event)
{
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyColors();
        replot(QCustomPlot::rpQueuedReplot);
        emit legendChanged();
    }
}

void ErrorScatter::paintEvent(QPaintEvent* event)
{
    QCustomPlot::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    painter.setPen(color(ColorRole::Selection, schemeOf(palette())));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void ErrorScatter::resizeEvent(QResizeEvent* event)
{
    QCustomPlot::resizeEvent(event);
    replot(QCustomPlot::rpQueuedReplot);
}

}
