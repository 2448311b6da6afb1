// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"
#include "executor/cli/columnoptions.h"
#include "executor/cli/comparetext.h"
#include "executor/cli/trainoptions.h"
#include "executor/compare/htmlreport.h"
#include "executor/files/modelfile.h"
#include "executor/train/batchedmodel.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <format>
#include <memory>

namespace halftone::cli {
namespace {

struct Compare
{
    TrainOptions train;
    std::vector<std::string> columns;
    std::string baseline = "A";
    std::size_t after = 0;
    bool inference = false;
    bool noNumerics = false;
    std::string csv;
    std::string report;
    std::string command; ///< As typed.
};

std::unexpected<Error> usage(std::string what, std::string where, std::string remedy)
{
    return std::unexpected(
        Error{ErrorKind::Usage, "E-COMPARE", std::move(what), std::move(where), std::move(remedy)});
}

/// The command's own options and those of each --column.
Result<std::vector<ColumnOptions>> readColumns(const Compare& options)
{
    constexpr std::size_t kMost = 26; // letters
    std::vector<ColumnOptions> columns{{options.train.judge, options.train.policy}};
    columns.front().judge.training = !options.inference;
    for (const std::string& text : options.columns) {
        auto column = parseColumn(text, columns.front());
        if (!column)
            return std::unexpected(column.error());
        columns.push_back(*std::move(column));
    }
    if (columns.size() > kMost)
        return usage(std::format("{} ways are too many to tell apart.", columns.size()), "--column",
            std::format("Compare up to {} at once.", kMost));
    return columns;
}

Result<Precision> precisionOf(const ColumnOptions& column, ScaleOptions scale)
{
    auto judge = readSettings(column.judge);
    if (!judge)
        return std::unexpected(judge.error());
    auto policy = readPolicy(column.policy, *judge, column.judge.training);
    if (!policy)
        return std::unexpected(policy.error());
    Precision precision = precisionBy(*std::move(policy));
    if (!scale.initial)
        scale.initial = kComparisonScale;
    if (auto applied = applyScaleOptions(scale, precision); !applied)
        return std::unexpected(applied.error());
    return precision;
}

/// Decisions do not depend on sizes, but bytes do: they are those that the window shows, whatever the batch
/// of the numbers.
Result<GraphPtr> openGraph(const Compare& options, const std::map<std::string, std::int64_t>& dims)
{
    const TrainOptions& train = options.train;
    const auto model = options.inference ? openModel(train.model.path, {.dims = dims})
                                         : openWithBatch(train.model.path, dims, TrainSettings().batch);
    if (!model)
        return std::unexpected(model.error());
    if (options.inference)
        return model->graph;
    const auto differentiated = readGraphOptions(train.graph);
    if (!differentiated)
        return std::unexpected(differentiated.error());
    const auto training = differentiate(model->graph, *differentiated);
    if (!training)
        return std::unexpected(training.error());
    return training->graph;
}

Result<void> addNumerics(
    const Compare& options, std::span<const Precision> precisions, WayComparison& comparison)
{
    TrainOptions train = options.train;
    train.fp32 = true; // the precisions are read already
    const auto plan = prepareTraining(train);
    if (!plan)
        return std::unexpected(plan.error());
    const ComparisonSettings settings{.model = train.model.path,
        .dims = plan->dims,
        .pass = comparison.pass,
        .train = *plan->full,
        .after = options.after};
    auto numbers = compareWithFloat32(settings, plan->data, precisions);
    if (!numbers)
        return std::unexpected(numbers.error());
    setNumbers(comparison, settings, train.data, *std::move(numbers));
    return {};
}

Result<WayComparison> compareWays(const Compare& options)
{
    const auto columns = readColumns(options);
    if (!columns)
        return std::unexpected(columns.error());
    std::vector<Precision> precisions;
    for (const ColumnOptions& column : *columns) {
        auto precision = precisionOf(column, options.train.scale);
        if (!precision)
            return std::unexpected(precision.error());
        precisions.push_back(*std::move(precision));
    }
    const std::size_t baseline = options.baseline.size() == 1
        ? static_cast<std::size_t>(options.baseline.front() - 'A')
        : precisions.size();
    if (baseline >= precisions.size())
        return usage(std::format("There is no column \"{}\".", options.baseline), "--baseline",
            std::format("Columns are A to {}.", wayLetter(precisions.size() - 1)));
    const auto dims = parseDims(options.train.model.dims);
    if (!dims)
        return std::unexpected(dims.error());
    const auto graph = openGraph(options, *dims);
    if (!graph)
        return std::unexpected(graph.error());
    WayComparison comparison{.model = options.train.model.path,
        .graph = *graph,
        .pass = options.inference ? ComparisonSettings::Pass::Forward : ComparisonSettings::Pass::Training,
        .baseline = baseline,
        .command = options.command};
    for (std::size_t i = 0; i < precisions.size(); ++i) {
        comparison.ways.push_back(decideWay(*graph, precisions[i].policy));
        comparison.ways.back().library = (*columns)[i].judge.library;
    }
    if (const auto& refusal = comparison.ways.front().refusal; refusal && comparison.ways.size() == 1)
        return std::unexpected(*refusal);
    findDifferences(comparison.ways, baseline);
    if (!options.noNumerics) {
        if (auto added = addNumerics(options, precisions, comparison); !added)
            return std::unexpected(added.error());
    }
    return comparison;
}

Exit writeFiles(const Compare& options, const WayComparison& comparison)
{
    if (!options.csv.empty()) {
        const Exit written = writeOutput(options.csv, comparisonCsv(comparison, false), options.train.json);
        if (written != Exit::Done)
            return written;
    }
    return options.report.empty()
        ? Exit::Done
        : writeOutput(options.report, comparisonHtml(comparison, reportFacts()), options.train.json);
}

Exit compare(const Compare& options)
{
    const bool asJson = options.train.json;
    if (options.train.fp32)
        return report({ErrorKind::Usage, "E-COMPARE", "There is nothing to compare FP32 with.", "--fp32",
                          "Leave out --fp32."},
            asJson);
    const auto comparison = compareWays(options);
    if (!comparison)
        return report(comparison.error(), asJson);
    if (const Exit written = writeFiles(options, *comparison); written != Exit::Done)
        return written;
    const Exit written =
        writeOutput("-", asJson ? comparisonJson(*comparison) : comparisonText(*comparison), asJson);
    const bool hasFailed = std::ranges::any_of(comparison->ways, [](const ComparedWay& way) {
        return way.refusal || (way.numerics && (!*way.numerics || (*way.numerics)->failing() > 0));
    });
    return written == Exit::Done && hasFailed ? Exit::Findings : written;
}

}

void addCompare(CLI::App& app, Run& run, const std::string& commandLine)
{
    auto options = std::make_shared<Compare>();
    options->command = commandLine;
    CLI::App* command = app.add_subcommand("compare",
        "Decide in several ways side by side, and say for every operator how far each is from FP32 on the "
        "same batch");
    addTrainOptions(*command, options->train);
    command
        ->add_option("--column", options->columns,
            "One more way: a mode, level or policy (force_fp16, O2, pytorch), or its options in quotes; the "
            "command's own options are the first")
        ->type_name("WAY");
    command->add_option("--baseline", options->baseline, "The column that others are compared with")
        ->type_name("LETTER")
        ->capture_default_str();
    command->add_option("--after", options->after, "Train in the first way for so many steps first")
        ->capture_default_str();
    command->add_flag("--inference", options->inference, "Compare the forward pass alone");
    command->add_flag("--no-numerics", options->noNumerics, "Decide only; nothing is computed");
    command->add_option("--csv", options->csv, "Write operator by way, with reasons, as a table")
        ->type_name("FILE");
    command->add_option("--report", options->report, "Write one HTML file with tables, plots and graph")
        ->type_name("FILE");
    command->add_flag("--json", options->train.json, "One JSON object; the format stands in halftone-cli(1)");
    command->callback([options, &run] { run = [options] { return compare(*options); }; });
}

}
