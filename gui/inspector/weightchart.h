// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/inspector/weightfacts.h"

#include <QWidget>

namespace halftone {

/// This draws how the numbers of a weight lie: above by exponent, with the limits of FP16 as lines and what
/// lies beyond them hatched, below by value. Heights are logarithmic, so that single numbers can be seen.
class WeightChart : public QWidget
{
    Q_OBJECT

public:
    explicit WeightChart(WeightFactsPtr facts, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF exponentArea() const;
    QRectF valueArea() const;
    void paintExponents(QPainter& painter, const QRectF& area) const;
    void paintLimits(QPainter& painter, const QRectF& area) const;
    void paintValues(QPainter& painter, const QRectF& area) const;
    QString toolTipAt(QPointF place) const;

    WeightFactsPtr m_facts; // never null
};

}
