// SPDX-License-Identifier: GPL-3.0-or-later
#include "executor/cli/options.h"

#include "executor/files/mappedfile.h"
#include "executor/files/modelfile.h"
#include "executor/train/batchedmodel.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <format>
#include <set>

namespace halftone::cli {

void addModelOptions(CLI::App& app, ModelOptions& options)
{
    app.add_option("model", options.path, "ONNX file, or sample:lenet5 for the built-in LeNet-5")->required();
    app.add_option(
           "--dim", options.dims, "Size of a symbolic dimension: N=32, or input.0=32 for an unnamed one")
        ->type_name("NAME=SIZE");
}

void addJudgeOptions(CLI::App& app, JudgeOptions& options)
{
    std::string chips;
    for (const ChipTraits& chip : OpLibrary::chips())
        chips += (chips.empty() ? "" : ", ") + std::string(chip.soc);
    app.add_option("--soc", options.soc, "Chip: " + chips)->capture_default_str();
    app.add_option("--mode", options.mode, "Precision mode, a value of precision_mode or precision_mode_v2")
        ->capture_default_str();
    app.add_option(
           "--mixlist", options.mixlist, "ops_info.json with changes to the black, white and gray lists")
        ->type_name("FILE");
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

Result<LoadedMixlist> openMixlist(const std::string& path)
{
    const auto file = mapFile(path);
    if (!file) {
        Error error = file.error();
        error.code = "E21001"; // What CANN says to a mixlist that it cannot open.
        return std::unexpected(error);
    }
    const auto* text = reinterpret_cast<const char*>(file->bytes.data());
    return parseMixlist({text, file->bytes.size()}, path);
}

std::vector<std::string> ascendTypes(const Decisions& decisions)
{
    std::set<std::string> types;
    for (NodeId id : decisions.graph()->nodes()) {
        for (const PartDecision& part : decisions.parts(id))
            types.insert(part.ascendType);
    }
    return {types.begin(), types.end()};
}

namespace {

Result<void> readMixlist(const std::string& path, JudgedModel& judged)
{
    if (path.empty())
        return {};
    if (!usesMixlist(judged.mode)) {
        return std::unexpected(Error{ErrorKind::Usage, "E10001",
            std::format("modify_mixlist has no effect in the mode {}.", judged.modeName), "--mixlist",
            "Choose allow_mix_precision_fp16 or another mixed mode, or leave the list out."});
    }
    auto loaded = openMixlist(path);
    if (!loaded)
        return std::unexpected(loaded.error());
    judged.mixlist = std::move(loaded->mixlist);
    judged.findings.insert(judged.findings.end(), loaded->findings.begin(), loaded->findings.end());
    return {};
}

}

Result<JudgedModel> openAndJudge(
    const ModelOptions& model, const JudgeOptions& options, const DifferentiateOptions& loss)
{
    const auto mode = parseMode(options.mode);
    if (!mode)
        return std::unexpected(mode.error());
    auto library = OpLibrary::embedded(options.soc);
    if (!library)
        return std::unexpected(library.error());
    auto dims = parseDims(model.dims);
    if (!dims)
        return std::unexpected(dims.error());
    // Decisions do not depend on sizes, but a training graph needs some batch.
    constexpr std::size_t kAnyBatch = 32;
    auto imported = options.training ? openWithBatch(model.path, *dims, kAnyBatch)
                                     : openModel(model.path, {.dims = *dims});
    if (!imported)
        return std::unexpected(imported.error());

    JudgedModel judged{.model = *imported,
        .graph = imported->graph,
        .library = *library,
        .mode = mode->mode,
        .modeName = std::string(mode->name),
        .findings = imported->findings};
    if (options.training) {
        auto training = differentiate(judged.graph, loss);
        if (!training)
            return std::unexpected(training.error());
        judged.graph = training->graph;
        judged.findings.insert(judged.findings.end(), training->findings.begin(), training->findings.end());
    }
    if (auto read = readMixlist(options.mixlist, judged); !read)
        return std::unexpected(read.error());
    auto decisions = judge(judged.graph, judged.input());
    if (!decisions)
        return std::unexpected(decisions.error());
    judged.decisions = *std::move(decisions);
    const std::vector<Finding> lint =
        lintMixlist(judged.mixlist, *judged.library, ascendTypes(judged.decisions));
    judged.findings.insert(judged.findings.end(), lint.begin(), lint.end());
    return judged;
}

}
