// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/options.h"

#include "executor/files/modelfile.h"
#include "executor/train/batchedmodel.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <format>
#include <set>

namespace halftone::cli {
namespace {

void addTypes(std::set<std::string>& types, const Decisions& decisions)
{
    const Graph& graph = *decisions.graph();
    for (NodeId id : graph.nodes()) {
        for (const PartDecision& part : decisions.parts(id))
            types.insert(part.ascendType);
        for (std::size_t i = 0; i < graph.node(id).bodies.size(); ++i)
            addTypes(types, decisions.body(id, i));
    }
}

}

Result<JudgedModel> openGraph(
    const ModelOptions& model, const JudgeOptions& options, const DifferentiateOptions& loss)
{
    auto dims = parseDims(model.dims);
    if (!dims)
        return std::unexpected(dims.error());
    // Decisions do not depend on sizes, but a training graph needs some batch.
    constexpr std::size_t kAnyBatch = 32;
    auto imported = options.training ? openWithBatch(model.path, *dims, kAnyBatch)
                                     : openModel(model.path, {.dims = *dims});
    if (!imported)
        return std::unexpected(imported.error());
    JudgedModel judged{.model = *imported, .graph = imported->graph, .findings = imported->findings};
    if (!options.training) {
        // Whether the model could be trained is no question here.
        std::erase_if(
            judged.findings, [](const Finding& finding) { return finding.id.starts_with("differentiate."); });
        return judged;
    }
    auto training = differentiate(judged.graph, loss);
    if (!training)
        return std::unexpected(training.error());
    judged.graph = training->graph;
    judged.findings.insert(judged.findings.end(), training->findings.begin(), training->findings.end());
    return judged;
}

void addModelOptions(CLI::App& app, ModelOptions& options)
{
    app.add_option("model", options.path,
           "ONNX file, or sample:lenet5, sample:resnet-block or sample:transformer-block, which are built in")
        ->required();
    app.add_option(
           "--dim", options.dims, "Size of a symbolic dimension: N=32, or input.0=32 for an unnamed one")
        ->type_name("NAME=SIZE");
}

Result<std::map<std::string, std::int64_t>> parseDims(const std::vector<std::string>& dims)
{
    std::map<std::string, std::int64_t> sizes;
    for (const std::string& text : dims) {
        const std::size_t equals = text.find('=');
        std::int64_t size = 0;
        const char* end = text.data() + text.size();
        const bool isNumber = equals != std::string::npos && equals > 0 &&
            std::from_chars(text.data() + equals + 1, end, size).ptr == end && size > 0;
        if (!isNumber) {
            return std::unexpected(
                Error{ErrorKind::Usage, "E-DIM", std::format("\"{}\" does not bind a dimension.", text),
                    "--dim", "Write NAME=SIZE, for instance N=32."});
        }
        sizes[text.substr(0, equals)] = size;
    }
    return sizes;
}

std::vector<std::string> ascendTypes(const Decisions& decisions)
{
    std::set<std::string> types;
    addTypes(types, decisions);
    return {types.begin(), types.end()};
}

Result<JudgedModel> openAndJudge(
    const ModelOptions& model, const JudgeOptions& options, const DifferentiateOptions& loss)
{
    auto settings = readSettings(options);
    if (!settings)
        return std::unexpected(settings.error());
    auto judged = openGraph(model, options, loss);
    if (!judged)
        return judged;
    judged->settings = *std::move(settings);
    const auto note = [&](const std::vector<Finding>& findings) {
        judged->findings.insert(judged->findings.end(), findings.begin(), findings.end());
    };
    note(judged->settings.findings);
    auto decisions = judge(judged->graph, judged->input());
    if (!decisions)
        return std::unexpected(decisions.error());
    judged->decisions = *std::move(decisions);
    note(lintMixlist(judged->settings.mixlist, *judged->settings.library, ascendTypes(judged->decisions)));
    return judged;
}

}
