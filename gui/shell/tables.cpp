// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/tables.h"

#include "gui/shell/named.h"
#include "gui/theme/textsize.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>

namespace halftone {
namespace {

class NameDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
    }
};

/// Gives one column of a table what the others leave, but enough to read it: QHeaderView::Stretch would leave
/// a few letters of it in a narrow table.
class ColumnStretcher : public QObject
{
public:
    ColumnStretcher(QTableView& view, int column)
        : QObject(&view)
        , m_view(view)
        , m_column(column)
    {
        view.viewport()->installEventFilter(this);
        connect(view.horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section) {
            if (section != m_column)
                stretch();
        });
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize)
            stretch();
        return QObject::eventFilter(watched, event);
    }

private:
    void stretch()
    {
        constexpr int kLeast = 160;
        const QHeaderView& titles = *m_view.horizontalHeader();
        const int others = titles.length() - titles.sectionSize(m_column);
        m_view.setColumnWidth(m_column, std::max(atTextSize(kLeast), m_view.viewport()->width() - others));
    }

    QTableView& m_view;
    int m_column;
};

}

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
        setColumnWidth(view, column++, width);
    new ColumnStretcher(view, stretched);
    QHeaderView* numbers = view.verticalHeader();
    named(numbers, "tableRows", QCoreApplication::translate("Tables", "Rows"));
    numbers->hide();
    constexpr int kPadding = 6;
    numbers->setDefaultSectionSize(view.fontMetrics().height() + kPadding);
}

void keepEndsOfNames(QTableView& view, int column)
{
    view.setItemDelegateForColumn(column, new NameDelegate(&view));
}

void setColumnWidth(QTableView& view, int column, int width)
{
    view.setColumnWidth(
        column, std::max(atTextSize(width), view.horizontalHeader()->sectionSizeHint(column)));
}

QPoint menuPlace(const QAbstractItemView& view, const QPoint& place)
{
    const QModelIndex index = view.indexAt(place);
    const bool isOnSelected = index.isValid() && view.selectionModel()->isSelected(index);
    return view.viewport()->mapToGlobal(isOnSelected ? place : view.visualRect(view.currentIndex()).center());
}

}
