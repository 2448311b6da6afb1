// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/graph/graphview.h"

#include "gui/graph/graphaccessible.h"
#include "gui/graph/heatpainter.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

namespace halftone {
namespace {

constexpr double kLargestZoom = 4;
constexpr double kSmallestZoom = 0.02;
// A very deep net would be a hair line when all of it is shown.
constexpr double kSmallestFit = 0.15;
constexpr double kLargestFit = 1;
constexpr double kZoomStep = 1.25;
constexpr double kMargin = 24; // around the graph when it is fitted, in pixels
constexpr double kReadableZoom = 0.75;

// What stays in place when a group opens: the middle of the upper side.
QPointF fixedPoint(const GraphPicture& picture, std::uint32_t box)
{
    const QRectF rect = boxRect(picture, box);
    return {rect.center().x(), rect.top()};
}

// The middle of what is seen, near \p wished, so that no room is empty on one side while something is cut off
// on the other.
double middleFor(double wished, double seen, double first, double last)
{
    if (seen >= last - first)
        return (first + last) / 2;
    return std::clamp(wished, first + seen / 2, last - seen / 2);
}

// Where reading begins: the first input of the graph, else the uppermost box.
std::uint32_t startOf(const GraphPicture& picture)
{
    const auto input = std::ranges::find(picture.boxes, PictureBox::Kind::Input, &PictureBox::kind);
    return input == picture.boxes.end() ? picture.placesOf(0).layout().byRank.front()
                                        : static_cast<std::uint32_t>(input - picture.boxes.begin());
}

}

GraphView::GraphView(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setObjectName(QStringLiteral("graphView"));
    setAccessibleName(tr("Graph"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setObjectName(QStringLiteral("graphCanvas"));
    viewport()->setAccessibleName(tr("Graph drawing"));
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    viewport()->setCursor(Qt::OpenHandCursor);
    m_width = viewport()->width();
    GraphAccessible::install();
}

GraphView::~GraphView() = default;

void GraphView::setPicture(std::shared_ptr<const GraphPicture> picture)
{
    const auto previous = std::exchange(m_picture, std::move(picture));
    renewPainter();
    const std::uint32_t oldSelected = m_marks.selected;
    m_marks = {};
    m_marks.palesUnchanged = m_palesUnchanged;
    m_selectedNodes.clear();
    m_band.reset();
    renewHeat();
    if (!m_picture || !previous) {
        emit pictureChanged();
        fit();
        return;
    }
    if (oldSelected != GraphPicture::kNoBox) {
        m_marks.selected = findAgain(*previous, oldSelected);
        if (m_marks.selected != GraphPicture::kNoBox)
            m_origin += fixedPoint(*m_picture, m_marks.selected) - fixedPoint(*previous, oldSelected);
    }
    emit pictureChanged();
    setOrigin(m_origin);
    if (previous->graph->name() != m_picture->graph->name() && m_marks.selected == GraphPicture::kNoBox)
        fit(); // Another model: its start is more use than the old place.
}

// The same node of the same graph, else a node of that name and type in a graph made from it.
std::uint32_t GraphView::findAgain(const GraphPicture& previous, std::uint32_t box) const
{
    const PictureBox& old = previous.boxes[box];
    if (previous.graph == m_picture->graph && old.isScope())
        return m_picture->box(
            m_picture->grouping.tree()->find(previous.grouping.tree()->scope(old.scope).path));
    if (previous.graph == m_picture->graph)
        return m_picture->nearestBox(old.node);
    const auto found = std::ranges::find_if(m_picture->boxes, [&](const PictureBox& candidate) {
        return candidate.kind == old.kind && candidate.name == old.name && candidate.title == old.title;
    });
    return found == m_picture->boxes.end() ? GraphPicture::kNoBox
                                           : static_cast<std::uint32_t>(found - m_picture->boxes.begin());
}

void GraphView::renewPainter()
{
    m_painter = m_picture ? std::make_unique<GraphPainter>(m_picture, schemeOf(palette()), font()) : nullptr;
    viewport()->update();
}

void GraphView::setChangedNodes(std::span<const NodeId> nodes)
{
    if (!m_picture)
        return;
    m_marks.isChanged.assign(nodes.empty() ? 0 : m_picture->boxes.size(), false);
    for (NodeId node : nodes) {
        if (const std::uint32_t box = m_picture->box(node); box != GraphPicture::kNoBox)
            m_marks.isChanged[box] = true;
    }
    viewport()->update();
}

void GraphView::setPalesUnchanged(bool pales)
{
    m_palesUnchanged = pales;
    m_marks.palesUnchanged = pales;
    viewport()->update();
}

QRectF GraphView::visibleScene() const
{
    return {m_origin, QSizeF(viewport()->size()) / m_zoom};
}

void GraphView::setZoom(double zoom, QPointF anchor)
{
    const QPointF kept = toScene(anchor);
    m_zoom = std::clamp(zoom, kSmallestZoom, kLargestZoom);
    setOrigin(kept - anchor / m_zoom);
}

void GraphView::zoomIn()
{
    setZoom(m_zoom * kZoomStep, QRectF(viewport()->rect()).center());
}

void GraphView::zoomOut()
{
    setZoom(m_zoom / kZoomStep, QRectF(viewport()->rect()).center());
}

void GraphView::fit()
{
    if (!m_picture) {
        horizontalScrollBar()->setRange(0, 0);
        verticalScrollBar()->setRange(0, 0);
        return;
    }
    const QRectF scene = pictureRect(*m_picture);
    const QSizeF room = QSizeF(viewport()->size()) - QSizeF(2 * kMargin, 2 * kMargin);
    const double whole = std::min(room.width() / scene.width(), room.height() / scene.height());
    if (whole >= kSmallestFit || scene.isEmpty()) {
        m_zoom = scene.isEmpty() ? 1 : std::clamp(whole, kSmallestZoom, kLargestFit);
        centreOn(scene.center());
        return;
    }
    m_zoom = std::clamp(room.width() / scene.width(), kSmallestFit, kLargestFit);
    const bool isSelected = m_marks.selected != GraphPicture::kNoBox;
    const QPointF start(scene.center().x(), viewport()->height() / m_zoom / 2 - kMargin / m_zoom);
    centreOn(isSelected ? boxRect(*m_picture, m_marks.selected).center() : start);
}

void GraphView::showStart()
{
    fit();
    if (m_picture && m_zoom < kReadableZoom && !m_picture->boxes.empty())
        showReadableStart();
    m_showsStart = true;
}

void GraphView::showReadableStart()
{
    m_zoom = kReadableZoom;
    const QRectF start = boxRect(*m_picture, startOf(*m_picture));
    const QRectF scene = wholeScene();
    const QSizeF seen = QSizeF(viewport()->size()) / m_zoom;
    const bool isAtTop = start.bottom() < scene.top() + seen.height(); // then what stands above is seen, too
    centreOn({middleFor(start.center().x(), seen.width(), scene.left(), scene.right()),
        middleFor(isAtTop ? scene.top() : start.top() - kMargin + seen.height() / 2, seen.height(),
            scene.top(), scene.bottom())});
}

void GraphView::zoomToSelection()
{
    if (m_marks.selected == GraphPicture::kNoBox)
        return;
    m_zoom = 1;
    centreOn(boxRect(*m_picture, m_marks.selected).center());
}

void GraphView::centreOn(QPointF scenePoint)
{
    setOrigin(scenePoint - QPointF(viewport()->width(), viewport()->height()) / m_zoom / 2);
}

// Any point of the graph can be brought to the middle of the view, but not out of it.
QRectF GraphView::scrollableScene() const
{
    const QSizeF half = QSizeF(viewport()->size()) / m_zoom / 2;
    return pictureRect(*m_picture).adjusted(-half.width(), -half.height(), half.width(), half.height());
}

void GraphView::setOrigin(QPointF origin)
{
    if (!m_picture)
        return;
    m_showsStart = false;
    const QRectF scene = scrollableScene();
    const QRectF seen = visibleScene();
    m_origin = {std::clamp(origin.x(), scene.left(), std::max(scene.left(), scene.right() - seen.width())),
        std::clamp(origin.y(), scene.top(), std::max(scene.top(), scene.bottom() - seen.height()))};
    updateScrollBars();
    viewport()->update();
    emit viewChanged();
}

void GraphView::updateScrollBars()
{
    m_isSyncing = true;
    const QRectF scene = scrollableScene();
    const auto sync = [this](QScrollBar* bar, double first, double last, double value, int page) {
        bar->setRange(
            static_cast<int>(std::floor(first * m_zoom)), static_cast<int>(std::ceil(last * m_zoom)) - page);
        bar->setPageStep(page);
        bar->setSingleStep(20);
        bar->setValue(static_cast<int>(std::lround(value * m_zoom)));
    };
    sync(horizontalScrollBar(), scene.left(), scene.right(), m_origin.x(), viewport()->width());
    sync(verticalScrollBar(), scene.top(), scene.bottom(), m_origin.y(), viewport()->height());
    m_isSyncing = false;
}

void GraphView::scrollContentsBy(int, int)
{
    if (!m_isSyncing)
        setOrigin(QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value()) / m_zoom);
}

// Without a selected box a frame shows where the keys go.
void GraphView::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    announce();
    viewport()->update();
}

void GraphView::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

// The top stays where it is, and sideways the middle, where the trunk of a graph is. (The event's old size is
// unknown for a viewport that was not shown yet.)
void GraphView::resizeEvent(QResizeEvent*)
{
    const int wider = viewport()->width() - m_width;
    m_width = viewport()->width();
    if (m_showsStart)
        return showStart();
    setOrigin(m_origin - QPointF(wider / 2.0 / m_zoom, 0));
}

void GraphView::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        renewPainter();
}

void GraphView::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    painter.fillRect(event->rect(), color(ColorRole::Canvas, schemeOf(palette())));
    if (!m_picture || m_picture->boxes.empty()) {
        paintEmpty(painter);
        return;
    }
    const QRectF area(toScene(event->rect().topLeft()), QSizeF(event->rect().size()) / m_zoom);
    m_marks.seen = visibleScene();
    painter.save();
    painter.scale(m_zoom, m_zoom);
    painter.translate(-m_origin);
    m_painter->paint(painter, area, m_zoom, m_marks);
    painter.restore();
    paintBand(painter);
    paintLegend(painter);
    if (!hasFocus() || m_marks.selected != GraphPicture::kNoBox)
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(color(ColorRole::Selection, schemeOf(palette())));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(viewport()->rect().adjusted(0, 0, -1, -1));
}

void GraphView::paintEmpty(QPainter& painter) const
{
    painter.setPen(color(ColorRole::MutedText, schemeOf(palette())));
    painter.drawText(viewport()->rect().adjusted(16, 16, -16, -16), Qt::AlignCenter | Qt::TextWordWrap,
        tr("Open a model to see its operators here, or drop an ONNX file on the window."));
}

QRectF GraphView::wholeScene() const
{
    if (!m_picture)
        return {};
    QRectF scene = pictureRect(*m_picture).adjusted(-kMargin, -kMargin, kMargin, kMargin);
    if (hasHeat()) { // The legend stands below the graph, and hides nothing of it.
        const QSizeF legend = heatLegendSize(m_heat, schemeOf(palette()), font());
        scene.setSize({std::max(scene.width(), legend.width()), scene.height() + legend.height()});
    }
    return scene;
}

GraphView::PaintPart GraphView::paintPart(const QRectF& scene) const
{
    if (!m_picture || m_picture->boxes.empty())
        return {};
    const Scheme scheme = schemeOf(palette());
    // Shared by all calls, because it keeps the texts that it has fitted.
    const auto graphPainter = std::make_shared<GraphPainter>(m_picture, scheme, font());
    const PictureMarks marks{.isChanged = m_marks.isChanged, .heat = m_marks.heat};
    const std::optional<HeatMap> heat = hasHeat() ? std::optional(m_heat) : std::nullopt;
    return [scene, scheme, graphPainter, marks, heat, font = font()](
               QPainter& painter, const QRectF& target, const PaintWatch& watch) {
        const double scale = std::min(target.width() / scene.width(), target.height() / scene.height());
        painter.save();
        painter.fillRect(target, color(ColorRole::Canvas, scheme));
        painter.setClipRect(target, Qt::IntersectClip);
        painter.translate(target.center());
        painter.scale(scale, scale);
        painter.translate(-scene.center());
        const QRectF seen = painter.clipBoundingRect().intersected(scene);
        graphPainter->paint(painter, seen, std::max(scale, 1.0), marks, watch);
        if (heat)
            paintHeatLegend(painter, scene, *heat, scheme, font);
        painter.restore();
    };
}

}
