// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/tables.h"

#include "gui/shell/named.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QTableView>

namespace halftone {

void setUpTable(QTableView& view, std::initializer_list<int> widths, int stretched)
{
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setSelectionMode(QAbstractItemView::SingleSelection);
    view.setEditTriggers(QAbstractItemView::NoEditTriggers);
    view.setAlternatingRowColors(true);
    view.setShowGrid(false);
    view.setWordWrap(false);
    view.setTabKeyNavigation(false); // Tab leaves the table: the arrows walk in it
    view.setSortingEnabled(true);
    view.sortByColumn(-1, Qt::AscendingOrder);
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    QHeaderView* titles = view.horizontalHeader();
    named(titles, "tableTitles", QCoreApplication::translate("Tables", "Columns"));
    titles->setHighlightSections(false);
    titles->setStretchLastSection(false);
    int column = 0;
    for (int width : widths)
        view.setColumnWidth(column++, width);
    titles->setSectionResizeMode(stretched, QHeaderView::Stretch);
    QHeaderView* numbers = view.verticalHeader();
    named(numbers, "tableRows", QCoreApplication::translate("Tables", "Rows"));
    numbers->hide();
    constexpr int kPadding = 6;
    numbers->setDefaultSectionSize(view.fontMetrics().height() + kPadding);
}

}
