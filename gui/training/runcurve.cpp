// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runcurve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace halftone {
namespace {

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN(); // QCustomPlot breaks lines there.
constexpr double kUpperEdge = 0.96;
constexpr double kLowerEdge = 0.04;

double numberOf(const StepDone& step)
{
    return static_cast<double>(step.step);
}

// Cuts a line in pieces that touch. Qt fills a wide smooth line as one shape, in a time that grows with the
// square of its points in a row of pixels.
QVector<QCPGraphData> inPieces(const QVector<QCPGraphData>& points)
{
    constexpr qsizetype kPiece = 24;
    QVector<QCPGraphData> pieces;
    pieces.reserve(points.size() + 2 * points.size() / kPiece);
    for (qsizetype i = 0; i < points.size(); ++i) {
        pieces.push_back(points[i]);
        if (i % kPiece == kPiece - 1 && i + 1 < points.size()) {
            pieces.push_back({points[i].key, kNoNumber});
            pieces.push_back(points[i]);
        }
    }
    return pieces;
}

QCPGraph* addLine(QCPAxis* steps, QCPAxis* values)
{
    QCPGraph* graph = steps->parentPlot()->addGraph(steps, values);
    graph->removeFromLegend();
    return graph;
}

/// Where column \p column of the window begins.
std::size_t columnStart(const StepWindow& window, std::size_t column)
{
    const std::size_t count = window.last - window.first;
    return window.first + count * column / static_cast<std::size_t>(window.columns);
}

/// Calls visit(first, last) for stretches that a plot cannot tell apart: single steps while there is room.
template <typename Visit>
void forEachColumn(const StepWindow& window, Visit visit)
{
    const std::size_t count = window.last - window.first;
    const auto columns = static_cast<std::size_t>(window.columns);
    if (count <= 2 * columns) {
        for (std::size_t i = window.first; i < window.last; ++i)
            visit(i, i + 1);
        return;
    }
    for (std::size_t column = 0; column < columns; ++column)
        visit(columnStart(window, column), columnStart(window, column + 1));
}

/// What a plot shows of a stretch, for QCustomPlot.
struct Points
{
    QVector<QCPGraphData> line;
    QVector<QCPGraphData> gaps;
};

Points pointsOf(const SpikePyramid& values, const StepWindow& window)
{
    Points points;
    forEachColumn(window, [&](std::size_t first, std::size_t last) {
        const SpikePyramid::Extent extent = values.extent(first, last);
        std::array<std::uint32_t, 3> at{};
        std::size_t count = 0;
        if (extent.hasNumber)
            at[count++] = extent.lowest;
        if (extent.hasNumber && extent.highest != extent.lowest)
            at[count++] = extent.highest;
        if (extent.hasGap)
            at[count++] = extent.gap;
        std::sort(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(count));
        for (std::size_t i = 0; i < count; ++i) {
            const double value = values[at[i]];
            points.line.push_back({numberOf(window.steps[at[i]]), std::isfinite(value) ? value : kNoNumber});
        }
        if (extent.hasGap) {
            const bool isLow = std::isinf(values[extent.gap]) && values[extent.gap] < 0;
            points.gaps.push_back({numberOf(window.steps[extent.gap]), isLow ? kLowerEdge : kUpperEdge});
        }
    });
    return points;
}

}

StepWindow stepWindow(std::span<const StepDone> run, const QCPRange& range, int columns)
{
    const auto lower = std::ranges::lower_bound(run, range.lower, {}, numberOf);
    const auto upper = std::ranges::upper_bound(run, range.upper, {}, numberOf);
    const auto first = static_cast<std::size_t>(lower - run.begin());
    const auto last = static_cast<std::size_t>(upper - run.begin());
    return {run, first > 0 ? first - 1 : 0, std::min(run.size(), last + 1), std::max(1, columns)};
}

QRect TailStroke::bounds() const
{
    constexpr int kPen = 1;
    QRectF all;
    for (const QPolygonF& line : lines)
        all |= line.boundingRect().adjusted(-kPen, -kPen, kPen, kPen); // A line straight up has no area.
    return all.toAlignedRect() & clip;
}

QCPGraph* addMarks(QCPAxis* steps, QCPAxis* values)
{
    QCPGraph* graph = addLine(steps, values);
    graph->setLineStyle(QCPGraph::lsNone);
    return graph;
}

RunCurve::RunCurve(QCPAxis* steps, QCPAxis* values, QCPAxis* edge)
    : m_line(addLine(steps, values))
    , m_gaps(edge ? addMarks(steps, edge) : nullptr)
{
}

void RunCurve::setPen(const QPen& pen)
{
    m_pen = pen;
    m_line->setPen(pen);
}

// Steps that came since belong to the next frame.
StepWindow RunCurve::known(const StepWindow& shown) const
{
    StepWindow window = shown;
    window.last = std::min(window.last, m_values.size());
    window.first = std::min(window.first, window.last);
    return window;
}

void RunCurve::draw(const StepWindow& shown)
{
    const StepWindow window = known(shown);
    const Points points = pointsOf(m_values, window);
    const bool isDense = 2 * (window.last - window.first) > static_cast<std::size_t>(window.columns);
    m_line->setPen(isDense ? QPen(m_pen.color(), 1) : m_pen);
    m_line->setAntialiased(!isDense);
    constexpr qsizetype kMarksInView = 6;
    m_line->setScatterSkip(static_cast<int>(points.line.size() / kMarksInView));
    m_line->data()->set(isDense || m_pen.widthF() <= 1 ? points.line : inPieces(points.line), true);
    if (m_gaps)
        m_gaps->data()->set(points.gaps, true);
}

TailStroke RunCurve::tail(const StepWindow& window) const
{
    TailStroke stroke{{}, m_pen.color(), m_line->keyAxis()->axisRect()->rect()};
    const bool isStepped = m_line->lineStyle() == QCPGraph::lsStepLeft;
    bool isBroken = true;
    for (const QCPGraphData& point : pointsOf(m_values, known(window)).line) {
        if (std::isnan(point.value)) {
            isBroken = true;
            continue;
        }
        if (std::exchange(isBroken, false))
            stroke.lines.emplace_back();
        QPolygonF& line = stroke.lines.back();
        const QPointF pixel = m_line->coordsToPixels(point.key, point.value);
        if (isStepped && !line.isEmpty())
            line.push_back({pixel.x(), line.back().y()});
        line.push_back(pixel);
    }
    return stroke;
}

std::optional<QCPRange> RunCurve::range(const StepWindow& window, bool positiveOnly) const
{
    const std::size_t last = std::min(window.last, m_values.size());
    const SpikePyramid::Extent extent = m_values.extent(std::min(window.first, last), last);
    if (!extent.hasNumber)
        return std::nullopt;
    QCPRange range(m_values[extent.lowest], m_values[extent.highest]);
    if (!positiveOnly || range.lower > 0)
        return range;
    constexpr double kFarBelow = 1e-6; // A zero has no place on a logarithmic axis.
    if (range.upper <= 0)
        return std::nullopt;
    range.lower = range.upper * kFarBelow;
    return range;
}

std::vector<std::uint32_t> thinned(std::span<const std::uint32_t> marks, const StepWindow& window)
{
    const auto begin = std::ranges::lower_bound(marks, window.first);
    const auto end = std::ranges::lower_bound(marks, window.last);
    if (end - begin <= window.columns)
        return {begin, end};
    std::vector<std::uint32_t> kept;
    auto next = begin;
    for (std::size_t column = 0; column < static_cast<std::size_t>(window.columns); ++column) {
        const std::size_t stop = columnStart(window, column + 1);
        if (next != end && *next < stop)
            kept.push_back(*next);
        next = std::lower_bound(next, end, stop);
    }
    return kept;
}

}
