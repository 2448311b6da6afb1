// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/theme/palette.h"
#include "gui/training/exponentrows.h"

#include <QImage>
#include <QWidget>

#include <optional>

namespace halftone {

/// This draws how the exponents of a tensor went: steps to the right, exponents upwards, the darker the more
/// elements, with the limits of a 16-bit format as lines and what lies between them in words. Beside it stand
/// the bars of one step: the one that the mouse or the arrow keys point at, else the newest.
class ExponentChart : public QWidget
{
    Q_OBJECT

public:
    explicit ExponentChart(QWidget* parent = nullptr);

    /// \p history outlives the chart or the next call. Null or empty: \p message is shown in its place.
    void setHistory(const ExponentHistory* history, DType format, const QString& message);
    void setStepRange(double first, double last);
    /// Points at a step; 0 points at none.
    void pointAt(double step);
    /// What the step or the cell that is pointed at says, or the newest step.
    QString readout() const;
    bool hasData() const { return m_history && !m_history->isEmpty(); }

    QSize minimumSizeHint() const override { return {280, 160}; }
    QSize sizeHint() const override { return {460, 320}; }
    /// Of the cells, in coordinates of the widget.
    QRectF heatArea() const;
    const ExponentRows& rows() const { return m_rows; }

signals:
    void readoutChanged();
    /// A person points at that step; 0: no more.
    void stepPointed(double step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct KeyRow;
    const ExponentColumn* column() const;
    QRectF barArea() const;
    double rowHeight() const;
    double yOf(int row) const;
    double xOf(double step) const;
    QColor ink(int row) const;
    QImage makeHeat(QSize size) const;
    void walk(int steps);
    void climb(int rows);
    void point(double step, std::optional<int> row);
    // In exponentchartpaint.cpp:
    void paintCells(QPainter& painter);
    void paintBars(QPainter& painter) const;
    void paintLimits(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintShades(QPainter& painter) const;
    void paintPointer(QPainter& painter) const;

    const ExponentHistory* m_history = nullptr;
    DType m_format = DType::Float16;
    QString m_message;
    ExponentRows m_rows;
    double m_firstStep = 0;
    double m_lastStep = 20;
    double m_pointed = 0; // step; 0: none
    std::optional<int> m_row; // that is pointed at
};

}
