// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/judgement.h"

#include <QString>

#include <vector>

class QAction;

namespace halftone {

class Actions;

/// This is one hit of a search: an operator, or a command.
struct FindHit
{
    QString text;
    QString aside; ///< Type and precision, or the keys of a command.
    NodeId node; ///< Invalid for a command.
    QAction* action = nullptr; ///< Null for an operator.
};

/// Finds operators by name, type, list or data type, and commands by their text: all words must occur.
/// Operators whose name starts with the first word come first, then commands, then other operators. At most
/// \p limit hits.
std::vector<FindHit> findEverywhere(
    const QString& words, const JudgementPtr& judgement, const Actions& actions, std::size_t limit);

}
