// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/compare/columncomparison.h"

#include <QWidget>

namespace halftone {

/// This is the whole graph as one band for each way to decide, from the first operator at the left to the
/// last: what share of each depth runs in which precision, and below it a line where the way differs from
/// the baseline. Clicking, dragging and the arrow keys select operators.
class CompareStrip : public QWidget
{
    Q_OBJECT

public:
    explicit CompareStrip(QWidget* parent = nullptr);

    /// Takes over what is judged.
    void renew(const ColumnComparison& comparison);
    void setSelectedNode(NodeId node);
    QSize sizeHint() const override;

signals:
    void nodeSelected(halftone::NodeId node);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QRectF bandRect(std::size_t band) const;
    void paintBand(QPainter& painter, std::size_t band) const;
    void selectAt(double x);
    void selectDepth(int depth);

    GraphPtr m_graph;
    std::shared_ptr<const GraphDepths> m_depths;
    std::vector<std::vector<DepthShare>> m_bands;
    NodeId m_selected;
};

}
