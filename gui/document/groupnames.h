// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names for types asked for by hand: MindSpore's calls speak of operators and scopes by their names.
#pragma once

#include "analysis/graph/graph.h"

#include <QStringList>

#include <span>

namespace halftone {

/// The fewest names that speak of these operators and of no others: their common scope where it holds
/// nothing else, else each of them. Operators without a name and those behind the loss, which calls cannot
/// mean, are left out. Linear.
QStringList namesFor(const Graph& graph, std::span<const NodeId> nodes);

/// All names that a call can speak of, sorted: of operators and of the scopes around them.
QStringList namesIn(const Graph& graph);

}
