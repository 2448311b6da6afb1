// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "executor/telemetry/overflowdescription.h"
#include "executor/telemetry/sink.h"
#include "gui/training/exponenthistory.h"

#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace halftone {

struct RunCounts;
struct TwinErrors;

/// This is all that is known about one run, live or finished.
struct RunHistory
{
    std::optional<RunInfo> info; ///< Nullopt until the model is compiled.
    std::vector<StepDone> steps;
    std::optional<RunFinished> finished;
    std::optional<Error> error; ///< Why there was no run, or why it gave up.
    std::uint64_t dropped = 0; ///< Steps that came too fast to be shown.
    /// Where steps overflowed, by their number, in words: of a run from a file, which has no graph.
    std::map<std::uint64_t, OverflowDescription> places;
    std::map<std::uint64_t, OverflowDescription> collapses; ///< Where tensors became all zeros, likewise.
    std::uint64_t cleanBefore = 0; ///< Steps without overflow right in front of the first, of a branch.
    std::shared_ptr<const RunCounts> counts; ///< What rounding did to tensors; null where nobody counted.
    /// How far a step was off its FP32 twin, the newest that was computed twice; null where nobody asked.
    std::shared_ptr<const TwinErrors> twin;
    std::optional<Error> twinError; ///< Why there is no twin.
    /// Of tensors that somebody looked at while the run went on, or that were recorded, by their names.
    std::map<std::string, ExponentHistory> exponents;
    std::optional<Error> keepingFailed; ///< Why the run is not on the disk as a whole.
};

/// The operator where numbers first left the range in \p step, live or recorded; empty when nothing did.
QString overflowNode(const RunHistory& history, const StepDone& step);

/// The operator where numbers first left the range, by the name it has in the model: a Cast that the mixed
/// graph has in addition stands for the operator around it. Empty when \p place is not valid.
QString overflowNode(const Graph& graph, OverflowPlace place);

/// The same for a place in a run file, without a graph: an inserted Cast has the name of what it converts.
QString recordedNode(const OverflowDescription& place);

/// Seconds until the planned steps are done, from the pace of the last steps; nullopt before the first.
std::optional<double> secondsLeft(const RunHistory& history);

/// This is a run to be written to a file.
struct NamedHistory
{
    QString name;
    const RunHistory* history = nullptr; ///< Never null.
};

/// One row per step and run. Numbers round-trip; infinity and NaN are written as "inf" and "nan".
QByteArray historyCsv(std::span<const NamedHistory> runs);

}
