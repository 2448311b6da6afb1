// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QWidget;

namespace halftone {

class Actions;
class Document;

/// The menu of what is selected, in the graph and in the table: what to do with one operator and the ways to
/// its neighbours, or what to do with several. Deletes itself when it is closed.
QMenu* makeGraphMenu(Document& document, const Actions& actions, QWidget* parent);

}
