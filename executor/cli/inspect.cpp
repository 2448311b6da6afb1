// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/cli.h"
#include "executor/cli/options.h"
#include "executor/files/modelfile.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <format>
#include <map>
#include <memory>

namespace halftone::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Inspect
{
    ModelOptions model;
    bool json = false;
    bool withoutWeights = false;
};

Json valuesJson(const Graph& graph, std::span<const ValueId> values)
{
    Json list = Json::array();
    for (ValueId id : values)
        list.push_back(id.isValid()
                ? Json{{"name", graph.value(id).name}, {"dtype", name(graph.value(id).dtype)},
                      {"shape", graph.shapeText(id)}}
                : Json(nullptr));
    return list;
}

Json inspectJson(const ImportedModel& model, const std::string& path)
{
    const Graph& graph = *model.graph;
    Json json{{"model", path}, {"irVersion", model.info.irVersion}, {"producer", model.info.producer},
        {"opsets", Json::object()}, {"symbols", model.info.symbols},
        {"inputs", valuesJson(graph, graph.graphInputs())},
        {"outputs", valuesJson(graph, graph.graphOutputs())}, {"nodes", Json::array()},
        {"findings", Json::array()}};
    for (const auto& [domain, version] : model.info.opsets)
        json["opsets"][domain.empty() ? "ai.onnx" : domain] = version;
    for (NodeId id : graph.nodes()) {
        Json attributes = Json::object();
        for (const Attribute& attribute : graph.node(id).attributes)
            attributes[attribute.name] = describe(attribute.value);
        json["nodes"].push_back({{"id", id.index}, {"name", graph.node(id).name},
            {"op", graph.node(id).opType}, {"inputs", valuesJson(graph, graph.inputs(id))},
            {"outputs", valuesJson(graph, graph.outputs(id))}, {"attributes", attributes}});
    }
    for (const Finding& finding : model.findings)
        json["findings"].push_back({{"id", finding.id}, {"severity", name(kindOf(finding).severity)},
            {"where", finding.where}, {"message", finding.message}, {"remedy", kindOf(finding).remedy}});
    return json;
}

std::string inspectText(const ImportedModel& model, const std::string& path)
{
    const Graph& graph = *model.graph;
    std::string text =
        std::format("{}: {} nodes, IR version {}", path, graph.nodeCount(), model.info.irVersion);
    for (const auto& [domain, version] : model.info.opsets)
        text += std::format(", {} {}", domain.empty() ? "opset" : domain, version);
    text += model.info.producer.empty() ? "\n" : std::format(", by {}\n", model.info.producer);
    for (ValueId id : graph.graphInputs())
        text += std::format(
            "  input   {} {} {}\n", graph.value(id).name, name(graph.value(id).dtype), graph.shapeText(id));
    for (ValueId id : graph.graphOutputs())
        text += std::format(
            "  output  {} {} {}\n", graph.value(id).name, name(graph.value(id).dtype), graph.shapeText(id));
    std::map<std::string, int> histogram;
    std::int64_t elements = 0;
    for (NodeId id : graph.nodes())
        ++histogram[graph.node(id).opType];
    for (ValueId id : graph.values()) {
        if (graph.value(id).kind == ValueKind::Initializer && graph.data(id))
            elements += graph.data(id)->elementCount();
    }
    text += std::format("  weights {} elements\n  ops    ", elements);
    for (const auto& [type, count] : histogram)
        text += std::format(" {}×{}", type, count);
    text += "\n";
    for (const std::string& symbol : model.info.symbols)
        text += std::format("  open    dimension {} (bind it with --dim {}=SIZE)\n", symbol, symbol);
    for (const Finding& finding : model.findings)
        text += std::format("  {}  {}: {} {}\n", name(kindOf(finding).severity), finding.where,
            finding.message, kindOf(finding).remedy);
    return text;
}

Exit inspect(const Inspect& options)
{
    const auto dims = parseDims(options.model.dims);
    if (!dims)
        return report(dims.error(), options.json);
    const auto missing =
        options.withoutWeights ? ImportOptions::MissingData::Tolerate : ImportOptions::MissingData::Refuse;
    const auto model = openModel(options.model.path, {.dims = *dims, .missingData = missing});
    if (!model)
        return report(model.error(), options.json);
    const std::string text = options.json
        ? inspectJson(*model, options.model.path).dump(2, ' ', false, Json::error_handler_t::replace) + "\n"
        : inspectText(*model, options.model.path);
    if (const Exit written = writeOutput("-", text, options.json); written != Exit::Done)
        return written;
    const bool hasProblem = std::ranges::any_of(model->findings,
        [](const Finding& finding) { return kindOf(finding).severity == Severity::Problem; });
    return hasProblem ? Exit::Findings : Exit::Done;
}

}

void addInspect(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Inspect>();
    CLI::App* command =
        app.add_subcommand("inspect", "Show what is in a model: inputs, operators, shapes, oddities");
    addModelOptions(*command, options->model);
    command->add_flag("--json", options->json, "One JSON object with every node");
    command->add_flag(
        "--without-weights", options->withoutWeights, "Open also when the weights' file is missing");
    command->callback([options, &run] { run = [options] { return inspect(*options); }; });
}

}
