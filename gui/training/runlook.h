// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/theme/palette.h"

#include <qcustomplot.h>

#include <QIcon>
#include <QList>

namespace halftone {

/// How the curves of one run are told from those of another: by colour, by dashes and by a mark that comes
/// again and again, so that any one of the three is enough.
struct RunLook
{
    ColorRole ink = ColorRole::Fp32Curve;
    QList<qreal> dashes; ///< As QPen::setDashPattern() takes it; empty for a solid line.
    QCPScatterStyle::ScatterShape mark = QCPScatterStyle::ssDisc;
};

inline constexpr int kRunLooks = 8;

/// The look of that number, from 0; behind kRunLooks they begin again.
RunLook runLook(int number);

QPen runPen(const RunLook& look, Scheme scheme, double width);

/// A piece of the curve with its mark, in the colours of the program's palette.
QIcon runSwatch(int look);

}
