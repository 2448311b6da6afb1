// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace halftone {

class RunEventModel;

/// This lists the events of a training; a click or Enter on one asks for its operator.
class EventTable : public QTableView
{
    Q_OBJECT

public:
    explicit EventTable(RunEventModel* model, QWidget* parent = nullptr);

signals:
    /// Only for events whose operator is known.
    void nodeRequested(QString nodeName);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void requestNode(const QModelIndex& index);

    RunEventModel* m_events; // never null
};

}
