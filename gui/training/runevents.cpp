// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runevents.h"

#include "gui/training/eventmark.h"
#include "gui/training/runlook.h"
#include "gui/training/runreadout.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace halftone {
namespace {

QString scaleText(const StepDone& step)
{
    if (step.scaleAfter != step.scaleUsed)
        return RunEventModel::tr("scale %1 → %2")
            .arg(shortScaleText(step.scaleUsed), shortScaleText(step.scaleAfter));
    return RunEventModel::tr("scale stays %1").arg(shortScaleText(step.scaleUsed));
}

QString overflowWord(ScaleCause cause)
{
    switch (cause) {
    case ScaleCause::AtFloor:
        return RunEventModel::tr("Overflow at the floor");
    case ScaleCause::Hysteresis:
        return RunEventModel::tr("Overflow, forgiven by hysteresis");
    case ScaleCause::Stuck:
        return RunEventModel::tr("Overflow, no factor moves the scale");
    case ScaleCause::Kept:
    case ScaleCause::Overflow:
    case ScaleCause::Growth:
    case ScaleCause::AtCeiling:
        break;
    }
    return RunEventModel::tr("Overflow");
}

}

std::optional<RunEvent::Kind> eventKind(const StepDone& step)
{
    if (step.overflow)
        return RunEvent::Kind::Overflow;
    if (step.cause == ScaleCause::Growth)
        return RunEvent::Kind::Growth;
    if (step.cause == ScaleCause::AtCeiling)
        return RunEvent::Kind::Ceiling;
    if (!std::isfinite(step.loss))
        return RunEvent::Kind::BadLoss;
    return std::nullopt;
}

QString eventText(const StepDone& step, RunEvent::Kind kind, std::uint64_t cleanSteps)
{
    switch (kind) {
    case RunEvent::Kind::Overflow: {
        const QString text = RunEventModel::tr("%1: %2").arg(overflowWord(step.cause), scaleText(step));
        return step.skipped ? RunEventModel::tr("%1, step skipped").arg(text) : text;
    }
    case RunEvent::Kind::Growth:
        return RunEventModel::tr("Growth (clean steps: %1): %2").arg(cleanSteps).arg(scaleText(step));
    case RunEvent::Kind::Ceiling:
        return RunEventModel::tr("At the ceiling (clean steps: %1): %2").arg(cleanSteps).arg(scaleText(step));
    case RunEvent::Kind::BadLoss:
        return RunEventModel::tr("The loss is %1").arg(lossText(step.loss));
    }
    return {};
}

void RunEventModel::setRuns(std::vector<EventSource> runs)
{
    beginResetModel();
    m_events.clear();
    m_sources.clear();
    for (EventSource& run : runs) {
        m_sources.push_back({std::move(run), 0, {}});
        std::ranges::copy(takeNew(m_sources.size() - 1), std::back_inserter(m_events));
    }
    endResetModel();
}

std::vector<RunEvent> RunEventModel::takeNew(std::size_t run)
{
    Source& source = m_sources[run];
    const std::vector<StepDone>& steps = source.run.history->steps;
    std::vector<RunEvent> added;
    if (source.taken == 0)
        source.clean = CleanSteps(source.run.history->cleanBefore);
    for (; source.taken < steps.size(); ++source.taken) {
        const StepDone& step = steps[source.taken];
        const std::uint64_t clean = source.clean.count(step);
        if (const auto kind = eventKind(step))
            added.push_back(
                {*kind, static_cast<std::uint32_t>(run), static_cast<std::uint32_t>(source.taken), clean});
    }
    return added;
}

void RunEventModel::update(std::size_t run)
{
    const std::vector<RunEvent> added = takeNew(run);
    if (added.empty())
        return;
    const int row = rowCount();
    beginInsertRows({}, row, row + static_cast<int>(added.size()) - 1);
    std::ranges::copy(added, std::back_inserter(m_events));
    endInsertRows();
}

const StepDone& RunEventModel::step(int row) const
{
    return m_sources[event(row).run].run.history->steps[event(row).step];
}

QString RunEventModel::node(int row) const
{
    return overflowNode(*m_sources[event(row).run].run.history, step(row));
}

int RunEventModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_events.size());
}

int RunEventModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant RunEventModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::DecorationRole && index.column() == What)
        return eventMark(event(index.row()).kind);
    if (role == Qt::DecorationRole && index.column() == Run)
        return runSwatch(m_sources[event(index.row()).run].run.look);
    const QString where = role == Qt::ToolTipRole && index.column() == Node ? node(index.row()) : QString();
    if (!where.isEmpty())
        return RunEventModel::tr(
            "%1: the first operator whose result left the range of its type. Click to show it.")
            .arg(where);
    return role == Qt::DisplayRole || role == Qt::ToolTipRole ? textAt(index) : QVariant();
}

QVariant RunEventModel::textAt(const QModelIndex& index) const
{
    const RunEvent& row = event(index.row());
    switch (static_cast<Column>(index.column())) {
    case Step:
        return static_cast<qulonglong>(step(index.row()).step);
    case Run:
        return m_sources[row.run].run.label;
    case What:
        return eventText(step(index.row()), row.kind, row.cleanSteps);
    case Node:
        return node(index.row());
    case ColumnCount:
        break;
    }
    return {};
}

QVariant RunEventModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Step:
        return RunEventModel::tr("Step");
    case Run:
        return RunEventModel::tr("Run");
    case What:
        return RunEventModel::tr("What happened");
    case Node:
        return RunEventModel::tr("First operator out of range");
    case ColumnCount:
        break;
    }
    return {};
}

}
