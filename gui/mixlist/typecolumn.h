// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/mixlist/mixlist.h"

#include <QWidget>

class QAbstractItemModel;
class QLabel;
class QLineEdit;

namespace halftone {

class TypeListFilter;
class TypeListView;

/// This is one list of the editor with its title and its search.
class TypeColumn : public QWidget
{
    Q_OBJECT

public:
    TypeColumn(List list, QAbstractItemModel* types, QWidget* parent);

    TypeListView* view() const { return m_view; }
    TypeListFilter* filter() const { return m_filter; }
    void refreshTitle();

private:
    List m_list;
    TypeListFilter* m_filter;
    QLabel* m_title;
    QLabel* m_meaning;
    QLineEdit* m_search;
    TypeListView* m_view;
};

}
