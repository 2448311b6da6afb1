// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a window does, as a line for halftone-cli: to put into a script what was tried by hand.
#pragma once

#include "gui/document/openedmodel.h"

#include <QStringList>

namespace halftone {

/// The words joined for a POSIX shell, each quoted where it has to be.
QString shellLine(const QStringList& words);

/// "MODEL --dim N=32"
QStringList modelWords(const QString& path, const DimSizes& dims);

}
