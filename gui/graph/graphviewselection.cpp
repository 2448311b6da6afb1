// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is selected in a GraphView: one box, which is what keys go on from, and besides it any number of
// operators.
#include "gui/graph/graphaccessible.h"
#include "gui/graph/graphview.h"

#include <QPainter>

#include <algorithm>

namespace halftone {
namespace {

constexpr double kMargin = 24; // around what is brought into view, in pixels

}

NodeId GraphView::selectedNode() const
{
    return m_marks.selected == GraphPicture::kNoBox ? NodeId{} : m_picture->boxes[m_marks.selected].node;
}

ScopeId GraphView::selectedScope() const
{
    const bool isScope =
        m_marks.selected != GraphPicture::kNoBox && m_picture->boxes[m_marks.selected].isScope();
    return isScope ? m_picture->boxes[m_marks.selected].scope : ScopeId{};
}

void GraphView::selectScope(ScopeId scope)
{
    const std::uint32_t box = m_picture ? m_picture->box(scope) : GraphPicture::kNoBox;
    if (box == GraphPicture::kNoBox)
        return;
    select(box);
    reveal(box);
}

void GraphView::setSelectedNode(NodeId node)
{
    if (!m_picture || node == selectedNode())
        return;
    mark(m_picture->box(node));
    reveal(m_marks.selected);
}

void GraphView::mark(std::uint32_t box)
{
    m_marks.selected = box;
    describeSelection();
    announce();
    viewport()->update();
}

void GraphView::select(std::uint32_t box)
{
    if (box == m_marks.selected && m_selectedNodes.size() <= 1)
        return;
    mark(box);
    emit nodeSelected(selectedNode());
    emit scopeSelected(selectedScope());
}

// Moves no further than needed, so that the eye keeps its place.
void GraphView::reveal(std::uint32_t box)
{
    if (box == GraphPicture::kNoBox)
        return;
    const double margin = kMargin / m_zoom;
    const QRectF rect = clickableRect(*m_picture, box).adjusted(-margin, -margin, margin, margin);
    const QRectF seen = visibleScene();
    if (seen.contains(rect))
        return;
    const QRectF near =
        seen.adjusted(-seen.width() / 2, -seen.height() / 2, seen.width() / 2, seen.height() / 2);
    if (!near.intersects(rect) || rect.width() > seen.width() || rect.height() > seen.height()) {
        centreOn(rect.center());
        return;
    }
    const double dx = std::min(0.0, rect.left() - seen.left()) + std::max(0.0, rect.right() - seen.right());
    const double dy = std::min(0.0, rect.top() - seen.top()) + std::max(0.0, rect.bottom() - seen.bottom());
    setOrigin(m_origin + QPointF(dx, dy));
}

void GraphView::chooseBox(std::uint32_t box)
{
    select(box);
    reveal(box);
}

// A group stands for all that is in it; an open one for nothing, because its operators can be seen.
std::vector<NodeId> GraphView::nodesOf(std::uint32_t box) const
{
    if (box == GraphPicture::kNoBox)
        return {};
    const PictureBox& row = m_picture->boxes[box];
    if (row.node.isValid())
        return {row.node};
    if (row.kind != PictureBox::Kind::Group)
        return {};
    const std::span<const NodeId> members = m_picture->grouping.tree()->members(row.scope);
    return {members.begin(), members.end()};
}

void GraphView::setSelectedNodes(const std::vector<NodeId>& nodes)
{
    m_selectedNodes = nodes;
    m_marks.isAlsoSelected.clear();
    if (m_picture && nodes.size() > 1) {
        std::vector<std::size_t> count(m_picture->boxes.size(), 0);
        for (NodeId node : nodes) {
            if (const std::uint32_t box = m_picture->nearestBox(node); box != GraphPicture::kNoBox)
                ++count[box];
        }
        m_marks.isAlsoSelected.resize(count.size());
        for (std::uint32_t box = 0; box < count.size(); ++box)
            m_marks.isAlsoSelected[box] = count[box] > 0 && count[box] >= nodesOf(box).size();
    }
    describeSelection();
    viewport()->update();
}

void GraphView::extendTo(std::uint32_t box)
{
    std::vector<NodeId> nodes = m_selectedNodes;
    if (nodes.empty())
        nodes = nodesOf(m_marks.selected);
    std::ranges::copy(nodesOf(box), std::back_inserter(nodes));
    mark(box);
    emit nodesSelected(nodes, selectedNode());
    emit scopeSelected(selectedScope());
}

void GraphView::toggleSelected(std::uint32_t box)
{
    std::vector<NodeId> nodes = nodesOf(box);
    if (nodes.empty())
        return;
    if (!m_marks.isSelectedBox(box))
        return extendTo(box);
    std::ranges::sort(nodes);
    std::vector<NodeId> left;
    std::ranges::set_difference(m_selectedNodes, nodes, std::back_inserter(left));
    const bool isCurrentLeft = std::ranges::binary_search(left, selectedNode());
    const NodeId current = isCurrentLeft ? selectedNode() : left.empty() ? NodeId{} : left.back();
    mark(m_picture->box(current));
    emit nodesSelected(left, current);
    emit scopeSelected(selectedScope());
}

void GraphView::selectIn(const QRectF& scene, Take take)
{
    std::vector<NodeId> nodes = take == Take::Besides ? m_selectedNodes : std::vector<NodeId>();
    std::uint32_t first = GraphPicture::kNoBox;
    for (const std::uint32_t box : boxesIn(*m_picture, scene)) {
        if (!clickableRect(*m_picture, box).intersects(scene) || nodesOf(box).empty())
            continue;
        if (first == GraphPicture::kNoBox)
            first = box;
        std::ranges::copy(nodesOf(box), std::back_inserter(nodes));
    }
    mark(first);
    emit nodesSelected(nodes, selectedNode());
    emit scopeSelected(selectedScope());
}

void GraphView::selectVisible()
{
    if (m_picture)
        selectIn(visibleScene(), Take::Instead);
}

void GraphView::endBand(Qt::KeyboardModifiers modifiers)
{
    const QRectF band = m_band->normalized();
    m_band.reset();
    if (m_picture)
        selectIn(band, modifiers & Qt::ControlModifier ? Take::Besides : Take::Instead);
    viewport()->update();
}

void GraphView::paintBand(QPainter& painter) const
{
    if (!m_band)
        return;
    constexpr float kShade = 0.15F;
    const QRectF band = m_band->normalized();
    QColor shade = color(ColorRole::Selection, schemeOf(palette()));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(shade, 1, Qt::DashLine));
    shade.setAlphaF(kShade);
    painter.setBrush(shade);
    painter.drawRect(QRectF(fromScene(band.topLeft()), fromScene(band.bottomRight())));
}

// A reader speaks of what has the focus, which is the box and not the canvas.
void GraphView::announce()
{
    auto* graph = dynamic_cast<GraphAccessible*>(QAccessible::queryAccessibleInterface(this));
    QAccessibleInterface* box = graph ? graph->box(m_marks.selected) : nullptr;
    if (!box) {
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
        return;
    }
    QAccessibleEvent selection(box, QAccessible::Selection);
    QAccessible::updateAccessibility(&selection);
    if (!hasFocus())
        return;
    QAccessibleEvent focus(box, QAccessible::Focus);
    QAccessible::updateAccessibility(&focus);
}

}
