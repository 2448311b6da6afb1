// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/graphpainter.h"
#include "gui/graph/picturegeometry.h"

#include <QAbstractScrollArea>

#include <functional>
#include <memory>
#include <optional>

class QNativeGestureEvent;

namespace halftone {

/// This shows a graph: boxes with list and precision, groups, lines with casts. Dragging and the wheel pan,
/// Ctrl and the wheel zoom at the cursor, arrow keys walk along lines, B, G and W wish for a list, Enter and
/// a double click open and close, Backspace closes the group around, F fits, Z shows the selection. Dragging
/// with Shift, arrows with Shift and a click with Ctrl select several. Screen readers are told of boxes by
/// graphaccessible.h.
class GraphView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit GraphView(QWidget* parent = nullptr);
    ~GraphView() override;

    /// Keeps the zoom, and the selection where the new graph has a node of that name; without a selection,
    /// the place. Null shows nothing.
    void setPicture(std::shared_ptr<const GraphPicture> picture);
    const std::shared_ptr<const GraphPicture>& picture() const { return m_picture; }

    /// Shows and marks a node; an invalid id clears the selection. Nothing is signalled.
    void setSelectedNode(NodeId node);
    /// Invalid while nothing or a group is selected; in a body the node that owns it.
    NodeId selectedNode() const;
    /// Shows and marks the box of a group; nothing happens where it is not drawn.
    void selectScope(ScopeId scope);
    ScopeId selectedScope() const; ///< Invalid unless a group is selected.
    std::uint32_t selectedBox() const { return m_marks.selected; } ///< Or GraphPicture::kNoBox.
    /// The selected box, or one of several.
    bool isSelectedBox(std::uint32_t box) const { return m_marks.isSelectedBox(box); }
    /// As a click on the box does.
    void chooseBox(std::uint32_t box);
    /// Marks all of these, in node order; a closed group is marked when all in it are. Nothing is signalled.
    void setSelectedNodes(const std::vector<NodeId>& nodes);
    /// Selects the operators that are in the view, those in closed groups too.
    void selectVisible();
    /// Nodes whose precision the last edit changed.
    void setChangedNodes(std::span<const NodeId> nodes);
    /// Whether boxes that are not changed are pale, so that only the changed ones stand out.
    void setPalesUnchanged(bool pales);

    /// What a training did to the operators, with a legend; HeatKind::None takes both away.
    void setHeat(HeatMap heat);
    const HeatMap& heat() const { return m_heat; }
    const std::vector<HeatMark>& heatMarks() const { return m_marks.heat; } ///< By box of the picture.

    double zoom() const { return m_zoom; }
    /// Zooms so that the point under \p anchor, in coordinates of the viewport, stays there.
    void setZoom(double zoom, QPointF anchor);
    void zoomIn();
    void zoomOut();
    /// Shows the whole graph; of one that is too long for that, the part around the selection or the start,
    /// in full width.
    void fit();
    /// As large as fits, but so that it can be read: of a long graph, its start. It stays so while the view
    /// gets its size, until something moves it.
    void showStart();
    void zoomToSelection();
    void centreOn(QPointF scenePoint);

    QRectF visibleScene() const;
    QPointF toScene(QPointF viewportPoint) const { return m_origin + viewportPoint / m_zoom; }
    QPointF fromScene(QPointF scenePoint) const { return (scenePoint - m_origin) * m_zoom; }

    /// Paints a part of the scene with all text into a target, as large as possible, in the middle, and
    /// leaves out what the painter's clip hides.
    using PaintPart = std::function<void(QPainter& painter, const QRectF& target, const PaintWatch& watch)>;
    /// For files: shows the graph as it is now whatever the view does later, also on another thread, but in
    /// one at a time. Null without a graph.
    PaintPart paintPart(const QRectF& scene) const;
    /// All of it.
    QRectF wholeScene() const;

signals:
    /// A click or a key selected a node; an invalid id when the selection was cleared.
    void nodeSelected(halftone::NodeId node);
    /// Several were selected; \p current is what was pointed at last, or invalid.
    void nodesSelected(const std::vector<halftone::NodeId>& nodes, halftone::NodeId current);
    void nodeActivated(halftone::NodeId node);
    /// A group was selected, or none any more.
    void scopeSelected(halftone::ScopeId scope);
    /// Open it, or close it.
    void scopeActivated(halftone::ScopeId scope);
    void contextMenuRequested(QPoint globalPosition); ///< For the operators that are selected.
    void scopeMenuRequested(halftone::ScopeId scope, QPoint globalPosition);
    void listRequested(halftone::NodeId node, halftone::List list);
    /// Zoom or place changed.
    void viewChanged();
    void pictureChanged();
    void heatChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    struct KeyRow;
    static std::span<const KeyRow> keyTable();

    void renewPainter();
    void showReadableStart();
    void setOrigin(QPointF origin);
    void updateScrollBars();
    QRectF scrollableScene() const;
    std::uint32_t findAgain(const GraphPicture& previous, std::uint32_t box) const;
    void select(std::uint32_t box);
    void mark(std::uint32_t box);
    void reveal(std::uint32_t box);
    void walk(Direction direction, Qt::KeyboardModifiers modifiers);
    void requestList(List list);
    void activate(std::uint32_t box);
    void closeAround();
    void goTo(std::uint32_t box);
    void followPort(std::uint32_t port);
    QString labelOf(std::uint32_t box) const;
    void hover(QPointF viewportPoint);
    void click(QPointF viewportPoint, Qt::KeyboardModifiers modifiers);
    std::vector<NodeId> nodesOf(std::uint32_t box) const;
    void extendTo(std::uint32_t box);
    void toggleSelected(std::uint32_t box);
    enum class Take : std::uint8_t { Instead, Besides };
    void selectIn(const QRectF& scene, Take take);
    void endBand(Qt::KeyboardModifiers modifiers);
    void paintBand(QPainter& painter) const;
    void announce();
    void followStub(std::uint32_t stub, QPoint globalPosition);
    bool hasHeat() const { return !m_marks.heat.empty(); } // numbers to show
    void renewHeat();
    void paintLegend(QPainter& painter) const;
    QString heatTextOf(std::uint32_t box) const;
    void describeSelection();
    void paintEmpty(QPainter& painter) const;
    bool showToolTip(const QPoint& position, const QPoint& globalPosition);

    std::shared_ptr<const GraphPicture> m_picture;
    std::unique_ptr<GraphPainter> m_painter;
    PictureMarks m_marks;
    std::vector<NodeId> m_selectedNodes; // in node order; drawn or not
    std::optional<QRectF> m_band; // in the scene, while one is drawn; not normalized
    HeatMap m_heat;
    double m_zoom = 1;
    QPointF m_origin; // scene point in the upper left corner of the viewport
    bool m_palesUnchanged = false;
    bool m_showsStart = false;
    int m_width = 0; // of the viewport, at the last change of its size
    std::optional<QPointF> m_pressed; // in the viewport, while a button is down
    QPointF m_originAtPress;
    bool m_isDragging = false;
    bool m_isSyncing = false; // while the scroll bars follow the view and not the other way round
};

}
