// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/runhistory.h"
#include "gui/training/trainingsetup.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace halftone {

/// This is one line of the event list: something about a step that a person should see.
struct RunEvent
{
    // Without a size: lupdate would lose the namespace of the texts below.
    enum class Kind { Overflow, Growth, BadLoss };
    Kind kind = Kind::Overflow;
    std::uint64_t step = 0;
    RunKind run = RunKind::Fp32;
    QString what; ///< "overflow, scale 65536 → 32768, step skipped"
    QString node; ///< The operator where numbers first left the range; may be empty.
};

/// What is to be said about \p step; nullopt for an ordinary one.
std::optional<RunEvent> eventOf(const RunHistory& history, const StepDone& step, RunKind run);

/// The events of all runs, in the order in which they came.
class RunEventModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Step, Run, What, Node, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void clear();
    void append(const RunHistory& history, RunKind run, qsizetype first, qsizetype last);
    const RunEvent& event(int row) const { return m_events[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<RunEvent> m_events;
};

}
