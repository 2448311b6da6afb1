// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes what the views show into files. A file is whole or not there: nothing is left half written.
#pragma once

#include "analysis/core/error.h"

#include <QSizeF>
#include <QString>

#include <functional>

class QPainter;
class QRectF;

namespace halftone {

/// This is something that can be painted at any size.
struct Drawing
{
    QSizeF size; ///< In pixels at 100 %.
    QString title;
    std::function<void(QPainter&, const QRectF&)>
        paint; ///< Only what the painter's clip shows has to be painted.
};

/// Writes a PNG at 100 %, or smaller where that would be more than 100 megapixels.
Result<void> writePng(const QString& path, const Drawing& drawing);
/// Whether writePng() makes it smaller.
bool isTooLargeForPng(const Drawing& drawing);
/// Writes it at 100 % whatever its size, as pictures to be laid side by side: of "graph.png" the one in the
/// second row and the first column is "graph-2-1.png". Gives their number. Fails where that would be
/// thousands.
Result<std::size_t> writePngTiles(const QString& path, const Drawing& drawing);
Result<void> writeSvg(const QString& path, const Drawing& drawing);
/// Writes one page that has the shape of the drawing.
Result<void> writePdf(const QString& path, const Drawing& drawing);

}
