// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/training/diagnosischecks.h"

#include <algorithm>
#include <array>

namespace halftone {
namespace diagnosis {

QString mostFrequent(const Tally& names)
{
    return std::ranges::max_element(names, {}, [](const auto& row) { return row.second; })->first;
}

std::span<const StepDone> lastSteps(const RunHistory& history, std::size_t count)
{
    return std::span(history.steps).last(std::min(count, history.steps.size()));
}

}

std::vector<Diagnosis> diagnose(const RunHistory& history, const Checkpoint* standing)
{
    using namespace diagnosis;
    using Check = std::optional<Diagnosis> (*)(const RunHistory&);
    // The first of these that holds explains the others.
    constexpr std::array<Check, 4> kOverflows{
        findLargeConstant, findBatchNormalization, findHopelessScale, findBrokenWeights};
    constexpr std::array<Check, 4> kOthers{
        findHighScale, findEarlyGrowth, findLostGradients, findVanishingUpdates};
    constexpr std::size_t kFewest = 8;
    std::vector<Diagnosis> found;
    if (!history.info || history.steps.size() < kFewest)
        return found;
    for (const Check check : kOverflows) {
        if (auto diagnosis = check(history); diagnosis && found.empty())
            found.push_back(*std::move(diagnosis));
    }
    if (standing) {
        if (auto diagnosis = findDamagedStatistics(history, *standing))
            found.push_back(*std::move(diagnosis));
    }
    for (const Check check : kOthers) {
        if (auto diagnosis = check(history))
            found.push_back(*std::move(diagnosis));
    }
    return found;
}

}
