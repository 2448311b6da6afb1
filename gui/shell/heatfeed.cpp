// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/heatfeed.h"

#include "executor/files/modelfile.h"
#include "gui/document/document.h"
#include "gui/graph/graphview.h"
#include "gui/training/runset.h"
#include "gui/training/tensortally.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <unordered_map>
#include <utility>

namespace halftone {
namespace {

using namespace std::chrono_literals;

constexpr auto kBetweenUpdates = 300ms; // Numbers that change faster cannot be read.

// As the trainer calls it.
std::string trainedName(const std::filesystem::path& path)
{
    const SampleModel* sample = findSample(path);
    return sample ? std::string(sample->title) : path.filename().string();
}

std::string withoutHelper(const std::string& name)
{
    return name.substr(0, name.rfind("__"));
}

// A cast of a weight has no operator before it, so it counts for the one that reads it.
NodeId makerOf(const Graph& graph, ValueId value)
{
    const NodeId producer = graph.value(value).producer;
    const std::span<const Graph::Use> uses = graph.uses(value);
    return producer.isValid() || uses.empty() ? producer : uses.front().node;
}

}

HeatFeed::HeatFeed(Document& document, GraphView& view, RunSet& runs, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_view(view)
    , m_runs(runs)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kBetweenUpdates);
    connect(&m_timer, &QTimer::timeout, this, &HeatFeed::refresh);
    connect(&runs, &RunSet::historyChanged, this, &HeatFeed::schedule);
    connect(&runs, &RunSet::stateChanged, this, &HeatFeed::schedule);
    connect(&runs, &RunSet::runRemoved, this, &HeatFeed::schedule);
    connect(&view, &GraphView::pictureChanged, this, &HeatFeed::schedule);
}

void HeatFeed::setKind(HeatKind kind)
{
    m_kind = kind;
    refresh();
}

void HeatFeed::schedule()
{
    if (m_kind != HeatKind::None && !m_timer.isActive())
        m_timer.start();
}

bool HeatFeed::hasHeat(const TrainingRun& run) const
{
    const RunHistory& history = run.history();
    return history.info && history.counts && m_document.hasModel() &&
        history.info->model == trainedName(m_document.model().path.toStdString()) &&
        std::ranges::any_of(
            history.counts->total, [](const kernels::RoundStats& tensor) { return tensor.count > 0; });
}

const TrainingRun* HeatFeed::shownRun() const
{
    const TrainingRun* first = nullptr;
    for (const auto& run : m_runs.runs()) {
        if (!hasHeat(*run))
            continue;
        if (run->isActive())
            return run.get();
        first = first ? first : run.get();
    }
    return first;
}

void HeatFeed::matchNodes(const GraphPtr& counted, const GraphPtr& shown)
{
    if (m_counted == counted && m_shown == shown)
        return;
    m_counted = counted;
    m_shown = shown;
    std::unordered_map<std::string, NodeId> nodes;
    for (NodeId node : shown->nodes())
        nodes.try_emplace(shown->displayName(node), node);
    m_nodeOf = IdMap<ValueId, NodeId>(counted->valueCount());
    for (ValueId value : counted->values()) {
        const NodeId maker = makerOf(*counted, value);
        if (!maker.isValid())
            continue;
        const std::string name = overflowNode(*counted, {.node = maker, .value = value}).toStdString();
        auto found = nodes.find(name);
        if (found == nodes.end())
            found = nodes.find(withoutHelper(name)); // one that was put in beside an operator
        if (found != nodes.end())
            m_nodeOf[value] = found->second;
    }
}

void HeatFeed::refresh()
{
    m_timer.stop();
    HeatMap map{.kind = m_kind};
    const TrainingRun* run = m_kind == HeatKind::None ? nullptr : shownRun();
    if (run && m_view.picture()) {
        const RunCounts& counts = *run->history().counts;
        map.graph = m_view.picture()->graph;
        map.run = run->label();
        map.steps = counts.steps;
        map.operators = IdMap<NodeId, OperatorHeat>(map.graph->nodeCount());
        matchNodes(counts.graph, map.graph);
        for (ValueId value : counts.graph->values()) {
            if (m_nodeOf[value].isValid())
                map.operators[m_nodeOf[value]].add(counts.total[value], counts.graph->value(value).dtype);
        }
    }
    m_view.setHeat(std::move(map));
}

}
