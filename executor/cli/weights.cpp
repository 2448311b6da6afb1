// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/weights/weightpreview.h"
#include "executor/cli/cli.h"
#include "executor/cli/options.h"
#include "executor/cli/table.h"
#include "executor/files/mappedfile.h"
#include "executor/files/modelfile.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <format>
#include <memory>

namespace halftone::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Weights
{
    ModelOptions model;
    std::string low = "float16";
    bool json = false;
};

std::string shapeText(std::span<const std::int64_t> dims)
{
    std::string text;
    for (const std::int64_t size : dims)
        text += std::format("{}{}", text.empty() ? "" : "×", size);
    return text.empty() ? "scalar" : text;
}

// "3 inf, 12 zero, 1 integer": only what happens.
std::string formatText(const FormatPreview& preview)
{
    struct Count
    {
        std::uint64_t count;
        const char* word;
    };
    std::string text;
    for (const auto& [count, word] :
        {Count{preview.overflows, "infinite"}, Count{preview.inexactIntegers, "inexact integers"},
            Count{preview.flushedToZero, "to zero"}, Count{preview.subnormals, "subnormal"}}) {
        if (count > 0)
            text += std::format("{}{} {}", text.empty() ? "" : ", ", count, word);
    }
    return text.empty() ? "fits" : text;
}

Json formatJson(const FormatPreview& preview)
{
    return {{"overflows", preview.overflows}, {"flushedToZero", preview.flushedToZero},
        {"subnormals", preview.subnormals}, {"inexactIntegers", preview.inexactIntegers},
        {"unchanged", preview.unchanged}};
}

std::string weightsJson(std::span<const WeightPreview> previews, const Weights& options)
{
    Json json{{"model", options.model.path}, {"tensors", Json::array()}};
    for (const WeightPreview& preview : previews)
        json["tensors"].push_back({{"name", preview.name}, {"readBy", preview.readBy},
            {"dtype", name(preview.dtype)}, {"dims", preview.dims}, {"elements", preview.count},
            {"absMax", preview.absMax}, {"nans", preview.nans}, {"infinities", preview.infinities},
            {"float16", formatJson(preview.float16)}, {"bfloat16", formatJson(preview.bfloat16)}});
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string weightsText(std::span<const WeightPreview> previews)
{
    Table table({"tensor", "shape", "type", "largest", "float16", "bfloat16", "read by"});
    std::uint64_t elements = 0;
    for (const WeightPreview& preview : previews) {
        const std::uint64_t odd = preview.nans + preview.infinities;
        table.add({preview.name, shapeText(preview.dims), std::string(name(preview.dtype)),
            std::format("{:.4g}{}", preview.absMax, odd > 0 ? std::format(" ({} not finite)", odd) : ""),
            formatText(preview.float16), formatText(preview.bfloat16), preview.readBy});
        elements += preview.count;
    }
    return table.render() + std::format("\n{} tensors, {} values.\n", previews.size(), elements);
}

Exit weights(const Weights& options)
{
    const auto dims = parseDims(options.model.dims);
    if (!dims)
        return report(dims.error(), options.json);
    const auto model = openModel(options.model.path, {.dims = *dims});
    if (!model)
        return report(model.error(), options.json);
    const DType low = parseDType(options.low).value_or(DType::Float16);
    const std::vector<WeightPreview> previews = previewWeights(*model->graph, low, letGo);
    const Exit written =
        writeOutput("-", options.json ? weightsJson(previews, options) : weightsText(previews), options.json);
    if (written != Exit::Done)
        return written;
    const bool hasProblem = std::ranges::any_of(previews, [low](const WeightPreview& preview) {
        return preview.in(low).overflows + preview.nans + preview.infinities > 0;
    });
    return hasProblem ? Exit::Findings : Exit::Done;
}

}

void addWeights(CLI::App& app, Run& run)
{
    auto options = std::make_shared<Weights>();
    CLI::App* command =
        app.add_subcommand("weights", "Say what 16 bits would make of the constants of a model");
    addModelOptions(*command, options->model);
    command
        ->add_option(
            "--low-type", options->low, "Sort by, and exit with 1 for overflow in: float16 or bfloat16")
        ->check(CLI::IsMember({"float16", "bfloat16"}))
        ->capture_default_str();
    command->add_flag("--json", options->json, "One JSON object; the format stands in halftone-cli(1)");
    command->callback([options, &run] { run = [options] { return weights(*options); }; });
}

}
