// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"
#include "executor/cli/policyoptions.h"
#include "executor/cli/table.h"
#include "executor/cli/tensorfiles.h"
#include "executor/data/npy.h"
#include "executor/data/synthetic.h"
#include "executor/files/atomicfile.h"
#include "executor/files/modelfile.h"
#include "executor/train/precision.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <format>
#include <memory>
#include <print>

namespace halftone::cli {
namespace {

struct RunOptions
{
    ModelOptions model;
    JudgeOptions judge;
    PolicyOptions policy;
    std::vector<std::string> inputs;
    std::vector<std::string> expected;
    std::string save;
    double relative = 1e-3; ///< The defaults of the ONNX backend tests.
    double absolute = 1e-7;
    bool mixed = false;
    bool json = false;
};

using Feeds = std::map<std::string, FileTensor>;

std::unexpected<Error> usage(std::string what, std::string where, std::string remedy)
{
    return std::unexpected(
        Error{ErrorKind::Usage, "E-RUN", std::move(what), std::move(where), std::move(remedy)});
}

/// Files by the names of values; those without a name are taken in the order of \p values.
Result<Feeds> readFiles(const Graph& graph, std::span<const ValueId> values,
    const std::vector<std::string>& texts, const char* option)
{
    Feeds feeds;
    std::size_t next = 0;
    for (const std::string& text : texts) {
        NamedFile file = parseNamedFile(text);
        if (file.name.empty() && next < values.size())
            file.name = graph.value(values[next++]).name;
        const bool isKnown =
            std::ranges::any_of(values, [&](ValueId id) { return graph.value(id).name == file.name; });
        if (!isKnown)
            return usage(std::format("The model has no tensor \"{}\" here.", file.name), option,
                "Name one that inspect lists, or give files in its order.");
        auto tensor = readTensorFile(file.path);
        if (!tensor)
            return std::unexpected(tensor.error());
        feeds[file.name] = *std::move(tensor);
    }
    return feeds;
}

/// Sizes of symbolic dimensions that the files tell.
std::map<std::string, std::int64_t> dimsFrom(const Graph& graph, const Feeds& feeds)
{
    std::map<std::string, std::int64_t> dims;
    for (ValueId id : graph.graphInputs()) {
        const auto feed = feeds.find(graph.value(id).name);
        if (feed == feeds.end() || feed->second.dims.size() != graph.dims(id).size())
            continue;
        for (std::size_t axis = 0; axis < feed->second.dims.size(); ++axis) {
            const Dim& dim = graph.dims(id)[axis];
            if (!dim.isFixed())
                dims[dim.symbol.isValid() ? graph.symbol(dim.symbol)
                                          : std::format("{}.{}", feed->first, axis)] =
                    feed->second.dims[axis];
        }
    }
    return dims;
}

Result<void> feed(Program& program, ValueId id, const FileTensor& tensor)
{
    const Graph& graph = *program.graph();
    if (*graph.fixedShape(id) != tensor.dims)
        return usage(std::format("The input \"{}\" is {}, and the file holds {} numbers of another shape.",
                         graph.value(id).name, graph.shapeText(id), tensor.values.size()),
            "--input", "Give a file of the input's shape.");
    if (graph.value(id).dtype == DType::Int64) {
        std::ranges::transform(tensor.values, program.integers(id).begin(),
            [](double value) { return static_cast<std::int64_t>(value); });
        return {};
    }
    if (graph.value(id).dtype != DType::Float32 && !isLowPrecision(graph.value(id).dtype))
        return usage(std::format("Inputs of type {} cannot be fed (\"{}\").", name(graph.value(id).dtype),
                         graph.value(id).name),
            "--input", "Use a model with float or int64 inputs.");
    program.write(id, std::vector<float>(tensor.values.begin(), tensor.values.end()));
    return {};
}

/// The first element that differs by more than is allowed; nullopt when none does.
std::optional<std::size_t> findDifference(
    const std::vector<float>& got, const FileTensor& expected, const RunOptions& options)
{
    if (got.size() != expected.values.size())
        return 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const auto value = static_cast<double>(got[i]);
        const double wanted = expected.values[i];
        if (std::isnan(value) && std::isnan(wanted))
            continue;
        if (value != wanted &&
            !(std::abs(value - wanted) <= options.absolute + options.relative * std::abs(wanted)))
            return i;
    }
    return std::nullopt;
}

struct Prepared
{
    Program program;
    Feeds expected;
};

Result<Prepared> prepare(const RunOptions& options)
{
    auto dims = parseDims(options.model.dims);
    if (!dims)
        return std::unexpected(dims.error());
    auto model = openModel(options.model.path, {.dims = *dims});
    if (!model)
        return std::unexpected(model.error());
    auto feeds = readFiles(*model->graph, model->graph->graphInputs(), options.inputs, "--input");
    if (!feeds)
        return std::unexpected(feeds.error());
    if (auto told = dimsFrom(*model->graph, *feeds); !told.empty()) {
        dims->merge(told);
        model = openModel(options.model.path, {.dims = *dims});
        if (!model)
            return std::unexpected(model.error());
    }
    auto expected = readFiles(*model->graph, model->graph->graphOutputs(), options.expected, "--expect");
    if (!expected)
        return std::unexpected(expected.error());
    std::optional<Precision> precision;
    if (options.mixed) {
        auto judge = readSettings(options.judge);
        if (!judge)
            return std::unexpected(judge.error());
        auto policy = readPolicy(options.policy, *judge, false);
        if (!policy)
            return std::unexpected(policy.error());
        precision = precisionBy(*std::move(policy));
    }
    auto lowered = lowerPrecision(model->graph, precision);
    if (!lowered)
        return std::unexpected(lowered.error());
    auto program = Program::compile(lowered->graph);
    if (!program)
        return std::unexpected(program.error());
    for (ValueId id : model->graph->graphInputs()) {
        const auto found = feeds->find(model->graph->value(id).name);
        if (found == feeds->end())
            return usage(std::format("There is nothing to feed \"{}\" with.", model->graph->value(id).name),
                "--input", "Give --input NAME=FILE for every input, .pb or .npy.");
        if (auto fed = feed(*program, lowered->valueOf[id], found->second); !fed)
            return std::unexpected(fed.error());
    }
    return Prepared{*std::move(program), *std::move(expected)};
}

Exit runModel(const RunOptions& options)
{
    auto prepared = prepare(options);
    if (!prepared)
        return report(prepared.error(), options.json);
    setThreads(1); // each node is computed once: starting others costs more than they save
    Program& program = prepared->program;
    program.run(Stage::Compute);
    const Graph& graph = *program.graph();
    Table table({"output", "shape", "smallest", "largest", "expected"});
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    bool isEqual = true;
    for (ValueId id : graph.graphOutputs()) {
        const std::string& name = graph.value(id).name;
        const bool isInteger = graph.value(id).dtype == DType::Int64;
        std::vector<float> values;
        if (isInteger)
            std::ranges::transform(program.integers(id), std::back_inserter(values),
                [](std::int64_t value) { return static_cast<float>(value); });
        else
            values = program.read(id);
        if (!options.save.empty()) {
            std::string file = name;
            std::ranges::replace(file, '/', '_');
            const auto written = writeFileAtomically(
                options.save + "/" + file + ".npy", encodeNpy(*graph.fixedShape(id), values));
            if (!written)
                return report(written.error(), options.json);
        }
        std::string verdict = "-";
        if (const auto expected = prepared->expected.find(name); expected != prepared->expected.end()) {
            const auto at = findDifference(values, expected->second, options);
            isEqual = isEqual && !at;
            verdict = !at ? "equal"
                : values.size() != expected->second.values.size()
                ? std::format("{} numbers", expected->second.values.size())
                : std::format(
                      "element {}: {:g}, expected {:g}", *at, values[*at], expected->second.values[*at]);
        }
        const auto [smallest, largest] = std::ranges::minmax(values);
        table.add({name, graph.shapeText(id), std::format("{:g}", smallest), std::format("{:g}", largest),
            verdict});
        json.push_back({{"output", name}, {"shape", *graph.fixedShape(id)}, {"expected", verdict}});
    }
    const Exit written = writeOutput("-", options.json ? json.dump(2) + "\n" : table.render(), options.json);
    return written == Exit::Done && !isEqual ? Exit::Findings : written;
}

}

void addRun(CLI::App& app, Run& run)
{
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "Compute a model's outputs from files, and compare them");
    addModelOptions(*command, options->model);
    addJudgeOptions(*command, options->judge, PurposeOption::Fixed);
    addPolicyOptions(*command, options->policy);
    command
        ->add_option(
            "--input", options->inputs, "Tensor for an input, .pb or .npy; without names in their order")
        ->type_name("[NAME=]FILE");
    command->add_option("--expect", options->expected, "What an output must be; exit status 1 when it is not")
        ->type_name("[NAME=]FILE");
    command->add_option("--rtol", options->relative, "Difference allowed, relative")->capture_default_str();
    command->add_option("--atol", options->absolute, "Difference allowed, absolute")->capture_default_str();
    command->add_option("--save", options->save, "Write every output into this folder as .npy")
        ->type_name("FOLDER");
    command->add_flag(
        "--mixed", options->mixed, "In mixed precision, as --mode or --policy say; FP32 without it");
    command->add_flag("--json", options->json, "One JSON array of the outputs");
    command->callback([options, &run] { run = [options] { return runModel(*options); }; });
}

}
