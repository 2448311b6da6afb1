// SPDX-License-Identifier: GPL-3.0-or-later
//
// Command lines of NVIDIA's tools: ModelOpt's AutoCast (python -m modelopt.onnx.autocast --help) and trtexec
// (its --help; layers take the names of ONNX nodes).
#include "analysis/export/families.h"
#include "analysis/export/nodechoice.h"
#include "analysis/export/pythontext.h"

#include <algorithm>
#include <format>

namespace halftone {
namespace {

std::string_view shortType(DType dtype)
{
    return dtype == DType::BFloat16 ? "bf16" : dtype == DType::Float16 ? "fp16" : "fp32";
}

DType lowType(const Decisions& decisions)
{
    for (NodeId node : decisions.graph()->nodes()) {
        if (isLowPrecision(decisions.precision(node)))
            return decisions.precision(node);
    }
    return DType::Float16;
}

// AutoCast matches from the start of a name, so that the whole one needs an end.
std::string exactPattern(std::string_view name)
{
    constexpr std::string_view kSpecial = R"(\.^$|?*+()[]{})";
    std::string pattern;
    for (const char c : name)
        pattern += kSpecial.contains(c) ? std::string("\\") + c : std::string(1, c);
    return pattern + "$";
}

std::string option(std::string_view name, const std::vector<std::string>& values)
{
    std::string text;
    for (const std::string& value : values)
        text += " " + shellWord(value);
    return values.empty() ? std::string() : std::format(" \\\n    {}{}", name, text);
}

std::string optionsOf(const AutoCastSettings& settings)
{
    std::string text = std::format(" \\\n    --low_precision_type {}", shortType(settings.low));
    text += option("--nodes_to_exclude", settings.nodesToExclude);
    text += option("--op_types_to_exclude", settings.opTypesToExclude);
    text += option("--nodes_to_include", settings.nodesToInclude);
    text += option("--op_types_to_include", settings.opTypesToInclude);
    if (settings.initMax != AutoCastSettings{}.initMax)
        text += std::format(" \\\n    --init_max {}", settings.initMax);
    if (settings.maxDepthOfReduction)
        text += std::format(" \\\n    --max_depth_of_reduction {}", *settings.maxDepthOfReduction);
    return text;
}

std::string onnxType(const Graph& graph, NodeId node)
{
    return graph.node(node).opType;
}

// Types whose nodes all stay in FP32 by type, the others by name.
AutoCastSettings autoCastFor(const Decisions& decisions, Untranslated& rest)
{
    AutoCastSettings settings{.low = lowType(decisions)};
    const auto uses = usesByType(decisions, onnxType);
    for (const auto& [type, use] : uses) {
        if (use.isHigh())
            settings.opTypesToExclude.push_back(type);
    }
    Untranslated names;
    for (const NodeChoice& choice :
        addressableNodes(decisions, [](std::string_view) { return true; }, names)) {
        const auto use = uses.find(onnxType(*decisions.graph(), choice.node));
        if (!choice.isLow && use != uses.end() && !use->second.isHigh())
            settings.nodesToExclude.push_back(exactPattern(choice.name));
    }
    // Nodes of types that are excluded as a whole need no name.
    const bool needsNames = std::ranges::any_of(
        uses, [](const auto& entry) { return entry.second.low > 0 && entry.second.high > 0; });
    if (needsNames)
        rest = std::move(names);
    return settings;
}

// Commas, colons and stars have a meaning in the list.
bool isLayerName(std::string_view name)
{
    return name.find_first_of(",:*\"\r\n") == std::string_view::npos;
}

// What a layer computes in, or what it gives: with a plus between several outputs.
enum class Layers : std::uint8_t { Precisions, OutputTypes };
std::string layerList(const Decisions& decisions, std::span<const NodeChoice> choices, Layers what)
{
    const std::string_view low = shortType(lowType(decisions));
    std::string list;
    for (const NodeChoice& choice : choices) {
        const std::string_view type = choice.isLow ? low : "fp32";
        std::string types(type);
        const std::size_t outputs = decisions.graph()->outputs(choice.node).size();
        for (std::size_t i = 1; what == Layers::OutputTypes && i < outputs; ++i)
            types += "+" + std::string(type);
        list += std::format("{}{}:{}", list.empty() ? "" : ",", choice.name, types);
    }
    return list;
}

}

Result<ExportedText> exportAutoCast(const ExportInput& input)
{
    Untranslated rest;
    const auto* own = std::get_if<AutoCastSettings>(&input.policy.settings);
    AutoCastSettings settings = own ? *own : autoCastFor(input.decisions, rest);
    for (const PrecisionOverride& call : input.policy.overrides) {
        std::vector<std::string>& patterns =
            call.dtype == DType::Float32 ? settings.nodesToExclude : settings.nodesToInclude;
        for (const std::string& target : targetsOf(call)) {
            if (own)
                patterns.push_back(exactPattern(target));
        }
    }
    return ExportedText{std::format("{}python -m modelopt.onnx.autocast \\\n    --onnx_path {}{} \\\n    "
                                    "--keep_io_types\n",
                            rest.comments("# "), shellWord(input.model), optionsOf(settings)),
        rest.findings()};
}

Result<ExportedText> exportTrtexec(const ExportInput& input)
{
    Untranslated rest;
    const std::vector<NodeChoice> choices = addressableNodes(input.decisions, isLayerName, rest);
    std::string text = std::format("{}trtexec --onnx={} --{} --precisionConstraints=obey",
        rest.comments("# "), shellWord(input.model), shortType(lowType(input.decisions)));
    if (!choices.empty())
        text += std::format(" \\\n    --layerPrecisions={} \\\n    --layerOutputTypes={}",
            shellWord(layerList(input.decisions, choices, Layers::Precisions)),
            shellWord(layerList(input.decisions, choices, Layers::OutputTypes)));
    return ExportedText{text + "\n", rest.findings()};
}

}
