// SPDX-License-Identifier: GPL-3.0-or-later
//
// What mouse, wheel and keys do to a GraphView.
#include "gui/graph/boxtooltip.h"
#include "gui/graph/graphview.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace halftone {
namespace {

constexpr double kZoomPerNotch = 1.2;
constexpr double kUnitsPerNotch = 120; // Qt: eighths of a degree, 15 degrees a notch.
constexpr double kPixelsPerNotch = 80;

struct ArrowRow
{
    int key;
    Direction direction;
    QPointF step; ///< That it moves the view by, with Ctrl.
};

const std::array kArrows{ArrowRow{Qt::Key_Up, Direction::Up, {0, -1}},
    ArrowRow{Qt::Key_Down, Direction::Down, {0, 1}}, ArrowRow{Qt::Key_Left, Direction::Left, {-1, 0}},
    ArrowRow{Qt::Key_Right, Direction::Right, {1, 0}}};

}

void GraphView::wheelEvent(QWheelEvent* event)
{
    const QPointF notches = QPointF(event->angleDelta()) / kUnitsPerNotch;
    if (event->modifiers() & Qt::ControlModifier) {
        setZoom(m_zoom * std::pow(kZoomPerNotch, notches.y()), event->position());
    } else {
        QPointF pixels = event->hasPixelDelta() ? QPointF(event->pixelDelta()) : notches * kPixelsPerNotch;
        if (event->modifiers() & Qt::ShiftModifier)
            pixels = pixels.transposed();
        setOrigin(m_origin - pixels / m_zoom);
    }
    event->accept();
}

void GraphView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_pressed = event->position();
    m_originAtPress = m_origin;
    m_isDragging = false;
    if (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier)
        m_band = QRectF(toScene(event->position()), QSizeF());
}

void GraphView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressed) {
        hover(event->position());
        return;
    }
    const QPointF moved = event->position() - *m_pressed;
    if (moved.manhattanLength() >= QApplication::startDragDistance())
        m_isDragging = true;
    if (m_isDragging && m_band) {
        m_band->setBottomRight(toScene(event->position()));
        viewport()->setCursor(Qt::CrossCursor);
        viewport()->update();
    } else if (m_isDragging) {
        viewport()->setCursor(Qt::ClosedHandCursor);
        setOrigin(m_originAtPress - moved / m_zoom);
    }
}

void GraphView::mouseReleaseEvent(QMouseEvent* event)
{
    const bool isClick = m_pressed && !m_isDragging && event->button() == Qt::LeftButton;
    if (m_isDragging && m_band)
        endBand(event->modifiers());
    m_band.reset();
    if (isClick)
        click(event->position(), event->modifiers());
    m_pressed.reset();
    m_isDragging = false;
    hover(event->position());
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_picture && event->button() == Qt::LeftButton)
        activate(boxAt(*m_picture, toScene(event->position())));
}

void GraphView::click(QPointF viewportPoint, Qt::KeyboardModifiers modifiers)
{
    if (!m_picture)
        return;
    const QPointF where = toScene(viewportPoint);
    if (const std::uint32_t stub = stubAt(*m_picture, where); stub != GraphPicture::kNoBox) {
        followStub(stub, viewport()->mapToGlobal(viewportPoint.toPoint()));
        return;
    }
    const std::uint32_t box = boxAt(*m_picture, where);
    if (box != GraphPicture::kNoBox && m_picture->boxes[box].isPort())
        return followPort(box);
    const bool isOperator = box != GraphPicture::kNoBox && m_picture->boxes[box].isOperator();
    if (modifiers & (Qt::ControlModifier | Qt::ShiftModifier)) {
        if (isOperator)
            toggleSelected(box);
        return;
    }
    select(isOperator ? box : GraphPicture::kNoBox);
}

void GraphView::goTo(std::uint32_t box)
{
    if (box == GraphPicture::kNoBox)
        return;
    if (m_picture->boxes[box].isOperator())
        select(box);
    reveal(box);
}

// To the operator or group outside that a port of an open group stands for.
void GraphView::followPort(std::uint32_t port)
{
    const PictureBox& row = m_picture->boxes[port];
    goTo(row.scope.isValid() ? m_picture->box(row.scope) : m_picture->box(row.inner));
}

QString GraphView::labelOf(std::uint32_t box) const
{
    const PictureBox& row = m_picture->boxes[box];
    return row.kind == PictureBox::Kind::Operator ? tr("%1 (%2)").arg(row.name, row.title) : row.title;
}

// One other end: go there. Several: ask which.
void GraphView::followStub(std::uint32_t stub, QPoint globalPosition)
{
    constexpr std::size_t kShown = 24;
    const std::vector<std::uint32_t>& others = m_picture->stubs[stub].others;
    if (others.size() == 1) {
        goTo(others.front());
        return;
    }
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("stubMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const std::uint32_t box : std::span(others).first(std::min(kShown, others.size()))) {
        QString text = labelOf(box);
        text.replace(QLatin1Char('&'), QStringLiteral("&&"));
        menu->addAction(text, this, [this, box] { goTo(box); });
    }
    if (others.size() > kShown)
        menu->addAction(tr("… and %1 more").arg(others.size() - kShown))->setEnabled(false);
    menu->popup(globalPosition);
}

void GraphView::hover(QPointF viewportPoint)
{
    if (!m_picture)
        return;
    const QPointF where = toScene(viewportPoint);
    const std::uint32_t box = boxAt(*m_picture, where);
    const bool isLink = box != GraphPicture::kNoBox || stubAt(*m_picture, where) != GraphPicture::kNoBox;
    viewport()->setCursor(isLink ? Qt::PointingHandCursor : Qt::OpenHandCursor);
    if (std::exchange(m_marks.hovered, box) != box)
        viewport()->update();
}

void GraphView::activate(std::uint32_t box)
{
    if (box == GraphPicture::kNoBox || !m_picture->boxes[box].isOperator())
        return;
    select(box);
    if (m_picture->boxes[box].scope.isValid())
        emit scopeActivated(m_picture->boxes[box].scope);
    else
        emit nodeActivated(m_picture->boxes[box].node);
}

void GraphView::closeAround()
{
    if (m_marks.selected == GraphPicture::kNoBox)
        return;
    const PictureBox& row = m_picture->boxes[m_marks.selected];
    const bool isFrame = row.kind == PictureBox::Kind::Frame;
    activate(isFrame ? m_marks.selected : m_picture->panels[row.panel].frame);
}

void GraphView::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_picture)
        return;
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const std::uint32_t box = isByKey ? m_marks.selected : boxAt(*m_picture, toScene(event->pos()));
    if (box == GraphPicture::kNoBox || !m_picture->boxes[box].isOperator())
        return;
    const bool isForMany = m_selectedNodes.size() > 1 && m_marks.isSelectedBox(box);
    if (!isForMany)
        select(box);
    const PictureBox& row = m_picture->boxes[box];
    const QPointF middle = clickableRect(*m_picture, box).center();
    const QPoint place = isByKey ? viewport()->mapToGlobal(fromScene(middle).toPoint()) : event->globalPos();
    if (row.isScope() && !isForMany)
        emit scopeMenuRequested(row.scope, place);
    else
        emit contextMenuRequested(place);
}

struct GraphView::KeyRow
{
    int key;
    void (*act)(GraphView&);
};

std::span<const GraphView::KeyRow> GraphView::keyTable()
{
    static constexpr auto kKeys = std::to_array<KeyRow>({
        {Qt::Key_B, [](GraphView& view) { view.requestList(List::Black); }},
        {Qt::Key_G, [](GraphView& view) { view.requestList(List::Gray); }},
        {Qt::Key_W, [](GraphView& view) { view.requestList(List::White); }},
        {Qt::Key_F, [](GraphView& view) { view.fit(); }},
        {Qt::Key_Z, [](GraphView& view) { view.zoomToSelection(); }},
        {Qt::Key_Plus, [](GraphView& view) { view.zoomIn(); }},
        {Qt::Key_Minus, [](GraphView& view) { view.zoomOut(); }},
        {Qt::Key_Return, [](GraphView& view) { view.activate(view.m_marks.selected); }},
        {Qt::Key_Enter, [](GraphView& view) { view.activate(view.m_marks.selected); }},
        {Qt::Key_Backspace, [](GraphView& view) { view.closeAround(); }},
        {Qt::Key_Space,
            [](GraphView& view) {
                if (view.selectedNode().isValid())
                    emit view.nodeActivated(view.selectedNode());
            }},
        {Qt::Key_Escape,
            [](GraphView& view) {
                if (!view.m_band)
                    return view.select(GraphPicture::kNoBox);
                view.m_band.reset();
                view.m_pressed.reset();
                view.viewport()->update();
            }},
        {Qt::Key_Home,
            [](GraphView& view) { view.verticalScrollBar()->triggerAction(QScrollBar::SliderToMinimum); }},
        {Qt::Key_End,
            [](GraphView& view) { view.verticalScrollBar()->triggerAction(QScrollBar::SliderToMaximum); }},
        {Qt::Key_PageUp,
            [](GraphView& view) { view.verticalScrollBar()->triggerAction(QScrollBar::SliderPageStepSub); }},
        {Qt::Key_PageDown,
            [](GraphView& view) { view.verticalScrollBar()->triggerAction(QScrollBar::SliderPageStepAdd); }},
    });
    return kKeys;
}

void GraphView::keyPressEvent(QKeyEvent* event)
{
    const auto arrow = std::ranges::find(kArrows, event->key(), &ArrowRow::key);
    const auto row = std::ranges::find(keyTable(), event->key(), &KeyRow::key);
    const bool isMove = arrow != kArrows.end() && event->modifiers() == Qt::ControlModifier;
    const bool hasModifier =
        !isMove && event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    if (!m_picture || hasModifier || (row == keyTable().end() && arrow == kArrows.end())) {
        event->ignore(); // QAbstractScrollArea would scroll by the arrows.
        return;
    }
    if (isMove)
        setOrigin(m_origin + arrow->step * kPixelsPerNotch / m_zoom);
    else if (arrow != kArrows.end())
        walk(arrow->direction, event->modifiers());
    else
        row->act(*this);
}

// With Shift what lies on the way is selected, too.
void GraphView::walk(Direction direction, Qt::KeyboardModifiers modifiers)
{
    if (m_picture->boxes.empty())
        return;
    if (m_marks.selected != GraphPicture::kNoBox) {
        const std::uint32_t next = neighbour(*m_picture, m_marks.selected, direction);
        if (modifiers & Qt::ShiftModifier)
            extendTo(next);
        else
            select(next);
    } else {
        const std::vector<std::uint32_t> seen = boxesIn(*m_picture, visibleScene());
        const auto first = std::ranges::find_if(
            seen, [this](std::uint32_t box) { return m_picture->boxes[box].isOperator(); });
        if (first != seen.end())
            select(*first);
    }
    reveal(m_marks.selected);
}

void GraphView::requestList(List list)
{
    if (selectedNode().isValid() || !m_selectedNodes.empty())
        emit listRequested(selectedNode(), list);
}

bool GraphView::showToolTip(const QPoint& position, const QPoint& globalPosition)
{
    const QPointF where = toScene(position);
    QString text;
    if (const std::uint32_t cast = castAt(*m_picture, where); cast != GraphPicture::kNoBox)
        text = castToolTip(*m_picture, cast);
    else if (const std::uint32_t stub = stubAt(*m_picture, where); stub != GraphPicture::kNoBox)
        text = stubToolTip(*m_picture, stub);
    else if (const std::uint32_t box = boxAt(*m_picture, where); box != GraphPicture::kNoBox) {
        const QString heat = heatTextOf(box);
        text = boxToolTip(*m_picture, box) +
            (heat.isEmpty() ? QString() : QStringLiteral("<br>") + heat.toHtmlEscaped());
    }
    QToolTip::showText(globalPosition, text, viewport());
    return true;
}

bool GraphView::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_picture) {
        const auto* help = static_cast<QHelpEvent*>(event);
        return showToolTip(help->pos(), help->globalPos());
    }
    if (event->type() == QEvent::NativeGesture) {
        const auto* gesture = static_cast<QNativeGestureEvent*>(event);
        if (gesture->gestureType() == Qt::ZoomNativeGesture)
            setZoom(m_zoom * (1 + gesture->value()), gesture->position());
        return true;
    }
    if (event->type() == QEvent::Leave)
        hover({-1, -1});
    return QAbstractScrollArea::viewportEvent(event);
}

}
