// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/heat.h"
#include "gui/theme/palette.h"

#include <QFont>
#include <QPainter>
#include <QStringList>

namespace halftone {

/// The plate that holds a mark, in scene units.
inline constexpr double kHeatPlateWidth = 66;
inline constexpr double kHeatPlateHeight = 18;

struct HeatStyle
{
    QColor fill;
    QColor text; ///< At least 4.5 : 1 on the fill.
};
/// \p level is from 0, calm, to kHeatLevels - 1.
HeatStyle heatStyle(int level, Scheme scheme);

/// A plate with its text. A bar at its foot grows with the level, so that the order is seen without colours.
void paintHeatPlate(
    QPainter& painter, const QRectF& plate, const QString& text, int level, Scheme scheme, const QFont& font);

/// What the legend says besides its plates: the title, the run, and what else there is to know; or how to
/// begin where nothing was trained.
QStringList heatLegendTexts(const HeatMap& map);
/// With its margins.
QSizeF heatLegendSize(const HeatMap& map, Scheme scheme, const QFont& font);
/// Paints the legend into the lower left corner of \p area.
void paintHeatLegend(
    QPainter& painter, const QRectF& area, const HeatMap& map, Scheme scheme, const QFont& font);

}
