// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/core/finding.h"
#include "gui/document/judgement.h"
#include "gui/graph/scopetree.h"

#include <QString>

#include <span>
#include <vector>

class QAction;

namespace halftone {

class Actions;

/// This is one hit of a search: an operator, a scope, or a command.
struct FindHit
{
    QString text;
    QString aside; ///< Type and precision, how much is in a scope, or the keys of a command.
    NodeId node; ///< Valid for an operator alone.
    QAction* action = nullptr; ///< Of a command alone.
    ScopeId scope; ///< Valid for a scope alone.
};

/// Of every operator what it is found by: name, type, types of Ascend, list, data types, shapes of its
/// outputs, phase, the rule that decided, and what is to be known about it.
using FindTexts = IdMap<NodeId, QString>;

/// Takes a while with large graphs; pure.
FindTexts makeFindTexts(const Judgement& judgement, std::span<const Finding> findings);

/// Where things are looked for.
struct FindPlaces
{
    JudgementPtr judgement; ///< May be null.
    const FindTexts& texts; ///< May be empty, while they are made.
    ScopeTreePtr scopes; ///< May be null.
    const Actions& actions;
};

/// Finds operators, scopes by the way to them and commands: all words must occur. A few scopes come first,
/// then operators whose name starts with the first word, then commands, then other operators. At most \p
/// limit hits.
std::vector<FindHit> findEverywhere(const QString& words, const FindPlaces& places, std::size_t limit);

}
