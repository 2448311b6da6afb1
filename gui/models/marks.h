// SPDX-License-Identifier: GPL-3.0-or-later
//
// The small pictures and words that stand for a list, a precision or a severity wherever one is shown. They
// are painted when they are needed, so they follow a change of theme.
#pragma once

#include "analysis/core/dtype.h"
#include "analysis/core/finding.h"
#include "analysis/graph/graph.h"
#include "analysis/mixlist/mixlist.h"

#include <QIcon>
#include <QString>

namespace halftone {

/// "black", "gray", "white"
QString listTitle(List list);

/// "forward", "loss", "backward", "update"
QString phaseTitle(Phase phase);

/// A box in the fill of the list; the gray one has a dashed outline.
QIcon listIcon(List list);

/// The letters of a type on its colour: "16" hatched, "32" solid, "B".
QIcon precisionIcon(DType dtype);

/// "Problem", "Warning", "Note"
QString severityTitle(Severity severity);

/// A sign whose shape says how grave it is.
QIcon severityIcon(Severity severity);

}
