// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/estimatetext.h"

#include "executor/cli/table.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <format>

namespace halftone::cli {
namespace {

std::string mebibytes(std::size_t bytes)
{
    return std::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
}

std::string clock(double seconds)
{
    const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
    return whole < 3600 ? std::format("{}:{:02}", whole / 60, whole % 60)
                        : std::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

}

std::string estimateText(std::span<const LabelledEstimate> runs)
{
    Table table({"run", "memory", "weights", "activations", "a step", "an epoch", "steps", "in all"});
    for (const auto& [label, estimate] : runs)
        table.add({label, mebibytes(estimate.memoryBytes),
            mebibytes(estimate.memoryBytes - estimate.activationBytes), mebibytes(estimate.activationBytes),
            std::format("{:.2f} ms", 1e3 * estimate.secondsPerStep),
            clock(estimate.secondsPerStep * static_cast<double>(estimate.stepsPerEpoch)),
            std::to_string(estimate.steps), clock(estimate.seconds())});
    return table.render() +
        std::format(
            "\nMemory is that of the plan; times are those of {} steps that were tried, without the accuracy "
            "at the end.\n",
            runs.front().estimate.triedSteps);
}

std::string estimateJson(std::span<const LabelledEstimate> runs)
{
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const auto& [label, estimate] : runs)
        all.push_back({{"run", label}, {"memoryBytes", estimate.memoryBytes},
            {"activationBytes", estimate.activationBytes}, {"stepsPerEpoch", estimate.stepsPerEpoch},
            {"steps", estimate.steps}, {"triedSteps", estimate.triedSteps},
            {"msPerStep", 1e3 * estimate.secondsPerStep}, {"seconds", estimate.seconds()},
            {"threads", estimate.threads}});
    return all.dump(2) + "\n";
}

}
