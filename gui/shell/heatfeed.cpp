// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/shell/heatfeed.h"

#include "executor/files/modelfile.h"
#include "executor/train/twinprobe.h"
#include "gui/document/document.h"
#include "gui/document/messagetexts.h"
#include "gui/document/text.h"
#include "gui/graph/graphview.h"
#include "gui/training/runset.h"
#include "gui/training/tensortally.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <limits>
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

// Errors are there once they were asked for, so a run that goes on is enough to ask.
bool HeatFeed::hasHeat(const TrainingRun& run) const
{
    const RunHistory& history = run.history();
    if (!history.info || !history.counts || !m_document.hasModel() ||
        history.info->model != trainedName(m_document.model().path.toStdString()))
        return false;
    if (m_kind == HeatKind::Error)
        return run.hasScale() && (run.isActive() || history.twin);
    return std::ranges::any_of(
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

void HeatFeed::followTwinOf(const TrainingRun* shown) const
{
    for (const auto& run : m_runs.runs()) {
        if (run->controller())
            run->controller()->followTwin(m_kind == HeatKind::Error && run.get() == shown);
    }
}

void HeatFeed::indexNodes(const GraphPtr& shown)
{
    if (m_shown == shown)
        return;
    m_shown = shown;
    m_counted = nullptr;
    m_nodes.clear();
    for (NodeId node : shown->nodes())
        m_nodes.try_emplace(shown->displayName(node), node);
}

NodeId HeatFeed::nodeNamed(const std::string& name) const
{
    auto found = m_nodes.find(name);
    if (found == m_nodes.end())
        found = m_nodes.find(withoutHelper(name)); // one that was put in beside an operator
    return found == m_nodes.end() ? NodeId() : found->second;
}

void HeatFeed::matchNodes(const GraphPtr& counted)
{
    if (m_counted == counted)
        return;
    m_counted = counted;
    m_nodeOf = IdMap<ValueId, NodeId>(counted->valueCount());
    for (ValueId value : counted->values()) {
        if (const NodeId maker = makerOf(*counted, value); maker.isValid())
            m_nodeOf[value] =
                nodeNamed(overflowNode(*counted, {.node = maker, .value = value}).toStdString());
    }
}

void HeatFeed::fillCounts(HeatMap& map, const TrainingRun& run)
{
    const RunCounts& counts = *run.history().counts;
    map.steps = counts.steps;
    matchNodes(counts.graph);
    for (ValueId value : counts.graph->values()) {
        if (m_nodeOf[value].isValid())
            map.operators[m_nodeOf[value]].add(counts.total[value], counts.graph->value(value).dtype);
    }
}

void HeatFeed::fillErrors(HeatMap& map, const TrainingRun& run) const
{
    const TwinErrors& twin = *run.history().twin;
    map.steps = twin.step;
    for (const NodeComparison& row : twin.nodes) {
        const NodeId node = nodeNamed(row.node);
        if (node.isValid())
            map.operators[node].addError(row.accumulated.notFinite > 0
                    ? std::numeric_limits<double>::infinity()
                    : row.accumulated.relative());
    }
}

void HeatFeed::refresh()
{
    m_timer.stop();
    HeatMap map{.kind = m_kind};
    const TrainingRun* run = m_kind == HeatKind::None ? nullptr : shownRun();
    followTwinOf(run);
    if (run && m_kind == HeatKind::Error && run->history().twinError)
        map.problem = errorText(*run->history().twinError);
    if (run && m_view.picture() && (m_kind != HeatKind::Error || run->history().twin)) {
        map.graph = m_view.picture()->graph;
        map.run = run->label();
        map.operators = IdMap<NodeId, OperatorHeat>(map.graph->nodeCount());
        indexNodes(map.graph);
        fillCounts(map, *run);
        if (m_kind == HeatKind::Error)
            fillErrors(map, *run);
    }
    m_view.setHeat(std::move(map));
}

}
