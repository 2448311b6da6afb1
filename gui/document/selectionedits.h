// SPDX-License-Identifier: GPL-3.0-or-later
//
// What can be asked of the operators that are selected, wherever that is offered: menus, inspector, table.
#pragma once

#include "analysis/core/dtype.h"
#include "analysis/graph/graph.h"

#include <vector>

namespace halftone {

class Document;

/// A call names one operator. Thousands of them are a scope, or a type in the mixlist.
constexpr std::size_t kMostAsked = 500;

/// Whether a type can be asked for on an operator: a named one of the model that works on floats. False while
/// nothing is decided.
bool isAskable(const Document& document, NodeId node);

/// Those of the selected operators.
std::vector<NodeId> askableNodes(const Document& document);

/// Whether there are some, and no more than kMostAsked.
bool canAskOfSelection(const Document& document);

/// Asks for a type on all of them as one step, or takes that back with Undefined.
void askOfSelection(Document& document, DType dtype);

}
