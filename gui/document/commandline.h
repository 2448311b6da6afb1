// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a window does, as a line for halftone-cli: to put into a script what was tried by hand.
#pragma once

#include "gui/document/openedmodel.h"
#include "gui/document/policy.h"

#include <QStringList>

namespace halftone {

/// The words joined for a POSIX shell, each quoted where it has to be.
QString shellLine(const QStringList& words);

/// The options that stand for \p policy; \p mixlist is the file that holds its list, empty for none.
/// \p prefix goes in front of each name behind "--", for the second way of `diff`.
QStringList policyWords(const Policy& policy, const QString& mixlist, const QString& prefix = {});

/// "MODEL --dim N=32"
QStringList modelWords(const QString& path, const DimSizes& dims);

}
