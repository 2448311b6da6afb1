// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "analysis/mixlist/mixlist.h"

#include <QListView>

namespace halftone {

/// This shows one list of the editor. Types are dragged from one to another, which is told before they are
/// dropped; B, G and W move the selected ones, Del takes them out of the mixlist.
class TypeListView : public QListView
{
    Q_OBJECT

public:
    explicit TypeListView(List list, QWidget* parent = nullptr);

    List list() const { return m_list; }
    QStringList selectedTypes() const;
    /// Selects those of the types that stand in this list, and brings the first into view.
    void selectTypes(const QStringList& types);

signals:
    void typesMoved(const QStringList& types, halftone::List to);
    void typesReset(const QStringList& types);
    /// Types of another list hover above: dropping them would move them here.
    void dropOffered(const QStringList& types, halftone::List to);
    void dropWithdrawn(); ///< They are dropped now, or no longer above.

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool accepts(const QDropEvent& event) const;
    void endHover();

    List m_list;
    bool m_isTarget = false; // while something that can be dropped hovers above
};

}
