// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/theme/palette.h"

#include <qcustomplot.h>

namespace halftone {

/// Ticks at powers of two, labelled 2¹⁶.
class PowerOfTwoTicker : public QCPAxisTickerLog
{
public:
    PowerOfTwoTicker();

protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

/// Ticks of a logarithmic axis that often spans little more than one decade: 0.1, 0.2, 0.5, 1.
class LossTicker : public QCPAxisTickerLog
{
public:
    LossTicker();

protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
};

/// The mark of a growing scale: an arrow that points up, drawn above its point.
QPainterPath growthMark();
/// A scale that cannot fall: an arrow that points down onto a floor.
QPainterPath floorMark();
/// A scale that cannot grow: an arrow that points up against a ceiling.
QPainterPath ceilingMark();

/// Gives \p plot, and axes and grid of \p rects, the colours of \p scheme.
void applyScheme(QCustomPlot& plot, const QList<QCPAxisRect*>& rects, Scheme scheme);

}
