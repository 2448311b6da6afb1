// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/compare/errorgraphview.h"

#include "gui/graph/picturegeometry.h"
#include "gui/theme/palette.h"

#include <QPainter>

#include <algorithm>

namespace halftone {
namespace {

constexpr double kReadable = 0.35; // zoom; below, a label would be larger than its box
constexpr double kLabelHeight = 15;

}

ErrorGraphView::ErrorGraphView(QWidget* parent)
    : GraphView(parent)
{
}

void ErrorGraphView::setErrors(ErrorsByNode errors)
{
    m_errors = std::move(errors);
    viewport()->update();
}

void ErrorGraphView::paintEvent(QPaintEvent* event)
{
    GraphView::paintEvent(event);
    // After a change of the model, picture and errors arrive one after the other.
    if (!picture() || m_errors.size() != picture()->graph->nodeCount() || zoom() < kReadable)
        return;
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF seen = visibleScene();
    for (std::uint32_t i = 0; i < picture()->boxes.size(); ++i) {
        const PictureBox& box = picture()->boxes[i];
        const QRectF place = boxRect(*picture(), i);
        if (box.kind == PictureBox::Kind::Operator && seen.intersects(place) && m_errors[box.node])
            paintError(
                painter, QRectF(fromScene(place.topLeft()), place.size() * zoom()), *m_errors[box.node]);
    }
}

// At the upper right corner, half outside, so that it hides neither name nor precision.
void ErrorGraphView::paintError(QPainter& painter, const QRectF& box, const NodeComparison& row) const
{
    const Scheme scheme = schemeOf(palette());
    const bool fails = !passesAscend(row.accumulated);
    const QString number = row.accumulated.notFinite > 0
        ? QStringLiteral("∞")
        : QString::number(row.accumulated.relative(), 'g', 2);
    const QString text = fails ? tr("%1 fails").arg(number) : number;
    QFont font = painter.font();
    font.setPixelSize(11);
    font.setBold(fails);
    painter.setFont(font);
    const double width = QFontMetricsF(font).horizontalAdvance(text) + 10;
    const QRectF label(box.right() - width, box.top() - kLabelHeight / 2, width, kLabelHeight);
    painter.setPen(QPen(color(fails ? ColorRole::Overflow : ColorRole::Edge, scheme), fails ? 1.6 : 1));
    painter.setBrush(color(fails ? ColorRole::ErrorFill : ColorRole::Canvas, scheme));
    painter.drawRoundedRect(label, 3, 3);
    painter.setPen(color(fails ? ColorRole::ErrorText : ColorRole::Text, scheme));
    painter.drawText(label, Qt::AlignCenter, text);
}

}
