// SPDX-License-Identifier: GPL-3.0-or-later
//
// The single checks behind diagnose(); each gives nothing where a run is well in its regard.
#pragma once

#include "gui/training/diagnosis.h"
#include "gui/training/incident.h"

#include <QCoreApplication>

#include <map>
#include <span>

namespace halftone::diagnosis {

/// The context of all texts for translators.
struct Diagnoses
{
    Q_DECLARE_TR_FUNCTIONS(halftone::Diagnoses)
};

/// Names and how often they came.
using Tally = std::map<QString, int>;
QString mostFrequent(const Tally& names); ///< Of at least one.

inline constexpr std::size_t kLast = 20; // steps
std::span<const StepDone> lastSteps(const RunHistory& history, std::size_t count = kLast);

std::optional<Diagnosis> findLargeConstant(const RunHistory& history);
std::optional<Diagnosis> findBatchNormalization(const RunHistory& history);
std::optional<Diagnosis> findHopelessScale(const RunHistory& history);
std::optional<Diagnosis> findBrokenWeights(const RunHistory& history);
std::optional<Diagnosis> findDamagedStatistics(const RunHistory& history, const Checkpoint& standing);
std::optional<Diagnosis> findHighScale(const RunHistory& history);
std::optional<Diagnosis> findEarlyGrowth(const RunHistory& history);
std::optional<Diagnosis> findLostGradients(const RunHistory& history);
std::optional<Diagnosis> findVanishingUpdates(const RunHistory& history);

}
