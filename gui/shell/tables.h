// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>

class QTableView;

namespace halftone {

/// Gives a table the looks and habits that all tables of the program share: whole rows, no grid, sorting by
/// a click on the title, compact lines, columns of these widths of which \p stretched takes what is left.
void setUpTable(QTableView& view, std::initializer_list<int> widths, int stretched);

}
