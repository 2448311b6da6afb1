// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/training/runhistory.h"
#include "gui/training/scalechanges.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace halftone {

/// This is one line of the event list: something about a step that a person should see. It is small, because
/// a long run may have a million of them; texts are made when a line is looked at.
struct RunEvent
{
    // Without a size: lupdate would lose the namespace of the texts below.
    enum class Kind { Overflow, Growth, Ceiling, BadLoss };
    Kind kind = Kind::Overflow;
    std::uint32_t run = 0;
    std::uint32_t step = 0; ///< Index in the history.
    std::uint64_t cleanSteps = 0; ///< Without overflow in front of it.
};

/// What kind of event \p step is; nullopt for an ordinary one.
std::optional<RunEvent::Kind> eventKind(const StepDone& step);
/// "Overflow: scale 65536 → 32768, step skipped".
QString eventText(const StepDone& step, RunEvent::Kind kind, std::uint64_t cleanSteps);

/// A run whose events are listed.
struct EventSource
{
    QString label;
    int look = 0;
    const RunHistory* history = nullptr; ///< Never null; outlives the model's interest in it.
};

/// The events of all runs, in the order in which they came.
class RunEventModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Step, Run, What, Node, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Starts anew with these runs and the events that they have already.
    void setRuns(std::vector<EventSource> runs);
    /// Takes the steps that a run got since.
    void update(std::size_t run);

    const StepDone& step(int row) const;
    /// The operator where numbers first left the range; may be empty.
    QString node(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Source
    {
        EventSource run;
        std::size_t taken = 0; // steps of the history
        CleanSteps clean;
    };

    std::vector<RunEvent> takeNew(std::size_t run);
    const RunEvent& event(int row) const { return m_events[static_cast<std::size_t>(row)]; }
    QVariant textAt(const QModelIndex& index) const;

    std::vector<Source> m_sources;
    std::vector<RunEvent> m_events;
};

}
