// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/runevents.h"

#include "gui/training/eventmark.h"
#include "gui/training/runreadout.h"

#include <cmath>

namespace halftone {
namespace {

QString overflowText(const StepDone& step)
{
    QString text;
    if (step.scaleAfter != step.scaleUsed)
        text = RunEventModel::tr("Overflow: scale %1 → %2")
                   .arg(shortScaleText(step.scaleUsed), shortScaleText(step.scaleAfter));
    else
        text = RunEventModel::tr("Overflow: scale stays %1").arg(shortScaleText(step.scaleUsed));
    return step.skipped ? RunEventModel::tr("%1, step skipped").arg(text) : text;
}

}

std::optional<RunEvent> eventOf(const RunHistory& history, const StepDone& step, RunKind run)
{
    const bool isGrowth = step.cause == ScaleCause::Growth;
    if (!step.overflow && !isGrowth && std::isfinite(step.loss))
        return std::nullopt;
    RunEvent event{.step = step.step, .run = run};
    if (history.info && history.info->graph)
        event.node = overflowNode(*history.info->graph, step.firstOverflow);
    if (step.overflow) {
        event.what = overflowText(step);
    } else if (isGrowth) {
        event.kind = RunEvent::Kind::Growth;
        event.what = RunEventModel::tr("Growth: scale %1 → %2")
                         .arg(shortScaleText(step.scaleUsed), shortScaleText(step.scaleAfter));
    } else {
        event.kind = RunEvent::Kind::BadLoss;
        event.what = RunEventModel::tr("The loss is %1").arg(lossText(step.loss));
    }
    return event;
}

void RunEventModel::clear()
{
    beginResetModel();
    m_events.clear();
    endResetModel();
}

void RunEventModel::append(const RunHistory& history, RunKind run, qsizetype first, qsizetype last)
{
    std::vector<RunEvent> added;
    for (qsizetype i = first; i < last; ++i) {
        if (auto event = eventOf(history, history.steps[static_cast<std::size_t>(i)], run))
            added.push_back(*std::move(event));
    }
    if (added.empty())
        return;
    const int row = rowCount();
    beginInsertRows({}, row, row + static_cast<int>(added.size()) - 1);
    std::ranges::move(added, std::back_inserter(m_events));
    endInsertRows();
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
    const RunEvent& row = event(index.row());
    if (role == Qt::DecorationRole && index.column() == What)
        return eventMark(row.kind);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (static_cast<Column>(index.column())) {
    case Step:
        return static_cast<qulonglong>(row.step);
    case Run:
        return runKindText(row.run);
    case What:
        return row.what;
    case Node:
        if (role == Qt::ToolTipRole && !row.node.isEmpty())
            return RunEventModel::tr(
                "%1: the first operator whose result left the range of its type. Click to show it.")
                .arg(row.node);
        return row.node;
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
