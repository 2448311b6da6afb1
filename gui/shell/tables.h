// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

class QAbstractItemView;
class QPoint;
class QTableView;

namespace halftone {

/// Gives a table the looks and habits that all tables of the program share: whole rows, no grid, sorting by
/// a click on the title, compact lines, columns of these widths of which \p stretched takes what is left.
void setUpTable(QTableView& view, std::initializer_list<int> widths, int stretched);

/// Names in a column lose their middle where there is no room: those of one scope differ at the end.
void keepEndsOfNames(QTableView& view, int column);

/// Makes a column \p width pixels wide where text has the size of the system, wider where a person wants
/// larger text, and never narrower than its title.
void setColumnWidth(QTableView& view, int column, int width);

/// Where the menu of the selected rows opens, on the screen: at \p place in the viewport, where it was asked
/// for, or at the current row where that is not on one of them, as a key asks for it.
QPoint menuPlace(const QAbstractItemView& view, const QPoint& place);

}
