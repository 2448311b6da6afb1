// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"
#include "executor/cli/policyoptions.h"
#include "executor/cli/table.h"
#include "executor/cli/tensorfiles.h"
#include "executor/data/npy.h"
#include "executor/dynamic/modelrunner.h"
#include "executor/files/atomicfile.h"
#include "executor/files/modelfile.h"
#include "executor/train/precision.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <format>
#include <memory>
#include <ranges>
#include <set>

namespace halftone::cli {
namespace {

struct RunOptions
{
    ModelOptions model;
    JudgeOptions judge;
    PolicyOptions policy;
    std::vector<std::string> inputs;
    std::vector<std::string> values;
    std::vector<std::string> expected;
    std::string save;
    std::optional<std::uint64_t> seed;
    double relative = 1e-3; ///< The defaults of the ONNX backend tests.
    double absolute = 1e-7;
    bool mixed = false;
    bool plan = false;
    bool json = false;
};

std::unexpected<Error> usage(std::string what, std::string where, std::string remedy)
{
    return std::unexpected(
        Error{ErrorKind::Usage, "E-RUN", std::move(what), std::move(where), std::move(remedy)});
}

/// The first element that differs by more than is allowed; nullopt when none does.
std::optional<std::size_t> findDifference(
    const std::vector<float>& got, const FileTensor& expected, const RunOptions& options)
{
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
    ModelRunner runner;
    std::vector<TensorData> inputs;
    Feeds expected;
};

Result<std::optional<Precision>> precisionOf(const RunOptions& options)
{
    if (!options.mixed)
        return std::optional<Precision>();
    auto judge = readSettings(options.judge);
    if (!judge)
        return std::unexpected(judge.error());
    auto policy = readPolicy(options.policy, *judge, false);
    if (!policy)
        return std::unexpected(policy.error());
    return precisionBy(*std::move(policy));
}

// One number for a scalar, else a vector.
Result<void> addValues(const Graph& graph, const std::vector<std::string>& texts, Feeds& feeds)
{
    for (const std::string& text : texts) {
        const NamedFile value = parseNamedFile(text);
        const ValueId id = graph.findValue(value.name);
        if (!id.isValid() || graph.value(id).kind != ValueKind::Input)
            return usage(std::format("The model has no input \"{}\".", value.name), "--value",
                "Name one that inspect lists.");
        FileTensor tensor;
        for (const auto part : std::views::split(value.path, ',')) {
            double number = 0;
            const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
            if (error != std::errc() || end != part.data() + part.size())
                return usage(std::format("\"{}\" is not a number.", std::string_view(part)), "--value",
                    "Write NAME=1 or NAME=1,2,3.");
            tensor.values.push_back(number);
        }
        if (tensor.values.size() != 1 || !graph.value(id).shapeKnown || !graph.dims(id).empty())
            tensor.dims = {static_cast<std::int64_t>(tensor.values.size())};
        feeds[value.name] = std::move(tensor);
    }
    return {};
}

Result<std::vector<TensorData>> inputsFor(const Graph& graph, const Feeds& feeds, const RunOptions& options)
{
    std::vector<TensorData> inputs;
    for (ValueId id : graph.graphInputs()) {
        const std::string& name = graph.value(id).name;
        const auto found = feeds.find(name);
        if (found == feeds.end() && !options.seed)
            return usage(std::format("There is nothing to feed \"{}\" with.", name), "--input",
                "Give --input NAME=FILE for every input, .pb or .npy, or --random 1.");
        auto input = tensorOf(graph.value(id).dtype,
            found == feeds.end() ? randomTensor(graph, id, *options.seed) : found->second, name);
        if (!input)
            return std::unexpected(input.error());
        inputs.push_back(*std::move(input));
    }
    return inputs;
}

Result<Prepared> prepare(const RunOptions& options)
{
    const auto dims = parseDims(options.model.dims);
    if (!dims)
        return std::unexpected(dims.error());
    const auto model = openModel(options.model.path, {.dims = *dims});
    if (!model)
        return std::unexpected(model.error());
    const Graph& graph = *model->graph;
    auto feeds = readTensorFiles(graph, graph.graphInputs(), options.inputs, "--input");
    if (!feeds)
        return std::unexpected(feeds.error());
    if (auto added = addValues(graph, options.values, *feeds); !added)
        return std::unexpected(added.error());
    auto expected = readTensorFiles(graph, graph.graphOutputs(), options.expected, "--expect");
    if (!expected)
        return std::unexpected(expected.error());
    const auto precision = precisionOf(options);
    if (!precision)
        return std::unexpected(precision.error());
    auto lowered = lowerPrecision(model->graph, *precision);
    if (!lowered)
        return std::unexpected(lowered.error());
    auto runner = ModelRunner::create(lowered->graph);
    if (!runner)
        return std::unexpected(runner.error());
    auto inputs = inputsFor(*lowered->graph, *feeds, options);
    if (!inputs)
        return std::unexpected(inputs.error());
    return Prepared{*std::move(runner), *std::move(inputs), *std::move(expected)};
}

std::string shapeText(std::span<const std::int64_t> dims)
{
    std::string text;
    for (const std::int64_t size : dims)
        text += std::format("{}{}", text.empty() ? "" : "×", size);
    return text.empty() ? "scalar" : text;
}

std::string verdictOf(const Feeds& expectations, const std::string& name, std::span<const std::int64_t> dims,
    const std::vector<float>& values, const RunOptions& options, bool& isEqual)
{
    const auto expected = expectations.find(name);
    if (expected == expectations.end())
        return "-";
    if (!std::ranges::equal(dims, expected->second.dims)) {
        isEqual = false;
        return std::format("the shape {}", shapeText(expected->second.dims));
    }
    const auto at = findDifference(values, expected->second, options);
    isEqual = isEqual && !at;
    if (!at)
        return "equal";
    return std::format("element {}: {:g}, expected {:g}", *at, values[*at], expected->second.values[*at]);
}

/// Different names stay different files: "a/b" beside "a_b".
class FileNames
{
public:
    std::string of(std::string output)
    {
        std::ranges::replace(output, '/', '_');
        while (!m_used.insert(output).second)
            output += '_';
        return output + ".npy";
    }

private:
    std::set<std::string> m_used;
};

Exit listOutputs(const Prepared& prepared, const std::vector<TensorData>& outputs, const RunOptions& options)
{
    const Graph& graph = *prepared.runner.graph();
    Table table({"output", "shape", "smallest", "largest", "expected"});
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    bool isEqual = true;
    FileNames fileNames;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const std::string& name = graph.value(graph.graphOutputs()[i]).name;
        const std::vector<double> wide = toDoubles(outputs[i]);
        const std::vector<float> values(wide.begin(), wide.end());
        if (!options.save.empty()) {
            const std::string path = options.save + "/" + fileNames.of(name);
            if (const auto saved = writeFileAtomically(path, encodeNpy(outputs[i].dims, values)); !saved)
                return report(saved.error(), options.json);
        }
        const std::string verdict =
            verdictOf(prepared.expected, name, outputs[i].dims, values, options, isEqual);
        const auto [smallest, largest] =
            values.empty() ? std::ranges::minmax_result<float>{0, 0} : std::ranges::minmax(values);
        table.add({name, shapeText(outputs[i].dims), std::format("{:g}", smallest),
            std::format("{:g}", largest), verdict});
        json.push_back({{"output", name}, {"shape", outputs[i].dims}, {"smallest", smallest},
            {"largest", largest}, {"expected", verdict}});
    }
    const auto asJson = [&json] {
        return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    };
    const Exit written = writeOutput("-", options.json ? asJson() : table.render(), options.json);
    return written == Exit::Done && !isEqual ? Exit::Findings : written;
}

Exit listParts(const ModelRunner& runner)
{
    Table table({"part", "node", "type", "runs by", "layout", "note"});
    std::size_t number = 0;
    std::string parts;
    for (const ModelRunner::Part& part : runner.parts()) {
        const std::string label = std::to_string(++number);
        parts += std::format("{}: {}{}{}, run {} times{}\n", label, part.body, part.body.empty() ? "" : ": ",
            part.nodes, part.runs, part.plannedFor.empty() ? "" : ", planned for " + part.plannedFor);
        for (const PlanRow& row : part.rows)
            table.add({label, row.name, row.opType,
                row.implementation + (row.isNative ? " (native 16 bits)" : ""), row.layout, row.refusal});
    }
    return writeOutput(
        "-", table.render() + "\nParts, each planned when its sizes were known:\n" + parts, false);
}

Exit runModel(const RunOptions& options)
{
    auto prepared = prepare(options);
    if (!prepared)
        return report(prepared.error(), options.json);
    setThreads(1); // each node is computed once: starting others costs more than they save
    const auto outputs = prepared->runner.run(prepared->inputs);
    if (!outputs)
        return report(outputs.error(), options.json);
    return options.plan ? listParts(prepared->runner) : listOutputs(*prepared, *outputs, options);
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
    command->add_option("--value", options->values, "Numbers for an input: NAME=16000, NAME=1,2,3")
        ->type_name("NAME=NUMBERS");
    command->add_option("--random", options->seed, "Random numbers for inputs that are not given")
        ->type_name("SEED");
    command->add_option("--expect", options->expected, "What an output must be; exit status 1 when it is not")
        ->type_name("[NAME=]FILE");
    command->add_option("--rtol", options->relative, "Difference allowed, relative")->capture_default_str();
    command->add_option("--atol", options->absolute, "Difference allowed, absolute")->capture_default_str();
    command->add_option("--save", options->save, "Write every output into this folder as .npy")
        ->type_name("FOLDER");
    command->add_flag(
        "--mixed", options->mixed, "In mixed precision, as --mode or --policy say; FP32 without it");
    command->add_flag("--plan", options->plan, "List how each node was computed instead of the outputs");
    command->add_flag("--json", options->json, "One JSON array of the outputs");
    command->callback([options, &run] { run = [options] { return runModel(*options); }; });
}

}
