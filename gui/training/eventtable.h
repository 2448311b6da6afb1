// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace halftone {

class RunEventModel;

/// This lists the events of a training. A line that gets the keyboard or a click points at its step; a click
/// or Enter asks for its operator, too.
class EventTable : public QTableView
{
    Q_OBJECT

public:
    explicit EventTable(RunEventModel* model, QWidget* parent = nullptr);

signals:
    /// Only for events whose operator is known.
    void nodeRequested(QString nodeName);
    void stepPointed(double step);
    /// Only for events whose operator is known: a line of it got the keyboard or a click.
    void nodePointed(QString nodeName);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void requestNode(const QModelIndex& index);

    RunEventModel* m_events; // never null
};

}
