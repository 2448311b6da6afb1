// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/finding.h"
#include "gui/document/judgement.h"

#include <QString>

#include <span>
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

/// Of every operator what it is found by: name, type, types of Ascend, list, data types, shapes of its
/// outputs, phase, the rule that decided, and what is to be known about it.
using FindTexts = IdMap<NodeId, QString>;

/// Takes a while with large graphs; pure.
FindTexts makeFindTexts(const Judgement& judgement, std::span<const Finding> findings);

/// Finds operators by \p texts, which may be empty while they are made, and commands by theirs: all words
/// must occur. Operators whose name starts with the first word come first, then commands, then other
/// operators. At most \p limit hits.
std::vector<FindHit> findEverywhere(const QString& words, const JudgementPtr& judgement,
    const FindTexts& texts, const Actions& actions, std::size_t limit);

}
