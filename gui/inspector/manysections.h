// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QVBoxLayout;
class QWidget;

namespace halftone {

class Document;

/// What the inspector says of several selected operators: how many of what, what was decided, and buttons
/// that ask for one type on all of them.
void addManySections(Document& document, QWidget* parent, QVBoxLayout* column);

}
