// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/comparestrip.h"

#include "gui/graph/boxpainter.h"
#include "gui/theme/palette.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <limits>

namespace halftone {
namespace {

constexpr int kBand = 14;
constexpr int kGap = 5; // below a band; holds the line of differences
constexpr int kLetters = 22; // room at the left
constexpr int kInset = 3;

}

CompareStrip::CompareStrip(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("compareStrip"));
    setAccessibleName(tr("Precision along the graph, one band for each column"));
    setToolTip(tr("From the first operator to the last: fp16 hatched, fp32 plain; a line below a band where "
                  "the column differs from the baseline. Click or use the arrow keys to go there."));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setCursor(Qt::PointingHandCursor);
}

QSize CompareStrip::sizeHint() const
{
    return {400, static_cast<int>(m_bands.size()) * (kBand + kGap) + 2 * kInset};
}

void CompareStrip::renew(const ColumnComparison& comparison)
{
    m_bands.clear();
    for (const ComparedColumn& column : comparison.columns()) {
        if (comparison.graph())
            m_bands.push_back(column.shares);
    }
    m_depths = comparison.depths();
    m_graph = comparison.graph();
    setVisible(!m_bands.empty());
    updateGeometry();
    update();
}

void CompareStrip::setSelectedNode(NodeId node)
{
    m_selected = node;
    update();
}

QRectF CompareStrip::bandRect(std::size_t band) const
{
    return QRectF(
        kLetters, kInset + static_cast<int>(band) * (kBand + kGap), width() - kLetters - kInset, kBand);
}

// One bar for each pixel column at most: a graph has more depths than the window pixels.
void CompareStrip::paintBand(QPainter& painter, std::size_t index) const
{
    const std::vector<DepthShare>& band = m_bands[index];
    const QRectF rect = bandRect(index);
    const Scheme scheme = schemeOf(palette());
    const auto bars = static_cast<std::size_t>(std::clamp<double>(rect.width() / 2, 1, double(band.size())));
    for (std::size_t bar = 0; bar < bars; ++bar) {
        DepthShare sum;
        for (std::size_t depth = bar * band.size() / bars; depth < (bar + 1) * band.size() / bars; ++depth) {
            sum.half += band[depth].half;
            sum.brain += band[depth].brain;
            sum.full += band[depth].full;
            sum.differing += band[depth].differing;
        }
        const double left = rect.left() + rect.width() * double(bar) / double(bars);
        const double width = rect.width() / double(bars);
        const double total = sum.half + sum.brain + sum.full;
        double y = rect.top();
        for (const auto& [type, count] : std::array{std::pair(DType::Float32, sum.full),
                 std::pair(DType::BFloat16, sum.brain), std::pair(DType::Float16, sum.half)}) {
            if (count == 0)
                continue;
            const PrecisionStyle style = precisionStyle(type, scheme);
            const QRectF part(left, y, width + 0.5, rect.height() * count / total);
            painter.fillRect(part, style.fill);
            if (style.isHatched)
                painter.fillRect(part, QBrush(style.text, Qt::BDiagPattern));
            y += part.height();
        }
        if (sum.differing > 0)
            painter.fillRect(
                QRectF(left, rect.bottom() + 1, width + 0.5, 2), color(ColorRole::Changed, scheme));
    }
}

void CompareStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Scheme scheme = schemeOf(palette());
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(QRectF(0, bandRect(i).top(), kLetters - 6, kBand), Qt::AlignRight | Qt::AlignVCenter,
            ComparedColumn::letter(i));
        paintBand(painter, i);
    }
    if (m_bands.empty())
        return;
    if (m_selected.isValid() && m_selected.index < m_graph->nodeCount()) {
        const QRectF first = bandRect(0);
        const double x = first.left() +
            first.width() * (m_depths->of[m_selected] + 0.5) / static_cast<double>(m_depths->first.size());
        painter.setPen(QPen(color(ColorRole::Canvas, scheme), 4));
        painter.drawLine(QPointF(x, 0), QPointF(x, height()));
        painter.setPen(QPen(color(ColorRole::Selection, scheme), 2));
        painter.drawLine(QPointF(x, 0), QPointF(x, height()));
    }
    if (hasFocus()) {
        painter.setPen(color(ColorRole::Selection, scheme));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void CompareStrip::selectDepth(int depth)
{
    if (m_bands.empty())
        return;
    const std::vector<NodeId>& first = m_depths->first;
    emit nodeSelected(first[static_cast<std::size_t>(std::clamp(depth, 0, int(first.size()) - 1))]);
}

void CompareStrip::selectAt(double x)
{
    const QRectF rect = bandRect(0);
    if (!m_bands.empty())
        selectDepth(static_cast<int>((x - rect.left()) / rect.width() * double(m_depths->first.size())));
}

void CompareStrip::mousePressEvent(QMouseEvent* event)
{
    selectAt(event->position().x());
}

void CompareStrip::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        selectAt(event->position().x());
}

void CompareStrip::keyPressEvent(QKeyEvent* event)
{
    const bool isSelected = m_graph && m_selected.isValid() && m_selected.index < m_graph->nodeCount();
    const int here = isSelected ? static_cast<int>(m_depths->of[m_selected]) : -1;
    switch (event->key()) {
    case Qt::Key_Left:
        return selectDepth(here - 1);
    case Qt::Key_Right:
        return selectDepth(here + 1);
    case Qt::Key_Home:
        return selectDepth(0);
    case Qt::Key_End:
        return selectDepth(std::numeric_limits<int>::max());
    default:
        QWidget::keyPressEvent(event);
    }
}

void CompareStrip::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void CompareStrip::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

}
