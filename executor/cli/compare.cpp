// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"
#include "executor/cli/table.h"
#include "executor/cli/trainoptions.h"
#include "executor/train/comparison.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <format>
#include <memory>

namespace halftone::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kUsualScale = 1024; // small enough for a loss in FP16, so that there is something to compare

struct Compare
{
    TrainOptions train;
    std::size_t after = 0;
    bool json = false;
};

bool passes(const NodeComparison& node)
{
    return passesAscend(node.accumulated) && passesAscend(node.isolated);
}

// JSON has no infinity and no NaN.
Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
}

Json errorJson(const ErrorMeasures& error)
{
    return {{"maxAbs", number(error.maxAbsolute)}, {"maxRel", number(error.maxRelative)},
        {"cosine", number(error.cosine)}, {"maxUlp", number(error.maxUlp)}, {"notFinite", error.notFinite},
        {"pass", passesAscend(error)}};
}

std::string comparisonJson(const Comparison& comparison)
{
    Json nodes = Json::array();
    for (const NodeComparison& node : comparison.nodes)
        nodes.push_back({{"node", node.node}, {"op", node.op}, {"phase", name(node.phase)},
            {"tensor", node.tensor}, {"dtype", name(node.dtype)},
            {"accumulated", errorJson(node.accumulated)}, {"isolated", errorJson(node.isolated)}});
    const Json json{{"loss", number(comparison.loss)}, {"mixedLoss", number(comparison.mixedLoss)},
        {"lossScale", number(comparison.scale)}, {"nodes", nodes}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string comparisonText(const Comparison& comparison)
{
    Table table({"node", "type", "phase", "dtype", "cosine", "max abs", "max rel", "alone: cosine", "max abs",
        "max rel", "ULP", ""});
    for (const NodeComparison& node : comparison.nodes)
        table.add({node.node, node.op, std::string(name(node.phase)), std::string(name(node.dtype)),
            std::format("{:.6f}", node.accumulated.cosine),
            std::format("{:.2g}", node.accumulated.maxAbsolute),
            std::format("{:.2g}", node.accumulated.maxRelative), std::format("{:.6f}", node.isolated.cosine),
            std::format("{:.2g}", node.isolated.maxAbsolute),
            std::format("{:.2g}", node.isolated.maxRelative), std::format("{:.2g}", node.isolated.maxUlp),
            passes(node) ? "" : "fails"});
    const auto failing =
        std::ranges::count_if(comparison.nodes, [](const auto& node) { return !passes(node); });
    return table.render() +
        std::format(
            "\nLoss {:.6f} in FP32, {:.6f} in mixed precision; loss scale {:g}. {} of {} tensors fail "
            "Ascend's rule.\n",
            comparison.loss, comparison.mixedLoss, comparison.scale, failing, comparison.nodes.size());
}

Exit compare(Compare options)
{
    if (!options.train.scale.initial)
        options.train.scale.initial = kUsualScale;
    const auto plan = prepareTraining(options.train);
    if (!plan)
        return report(plan.error(), options.json);
    if (!plan->mixed)
        return report({ErrorKind::Usage, "E-COMPARE", "There is nothing to compare FP32 with.", "--fp32",
                          "Leave out --fp32."},
            options.json);
    const auto comparison =
        compareWithFloat32(options.train.model.path, plan->dims, plan->data, *plan->mixed, options.after);
    if (!comparison)
        return report(comparison.error(), options.json);
    const Exit written = writeOutput(
        "-", options.json ? comparisonJson(*comparison) : comparisonText(*comparison), options.json);
    if (written != Exit::Done)
        return written;
    return std::ranges::all_of(comparison->nodes, passes) ? Exit::Done : Exit::Findings;
}

}

void addCompareWithFp32(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Compare>();
    CLI::App* command = app.add_subcommand(
        "compare", "Say for every operator how far mixed precision is from FP32 on the same batch");
    addTrainOptions(*command, options->train);
    command->add_option("--after", options->after, "Train in mixed precision for so many steps first")
        ->capture_default_str();
    command->add_flag("--json", options->json, "One JSON object; the format stands in halftone-cli(1)");
    command->callback([options, &run] { run = [options] { return compare(*options); }; });
}

}
