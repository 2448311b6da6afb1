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

/// Told now and then how much is done, from 0 to 1; gives false to stop, and then nothing is written.
using ExportWatch = std::function<bool(double)>;

/// This is something that can be painted at any size, on any thread.
struct Drawing
{
    QSizeF size; ///< In pixels at 100 %.
    QString title;
    /// Only what the painter's clip shows has to be painted.
    std::function<void(QPainter&, const QRectF&, const ExportWatch&)> paint;
};

/// Writes a PNG at 100 %, or smaller where that would be more than 100 megapixels.
Result<void> writePng(const QString& path, const Drawing& drawing, const ExportWatch& watch = {});
/// Whether writePng() makes it smaller.
bool isTooLargeForPng(const Drawing& drawing);
/// Writes it at 100 % whatever its size, as pictures to be laid side by side: of "graph.png" the one in the
/// second row and the first column is "graph-2-1.png". All of them are there at the end, or none. Fails where
/// they would be thousands.
Result<void> writePngTiles(const QString& path, const Drawing& drawing, const ExportWatch& watch = {});
Result<void> writeSvg(const QString& path, const Drawing& drawing, const ExportWatch& watch = {});
/// Writes one page that has the shape of the drawing.
Result<void> writePdf(const QString& path, const Drawing& drawing, const ExportWatch& watch = {});

}
