// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/selectionhistory.h"

#include <QScopedValueRollback>

namespace halftone {

SelectionHistory::SelectionHistory(Document& document)
    : QObject(&document)
    , m_document(document)
{
    connect(&document, &Document::selectionChanged, this, &SelectionHistory::add);
    connect(&document, &Document::modelChanged, this, &SelectionHistory::clear);
    connect(&document, &Document::shownChanged, this, &SelectionHistory::clear);
}

void SelectionHistory::add(NodeId node)
{
    if (m_isGoing || !node.isValid())
        return;
    m_nodes.resize(m_place + 1); // what lay ahead is another branch now
    m_nodes.append(node);
    m_place = m_nodes.size() - 1;
    emit changed();
}

void SelectionHistory::clear()
{
    m_nodes.clear();
    m_place = -1;
    emit changed();
}

void SelectionHistory::go(qsizetype place)
{
    if (place < 0 || place >= m_nodes.size())
        return;
    const QScopedValueRollback going(m_isGoing, true);
    m_place = place;
    m_document.select(m_nodes[place]);
    emit changed();
}

}
