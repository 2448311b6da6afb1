// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/error.h"

#include <QString>

class QCustomPlot;

namespace halftone {

/// Writes \p plot at its present size; the suffix of \p path says whether as PNG (twice as fine), SVG or PDF.
/// An older file stays whole when writing fails.
Result<void> savePlot(QCustomPlot& plot, const QString& path);

/// Writes \p bytes into \p path; an older file stays whole when writing fails.
Result<void> saveBytes(const QByteArray& bytes, const QString& path);

}
