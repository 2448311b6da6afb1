// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/compare/columncomparison.h"
#include "gui/training/plotparts.h"

namespace halftone {

/// This shows the error of every tensor in every column over the depth in the graph: one shape for each
/// column, infinity and NaN at the upper edge, exact results at the lower one. A click on a mark and the
/// arrow keys select its operator.
class ErrorScatter : public QCustomPlot
{
    Q_OBJECT

public:
    enum class Shown : std::uint8_t {
        Accumulated, ///< With all errors before.
        Isolated, ///< Of each operator alone.
    };

    explicit ErrorScatter(QWidget* parent = nullptr);

    /// Takes over the numbers.
    void renew(const ColumnComparison& comparison);
    void setShown(Shown shown);
    void setSelectedNode(NodeId node);
    /// The signs of the columns in their colours, as rich text.
    QString legendText() const;
    /// Where the mark of a tensor is, in pixels; for tests.
    QPointF markPosition(std::size_t index) const;
    std::size_t markCount() const { return m_marks.size(); }
    NodeId markNode(std::size_t index) const { return m_marks[index].node; }

signals:
    void nodeSelected(halftone::NodeId node);
    void legendChanged();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Mark
    {
        NodeId node;
        std::size_t column = 0;
        double depth = 0;
        double accumulated = 0; ///< Infinite where elements are not finite.
        double isolated = 0;
        QString tensor;
    };

    double errorOf(const Mark& mark) const;
    double heightOf(double error) const; ///< On the axis.
    void redraw();
    void applyColors();
    std::size_t markAt(QPointF position) const; ///< kNone where there is none near.
    void choose(std::size_t mark);

    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::vector<Mark> m_marks; // by column, then in order of execution
    std::vector<QCPGraph*> m_columns;
    QCPGraph* m_selection;
    QSharedPointer<QCPAxisTickerText> m_ticker;
    Shown m_shown = Shown::Accumulated;
    std::size_t m_chosen = kNone;
    NodeId m_selected;
    double m_top = 0; // logarithm of what infinity is drawn at
};

}
