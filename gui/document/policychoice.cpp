// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/policychoice.h"

#include "analysis/policy/mindspore/ampcall.h"

#include <algorithm>
#include <format>
#include <vector>

namespace halftone {
namespace {

void addModes(std::vector<PolicyChoice>& choices)
{
    for (const ModeName& mode : modeNames())
        choices.push_back({.name = std::string(mode.name),
            .group = mode.isV2 ? "precision_mode_v2" : "precision_mode",
            .doc = std::string(mode.doc),
            .settings = AscendSettings{.modeName = std::string(mode.name)},
            .mode = mode.mode});
}

struct Level
{
    std::string_view name;
    std::string_view doc;
};

void addLevels(std::vector<PolicyChoice>& choices, AmpApi api, std::span<const Level> levels)
{
    for (const Level& level : levels)
        choices.push_back({.name = std::format("MindSpore {}{}", level.name,
                               api == AmpApi::AutoMixedPrecision ? " network" : ""),
            .group = std::string(name(api)),
            .doc = std::string(level.doc),
            .settings = MindSporeSettings{.api = api, .level = std::string(level.name)},
            .mode = {}});
}

constexpr Level kTrainLevels[] = {
    {"O0", "Nothing is lowered."},
    {"O2", "All cells but batch normalisation and the loss run in FP16, with dynamic loss scaling."},
    {"O3", "The whole network runs in FP16, without loss scaling."},
    {"auto", "Matrix operators and what is known to be safe run in FP16, the black list in FP32."},
};
constexpr Level kNetworkLevels[] = {
    {"O0", "Nothing is lowered."},
    {"O1", "Operators of the white list run in FP16, everything else in FP32."},
    {"O2", "Operators of the black list keep FP32, everything else runs in FP16."},
    {"O3", "The whole network runs in FP16."},
    {"auto", "Matrix operators run in FP16, the black list in FP32, others as their inputs are."},
};

// By the black list that O2 uses, until a person writes another one.
void addLists(std::vector<PolicyChoice>& choices)
{
    MindSporeSettings settings{.api = AmpApi::CustomMixedPrecision};
    settings.blackList.emplace();
    for (const AmpEntry& entry : ampList(AmpList::Black, *findAmpVersion(settings.version)))
        settings.blackList->push_back(
            std::format("{}{}", entry.kind == AmpEntry::Kind::Cell ? "nn." : "ops.", entry.name));
    choices.push_back({.name = "MindSpore lists",
        .group = std::string(name(settings.api)),
        .doc = "All cells run in FP16 but those of a black list, or only those of a white list.",
        .settings = settings,
        .mode = {}});
}

void addTools(std::vector<PolicyChoice>& choices)
{
    struct Tool
    {
        std::string_view name;
        PolicySettings settings;
    };
    const Tool tools[] = {
        {"PyTorch autocast float16", TorchSettings{}},
        {"PyTorch autocast bfloat16", TorchSettings{.low = DType::BFloat16}},
        {"TensorFlow grappler", TensorFlowSettings{}},
        {"ModelOpt AutoCast", AutoCastSettings{}},
        {"onnxconverter float16", OnnxFloat16Settings{}},
    };
    for (const Tool& tool : tools) {
        const PolicyDef& definition = policyTable()[tool.settings.index()];
        choices.push_back({.name = std::string(tool.name),
            .group = std::string(definition.source.project),
            .doc = std::string(definition.doc),
            .settings = tool.settings,
            .mode = {}});
    }
}

std::vector<PolicyChoice> makeChoices()
{
    std::vector<PolicyChoice> choices;
    addModes(choices);
    addLevels(choices, AmpApi::BuildTrainNetwork, kTrainLevels);
    addLevels(choices, AmpApi::AutoMixedPrecision, kNetworkLevels);
    addLists(choices);
    addTools(choices);
    return choices;
}

}

std::span<const PolicyChoice> policyChoices()
{
    static const std::vector<PolicyChoice> choices = makeChoices();
    return choices;
}

const PolicyChoice* findChoice(std::string_view name)
{
    const auto found = std::ranges::find(policyChoices(), name, &PolicyChoice::name);
    return found == policyChoices().end() ? nullptr : &*found;
}

}
