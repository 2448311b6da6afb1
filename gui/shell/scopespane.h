// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/scopetree.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QTreeView;

namespace halftone {

class Document;
class GraphPage;
class ScopesFilter;
class ScopesModel;

/// This is the pane with the tree of scopes. Its row follows what is selected in the graph; choosing a row
/// leads there, Enter or a double click opens the group in the graph, or closes it.
class ScopesPane : public QWidget
{
    Q_OBJECT

public:
    ScopesPane(Document& document, GraphPage& page, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QTreeView* view() const { return m_view; }
    const ScopesModel& model() const { return *m_model; }

private:
    void setUpView();
    void fillPrecisions();
    void refresh();
    void follow(ScopeId scope);
    ScopeId current() const;

    Document& m_document;
    GraphPage& m_page;
    ScopesModel* m_model;
    ScopesFilter* m_filter;
    QComboBox* m_precision;
    QTreeView* m_view;
    QLabel* m_empty;
    bool m_isFollowing = false; // while the tree takes over the graph's selection
};

}
