// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/graph/graph.h"

#include <QPoint>

class QMenu;
class QWidget;

namespace halftone {

class Actions;
class Document;

/// The menu of an operator, which must be selected: what to do with it, and the ways to its neighbours.
/// Deletes itself when it is closed.
QMenu* makeGraphMenu(Document& document, const Actions& actions, NodeId node, QWidget* parent);

}
