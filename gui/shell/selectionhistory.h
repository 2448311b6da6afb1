// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/document/document.h"

namespace halftone {

/// This remembers which operators were selected, so that a person can go back after following a chain. It
/// starts anew with every graph.
class SelectionHistory : public QObject
{
    Q_OBJECT

public:
    explicit SelectionHistory(Document& document);

    bool canGoBack() const { return m_place > 0; }
    bool canGoForward() const { return m_place + 1 < m_nodes.size(); }
    void goBack() { go(m_place - 1); }
    void goForward() { go(m_place + 1); }

signals:
    void changed();

private:
    void add(NodeId node);
    void clear();
    void go(qsizetype place);

    Document& m_document;
    QList<NodeId> m_nodes;
    qsizetype m_place = -1;
    bool m_isGoing = false;
};

}
