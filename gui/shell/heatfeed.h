// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/graph/heat.h"

#include <QObject>
#include <QTimer>

#include <string>
#include <unordered_map>

namespace halftone {

class Document;
class GraphView;
class RunSet;
class TrainingRun;

/// This brings what rounding did in a training to the graph, some times a second while the training goes on.
/// Of several runs of the open model it takes the first that rounds to 16 bits, before all one that goes on.
class HeatFeed : public QObject
{
    Q_OBJECT

public:
    /// All must outlive it.
    HeatFeed(Document& document, GraphView& view, RunSet& runs, QObject* parent);

    HeatKind kind() const { return m_kind; }
    void setKind(HeatKind kind);

private:
    void schedule();
    void refresh();
    const TrainingRun* shownRun() const;
    bool hasHeat(const TrainingRun& run) const;
    void followTwinOf(const TrainingRun* shown) const;
    /// The operator of the shown graph that is called so, or that a helper of that name stands beside;
    /// invalid without one.
    NodeId nodeNamed(const std::string& name) const;
    void indexNodes(const GraphPtr& shown);
    /// By value of \p counted, the operator of the shown graph that it is a result of, by name.
    void matchNodes(const GraphPtr& counted);
    void fillCounts(HeatMap& map, const TrainingRun& run);
    void fillErrors(HeatMap& map, const TrainingRun& run) const;

    Document& m_document;
    GraphView& m_view;
    RunSet& m_runs;
    QTimer m_timer;
    HeatKind m_kind = HeatKind::None;
    GraphPtr m_shown; // what m_nodes was made for
    std::unordered_map<std::string, NodeId> m_nodes;
    GraphPtr m_counted; // what m_nodeOf was made for, with m_shown
    IdMap<ValueId, NodeId> m_nodeOf;
};

}
